// Events of all devices, and lists of them, through libudev.
import BGRunLinux
import CUdev
import Glibc

/// A libudev monitor of what udevd says once its rules have run.
@safe struct DeviceMonitor: ~Copyable {
    /// Bytes of events that may wait; more are lost, which is told and costs a look at all devices.
    private static let bufferSize: Int32 = 1 << 20

    enum News: ~Copyable {
        case device(UdevDevice)
        case lost
        case nothing
    }

    private let context: OpaquePointer
    private let monitor: OpaquePointer

    init() throws(SystemError) {
        guard let context = unsafe udev_new() else { throw SystemError(operation: "udev_new", errno: errno) }
        guard let monitor = unsafe udev_monitor_new_from_netlink(context, "udev") else {
            let failure = SystemError(operation: "udev_monitor_new_from_netlink", errno: errno)
            unsafe udev_unref(context)
            throw failure
        }
        // A small buffer works too: events that are lost in it are told as lost.
        _ = unsafe udev_monitor_set_receive_buffer_size(monitor, Self.bufferSize)
        let result = unsafe udev_monitor_enable_receiving(monitor)
        if result < 0 {
            unsafe udev_monitor_unref(monitor)
            unsafe udev_unref(context)
            throw SystemError(operation: "udev_monitor_enable_receiving", errno: 0 &- result)
        }
        unsafe self.context = unsafe context
        unsafe self.monitor = unsafe monitor
    }

    deinit {
        unsafe udev_monitor_unref(monitor)
        unsafe udev_unref(context)
    }

    /// Readable, or in error, when ``next()`` has something. It belongs to this value.
    var number: Int32 { unsafe udev_monitor_get_fd(monitor) }

    /// Has the kernel leave out events of other subsystems; nil hears all.
    func hear(only subsystems: Set<String>?) {
        // A filter that can't be set only lets more events through.
        _ = unsafe udev_monitor_filter_remove(monitor)
        for subsystem in (subsystems ?? []).sorted() {
            _ = unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil)
        }
        _ = unsafe udev_monitor_filter_update(monitor)
    }

    /// The next event that waits.
    func next() -> News {
        if let device = unsafe udev_monitor_receive_device(monitor) {
            return unsafe .device(UdevDevice(owning: device))
        }
        // Events were lost (ENOBUFS), or one could not be understood; either may have been about anything.
        return errno == EAGAIN ? .nothing : .lost
    }

    /// Each device that is there now, of one subsystem or of all; whether they could be listed.
    func forEachDevice(of subsystem: String?, _ body: (borrowing UdevDevice) -> Void) -> Bool {
        guard let list = unsafe udev_enumerate_new(context) else { return false }
        defer { unsafe udev_enumerate_unref(list) }
        if let subsystem { _ = unsafe udev_enumerate_add_match_subsystem(list, subsystem) }
        guard unsafe udev_enumerate_scan_devices(list) >= 0 else { return false }
        var entry = unsafe udev_enumerate_get_list_entry(list)
        while let current = unsafe entry {
            // One that has gone meanwhile is left out, and its event is waiting.
            if let path = unsafe udev_list_entry_get_name(current),
                let device = unsafe udev_device_new_from_syspath(context, path)
            {
                unsafe body(UdevDevice(owning: device))
            }
            unsafe entry = unsafe udev_list_entry_get_next(current)
        }
        return true
    }
}
