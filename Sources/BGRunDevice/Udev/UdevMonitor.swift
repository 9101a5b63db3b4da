// Events of power supplies, through libudev.

import BGRunLinux
import CUdev
import Glibc

/// A libudev monitor of the `power_supply` subsystem. Its events only say that something happened; what is true
/// now is read from sysfs.
@safe struct UdevMonitor: ~Copyable {
    /// Whose messages are heard.
    enum Group: String {
        /// udevd's, sent once its rules have run.
        case udev
        /// The kernel's own: where no udevd runs, nobody sends the others.
        case kernel
    }

    /// Bytes of events that may wait; more are lost, which is told and only costs a re-read.
    private static let bufferSize: Int32 = 1 << 20
    /// Events that are taken at one time, so that a port that flaps can't keep the loop busy.
    private static let batch = 512

    private let context: OpaquePointer
    private let monitor: OpaquePointer
    let group: Group

    init() throws(SystemError) {
        // The file by which libudev itself tells whether udevd runs; without it, it would listen to nothing.
        group = unsafe access("/run/udev/control", F_OK) == 0 ? .udev : .kernel
        guard let context = unsafe udev_new() else { throw Self.failure("udev_new") }
        guard let monitor = unsafe udev_monitor_new_from_netlink(context, group.rawValue) else {
            let failure = Self.failure("udev_monitor_new_from_netlink")
            unsafe udev_unref(context)
            throw failure
        }
        let result = unsafe Self.listen(monitor)
        if result < 0 {
            unsafe udev_monitor_unref(monitor)
            unsafe udev_unref(context)
            throw SystemError(operation: "udev_monitor_enable_receiving", errno: 0 &- result)
        }
        unsafe self.context = unsafe context
        unsafe self.monitor = unsafe monitor
    }

    private static func listen(_ monitor: OpaquePointer) -> Int32 {
        // A small buffer works too: events that are lost in it are told as lost.
        _ = unsafe udev_monitor_set_receive_buffer_size(monitor, bufferSize)
        let result = unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, "power_supply", nil)
        return unsafe result < 0 ? result : udev_monitor_enable_receiving(monitor)
    }

    deinit {
        unsafe udev_monitor_unref(monitor)
        unsafe udev_unref(context)
    }

    /// Readable, or in error, when ``drain()`` has something to take. It belongs to this value.
    var number: Int32 { unsafe udev_monitor_get_fd(monitor) }

    /// Takes the events that wait, up to a batch of them; whether there was one, or some were lost.
    ///
    /// What is left after a batch keeps the descriptor readable. libudev drops what neither the kernel nor root
    /// sent, and passes over other subsystems.
    func drain() -> Bool {
        var sawEvent = false
        for _ in 0..<Self.batch {
            if let device = unsafe udev_monitor_receive_device(monitor) {
                unsafe udev_device_unref(device)
                sawEvent = true
            } else if errno == EAGAIN {
                break
            } else {
                // Events were lost (ENOBUFS), or one could not be understood; either may have been about power.
                sawEvent = true
            }
        }
        return sawEvent
    }

    private static func failure(_ operation: String) -> SystemError {
        SystemError(operation: operation, errno: errno)
    }
}
