// The power supplies as a source of events.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLinux
import BGRunScheduler

/// Turns news of the power supplies into events.
///
/// An event of the kernel's is passed on even if it brings the reading that is known: some firmware tells of a
/// change before it can be read, and the scheduler looks again later.
final class PowerSource {
    let tracker: PowerTracker
    private(set) var rereadAt: AwakeTime?
    private var published: PowerReading

    init(root: String, supplies: Policy.Supplies) throws(SystemError) {
        tracker = try PowerTracker(root: root, supplies: supplies)
        published = tracker.judgement.reading
        planReread()
    }

    var descriptor: Int32? { tracker.descriptor }
    /// What was read at the start.
    var firstReading: Event { .powerRead(published, .event) }

    /// The descriptor is readable.
    func news() -> Event? {
        guard tracker.drain() else { return nil }
        return read(.event)
    }

    func read(_ cause: PowerReadingCause) -> Event {
        published = tracker.read()
        planReread()
        return .powerRead(published, cause)
    }

    /// A look that the tracker itself wanted at `rereadAt`; part of the event that made it want one.
    func reread(at now: Now) -> Event? {
        guard let instant = rereadAt, instant <= now.awake else { return nil }
        let before = published
        let event = read(.event)
        return published == before ? nil : event
    }

    private func planReread() {
        rereadAt = tracker.rereadAfter.map { Now.read().awake.advanced(by: $0) }
    }
}
