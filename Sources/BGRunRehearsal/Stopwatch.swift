// How much is left of what takes its time, and stands still now and then.
import BGRunCalendar

struct Stopwatch {
    /// As of `since`.
    private(set) var left: Duration
    /// Nil while it stands still.
    private(set) var since: AwakeTime?

    init(_ span: Duration, from now: AwakeTime) { (left, since) = (span, now) }

    var isRunning: Bool { since != nil }
    func left(at now: AwakeTime) -> Duration { since.map { left - $0.duration(to: now) } ?? left }

    mutating func stop(at now: AwakeTime) { (left, since) = (left(at: now), nil) }
    mutating func goOn(at now: AwakeTime) { (left, since) = (left(at: now), now) }
}
