// An input device: when it was last used, and whether the lid is closed.
import CLinux
import Glibc

/// One of /dev/input/event*, opened without waiting.
///
/// The kernel keeps the newest events of a device for each one that has opened it, whether that one reads them or not.
/// So a device that nobody watches still knows when it was last used.
package final class InputDevice {
    private let descriptor: FileDescriptor

    /// What a device is opened for; it tells of nothing else.
    package enum Purpose: Sendable {
        case keysAndMovements, switches
    }

    package init(path: String, for purpose: Purpose) throws(SystemError) {
        try SystemError.requirePath("open", path)
        descriptor = FileDescriptor(
            owning: try SystemError.check("open", path) { unsafe clinux_input_open(path) })
        let switches: Int32 = purpose == .switches ? 1 : 0
        do {
            try SystemError.check("EVIOCSCLOCKID", path) {
                clinux_input_prepare(descriptor.rawValue, switches)
            }
        } catch {
            // Where a switch stands is no question of time. And what is no device has no clock: a pipe may stand in for
            // one in an invented machine.
            if purpose == .keysAndMovements, error.errno != ENOTTY { throw error }
        }
    }

    /// To be watched for reading: ready with the next event, or when the device has gone.
    package var number: Int32 { descriptor.rawValue }

    /// Takes the keys and movements that wait, and says when the last of them was, in microseconds of the monotonic
    /// clock; nil where there were none. It throws (ENODEV) when the device has gone.
    package func takeLastUse() throws(SystemError) -> Int64? {
        var newest: Int64 = 0
        let used = try SystemError.check("read") {
            unsafe clinux_input_drain(descriptor.rawValue, &newest)
        }
        return used == 1 ? newest : nil
    }

    /// Where the switch of the lid stands (EVIOCGSW, SW_LID).
    package func isLidClosed() throws(SystemError) -> Bool {
        try SystemError.check("EVIOCGSW") { clinux_input_is_lid_closed(descriptor.rawValue) } == 1
    }
}
