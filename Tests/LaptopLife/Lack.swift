// Owners for whom the machine lacked something to start a run: who may start when, as docs/behaviour.md has it.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

/// Tries of such owners come at growing intervals, or after the end of a run, one at a time.
struct Lack {
    private struct Entry {
        let failedAt: AwakeTime
        let delay: Duration
        var until: AwakeTime
        var trial: RunID?
    }

    private var entries: [UserID: Entry] = [:]

    /// Whether anything of the owner's may start by itself.
    func mayStart(_ owner: UserID, at now: Now) -> Bool {
        entries[owner].map { $0.trial == nil && $0.until <= now.awake } ?? true
    }

    /// The run never was.
    mutating func takesBack(_ run: RunID) {
        for owner in entries.keys where entries[owner]?.trial == run { entries[owner]?.trial = nil }
    }

    mutating func starts(_ run: RunID, of owner: UserID) { entries[owner]?.trial = run }

    /// - Parameter active: Whose each run is, before the event.
    mutating func hear(_ event: Event, _ active: [RunID: UserID], longest: Duration, at now: Now) {
        switch event {
        case .launched(let run, _), .launchFailed(let run, .lasting), .launchFailed(let run, .passing),
            .launchFailed(let run, .missing):
            if let owner = active[run] { entries[owner] = nil }
        case .launchFailed(let run, .shortage):
            guard let owner = active[run] else { return }
            let delay = entries[owner].map { min($0.delay * 2, longest) } ?? .seconds(10)
            entries[owner] = Entry(
                failedAt: now.awake, delay: delay, until: now.awake.advanced(by: delay))
        case .exited(let ended, _, _):
            for (owner, entry) in entries {
                let earliest = max(now.awake, entry.failedAt.advanced(by: .seconds(10)))
                entries[owner]?.until = min(entry.until, earliest)
                if entry.trial == ended { entries[owner]?.trial = nil }
            }
        case .notSaved: for owner in entries.keys { entries[owner]?.trial = nil }
        case _: break
        }
    }
}
