// Times that have passed, as people say them.
import ArgumentParser
import BGRunCalendar
import BGRunJSON
import BGRunText

extension Words {
    /// An instant that has passed: all that ``past(_:)`` takes, and nothing that lies ahead.
    static func pastMoment(_ text: String) throws -> WallTime {
        let instant = try past(text)
        guard instant <= LocalZone.clock.now else {
            throw ValidationError(
                "\(QuotedText(text)) lies ahead; bgrun next and bgrun forecast tell of that")
        }
        return instant
    }
}
