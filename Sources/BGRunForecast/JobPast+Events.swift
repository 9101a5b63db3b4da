// What happened to a job and to what it needs, one line each.
import BGRunCalendar
import BGRunJob

extension JobPast {
    /// The newest first, at most so many, and whether there were more. Only what happened in the window.
    func events(
        on timeline: ConditionTimeline, changes: [ConditionChange], most: Int
    ) -> (events: [HeldBack.Event], hasMore: Bool) {
        let all = conditionEvents(changes) + holdEvents() + runEvents()
        let window = all.filter { $0.at >= timeline.from && $0.at <= timeline.to }
        // Of the same instant, what was told later is the newer.
        let sorted = window.enumerated().sorted { one, two in
            one.element.at == two.element.at ? one.offset > two.offset : one.element.at > two.element.at
        }
        return (sorted.prefix(max(most, 0)).map(\.element), sorted.count > most)
    }

    /// Of the machine, and of the conditions that it needs or prefers.
    private func conditionEvents(_ changes: [ConditionChange]) -> [HeldBack.Event] {
        var words: [String: String] = [:]
        for leaf in requirements.leaves + preferred.leaves {
            words[ConditionChange.name(of: leaf.condition.text)] = leaf.condition.words
        }
        return changes.compactMap { change in
            switch change.what {
            case .machine(let state): return HeldBack.Event(at: change.at, text: state.words)
            case .requirement(let text, let owner, let verdict):
                guard let words = words[ConditionChange.name(of: text)], owner == nil || owner == job.owner
                else { return nil }
                let reason = change.reason.isEmpty ? "" : ": \(change.reason)"
                let simulated = change.isSimulated ? " (simulated)" : ""
                return HeldBack.Event(at: change.at, text: "\(verdict.text(of: words))\(reason)\(simulated)")
            }
        }
    }

    private func holdEvents() -> [HeldBack.Event] {
        zip(holds, [nil] + holds.map { Optional($0) }).compactMap { hold, before in
            guard hold.blockers != before?.blockers else { return nil }
            guard hold.blockers.isEmpty else {
                let words = hold.blockers.map { HoldWords.words(of: $0) }
                return HeldBack.Event(at: hold.at, text: "held back: \(words.joined(separator: ", "))")
            }
            return before == nil
                ? nil : HeldBack.Event(at: hold.at, text: "held back by nothing but what it needs")
        }
    }

    private func runEvents() -> [HeldBack.Event] {
        var dues = Set<WallTime>()
        var events: [HeldBack.Event] = []
        for run in runs.sorted(by: { $0.run < $1.run }) {
            if dues.insert(run.due).inserted { events.append(HeldBack.Event(at: run.due, text: "due")) }
            events.append(HeldBack.Event(at: run.started, text: "run \(run.run) started"))
            let reason = run.stopReason.map { ": \($0.words)" } ?? ""
            events.append(
                HeldBack.Event(at: run.ended, text: "run \(run.run) \(run.outcome.words)\(reason)"))
        }
        for skip in skips {
            events.append(
                HeldBack.Event(at: skip.skipped, text: "an occurrence was skipped: \(skip.reason.words)"))
        }
        if let dueSince, dues.insert(dueSince).inserted {
            events.append(HeldBack.Event(at: dueSince, text: "due"))
        }
        if let activeRun {
            events.append(HeldBack.Event(at: activeRun.started, text: "run \(activeRun.run) started"))
        }
        return events
    }
}

extension Verdict {
    /// "lacks external power".
    fileprivate func text(of words: String) -> String {
        switch self {
        case .yes: "has \(words)"
        case .no: "lacks \(words)"
        case .unknown: "can't know of \(words)"
        }
    }
}

extension ConditionChange.MachineState {
    fileprivate var words: String {
        switch self {
        case .started: "bgrund started"
        case .stopped: "bgrund stopped"
        case .asleep: "the machine fell asleep"
        case .awake: "the machine woke up"
        case .lastWritten: "bgrund was last heard of, and ended without a word"
        }
    }
}
