// Whether the machine saves power: by the daemon that minds its profile, or by the firmware's own.
import BGRunJob
import BGRunLinux

extension PropertyTracker {
    /// Of the power profile, from power-profiles-daemon or tuned-ppd, which has the same interface; where neither is
    /// there, from the firmware.
    ///
    /// - Parameters:
    ///   - queue: Has something to say when ``process()`` is to be called.
    ///   - sysfs: Where sysfs is.
    package static func powerSaver(
        _ bus: SystemBus, in queue: EventQueue, sysfs: String = "/sys"
    ) -> PropertyTracker {
        let property = "ActiveProfile"
        // The interface by the name it has, and by the one it had up to version 0.13, which newer daemons have as well.
        let places = [
            ("org.freedesktop.UPower.PowerProfiles", "/org/freedesktop/UPower/PowerProfiles"),
            ("net.hadess.PowerProfiles", "/net/hadess/PowerProfiles"),
        ]
        let daemons = places.map { name, path in
            PropertyFollower(
                bus, name: name, title: "power-profiles-daemon", path: path, interface: name,
                properties: [property])
        }
        return PropertyTracker(daemons, else: PlatformProfile(sysfs: sysfs, in: queue)) { values in
            guard case .text(let profile)? = values[property], PlatformProfile.isName(profile) else {
                return .unknown("power-profiles-daemon says no \(property)")
            }
            return .powerSaver(PowerSaverReading(isOn: profile == "power-saver", profile: profile))
        }
    }
}
