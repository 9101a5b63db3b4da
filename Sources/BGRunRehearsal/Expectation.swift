// What a story says is to follow, and what came instead.
import BGRunCalendar
import BGRunJob

/// One line of what came of a story, in the notation of the decision log.
package struct ScriptLine: Hashable, Sendable {
    package enum Kind: String, Sendable {
        /// A line of the story.
        case happening
        /// What came of it, as far as people care for it.
        case consequence
        /// What is saved, observed and answered.
        case chore
    }

    package let at: WallTime
    package let text: String
    package let kind: Kind
}

/// What is to follow a line of a story.
package struct Expectation: Hashable, Sendable {
    package enum What: Hashable, Sendable {
        /// An effect with these words, in this order, comes before the next line of time.
        case effect([String])
        case noEffect([String])
        /// The job is held back by just these, by their names; by nothing where there are none.
        case blockers(of: JobIdentifier, [String])
    }

    package let what: What
    package let line: Int
    /// As it was written.
    package let text: String
}

/// An expectation that was not met.
package struct Miss: Hashable, Sendable {
    package let expectation: Expectation
    /// What there was instead.
    package let found: String
}

extension Expectation {
    /// Those of one scene about its effects: each comes after the one before.
    static func misses(_ all: [Expectation], in scene: ArraySlice<ScriptLine>) -> [Miss] {
        var misses: [Miss] = []
        var rest = scene
        for expectation in all {
            switch expectation.what {
            case .effect(let words):
                if let index = rest.firstIndex(where: { $0.has(words) }) {
                    rest = rest[(index + 1)...]
                } else {
                    misses.append(Miss(expectation: expectation, found: told(of: scene)))
                }
            case .noEffect(let words):
                if let line = scene.first(where: { $0.has(words) }) {
                    misses.append(Miss(expectation: expectation, found: line.text))
                }
            case .blockers: break
            }
        }
        return misses
    }

    private static func told(of scene: ArraySlice<ScriptLine>) -> String {
        let told = scene.filter { $0.kind == .consequence }.map(\.text)
        return told.isEmpty ? "nothing" : told.joined(separator: "; ")
    }

    /// Of one that asks for what holds a job back when the next line comes.
    func miss(blockers: (JobIdentifier) -> [String]?) -> Miss? {
        guard case .blockers(let job, let wanted) = what else { return nil }
        let found = blockers(job)
        guard found != wanted else { return nil }
        let text = found.map { $0.isEmpty ? "nothing" : $0.joined(separator: " ") }
        return Miss(expectation: self, found: text ?? "there is no such job any more")
    }
}

extension ScriptLine {
    /// Whether these words are among its own, in this order; who owns a job need not be said.
    fileprivate func has(_ words: [String]) -> Bool {
        var wanted = words[...]
        for word in text.split(separator: " ") {
            guard let next = wanted.first else { return true }
            if word == next || word.hasPrefix(next + "@") { wanted = wanted.dropFirst() }
        }
        return wanted.isEmpty
    }
}
