// The network as a source of events.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLinux
import BGRunScheduler

/// Turns news of the network into events; a reading that repeats the last one is none.
///
/// What the kernel tells comes in bursts: connecting is some twenty messages, a container that starts a dozen, and six
/// hundred of them thousands. So after a message nothing is listened to for a while (they wait in the socket), and what
/// has come by then is one reading. While it goes on, the while grows. Where something else is to be decided, it is read
/// at once.
final class NetworkSource: Source {
    /// How long a burst is let go on before the network is read.
    static let shortestRest = Duration.milliseconds(50)
    /// How long where it does not end. The settle times of the network are longer.
    static let longestRest = Duration.seconds(1)

    /// A time in which nothing is listened to.
    private struct Rest {
        var span: Duration
        var ends: AwakeTime
        /// What has come so far may have changed the verdict.
        var hasNews: Bool

        init(_ span: Duration, from now: AwakeTime, hasNews: Bool) {
            self.span = span
            self.hasNews = hasNews
            ends = now.advanced(by: span)
        }
    }

    let tracker: NetworkTracker
    private let post: Post
    private var published: NetworkReading
    private var rest: Rest?
    /// A look that the tracker itself wants.
    private var rereadAt: AwakeTime?
    /// Called with each change: who else knows of the network is asked again.
    var changed: () -> Void = {}

    /// - Parameter sysfs: Where sysfs is, without a slash at its end.
    init(at post: Post, sysfs: String = "/sys") throws(SystemError) {
        self.post = post
        tracker = try NetworkTracker(sysfs: sysfs)
        published = tracker.judgement.reading
        planLook()
        try post.watch(tracker.descriptor)
    }

    var attendAt: AwakeTime? { [rest?.ends, rereadAt].compactMap { $0 }.min() }

    /// What was read at the start.
    var firstReading: Event { .networkRead(published) }

    func news() throws(SystemError) -> [Event] {
        let found = tracker.drain()
        post.leave(tracker.descriptor)
        rest = Rest(Self.shortestRest, from: .now, hasNews: found.hasNews)
        return []
    }

    func attend(at now: AwakeTime) -> [Event] {
        var wantsReading = rereadAt.map { $0 <= now } ?? false
        if let rest, rest.ends <= now {
            let found = tracker.drain()
            wantsReading = wantsReading || rest.hasNews || found.hasNews
            if found.isEmpty, listen() {
                self.rest = nil
            } else {
                self.rest = Rest(min(rest.span * 2, Self.longestRest), from: now, hasNews: false)
            }
        }
        return wantsReading ? read() : []
    }

    /// What has come in a burst so far, before something is decided on what was read before it: a job may be about to start
    /// into nothing.
    func freshen() -> [Event] {
        guard let rest else { return [] }
        let found = tracker.drain()
        guard rest.hasNews || found.hasNews else { return [] }
        self.rest?.hasNews = false
        return read()
    }

    /// False where the queue has no room: then it is looked at time after time.
    private func listen() -> Bool { (try? post.watch(tracker.descriptor)) != nil }

    /// Reads everything anew: after a sleep, nothing rests on having heard every message.
    func read() -> [Event] {
        let reading = tracker.read()
        planLook()
        guard reading != published else { return [] }
        published = reading
        changed()
        return [.networkRead(reading)]
    }

    private func planLook() { rereadAt = tracker.rereadAfter.map { AwakeTime.now.advanced(by: $0) } }
}
