// Whether the machine saves power: by the daemon that minds its profile, or by the firmware's own.

import BGRunJob
import BGRunLinux

/// Publishes the power profile, from power-profiles-daemon or tuned-ppd, which has the same interface; where neither is
/// there, from the firmware.
package final class PowerSaverTracker: SubjectTracker {
    private static let property = "ActiveProfile"

    /// The interface by the name it has, and by the one it had up to version 0.13, which newer daemons have as well.
    private let daemons: [PropertyFollower]
    private let firmware: PlatformProfile
    private var isObserved = false
    private var publication = Publication()

    /// - Parameters:
    ///   - queue: Has something to say when ``process()`` is to be called.
    ///   - sysfs: Where sysfs is.
    package init(_ bus: SystemBus, in queue: EventQueue, sysfs: String = "/sys") {
        let places = [
            ("org.freedesktop.UPower.PowerProfiles", "/org/freedesktop/UPower/PowerProfiles"),
            ("net.hadess.PowerProfiles", "/net/hadess/PowerProfiles"),
        ]
        daemons = places.map { name, path in
            PropertyFollower(
                bus, name: name, title: "power-profiles-daemon", path: path, interface: name,
                properties: [Self.property])
        }
        firmware = PlatformProfile(sysfs: sysfs, in: queue)
        for daemon in daemons { daemon.answered = { [weak self] in self?.judge() } }
    }

    package func observe() {
        isObserved = true
        publication.ask()
        for daemon in daemons { daemon.observe() }
        judge()
    }

    package func ignore() {
        isObserved = false
        for daemon in daemons { daemon.ignore() }
        firmware.ignore()
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
        var reason = ""
        for daemon in daemons {
            switch daemon.state {
            // What nobody takes would wake us on and on.
            case .asking: return firmware.ignore()
            case .absent(let why): if reason.isEmpty { reason = why }
            case .known(let values):
                firmware.ignore()
                return publication.publish(Self.reading(values[Self.property]))
            }
        }
        if let profile = firmware.read(), Self.isName(profile) {
            publication.publish(
                .powerSaver(PowerSaverReading(isOn: profile == "low-power", profile: profile)))
        } else {
            publication.publish(.unknown("\(reason), and the firmware has no power profiles"))
        }
    }

    /// Profiles are shown to people, and have plain names: "power-saver".
    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                $0 == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
            }
    }

    private static func reading(_ value: BusValue?) -> Observation {
        guard case .text(let profile)? = value, isName(profile) else {
            return .unknown("power-profiles-daemon says no \(property)")
        }
        return .powerSaver(PowerSaverReading(isOn: profile == "power-saver", profile: profile))
    }
}
