// Events of devices, and lists of them, through libudev.
import BGRunLinux
import CUdev
import Glibc

/// A libudev monitor. What libudev drops by itself: messages that neither the kernel nor root has sent.
@safe struct UdevMonitor: ~Copyable {
    /// Whose messages are heard.
    enum Group: String {
        /// udevd's, sent once its rules have run.
        case udev
        /// The kernel's own: where no udevd runs, nobody sends the others.
        case kernel

        /// By the file that libudev itself goes by.
        static var running: Group { unsafe access(control, F_OK) == 0 ? .udev : .kernel }
        /// Is there while udevd runs.
        static let control = "/run/udev/control"
    }

    /// Bytes of events that may wait; more are lost, which is told and costs a look at everything.
    private static let bufferSize: Int32 = 1 << 20
    /// Events that are taken at one time, so that a port that flaps can't keep the loop busy.
    private static let batch = 512

    private let context: OpaquePointer
    private let monitor: OpaquePointer
    let group: Group

    /// - Parameter subsystem: nil hears all.
    init(_ group: Group, hearing subsystem: String? = nil) throws(SystemError) {
        guard let context = unsafe udev_new() else { throw SystemError(operation: "udev_new", errno: errno) }
        guard let monitor = unsafe udev_monitor_new_from_netlink(context, group.rawValue) else {
            let failure = SystemError(operation: "udev_monitor_new_from_netlink", errno: errno)
            unsafe udev_unref(context)
            throw failure
        }
        let result = unsafe Self.listen(monitor, subsystem)
        if result < 0 {
            unsafe udev_monitor_unref(monitor)
            unsafe udev_unref(context)
            throw SystemError(operation: "udev_monitor_enable_receiving", errno: 0 &- result)
        }
        unsafe self.context = unsafe context
        unsafe self.monitor = unsafe monitor
        self.group = group
    }

    private static func listen(_ monitor: OpaquePointer, _ subsystem: String?) -> Int32 {
        // A small buffer works too: events that are lost in it are told as lost.
        _ = unsafe udev_monitor_set_receive_buffer_size(monitor, bufferSize)
        if let subsystem {
            let result = unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil)
            if result < 0 { return result }
        }
        return unsafe udev_monitor_enable_receiving(monitor)
    }

    deinit {
        unsafe udev_monitor_unref(monitor)
        unsafe udev_unref(context)
    }

    /// Readable, or in error, when ``takeEvents(_:)`` has something. It belongs to this value.
    var number: Int32 { unsafe udev_monitor_get_fd(monitor) }

    /// Has the kernel leave out events of other subsystems from now on; nil hears all.
    func hear(only subsystems: Set<String>?) {
        // A filter that can't be set only lets more events through.
        _ = unsafe udev_monitor_filter_remove(monitor)
        for subsystem in (subsystems ?? []).sorted() {
            _ = unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil)
        }
        _ = unsafe udev_monitor_filter_update(monitor)
    }

    /// Takes the events that wait, up to a batch of them; whether some were lost. What is left after a batch keeps
    /// the descriptor readable.
    func takeEvents(_ take: (borrowing UdevDevice) -> Void) -> Bool {
        var areLost = false
        for _ in 0..<Self.batch {
            if let device = unsafe udev_monitor_receive_device(monitor) {
                unsafe take(UdevDevice(owning: device))
            } else if errno == EAGAIN {
                break
            } else {
                // Lost (ENOBUFS), or not to be understood; either may have been about anything.
                areLost = true
            }
        }
        return areLost
    }

    /// What waits for who takes one event at a time.
    enum Word {
        case device(UdevSighting)
        /// Events were lost, or one is not to be understood; either may have been about anything.
        case lost
        case nothing
    }

    func next() -> Word {
        if let device = unsafe udev_monitor_receive_device(monitor) {
            return unsafe .device(UdevSighting(UdevDevice(owning: device)))
        }
        return errno == EAGAIN ? .nothing : .lost
    }

    /// Takes the events that wait; whether there was one, or some were lost.
    func drain() -> Bool {
        var sawEvent = false
        let areLost = takeEvents { _ in sawEvent = true }
        return sawEvent || areLost
    }

    /// The names of all subsystems; nil where they can't be listed. libudev itself lists no more than buses.
    static func subsystems() -> [String]? {
        do throws(SystemError) {
            let classes = try Directory(path: "/sys/class").names(limit: mostSubsystems)
            let buses = try Directory(path: "/sys/bus").names(limit: mostSubsystems)
            return Set(classes + buses).sorted()
        } catch {
            return nil
        }
    }

    private static let mostSubsystems = 4096

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
