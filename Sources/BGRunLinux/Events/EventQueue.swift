// Wait for many descriptors at once: epoll, level-triggered.
import CLinux
import Glibc

/// A set of watched descriptors, each known by a token of the caller's.
package final class EventQueue {
    /// What a descriptor is watched for. Errors and hang-ups are always told.
    package struct Directions: OptionSet, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        package static let read = Directions(rawValue: UInt32(clinux_readable))
        package static let write = Directions(rawValue: UInt32(clinux_writable))
        /// Exceptional state: a changed file of the cgroup file system.
        package static let priority = Directions(rawValue: UInt32(clinux_priority))
        /// Told once for each time the kernel speaks up, not for as long as it has something to say. What
        /// tells of its news by being asked (the pressure files, mountinfo) needs it in a queue that another
        /// one watches: the outer one asks first, and the news would be gone when the inner one asks. The
        /// first wait after adding tells too.
        package static let edge = Directions(rawValue: UInt32(clinux_edge))
    }

    /// A descriptor that has something to say.
    package struct Ready: Equatable, Sendable {
        package let token: UInt64
        package let canRead: Bool
        package let canWrite: Bool
        package let hasPriority: Bool
        /// The other side has gone, or the descriptor is in error; a read or write says which.
        package let hungUp: Bool

        init(_ event: clinux_ready) {
            token = event.token
            canRead = event.readiness & UInt32(clinux_readable) != 0
            canWrite = event.readiness & UInt32(clinux_writable) != 0
            hasPriority = event.readiness & UInt32(clinux_priority) != 0
            hungUp = event.readiness & UInt32(clinux_hung_up | clinux_error | clinux_peer_gone) != 0
        }
    }

    /// How many descriptors one wait reports at most; the rest follow in the next one.
    private static let capacity = 64

    private let descriptor: FileDescriptor
    /// Filled by each wait, allocated once.
    private var events = [clinux_ready](repeating: clinux_ready(), count: EventQueue.capacity)

    package init() throws(SystemError) {
        descriptor = FileDescriptor(owning: try SystemError.check("epoll_create1") { clinux_queue() })
    }

    /// Itself readable while something in it is ready, so that one queue can be watched by another.
    package var rawValue: Int32 { descriptor.rawValue }

    /// Watches a descriptor (by number: it stays its owner's, who removes it before closing it).
    package func add(_ number: Int32, for directions: Directions, token: UInt64) throws(SystemError) {
        try change(clinux_queue_add, number, directions, token)
    }

    package func modify(_ number: Int32, for directions: Directions, token: UInt64) throws(SystemError) {
        try change(clinux_queue_modify, number, directions, token)
    }

    package func remove(_ number: Int32) throws(SystemError) {
        try change(clinux_queue_remove, number, [], 0)
    }

    /// Waits until a descriptor is ready and puts those that are in place of the contents of `ready`.
    ///
    /// - Parameter timeout: milliseconds to wait at most; nil waits for ever. `ready` is empty when the
    ///   time is over, and may be after a signal.
    package func wait(into ready: inout [Ready], timeout: Int32? = nil) throws(SystemError) {
        ready.removeAll(keepingCapacity: true)
        let count = unsafe clinux_queue_wait(
            descriptor.rawValue, &events, Int32(EventQueue.capacity), timeout ?? -1)
        if count < 0 {
            let error = SystemError.last("epoll_wait")
            if error.errno != EINTR { throw error }
            return
        }
        for event in events.prefix(Int(count)) { ready.append(Ready(event)) }
    }

    /// The same until an instant.
    ///
    /// - Parameter deadline: microseconds of the monotonic clock; nil waits for ever.
    package func wait(into ready: inout [Ready], until deadline: Int64?) throws(SystemError) {
        try wait(into: &ready, timeout: Readiness.milliseconds(until: deadline))
    }

    private func change(
        _ change: clinux_queue_change, _ number: Int32, _ directions: Directions, _ token: UInt64
    ) throws(SystemError) {
        try SystemError.check("epoll_ctl") {
            clinux_queue_change(descriptor.rawValue, change, number, directions.rawValue, token)
        }
    }
}
