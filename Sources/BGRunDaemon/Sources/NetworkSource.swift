// The network as a source of events.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLinux
import BGRunScheduler

/// Turns news of the network into events; a reading that repeats the last one is none.
final class NetworkSource: Source {
    let tracker: NetworkTracker
    private var published: NetworkReading
    /// A look that the tracker itself wants.
    private(set) var attendAt: AwakeTime?
    /// Called with each change: who else knows of the network is asked again.
    var changed: () -> Void = {}

    init() throws(SystemError) {
        tracker = try NetworkTracker()
        published = tracker.judgement.reading
        planLook()
    }

    /// What was read at the start.
    var firstReading: Event { .networkRead(published) }

    func news() -> [Event] { tracker.drain() ? read() : [] }

    /// Reads everything anew: after a sleep, nothing rests on having heard every message.
    func read() -> [Event] {
        let reading = tracker.read()
        planLook()
        guard reading != published else { return [] }
        published = reading
        changed()
        return [.networkRead(reading)]
    }

    func attend(at now: AwakeTime) -> [Event] { read() }

    private func planLook() { attendAt = tracker.rereadAfter.map { AwakeTime.now.advanced(by: $0) } }
}
