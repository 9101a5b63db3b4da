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
        fileprivate(set) var triesAt: AwakeTime
        /// The run that is to show whether it is over.
        fileprivate var trial: RunID?
    }

    private var shortages: [UserID: Shortage] = [:]

    subscript(owner: UserID) -> Shortage? { shortages[owner] }

    /// Whether the owner's jobs have to wait.
    func holds(_ owner: UserID, at now: Now) -> Bool {
        shortages[owner].map { $0.trial != nil || now.awake < $0.triesAt } ?? false
    }

    /// When it is tried again; nil while it is tried, or when that is due.
    func nextTry(for owner: UserID, after now: Now) -> AwakeTime? {
        guard let shortage = shortages[owner], shortage.trial == nil, now.awake < shortage.triesAt else {
            return nil
        }
        return shortage.triesAt
    }

    mutating func started(_ run: RunID, by owner: UserID) { shortages[owner]?.trial = run }

    /// A launch has failed for want of something.
    mutating func failed(_ owner: UserID, reason: String, longest: Duration, at now: Now) {
        let delay = shortages[owner].map { min($0.delay * 2, max(longest, Self.pause)) } ?? Self.pause
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
            shortages[owner]?.triesAt = min(shortage.triesAt, earliest)
        }
    }
}
