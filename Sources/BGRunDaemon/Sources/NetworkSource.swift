// The network as a source of events.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLinux
import BGRunScheduler

/// Turns news of the network into events; a reading that repeats the last one is none.
final class NetworkSource {
    let tracker: NetworkTracker
    private var published: NetworkReading
    private(set) var rereadAt: AwakeTime?

    init() throws(SystemError) {
        tracker = try NetworkTracker()
        published = tracker.judgement.reading
        planReread()
    }

    var descriptor: Int32 { tracker.descriptor }
    /// What was read at the start.
    var firstReading: Event { .networkRead(published) }

    /// The descriptor is readable.
    func news() -> Event? { tracker.drain() ? read() : nil }

    /// Reads everything anew: after a sleep, nothing rests on having heard every message.
    func read() -> Event? {
        let reading = tracker.read()
        planReread()
        guard reading != published else { return nil }
        published = reading
        return .networkRead(reading)
    }

    /// A look that the tracker itself wanted at `rereadAt`.
    func reread(at now: Now) -> Event? {
        guard let instant = rereadAt, instant <= now.awake else { return nil }
        return read()
    }

    private func planReread() {
        rereadAt = tracker.rereadAfter.map { Now.read().awake.advanced(by: $0) }
    }
}
