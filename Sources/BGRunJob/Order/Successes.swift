// What a job has waited for and has come.

/// Which of the jobs that a job comes after have succeeded since its last run began.
///
/// Kept as a fact and not as an instant, so no clock that is set can undo it.
package struct Successes: Hashable, Sendable {
    /// Before the active run began, or with no run active. Sorted.
    package private(set) var before: [JobIdentifier]
    /// While the active run goes on: they count for the next occurrence. Sorted.
    package private(set) var during: [JobIdentifier]

    package init(before: [JobIdentifier] = [], during: [JobIdentifier] = []) {
        self.before = Set(before).sorted()
        self.during = Set(during).sorted()
    }

    package var isEmpty: Bool { before.isEmpty && during.isEmpty }

    package func contains(_ job: JobIdentifier) -> Bool { before.contains(job) || during.contains(job) }

    /// Takes note of one; true where it was not known.
    package mutating func note(_ job: JobIdentifier, whileRunning isRunning: Bool) -> Bool {
        guard isRunning ? !during.contains(job) : !contains(job) else { return false }
        self =
            isRunning
            ? Self(before: before, during: during + [job]) : Self(before: before + [job], during: during)
        return true
    }

    /// What nobody waits for any more is not kept.
    package mutating func keep(_ awaited: [JobIdentifier]) {
        self = Self(before: before.filter(awaited.contains), during: during.filter(awaited.contains))
    }

    /// A run has ended.
    ///
    /// - Parameter isOver: Its occurrence has had what it waited for. Else that still counts for it.
    package mutating func runEnded(isOver: Bool) {
        if isEmpty { return }
        self = Self(before: isOver ? during : before + during)
    }

    /// `a b +c`, with a mark before those that came during the active run; identifiers have none of these two.
    package var text: String {
        (before.map(\.text) + during.map { "+\($0)" }).joined(separator: " ")
    }

    /// More were never written: a job comes after few, and so does the request that follows its run.
    private static let most = 64

    package init?(text: String) {
        var (before, during): ([JobIdentifier], [JobIdentifier]) = ([], [])
        let words = text.split(separator: " ", maxSplits: Self.most, omittingEmptySubsequences: false)
        guard words.count <= Self.most else { return nil }
        for word in words {
            let isDuring = word.hasPrefix("+")
            guard let job = JobIdentifier(String(isDuring ? word.dropFirst() : word)) else { return nil }
            if isDuring { during.append(job) } else { before.append(job) }
        }
        self.init(before: before, during: during)
    }
}
