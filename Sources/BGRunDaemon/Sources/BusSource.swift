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
    /// Whether what the services said is checked again and again, because somebody's work rests on it now. Where it is
    /// not, a hung service is noticed when the daemon is awake for something else.
    var isWatchful: () -> Bool = { false }

    /// When the bus wants attention although nothing came.
    var attendAt: AwakeTime? {
        let instants = [bus.deadline, isWatchful() ? bus.staleAt : nil].compactMap(\.self)
        return instants.min().map { AwakeTime(microseconds: $0) }
    }

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

    /// The daemon is awake: what was not heard of for a minute is asked.
    func readStale() -> [Event] {
        guard let instant = bus.staleAt, instant <= AwakeTime.now.microseconds else { return [] }
        bus.readStale()
        return news()
    }

    func attend(at now: AwakeTime) -> [Event] { readStale() + news() }
}
