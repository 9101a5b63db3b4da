// The same phrases for a row with little room: each form says less than the one before.
import BGRunCalendar
import BGRunJob
import BGRunWire

extension JobWords {
    /// All that a row says of a job: what is wrong, then what comes next.
    func whole(on screen: Screen) -> [Span] {
        screen.reach.added(to: mark + Array(troubles.map { [Span($0, .bad), Span("; ")] }.joined())) + [
            next(on: screen)
        ]
    }

    /// What it may say in place of that, the most first.
    func shorter(on screen: Screen) -> [[Span]] {
        let troubles = job.health.troubles.map(brief)
        guard let worst = troubles.first else { return brief(on: screen).map { mark + [$0] } }
        return (complete + [troubles.joined(separator: "; "), worst]).filter { !$0.isEmpty }
            .map { mark + [Span($0, .bad)] }
    }

    /// Those of ``shorter(on:)`` that have the whole trouble, but for its beginning where there is no room.
    var complete: [String] {
        guard !troubles.isEmpty else { return [] }
        let all = troubles.joined(separator: "; ")
        guard job.health.troubles == [.failing], let failing = job.health.failing, failing.count > 1,
            let cause = failing.cause?.visible
        else { return [all] }
        return [all, "failed \(failing.count) times: \(cause)"]
    }

    /// The same as a sentence behind the job's name, where ``shorter(on:)`` stands above it.
    func detail(on screen: Screen) -> [Span] {
        whole(on: screen).map { span in
            let told = "\(Standing.stuck.word): "
            return span.text.hasPrefix(told)
                ? Span(String(span.text.dropFirst(told.count)), span.style) : span
        }
    }

    private var mark: [Span] { job.isSimulated ? [Span("SIMULATED: ", .bad)] : [] }

    private func brief(_ trouble: Trouble) -> String {
        switch trouble {
        case .invalid: "can't be used"
        case .failing:
            job.health.failing.map {
                $0.count == 1 ? "failed \(clock.date($0.since))" : "failed \($0.count) times"
            }
                ?? Standing.failing.word
        case .cannotStart: Standing.stuck.word
        case .overdue: words(trouble) ?? Standing.late.word
        case .notRun: words(trouble) ?? "has not run for long"
        case .overrun: "takes too long"
        case .hook: "its \(job.health.hookFault?.kind.rawValue ?? "hook") fails"
        case .unfinished: "\(job.health.unfinishedRuns) runs did not finish"
        }
    }

    /// Of a job with which nothing is wrong.
    private func brief(on screen: Screen) -> [Span] {
        let style = next(on: screen).style
        let forms: [String?] =
            switch job.state {
            case .running: job.run.map { ProgressBar(run: $0, title: job.title).briefs(on: screen) } ?? []
            case .frozen:
                job.run?.freeze.map {
                    let since = "frozen since \(clock.date($0.since))"
                    return ["\(since): \($0.words)", since]
                } ?? []
            case .expiring:
                [job.run?.killAt.map { "told to end, killed \(clock.distance($0))" }, "told to end"]
            case .scheduled:
                job.planned.map {
                    let start = clock.date($0.starts)
                    return ["starts \(clock.span($0.starts, $0.latest))", "starts \(start)", start]
                } ?? []
            case .due: waits
            case .paused: [job.pause?.until.map { "paused until \(clock.date($0))" }, "paused"]
            case .disabled: ["disabled"]
            case .invalid: ["can't be used"]
            }
        return forms.compactMap(\.self).map { Span($0, style) }
    }

    /// `needs external power; due for 2 h`, `needs external power`.
    private var waits: [String?] {
        guard let blocker = job.blockers.first else { return [] }
        let since = job.due.flatMap { due -> String? in
            let span = due.duration(to: clock.now)
            return span >= .seconds(60) ? "; due for \(span.rounded)" : nil
        }
        let briefs = brief(blocker)
        return [since.map { briefs[0] + $0 }] + briefs
    }

    private func brief(_ blocker: BlockerReport) -> [String] {
        let words = blocker.reason.visible
        let head = String(words.prefix { $0 != ":" && $0 != ";" })
        switch Blocker.Kind(rawValue: blocker.requirement) {
        case .limit: return [words, "waits for \(Self.slot)"]
        case .queue: return ["waits in its queue"]
        case .conflict: return ["waits for a conflicting job", "waits for another job"]
        case .resting, .backOff, .spacing, .allowedHours, .catchUp:
            return blocker.until.map { ["waits until \(clock.date($0))", "until \(clock.date($0))"] } ?? [
                head
            ]
        case .earliestBeginDate, .trigger, .ended, .paused, .disabled, .invalid, .after, .anyOf, .settling,
            .shortage,
            .application, .storage, .sleep, .shutdown:
            return [head]
        case nil:
            return [head]
                + (Requirement.Kind(rawValue: blocker.requirement).map { ["needs \($0.row.title)"] } ?? [])
        }
    }

    private static let slot = "a free slot"

    /// What it waits for, as the subject of a list of those that wait for the same: `external power`, `a free slot`. Nil where that is
    /// something else.
    var cause: String? {
        for blocker in job.blockers {
            if blocker.requirement == Blocker.Kind.limit.rawValue { return Self.slot }
            if blocker.requirement == Blocker.Kind.catchUp.rawValue { return "a turn to catch up" }
            if let kind = Requirement.Kind(rawValue: blocker.requirement) { return kind.row.title }
        }
        return nil
    }
}
