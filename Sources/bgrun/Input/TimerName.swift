// The name of a timer as people type it.
import BGRunText

enum TimerName {
    private static let suffix = ".timer"

    /// The name that systemd has for it: `man-db.timer` of `man-db`, or of a path that ends with it.
    ///
    /// - Parameter example: One that there is.
    static func of(_ word: String, example: String) throws -> String {
        let last = word.split(separator: "/").last.map(String.init) ?? word
        let name = last.contains(".") ? last : last + suffix
        guard name.hasSuffix(suffix), name.count > suffix.count else {
            throw Failure.usage("\(word.visible) is no timer", advice: "name one such as \(example)")
        }
        return name
    }
}
