// One connection to a message bus, through sd-bus, which never waits.

import BGRunLinux
import CSystemd
import Glibc

/// A connection from its opening to its loss; a new one takes its place then.
///
/// A closure that is handed to C is owned by sd-bus's slot, once: it is retained when it goes in, and CSystemd calls
/// back to have it released exactly once, when the slot is freed, whatever the reason. Swift never releases it
/// itself. Releasing it twice would free a closure that is running; forgetting it would leak what it holds.
@safe final class BusConnection {
    private let bus: OpaquePointer

    /// Loads the library where it is not there yet, and begins to connect.
    ///
    /// - Parameters:
    ///   - address: nil is the system's bus.
    ///   - takesDescriptors: Whether messages may bring descriptors. Anybody may send some beside a signal, and closing them takes as
    ///     long as the sender likes.
    init(address: String?, library: String, takesDescriptors: Bool = false) throws(BusLoss) {
        var made: OpaquePointer?
        var reason = [CChar](repeating: 0, count: 256)
        let result = unsafe csystemd_open(
            library, BusAddress.whole(address), takesDescriptors ? 1 : 0, &made, &reason, reason.count)
        guard result >= 0, let made = unsafe made else {
            if reason[0] == 0 { throw .unreachable(errno: 0 &- result) }
            let text = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw .noLibrary(String(decoding: text, as: UTF8.self))
        }
        unsafe bus = unsafe made
    }

    /// Closes the connection. Calls without an answer get none; their closures are released.
    deinit { unsafe csystemd_close(bus) }

    // MARK: - For the loop

    var descriptor: Int32 { unsafe csystemd_descriptor(bus) }

    /// What the descriptor has to be watched for; it changes with everything that is sent or processed.
    var directions: EventQueue.Directions {
        let events = unsafe csystemd_events(bus)
        var directions: EventQueue.Directions = []
        if events > 0, events & Int32(POLLIN) != 0 { directions.insert(.read) }
        if events > 0, events & Int32(POLLOUT) != 0 { directions.insert(.write) }
        return directions
    }

    /// When ``process()`` is to be called although nothing came; microseconds of the monotonic clock.
    var deadline: Int64? {
        var instant = UInt64.max
        guard unsafe csystemd_timeout(bus, &instant) >= 0, instant != .max else { return nil }
        return Int64(clamping: instant)
    }

    enum Progress {
        /// There may be more.
        case some
        case none
        case lost(BusLoss)
    }

    /// Takes one step: sends, reads, or delivers one message.
    func process() -> Progress {
        let result = unsafe csystemd_process(bus)
        if result < 0 { return .lost(.gone(errno: 0 &- result)) }
        return result == 0 ? .none : .some
    }

    // MARK: - Messages

    /// Sends a call. `receive` gets one message: the answer, or an error; it gets none where the connection is
    /// closed before.
    ///
    /// - Parameter span: How long the answer is waited for, in microseconds. sd-bus makes up an error then.
    func call(
        _ destination: String, _ call: BusCall, for span: UInt64 = BusPatience().first,
        receive: @escaping (borrowing BusMessage) -> Void
    ) throws(BusFault) {
        var message: OpaquePointer?
        try Self.check(
            unsafe csystemd_call_new(bus, destination, call.path, call.interface, call.member, &message))
        for argument in call.arguments {
            let result = unsafe BusArgument.append(argument, to: message)
            if result < 0 { unsafe csystemd_call_abandon(message) }
            try Self.check(result)
        }
        let context = unsafe Self.retained(receive)
        try Self.check(
            unsafe csystemd_call(bus, message, span, Self.deliver, Self.release, context))
    }

    /// Has signals delivered until the value that is returned is gone.
    func match(
        _ rule: String, receive: @escaping (borrowing BusMessage) -> Void
    ) throws(BusFault) -> BusMatch {
        var slot: OpaquePointer?
        let context = unsafe Self.retained(receive)
        let result = unsafe csystemd_match(bus, rule, Self.deliver, Self.release, context, &slot)
        try Self.check(result)
        guard let slot = unsafe slot else { preconditionFailure("a match that was made has its slot") }
        return unsafe BusMatch(owning: slot)
    }

    // MARK: - Closures in C's hands

    private final class Receiver {
        let receive: (borrowing BusMessage) -> Void
        init(_ receive: @escaping (borrowing BusMessage) -> Void) { self.receive = receive }
    }

    /// Adds the one reference that ``release`` takes away.
    private static func retained(
        _ receive: @escaping (borrowing BusMessage) -> Void
    ) -> UnsafeMutableRawPointer {
        unsafe Unmanaged.passRetained(Receiver(receive)).toOpaque()
    }

    private static let deliver: csystemd_deliver = { context, message in
        guard let context = unsafe context, let message = unsafe message else { return }
        // A reference of our own: what is called may drop the match it was called by.
        let receiver = unsafe Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue()
        receiver.receive(unsafe BusMessage(borrowing: message))
    }

    private static let release: csystemd_release = { context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<Receiver>.fromOpaque(context).release()
    }

    private static func check(_ result: Int32) throws(BusFault) {
        if result >= 0 { return }
        throw .unavailable("nothing can be sent on the bus: \(SystemError.text(of: 0 &- result))")
    }
}

/// A match rule that stands on the bus; it is withdrawn with this value.
@safe package final class BusMatch {
    private let slot: OpaquePointer

    /// Takes the slot over. It keeps sd-bus and its memory of the connection alive, so it may outlive the connection.
    init(owning slot: OpaquePointer) { unsafe self.slot = unsafe slot }

    deinit { unsafe csystemd_drop(slot) }
}
