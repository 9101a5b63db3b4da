// How long an assertion lasts, and when its holder is warned: a value.
internal import BGRunCalendar
internal import BGRunJob

/// The limit of an assertion, by a clock that stands still while the machine sleeps.
///
/// While a daemon holds the assertion it is who warns; the limit is known here too, so that it is kept where the daemon
/// dies or hangs.
struct AssertionTerm {
    enum Step { case none, warn, end, warnAndEnd }

    /// Limits that a daemon can be told: the wire has milliseconds, and the longest span may not fit in them.
    private static let told: ClosedRange<Duration> = .milliseconds(1)...AssertionLimit.most

    private(set) var end: AwakeTime
    private var warning: AwakeTime
    private(set) var isWarned = false

    init(_ limit: Duration, from now: AwakeTime) {
        let limit = min(limit, AssertionLimit.most)
        end = now.advanced(by: limit)
        warning = now.advanced(by: limit - AssertionLimit.lead(of: limit))
    }

    /// What a daemon is asked for where somebody wants this limit.
    static func asked(for limit: Duration) -> Duration {
        min(max(limit, told.lowerBound), told.upperBound)
    }

    /// A daemon holds it for so long.
    mutating func isGranted(for left: Duration, at now: AwakeTime) { self = Self(left, from: now) }

    /// The daemon has warned. Whether that is the first warning.
    ///
    /// - Parameter left: Until its limit; nil where it is warned of something else, after which it may go on.
    mutating func isWarnedOf(limitIn left: Duration?, at now: AwakeTime) -> Bool {
        if let left { end = min(end, now.advanced(by: left)) }
        defer { isWarned = true }
        return !isWarned
    }

    /// When something is to be done without anybody's word.
    func next(isHeld: Bool) -> AwakeTime { isWarned || isHeld ? end : warning }

    /// What is to be done now.
    mutating func step(to now: AwakeTime, isHeld: Bool) -> Step {
        guard next(isHeld: isHeld) <= now else { return .none }
        let wasWarned = isWarned
        isWarned = true
        return switch (end <= now, wasWarned) {
        case (true, true): .end
        case (true, false): .warnAndEnd
        case (false, _): .warn
        }
    }
}
