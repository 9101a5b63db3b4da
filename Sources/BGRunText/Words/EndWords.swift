// The one place that says in words how runs ended, and what changed of a condition.
import BGRunCalendar
import BGRunJob
import BGRunWire

extension Outcome {
    /// With what led to it, where that says more: `was interrupted: external power was lost`.
    package func words(for reason: StopReason?) -> String {
        switch self {
        case .expired, .cancelled: words
        case .succeeded, .failed, .interrupted, .deferred, .couldNotLaunch:
            words + (reason.map { ": \($0.words)" } ?? "")
        }
    }
}

extension Requirement.Kind {
    /// `external power is there`, `idle (10m) does not hold`.
    ///
    /// - Parameter text: It with what was written to it.
    package func words(_ text: String, _ verdict: Verdict) -> String {
        let operand = text.hasPrefix("\(rawValue) ") ? text.dropFirst(rawValue.count + 1) : ""
        // What is asked for without a measure is a thing.
        let isThing = operand.isEmpty
        let subject = row.title + (isThing ? "" : " (\(operand))")
        return switch verdict {
        case .yes: "\(subject) \(isThing ? "is there" : "holds")"
        case .no: "\(subject) \(isThing ? "is not there" : "does not hold")"
        case .unknown: "nobody can know of \(subject)"
        }
    }
}

extension Transition.Condition {
    /// `external power is there: AC is online`.
    package var words: String {
        let words = requirement.words(text, verdict)
        return reason.isEmpty ? words : "\(words): \(reason)"
    }
}

extension HistoryEntry {
    /// How it ended and what led to it: `failed: exit 3, attempt 2 of 3`; somebody else's text may be among it.
    package var endWords: String {
        let causes = endCauses
        let words = outcome == .succeeded ? RecentEnds.End(outcome, exit).words : outcome.words
        return words + (causes.isEmpty ? "" : ": \(causes.joined(separator: ", "))")
            + (leftBehind.map { "; left behind and ended: \($0)" } ?? "")
    }

    /// What led to its outcome: `exit 3`, `attempt 2 of 3`.
    package var endCauses: [String] {
        var words: [String] = []
        // Of what was cancelled both are one word.
        if let stopReason, stopReason.description != outcome.rawValue { words.append(stopReason.words) }
        if let exit, exit != .code(0), exit != .completed(true) { words.append(exit.words) }
        if let failure { words.append(failure) }
        if let attempt {
            words.append(
                attempt.isEndless
                    ? "attempt \(attempt.number)" : "attempt \(attempt.number) of \(attempt.most)")
        }
        if isSimulated { words.append("simulated") }
        for hook in hooks where !hook.end.isSuccess {
            words.append("\(hook.kind.rawValue) \(hook.end.words)")
        }
        return words
    }

    /// `30 s`; `30 s of 14 h` where the machine slept meanwhile, or it stood still; nil where nobody saw it from its beginning to its end.
    package var tookWords: String? {
        duration.map { $0.rounded + (wholeSpan.map { " of \($0.rounded)" } ?? "") }
    }

    /// From its beginning to its end, where that is longer by a minute than it worked.
    var wholeSpan: Duration? {
        let span = started.duration(to: ended)
        return duration.flatMap { span - $0 < .seconds(60) ? nil : span }
    }

    /// How late it began, where that is worth a word: of another try of its occurrence, of a run by hand and of one that
    /// began within a minute nothing is.
    package var lateness: Duration? {
        guard attempt.map({ $0.number == 1 }) ?? true else { return nil }
        let span = due.duration(to: started)
        return span >= .seconds(60) ? span : nil
    }
}
