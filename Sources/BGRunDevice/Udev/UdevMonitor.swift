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

    /// Readable, or in error, when ``next()`` has something. It belongs to this value.
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

    /// What waits next.
    enum News {
        case device(UdevSighting)
        /// Events were lost, or one is not to be understood; either may have been about anything.
        case lost
        case nothing
    }

    func next() -> News {
        if let device = unsafe udev_monitor_receive_device(monitor) {
            return unsafe .device(UdevSighting(UdevDevice(owning: device)))
        }
        return errno == EAGAIN ? .nothing : .lost
    }

    /// Takes the events that wait, up to a batch of them; whether there was one, or some were lost. What is left keeps the
    /// descriptor readable.
    func drain() -> Bool {
        var sawEvent = false
        for _ in 0..<Self.batch {
            if case .nothing = next() { break }
            sawEvent = true
        }
        return sawEvent
    }

    // MARK: - What is there

    /// The names of all subsystems; nil where they can't be listed.
    static func subsystems() -> [String]? {
        do throws(SystemError) {
            let classes = try Directory(path: "/sys/class").names(limit: mostListed)
            let buses = try Directory(path: "/sys/bus").names(limit: mostListed)
            return Set(classes + buses).sorted()
        } catch {
            return nil
        }
    }

    /// Paths that lead to the devices of a subsystem; nil where they can't be listed. libudev's own list opens each of
    /// them, which takes long for hundreds.
    ///
    /// - Parameter subsystem: One of ``subsystems()``, never a text of a user's: it is part of a path.
    static func devices(of subsystem: String) -> [String]? {
        var devices: [String] = []
        do throws(SystemError) {
            let names = try Directory(path: "/sys/class").directory(subsystem).names(limit: mostListed)
            devices += names.map { "/sys/class/\(subsystem)/\($0)" }
        } catch {
            // A bus is no class.
            if error.errno != ENOENT { return nil }
        }
        do throws(SystemError) {
            let bus = try Directory(path: "/sys/bus").directory(subsystem)
            let names = try bus.directory("devices").names(limit: mostListed)
            devices += names.map { "/sys/bus/\(subsystem)/devices/\($0)" }
        } catch {
            if error.errno != ENOENT { return nil }
        }
        return devices
    }

    /// In a directory of sysfs.
    private static let mostListed = 1 << 16

    /// Looks at the device that the path leads to; not at one that has gone meanwhile: its event is waiting.
    func look(at path: String, _ body: (borrowing UdevDevice) -> Void) {
        if let device = unsafe udev_device_new_from_syspath(context, path) {
            unsafe body(UdevDevice(owning: device))
        }
    }
}
