// One requirement seen over time: when it counts as held, and when its loss stops a run.
import BGRunCalendar
import BGRunJob

/// The settle logic of one requirement.
///
/// A gain counts after the settle time and a loss is shown at once, but stops runs only after its own settle
/// time: a loose plug must not start and stop a job, and roaming must not kill a backup. The first reading
/// after the daemon's start counts at once, because there is nothing it could contradict.
package struct Gate: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        case unread
        case open
        /// It holds, and counts from the instant on.
        case settling(until: AwakeTime)
        /// It does not hold. Runs that need it are stopped at the instant; nil once they were told.
        case lost(stopAt: AwakeTime?)
    }

    package private(set) var state = State.unread
    package private(set) var verdict = Verdict.unknown
    package private(set) var reason = "not read yet"
    /// When the verdict last changed, by the wall clock then.
    package private(set) var since: WallTime?

    /// What is settling was lost before, and did not merely go through a sleep.
    private var isGain = false
    /// After waking nothing counts as gained before the instant.
    private var gainsFrom: AwakeTime?

    /// When it would have counted, of what settled as it was forgotten.
    private var forgottenSettle: AwakeTime?

    package init() {}

    package var isOpen: Bool { state == .open }

    /// Whether it was seen lost, for however long.
    var isLost: Bool {
        if case .lost = state { true } else { false }
    }

    /// Whether a run that needs it was told that it is lost, or is to be.
    package var isLostForRuns: Bool { state == .lost(stopAt: nil) }

    /// Takes in a whole reading. `settle` applies to a gain, `lossSettle` to a loss.
    ///
    /// - Returns: whether anything that people can see has changed.
    package mutating func read(
        _ verdict: Verdict, reason: String, settle: Duration, lossSettle: Duration, at now: Now
    ) -> Bool {
        let before = self
        if verdict != self.verdict || since == nil { since = now.wall }
        self.verdict = verdict
        self.reason = reason
        switch (state, verdict) {
        case (.unread, .yes): state = forgottenSettle.map { .settling(until: $0) } ?? .open
        case (.unread, .no), (.unread, .unknown): state = .lost(stopAt: nil)
        case (.open, .yes), (.settling, .yes): break
        case (.lost, .yes):
            let settled = now.awake.advanced(by: settle)
            state = .settling(until: gainsFrom.map { max($0, settled) } ?? settled)
            isGain = true
        case (.open, .no), (.open, .unknown), (.settling, .no), (.settling, .unknown):
            state = .lost(stopAt: now.awake.advanced(by: lossSettle))
        // A firmer witness may shorten the wait (the plug's own supply says no after the battery did), and
        // nothing makes it longer.
        case (.lost(let stopAt?), .no), (.lost(let stopAt?), .unknown):
            state = .lost(stopAt: min(stopAt, now.awake.advanced(by: lossSettle)))
        case (.lost(nil), .no), (.lost(nil), .unknown): break
        }
        forgottenSettle = nil
        return self != before
    }

    /// After waking from sleep nothing counts as gained until things have settled.
    package mutating func woke(settle: Duration, at now: Now) {
        gainsFrom = now.awake.advanced(by: settle)
        switch state {
        case .unread:
            forgottenSettle = forgottenSettle.map { max($0, now.awake.advanced(by: settle)) }
        case .open:
            state = .settling(until: now.awake.advanced(by: settle))
            isGain = false
        case .settling(let until): state = .settling(until: max(until, now.awake.advanced(by: settle)))
        case .lost: break
        }
    }

    /// What time alone has brought about.
    package enum Passage: Hashable, Sendable {
        case nothing
        /// It counts again; gained, if it was lost before.
        case opened(isGain: Bool)
        case lossCounts
    }

    package mutating func pass(to now: Now) -> Passage {
        switch state {
        case .settling(let until) where until <= now.awake:
            state = .open
            return .opened(isGain: isGain)
        case .lost(let stopAt?) where stopAt <= now.awake:
            state = .lost(stopAt: nil)
            return .lossCounts
        case .unread, .open, .settling, .lost: return .nothing
        }
    }

    /// That it holds counts no more. The next reading counts at once, or when the gain that settled would have.
    package mutating func forget() {
        switch state {
        case .unread, .lost: return
        case .open: break
        case .settling(let until): forgottenSettle = until
        }
        state = .unread
    }

    /// When `pass` has something to do next.
    package var wakeup: AwakeTime? {
        switch state {
        case .unread, .open, .lost(nil): nil
        case .settling(let instant), .lost(let instant?): instant
        }
    }

    /// What keeps a job that needs `requirement` from starting; nil while the gate is open.
    package func blocker(for requirement: Requirement, at now: Now) -> Blocker? {
        switch state {
        case .open: nil
        case .settling(let until): .settling(requirement, until: now.wall(at: until))
        case .unread, .lost: .unmet(requirement, reason: reason, since: since)
        }
    }
}

extension Now {
    /// Where an instant of the awake clock lies on the wall clock, if the machine stays awake.
    package func wall(at instant: AwakeTime) -> WallTime { wall.advanced(by: awake.duration(to: instant)) }
}
