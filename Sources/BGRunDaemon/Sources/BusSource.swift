// The system bus as a source of events: one connection for all who follow a service on it.
import BGRunCalendar
import BGRunDevice
import BGRunLinux
import BGRunScheduler

/// One who follows a service on the bus.
protocol BusMember: AnyObject {
    /// What there is to tell, in its order; each event is given once.
    func takeEvents() -> [Event]
}

/// Has the bus at work, and hands out what its members have to tell of it.
///
/// What one of them sends may bring in news for another, so all are asked each time.
final class BusSource: Source {
    /// A member is its owner's, and goes with it.
    private struct Place {
        weak var member: (any BusMember)?
    }

    let bus: SystemBus
    /// What members watch beside the bus, where a service is not there and they look for themselves. Its tokens mean
    /// nothing: all members are asked when anything in it is ready.
    let queue: EventQueue
    private var places: [Place] = []

    /// - Parameter address: Where the bus is; nil is the system's.
    init(address: String? = nil) throws(SystemError) {
        bus = try SystemBus(address: address)
        queue = try EventQueue()
        try queue.add(bus.descriptor, for: .read, token: 0)
    }

    /// Takes a member in, whose news come behind those of the members before it.
    func join(_ member: some BusMember) { places.append(Place(member: member)) }

    var descriptor: Int32 { queue.rawValue }
    /// When the bus wants attention although nothing came.
    var attendAt: AwakeTime? { bus.deadline.map { AwakeTime(microseconds: $0) } }

    /// To be called when the descriptor is readable, and after each wish of a member's.
    func news() -> [Event] {
        bus.process()
        return places.flatMap { $0.member?.takeEvents() ?? [] }
    }

    /// Reads anew all that members follow.
    func readAnew() -> [Event] {
        bus.readAnew()
        return news()
    }

    func attend(at now: AwakeTime) -> [Event] { news() }
}
