// How fast what was missed is made up for.
import BGRunCalendar
import BGRunJob

/// The pace of late starts: after a while, beside other runs only while the machine is not busy, and one by one.
///
/// What comes up on time is never slowed down. A start shows in the kernel's figures only after a while, so
/// the next reading is taken some time after it. An owner without a run waits for a late start before to be so long ago
/// and not for the figures, since whoever keeps the machine busy would keep all others from their turn; and of those
/// the next is who made up for something longest ago.
struct Pace {
    /// From this lateness on a start makes up for something.
    static let tolerance: Duration = .seconds(60)
    /// How long after a start the machine is looked at again.
    static let look: Duration = .seconds(2)
    /// How often a busy machine is looked at while something waits for nothing else.
    static let patience: Duration = .seconds(10)
    /// In hundredths of a percent of the last ten seconds in which something waited.
    static let busyCPU = 4000
    static let busyIO = 2000

    /// What a late start has to wait for.
    enum Hold: Hashable {
        case resting(until: AwakeTime)
        /// The machine is to be looked at; nothing else is known.
        case unread
        case looking(at: AwakeTime)
        case busy(String)
    }

    private var holdEnds: AwakeTime?
    private var reading: (value: PressureReading, at: AwakeTime)?
    private var lastStart: AwakeTime?
    private var lastLateStart: AwakeTime?
    /// When each owner has last made up for something, counted in late starts.
    private var turns: [UserID: UInt64] = [:]
    private var lateStarts: UInt64 = 0
    private var isAsking = false
    /// Whether a busy machine is looked at again and again, because late jobs wait for nothing else.
    private(set) var isPolling = false

    mutating func hold(until instant: AwakeTime) { holdEnds = max(instant, holdEnds ?? instant) }

    mutating func started(by owner: UserID, dueSince due: WallTime, at now: Now) {
        lastStart = now.awake
        guard Self.isLate(since: due, at: now) else { return }
        lastLateStart = now.awake
        lateStarts &+= 1
        turns[owner] = lateStarts
    }

    /// Of two owners with as many runs, the one with the lower number makes up for something first.
    func turn(of owner: UserID) -> UInt64 { turns[owner, default: 0] }

    mutating func read(_ value: PressureReading, at now: Now) {
        reading = (value, now.awake)
        isAsking = false
    }

    /// True when the machine is to be looked at now; asking is not repeated before the answer.
    mutating func ask() -> Bool {
        defer { isAsking = true }
        return !isAsking
    }

    static func isLate(since due: WallTime, at now: Now) -> Bool { due.duration(to: now.wall) > tolerance }

    /// What keeps an owner's late jobs from starting now; nil for nothing.
    func hold(for owner: UserID, beside runs: Runs, at now: Now) -> Hold? {
        if let holdEnds, now.awake < holdEnds { return .resting(until: holdEnds) }
        // On an idle machine the first one starts at once, and so does the next when it has ended.
        guard runs.count > 0 else { return nil }
        let isAlone = runs.count(of: owner) == 0
        if let last = isAlone ? lastLateStart : lastStart, now.awake < last.advanced(by: Self.look) {
            return .looking(at: last.advanced(by: Self.look))
        }
        if isAlone { return nil }
        guard let reading, lastStart.map({ $0 < reading.at }) ?? true else { return .unread }
        guard let busy = Self.business(reading.value) else {
            return reading.at.duration(to: now.awake) < Self.look ? nil : .unread
        }
        return reading.at.advanced(by: Self.patience) <= now.awake ? .unread : .busy(busy)
    }

    /// Waits for the end of those holds that somebody waits for and for nothing else, and says when the first is worth
    /// another look.
    mutating func wait(for holds: [Hold]) -> AwakeTime? {
        isPolling = false
        var first: AwakeTime?
        for hold in holds {
            let end: AwakeTime?
            switch hold {
            case .resting(let until), .looking(let until): end = until
            case .unread: end = nil
            case .busy:
                isPolling = true
                end = reading?.at.advanced(by: Self.patience)
            }
            first = [first, end].compactMap { $0 }.min()
        }
        return first
    }

    /// Why the machine counts as busy; nil where it does not. What can't be known counts as busy.
    private static func business(_ reading: PressureReading) -> String? {
        guard let cpu = reading.cpu, let io = reading.io else {
            return "whether the machine is busy can't be read"
        }
        if cpu >= busyCPU {
            return "the machine is busy: programs wait for the processor \(cpu / 100) % of the time"
        }
        if io >= busyIO { return "the machine is busy: programs wait for the disk \(io / 100) % of the time" }
        return nil
    }
}
