// What a story says is to follow, and what came instead.
import BGRunJob

/// What is to follow a line of a story, before its next line of time.
package struct Expectation: Hashable, Sendable {
    package enum What: Hashable, Sendable {
        /// A consequence with these words, in this order; each behind that of the expectation above it.
        case effect([String])
        /// No consequence has these words.
        case noEffect([String])
        /// When the next line of time comes, the job is held back by just these, by their names; by nothing where there are
        /// none.
        case blockers(of: JobIdentifier, [String])
    }

    /// The consequences that there are, by their first words. A word that is none of them is a slip of the pen, which "not"
    /// would hide.
    static let verbs = [
        "launch", "terminate", "kill", "freeze", "thaw", "history", "skip", "call", "notify", "suspend",
        "start", "handOver", "warn", "refused",
    ]

    package let what: What
    /// Counts from 1.
    package let line: Int
    /// As it was written.
    package let text: String
}

/// An expectation that was not met.
package struct Unmet: Hashable, Sendable {
    package let expectation: Expectation
    /// What there was instead, in the notation of the decision log; "nothing" where there was nothing.
    package let found: String
}

extension Expectation {
    /// Those of one scene that were not met.
    ///
    /// - Parameter blockers: The names of what holds a job back as the scene ends; nil for a job that is not there any more.
    static func unmet(
        _ all: [Expectation], in scene: ArraySlice<ScriptLine>, blockers: (JobIdentifier) -> [String]?
    ) -> [Unmet] {
        var rest = scene
        return all.compactMap { expectation in
            switch expectation.what {
            case .effect(let words):
                guard let index = rest.firstIndex(where: { $0.has(words) }) else {
                    return Unmet(expectation: expectation, found: summary(of: scene))
                }
                rest = rest[(index + 1)...]
                return nil
            case .noEffect(let words):
                return scene.first { $0.has(words) }.map { Unmet(expectation: expectation, found: $0.text) }
            case .blockers(let job, let wanted):
                let found = blockers(job)
                if found?.sorted() == wanted.sorted() { return nil }
                return Unmet(
                    expectation: expectation,
                    found: found.map { text($0, " ") } ?? "there is no such job any more")
            }
        }
    }

    /// As much of it as anybody reads.
    private static func summary(of scene: ArraySlice<ScriptLine>) -> String {
        let more = scene.count - 10
        return text(scene.prefix(10).map(\.text), "; ") + (more > 0 ? "; and \(more) more" : "")
    }

    private static func text(_ words: [String], _ separator: String) -> String {
        words.isEmpty ? "nothing" : words.joined(separator: separator)
    }
}
