// Whether the lid is open: by UPower's word, or by the switch itself.

import BGRunJob
import BGRunLinux

/// Publishes whether the lid is open.
///
/// Logind has a property LidClosed too, and no signal that says when it changes; so it is not asked.
package final class LidTracker {
    private let upower: PropertyFollower
    private let lid: LidSwitch
    private var isObserved = false
    private var told: Observation?
    private var news: Observation?

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
        told = nil
        upower.observe()
        judge()
    }

    package func ignore() {
        isObserved = false
        upower.ignore()
        lid.ignore()
        news = nil
    }

    /// The queue has something to say.
    package func process() { judge() }

    /// What there is to tell, once.
    package func takeObservation() -> Observation? {
        defer { news = nil }
        return news
    }

    private func judge() {
        guard isObserved else { return }
        if case .asking = upower.state { return }
        if case .known(let values) = upower.state, values["LidIsPresent"] == .truth(true),
            case .truth(let isClosed)? = values["LidIsClosed"]
        {
            lid.ignore()
            return publish(.lid(isClosed ? .closed : .open))
        }
        if let isClosed = lid.isClosed() { return publish(.lid(isClosed ? .closed : .open)) }
        let reason = lid.fault.map { ": the switch can't be read: \(SystemError.text(of: $0.errno))" } ?? ""
        publish(.unknown("this machine tells of no lid\(reason)"))
    }

    private func publish(_ observation: Observation) {
        guard observation != told else { return }
        told = observation
        news = observation
    }
}
