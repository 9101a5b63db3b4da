// What the reader says to a text, for tests of refusals.
import BGRunJSON

/// How the reader refuses the bytes; nil where it accepts them.
func refusal(of bytes: [UInt8], limits: JSONLimits = .descriptor) -> JSONError? {
    do {
        _ = try JSONValue(parsing: bytes, limits: limits)
        return nil
    } catch {
        return error
    }
}
