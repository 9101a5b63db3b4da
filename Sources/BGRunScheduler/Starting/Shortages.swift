// Owners for whom the machine lacked something to start a run, and when it is tried again.
import BGRunCalendar
import BGRunJob

/// What launches lacked that runs hold and give back: processes, memory, descriptors.
///
/// All starts of the owner wait, since each would fail alike, and one job tries for all of them. The end of any run is
/// worth a try; where none ends, tries come at growing intervals. What is missing may be the owner's own share, so
/// nobody else waits. It is not stored: after a restart the machine is another one.
struct Shortages {
    /// Between two tries at least, and until the first one.
    static let pause: Duration = .seconds(10)

    struct Shortage {
        let reason: String
        fileprivate let failedAt: AwakeTime
        /// How long the failure is waited out where no run ends.
        fileprivate let delay: Duration
        /// Nil once that has come.
        fileprivate(set) var triesAt: AwakeTime?
        /// Several tries in a row have failed: what is missing does not come back by itself, as an account that PAM refuses.
        var isLasting: Bool { delay >= pause * 4 }
        /// The run that is to show whether it is over.
        fileprivate var trial: RunID?
    }

    private var shortages: [UserID: Shortage] = [:]

    subscript(owner: UserID) -> Shortage? { shortages[owner] }

    /// Whether the owner's jobs have to wait.
    func holds(_ owner: UserID, at now: Now) -> Bool {
        guard let shortage = shortages[owner] else { return false }
        return shortage.trial != nil || shortage.triesAt.map { now.awake < $0 } ?? false
    }

    /// When it is tried again; nil while it is tried, or once that has come. It stays until ``pass(to:)``: an instant that
    /// passes while nobody looks is not lost.
    func nextTry(for owner: UserID) -> AwakeTime? {
        guard let shortage = shortages[owner], shortage.trial == nil else { return nil }
        return shortage.triesAt
    }

    mutating func pass(to now: Now) {
        for (owner, shortage) in shortages {
            if let instant = shortage.triesAt, instant <= now.awake { shortages[owner]?.triesAt = nil }
        }
    }

    mutating func started(_ run: RunID, by owner: UserID) { shortages[owner]?.trial = run }

    /// A launch has failed for want of something.
    mutating func failed(_ owner: UserID, reason: String, longest: Duration, at now: Now) {
        let delay = shortages[owner]?.delay.doubled(1, upTo: longest) ?? Self.pause
        shortages[owner] = Shortage(
            reason: reason, failedAt: now.awake, delay: delay, triesAt: now.awake.advanced(by: delay))
    }

    /// A run of the owner's has a process: nothing is missing.
    mutating func over(for owner: UserID) { shortages[owner] = nil }

    /// A run never was: its start could not be stored.
    mutating func undo(_ run: RunID, of owner: UserID) {
        if shortages[owner]?.trial == run { shortages[owner]?.trial = nil }
    }

    /// A run has ended, and what it held is there for others.
    mutating func freed(at now: Now) {
        for (owner, shortage) in shortages {
            let earliest = max(now.awake, shortage.failedAt.advanced(by: Self.pause))
            shortages[owner]?.triesAt = shortage.triesAt.map { min($0, earliest) }
        }
    }
}
