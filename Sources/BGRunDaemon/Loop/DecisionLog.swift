// The log of decisions: each event with its effects, in the notation of the scenario tests.
import BGRunJob
import BGRunScheduler

/// Writes decisions so that an excerpt of the log, pasted into a scenario, is a test.
///
/// A turn is written when it has been carried out, in one piece, so that no job waits for its own log line. What users
/// execute is in none of it.
final class DecisionLog {
    /// Members of a recovery or a listing, and effects of one decision, that are written out. A restart with ten
    /// thousand jobs is to be quick, and is no test for anyone.
    private static let listLimit = 64
    private static let lineLimit = 8192

    /// A turn that has more lines, or more bytes, leaves the rest out of the file.
    private static let turnLimit = 500
    private static let turnBytes = 256 << 10

    private let file: DecisionFile?
    private let journal: Journal?

    /// - Parameters:
    ///   - file: Where the last decisions are kept; nil where that could not be made.
    ///   - journal: Where all of them go as well, if they are asked for.
    init(_ file: DecisionFile?, _ journal: Journal?) {
        self.file = file
        self.journal = journal
    }

    /// Writes the decisions of a turn, and what the scheduler waits for after the last of them.
    func write(_ decisions: [Decision], wakeup: Wakeup?) {
        guard let last = decisions.last, file != nil || journal != nil else { return }
        var lines: [String] = []
        for var decision in decisions {
            decision = decision.abridged(to: Self.listLimit).masked
            lines.append("\(decision.now.notation) > \(decision.event.notation)")
            lines += decision.effects.notation.prefix(Self.listLimit).map { "  < \($0)" }
            let left = decision.effects.count - Self.listLimit
            if left > 0 { lines.append("  # and \(left) more") }
        }
        lines.append("  @ \(wakeup?.masked.notation(at: last.now) ?? "never")")
        let split = lines.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
            .map(Self.bounded)
        journal?.write(split)
        keep(split)
    }

    private func keep(_ lines: [String]) {
        guard let file else { return }
        var text: [UInt8] = []
        var kept = 0
        for line in lines.prefix(Self.turnLimit) {
            guard text.count + line.utf8.count < Self.turnBytes else { break }
            text += line.utf8
            text.append(UInt8(ascii: "\n"))
            kept += 1
        }
        let left = lines.count - kept
        if left > 0 { text += "  # and \(left) more lines\n".utf8 }
        file.append(text, lines: kept + left.signum())
    }

    private static func bounded(_ line: Substring) -> String {
        guard line.utf8.count > lineLimit else { return String(line) }
        return String(decoding: line.utf8.prefix(lineLimit), as: UTF8.self) + " …"
    }
}

extension Decision {
    fileprivate func abridged(to limit: Int) -> Decision {
        Decision(now: now, event: event.abridged(to: limit), effects: effects)
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
        if case .manifestsRead(let files, let unreadable) = self {
            return .manifestsRead(Array(files.prefix(limit)), unreadable: Array(unreadable.prefix(limit)))
        }
        return self
    }
}
