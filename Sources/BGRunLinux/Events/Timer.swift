// One instant of one clock, as a descriptor that becomes readable when it comes.
import CLinux
import Glibc

/// A timerfd on one clock, armed for absolute instants.
///
/// A timer on the realtime clock also tells of every step of that clock, and of waking from suspend,
/// where the kernel sets the clock anew. It does so only while armed, so it is always armed: with
/// nothing to wait for, at an instant that does not come.
package struct Timer: ~Copyable, Sendable {
    package enum Event: Equatable, Sendable {
        case expired
        /// The wall clock was stepped: what was computed from it is void, and the timer must be armed again.
        case clockWasSet
        case nothing
    }

    package let descriptor: FileDescriptor
    package let clock: Clock
    /// Whether its instant ends a suspend. Such a timer really is disarmed when it has nothing to wait for: the kernel
    /// programs the machine's alarm clock for each that is armed, and where that can't hold the instant, the machine
    /// doesn't go to sleep.
    package let wakesSystem: Bool
    /// A step that the kernel reported to the call that armed the timer instead of to a reader.
    private var stepSeenWhileArming = false

    /// - Parameter wakesSystem: On the realtime and the boottime clock, its instant wakes the machine
    ///   (timerfd_create(2), CLOCK_REALTIME_ALARM); it takes CAP_WAKE_ALARM (EPERM).
    package init(_ clock: Clock, wakesSystem: Bool = false) throws(SystemError) {
        let number = wakesSystem ? clock.alarmNumber : clock.number
        let descriptor = FileDescriptor(
            owning: try SystemError.check("timerfd_create") { clinux_timer(number) })
        stepSeenWhileArming = try Timer.disarm(descriptor, clock, wakesSystem) == .stepped
        self.descriptor = descriptor
        self.clock = clock
        self.wakesSystem = wakesSystem
    }

    /// Becomes readable at `instant`, in microseconds of the timer's clock; at once when that has passed.
    package mutating func arm(at instant: Int64) throws(SystemError) {
        if try Timer.arm(descriptor, clock, at: instant) == .stepped { stepSeenWhileArming = true }
    }

    /// Waits for no instant. On the realtime clock it still tells of steps, unless it wakes the machine.
    package mutating func disarm() throws(SystemError) {
        if try Timer.disarm(descriptor, clock, wakesSystem) == .stepped { stepSeenWhileArming = true }
    }

    /// What made the descriptor readable. Spurious calls do no harm.
    package mutating func acknowledge() throws(SystemError) -> Event {
        var count = [UInt8](repeating: 0, count: 8)
        let stepSeen = stepSeenWhileArming
        stepSeenWhileArming = false
        do throws(SystemError) {
            let result = try descriptor.read(into: &count)
            if stepSeen { return .clockWasSet }
            return result == .wouldBlock ? .nothing : .expired
        } catch {
            if error.errno == ECANCELED { return .clockWasSet }
            throw error
        }
    }

    private enum Armed {
        case armed
        /// The clock was stepped and nobody had read it yet; the timer fires at once to have it asked.
        case stepped
    }

    private static func disarm(
        _ descriptor: borrowing FileDescriptor, _ clock: Clock, _ wakesSystem: Bool
    ) throws(SystemError) -> Armed {
        if clock == .realtime, !wakesSystem { return try arm(descriptor, clock, at: .max) }
        try SystemError.check("timerfd_settime") { clinux_timer_disarm(descriptor.rawValue) }
        return .armed
    }

    private static func arm(
        _ descriptor: borrowing FileDescriptor, _ clock: Clock, at instant: Int64
    ) throws(SystemError) -> Armed {
        do throws(SystemError) {
            try set(descriptor, clock, instant)
            return .armed
        } catch {
            // Only with cancel-on-set, and told once: whoever got it must keep it.
            guard error.errno == ECANCELED else { throw error }
            try set(descriptor, clock, 0)
            return .stepped
        }
    }

    private static func set(
        _ descriptor: borrowing FileDescriptor, _ clock: Clock, _ instant: Int64
    ) throws(SystemError) {
        try SystemError.check("timerfd_settime") {
            clinux_timer_arm(descriptor.rawValue, instant, clock == .realtime ? 1 : 0)
        }
    }
}
