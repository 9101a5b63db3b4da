// JSON as anybody writes it: what is read is printed and read again as the same; what is refused has its place.
import BGRunJSON

enum JSONText {
    @Sendable static func check(_ bytes: [UInt8]) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: bytes, limits: .descriptor)
        } catch {
            hold((0...bytes.count).contains(error.offset), "a mistake lies outside of the text")
            hold(
                error.line > 0 && error.column > 0 && error.line <= bytes.count + 1, "a mistake has no place")
            holdIsShown("\(error)")
            return
        }
        for layout in [JSONLayout.compact, .pretty] {
            let printed = value.bytes(layout: layout)
            // Indentation grows with the depth.
            let again = try? JSONValue(parsing: printed, limits: JSONLimits(bytes: 64 << 20))
            hold(again == value, "what was printed is read as something else")
            hold(again?.bytes(layout: layout) == printed, "what was read is printed in another way")
        }
    }
}
