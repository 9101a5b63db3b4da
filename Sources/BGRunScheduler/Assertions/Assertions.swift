// What programs are finishing, and for how long the machine's shutdown waits for them.
import BGRunCalendar
import BGRunJob

/// One program's word that it is finishing something.
struct Assertion {
    let id: AssertionID
    let owner: UserID
    let claim: AssertionClaim
    let since: WallTime
    let granted: BootTime
    /// It is over then, by a clock that stands still while the machine sleeps.
    fileprivate(set) var end: AwakeTime
    /// Its program is warned then that this is near; nil once it was.
    fileprivate(set) var warnAt: AwakeTime?
    /// It was warned of a shutdown, and may go on until then.
    fileprivate(set) var leavesBy: AwakeTime?

    /// When time alone brings it on.
    var instant: AwakeTime { min(warnAt ?? end, end) }
}

/// All assertions that are held.
struct Assertions {
    /// For so long sleep, a shutdown and a daemon that leaves wait for assertions. Of the 5 s that logind waits as a rule.
    static let patience: Duration = .seconds(4)

    enum Shutdown: Hashable {
        case none
        /// It was announced, and waits for us until the instant at the latest.
        case waits(until: AwakeTime)
        /// It waits for us no more.
        case mayCome
    }

    private var held: [AssertionID: Assertion] = [:]
    private var counts: [UserID: Int] = [:]
    private var last = AssertionID(0)
    private(set) var shutdown = Shutdown.none
    /// Whether announcements of a shutdown are asked for.
    private var isObserved = false

    var isEmpty: Bool { held.isEmpty }

    /// In the order in which they were granted.
    var all: [Assertion] { held.values.sorted { $0.id < $1.id } }

    subscript(id: AssertionID) -> Assertion? { held[id] }

    func count(of owner: UserID) -> Int { counts[owner, default: 0] }

    /// Whether something in the tree of a started host is finishing something.
    func isHeld(in host: HostID) -> Bool { held.values.contains { $0.claim.host == host } }

    /// Whether something in the tree of a run is finishing something.
    func isHeld(in run: RunID) -> Bool { held.values.contains { $0.claim.run == run } }

    // MARK: - In and out

    mutating func grant(_ claim: AssertionClaim, to owner: UserID, for span: Duration, at now: Now)
        -> Assertion
    {
        last = AssertionID(last.rawValue &+ 1)
        let end = now.awake.advanced(by: span)
        let assertion = Assertion(
            id: last, owner: owner, claim: claim, since: now.wall, granted: now.boot, end: end,
            warnAt: end.advanced(by: .zero - AssertionLimit.lead(of: span)))
        held[last] = assertion
        counts[owner, default: 0] += 1
        return assertion
    }

    mutating func end(_ id: AssertionID) -> Assertion? {
        guard let assertion = held.removeValue(forKey: id) else { return nil }
        let left = count(of: assertion.owner) - 1
        counts[assertion.owner] = left > 0 ? left : nil
        return assertion
    }

    // MARK: - Time

    /// The next that time alone brings on.
    func next() -> (assertion: Assertion, at: AwakeTime)? {
        held.values.min { ($0.instant, $0.id) < ($1.instant, $1.id) }.map { ($0, $0.instant) }
    }

    mutating func warned(_ id: AssertionID) { held[id]?.warnAt = nil }

    // MARK: - The machine's shutdown, and the daemon's

    /// A shutdown is to come; false where that is known.
    mutating func announceShutdown(at now: Now) -> Bool {
        guard shutdown == .none else { return false }
        shutdown = .waits(until: now.awake.advanced(by: Self.patience))
        for id in held.keys { held[id]?.leavesBy = now.awake.advanced(by: Self.patience) }
        return true
    }

    /// Whether what a shutdown waited for has ended, or has had its time, just now.
    mutating func letShutdown(at now: Now) -> Bool {
        guard case .waits(let until) = shutdown, held.isEmpty || until <= now.awake else { return false }
        shutdown = .mayCome
        return true
    }

    mutating func callOffShutdown() {
        shutdown = .none
        for id in held.keys { held[id]?.leavesBy = nil }
    }

    /// The daemon leaves, and waits no longer for this one. One that was warned of the machine's shutdown has had its time
    /// from then on.
    ///
    /// - Returns: Whether it is to be warned.
    mutating func leave(_ id: AssertionID, at now: Now) -> Bool {
        guard let assertion = held[id] else { return false }
        let leavesBy = assertion.leavesBy ?? now.awake.advanced(by: Self.patience)
        held[id]?.end = min(assertion.end, leavesBy)
        held[id]?.warnAt = nil
        return assertion.leavesBy == nil
    }

    /// Asks for announcements of a shutdown or gives them up, where that is new. One that was announced is heard of until it
    /// comes or is called off: what is asked for meanwhile would only be cut off.
    mutating func observe() -> Effects.Wish? {
        let isWanted = !held.isEmpty || shutdown != .none
        guard isObserved != isWanted else { return nil }
        isObserved = isWanted
        return isWanted ? .observe(.shutdown) : .ignore(.shutdown)
    }

    /// When a shutdown waits no longer.
    var shutdownInstant: AwakeTime? {
        if case .waits(let until) = shutdown { until } else { nil }
    }
}
