// The log of decisions: each event with its effects, in the notation of the scenario tests.
import BGRunJob
import BGRunScheduler

/// Writes decisions so that an excerpt of the log, pasted into a scenario, is a test.
///
/// A turn is written when it has been carried out, in one piece, so that no job waits for its own log line.
struct DecisionLog {
    /// Members of a recovery or a listing, and effects of one decision, that are written out. A restart with ten
    /// thousand jobs is to be quick, and is no test for anyone.
    private static let listLimit = 64
    private static let lineLimit = 8192

    private let journal: Journal

    init(_ journal: Journal) { self.journal = journal }

    /// Writes the decisions of a turn, and what the scheduler waits for after the last of them.
    func write(_ decisions: [Decision], wakeup: Wakeup?) {
        guard let last = decisions.last else { return }
        var lines: [String] = []
        for decision in decisions {
            lines.append("\(decision.now.notation) > \(decision.event.abridged(to: Self.listLimit).notation)")
            lines += decision.effects.notation.prefix(Self.listLimit).map { "  < \($0)" }
            let left = decision.effects.count - Self.listLimit
            if left > 0 { lines.append("  # and \(left) more") }
        }
        lines.append("  @ \(wakeup?.notation(at: last.now) ?? "never")")
        let split = lines.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
        journal.write(split.map(Self.bounded))
    }

    private static func bounded(_ line: Substring) -> String {
        guard line.utf8.count > lineLimit else { return String(line) }
        return String(decoding: line.utf8.prefix(lineLimit), as: UTF8.self) + " …"
    }
}

extension Event {
    /// The same event with no more members than `limit`.
    fileprivate func abridged(to limit: Int) -> Event {
        if case .recovered(var recovery) = self {
            recovery.jobs = Array(recovery.jobs.prefix(limit))
            recovery.finishedFiles = Array(recovery.finishedFiles.prefix(limit))
            return .recovered(recovery)
        }
        if case .filesRead(let files, let unreadable) = self {
            return .filesRead(Array(files.prefix(limit)), unreadable: Array(unreadable.prefix(limit)))
        }
        return self
    }
}
