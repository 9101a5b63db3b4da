// Signals as something to read: they arrive in the loop like everything else.
import CLinux
import Glibc

/// A signalfd for signals that are blocked from its creation on.
package struct SignalQueue: ~Copyable, Sendable {
    package struct Signal: Equatable, Sendable {
        package let number: Int32
        /// Who sent it, as this process may number it: 0 also for one of another PID namespace.
        package let senderProcess: Int32
        package let senderUser: UInt32
        /// Nobody has sent it: a terminal's key, say.
        package let isFromKernel: Bool
    }

    package let descriptor: FileDescriptor

    /// Blocks the signals for the thread (and for threads it makes later) and collects them here.
    package init(_ signals: [Int32]) throws(SystemError) {
        descriptor = FileDescriptor(
            owning: try SystemError.check("signalfd") {
                unsafe clinux_signal_queue(signals, signals.count)
            })
    }

    /// Has a signal do again what it does where nobody collects it.
    package static func unblock(_ number: Int32) {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, number)
        unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    /// Ends this process by a signal that it has collected, as if it had not: whoever waits for it sees why.
    package static func endProcess(by number: Int32) {
        _ = signal(number, SIG_DFL)
        unblock(number)
        raise(number)
        // Only where it is one that ends nothing.
        exit(128 &+ number)
    }

    /// The next signal that waits; nil when none does.
    package func next() throws(SystemError) -> Signal? {
        var signal = clinux_signal()
        let result = try SystemError.check("read") {
            unsafe clinux_signal_read(descriptor.rawValue, &signal)
        }
        guard result == 1 else { return nil }
        return Signal(
            number: signal.number, senderProcess: signal.pid, senderUser: signal.uid,
            isFromKernel: signal.is_from_kernel != 0)
    }
}
