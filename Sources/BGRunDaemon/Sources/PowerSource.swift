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
final class PowerSource: Source {
    let tracker: PowerTracker
    /// A look that the tracker itself wants; part of the event that made it want one.
    private(set) var attendAt: AwakeTime?
    private var published: PowerReading

    init(root: String, supplies: Policy.Supplies) throws(SystemError) {
        tracker = try PowerTracker(root: root, supplies: supplies)
        published = tracker.judgement.reading
        planLook()
    }

    /// What was read at the start.
    var firstReading: Event { .powerRead(published, .event) }

    func news() -> [Event] { tracker.drain() ? [read(.event)] : [] }

    func read(_ cause: PowerReadingCause) -> Event {
        published = tracker.read()
        planLook()
        return .powerRead(published, cause)
    }

    func attend(at now: AwakeTime) -> [Event] {
        let before = published
        let event = read(.event)
        return published == before ? [] : [event]
    }

    private func planLook() { attendAt = tracker.rereadAfter.map { AwakeTime.now.advanced(by: $0) } }
}
