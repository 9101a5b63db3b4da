// One line of a play: what a story says, or what came of it.
import BGRunCalendar

/// A line of a story as it was played, with the instant at which that was.
package struct ScriptLine: Hashable, Sendable {
    package enum Kind: String, Sendable {
        /// What happens, as the story has it.
        case happening
        /// What came of it, in the notation of the decision log.
        case consequence
    }

    package let at: WallTime
    package let text: String
    package let kind: Kind

    /// Whether these words are among its own, in this order; who owns a job need not be said.
    func has(_ words: [String]) -> Bool {
        var wanted = words[...]
        for word in text.split(separator: " ") {
            guard let next = wanted.first else { return true }
            if word == next || word.hasPrefix(next + "@") { wanted = wanted.dropFirst() }
        }
        return wanted.isEmpty
    }
}
