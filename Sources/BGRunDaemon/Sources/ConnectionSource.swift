// What NetworkManager says of the connection as a source of events.
import BGRunDevice
import BGRunJob
import BGRunScheduler

/// Turns what NetworkManager says into events, while somebody asks for it.
final class ConnectionSource: BusMember {
    private let bus: BusSource
    private let tracker: ConnectionTracker

    init(_ bus: BusSource) {
        self.bus = bus
        tracker = ConnectionTracker(bus.bus)
        bus.join(self)
    }

    func takeEvents() -> [Event] { tracker.takeObservation().map { [.observed(.connection, $0)] } ?? [] }

    // MARK: - Wishes

    func observe(_ isWanted: Bool) -> [Event] {
        if isWanted { tracker.observe() } else { tracker.ignore() }
        return bus.news()
    }
}
