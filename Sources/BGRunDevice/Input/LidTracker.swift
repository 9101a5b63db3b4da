// Whether the lid is open: by UPower's word, or by the switch itself.

import BGRunJob
import BGRunLinux

/// Publishes whether the lid is open.
///
/// Logind has a property LidClosed too, and no signal that says when it changes; so it is not asked.
package final class LidTracker: SubjectTracker {
    private let upower: PropertyFollower
    private let lid: LidSwitch
    private var isObserved = false
    private var publication = Publication()

    /// - Parameters:
    ///   - queue: Has something to say when ``process()`` is to be called.
    ///   - root: Stands for `/`.
    package init(_ bus: SystemBus, in queue: EventQueue, root: String = "") {
        upower = PropertyFollower(
            bus, name: "org.freedesktop.UPower", title: "UPower", path: "/org/freedesktop/UPower",
            interface: "org.freedesktop.UPower", properties: ["LidIsPresent", "LidIsClosed"])
        lid = LidSwitch(root: root, in: queue)
        upower.answered = { [weak self] in self?.judge() }
    }

    package func observe() {
        isObserved = true
        publication.ask()
        upower.observe()
        judge()
    }

    package func ignore() {
        isObserved = false
        upower.ignore()
        lid.ignore()
        publication.forget()
    }

    package func look() {
        publication.ask()
        judge()
    }

    package func process() { judge() }

    package func takeObservation() -> Observation? { publication.take() }

    private func judge() {
        guard isObserved else { return }
        // The switch is nobody's meanwhile: what nobody takes would wake us on and on.
        if case .asking = upower.state { return lid.ignore() }
        if case .known(let values) = upower.state, values["LidIsPresent"] == .truth(true),
            case .truth(let isClosed)? = values["LidIsClosed"]
        {
            lid.ignore()
            return publication.publish(.lid(isClosed ? .closed : .open))
        }
        if let isClosed = lid.isClosed() { return publication.publish(.lid(isClosed ? .closed : .open)) }
        let reason = lid.fault.map { ": the switch can't be read: \(SystemError.text(of: $0.errno))" } ?? ""
        publication.publish(.unknown("this machine tells of no lid\(reason)"))
    }
}
