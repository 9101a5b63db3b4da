// One observed subject as a source of events.
import BGRunDevice
import BGRunJob
import BGRunScheduler

/// Turns what a tracker publishes into events of its subject.
final class TrackerSource: BusMember, SubjectFollower {
    private let bus: BusSource
    private let subject: Subject
    private let tracker: any SubjectTracker

    /// Has to join the bus, behind those that its tracker hears of.
    ///
    /// - Parameter tracker: Watches what it watches in the bus's queue.
    init(_ subject: Subject, _ tracker: any SubjectTracker, on bus: BusSource) {
        self.subject = subject
        self.tracker = tracker
        self.bus = bus
    }

    func observe(_: Subject) -> [Event] {
        tracker.observe()
        return bus.news()
    }

    func ignore(_: Subject) -> [Event] {
        tracker.ignore()
        return bus.news()
    }

    /// Looks now, and tells what is seen in any case.
    func read() -> [Event] {
        tracker.look()
        return bus.news()
    }

    func takeEvents() -> [Event] {
        tracker.process()
        return tracker.takeObservation().map { [.observed(subject, $0)] } ?? []
    }
}
