// How a source keeps a busy corner of the machine from keeping the daemon busy.
import BGRunCalendar

/// Decides when to leave news with the kernel for a while.
///
/// A directory, a bus or a list of mounts that is always at work wakes the daemon once in a rest, and not
/// with each of its changes. What wakes it and turns out to be nobody's news is left alone for longer and
/// longer.
struct StormRest {
    private static let shortest = Duration.seconds(1)
    private static let longest = Duration.seconds(16)

    private var span = StormRest.shortest
    private var lastNews: AwakeTime?
    /// Until then nobody listens; nil while everything is heard at once.
    private(set) var resumeAt: AwakeTime?

    /// To be called after each awakening; whether to stop listening until ``resumeAt``.
    mutating func begins(after isNews: Bool, at now: AwakeTime) -> Bool {
        defer { lastNews = now }
        guard let lastNews, now < lastNews.advanced(by: span * 2) else {
            span = Self.shortest
            return false
        }
        resumeAt = now.advanced(by: span)
        span = isNews ? Self.shortest : min(span * 2, Self.longest)
        return true
    }

    /// Whether the rest is over by now.
    mutating func ends(at now: AwakeTime) -> Bool {
        guard let instant = resumeAt, instant <= now else { return false }
        resumeAt = nil
        return true
    }

    /// Listening could not be taken up again, and is tried once more later.
    mutating func goOn(at now: AwakeTime) { resumeAt = now.advanced(by: Self.longest) }
}
