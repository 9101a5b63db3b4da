// Whether the lid is open: by UPower's word, or by the switch itself.
import BGRunJob
import BGRunLinux

extension PropertyTracker {
    /// Of the lid.
    ///
    /// Logind has a property LidClosed too, and no signal that says when it changes; so it is not asked.
    ///
    /// - Parameters:
    ///   - queue: Has something to say when ``process()`` is to be called.
    ///   - root: Stands for `/`.
    package static func lid(_ bus: SystemBus, in queue: EventQueue, root: String = "") -> PropertyTracker {
        let upower = PropertyFollower(
            bus, name: "org.freedesktop.UPower", title: "UPower", path: "/org/freedesktop/UPower",
            interface: "org.freedesktop.UPower", properties: ["LidIsPresent", "LidIsClosed"])
        return PropertyTracker([upower], else: LidSwitch(root: root, in: queue)) { values in
            guard values["LidIsPresent"] == .truth(true), case .truth(let isClosed)? = values["LidIsClosed"]
            else { return nil }
            return .lid(isClosed ? .closed : .open)
        }
    }
}
