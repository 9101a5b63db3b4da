// The hottest part of the machine, from the kernel's thermal zones.
import BGRunJob
import BGRunLinux

/// `class/thermal` under a sysfs root. Nobody is told when a temperature changes, so it is read when it is
/// asked for.
package enum ThermalZones {
    /// Entries of the class directory that are looked at.
    private static let entryLimit = 4096
    /// Thousandths of a degree that a machine can have. Beyond them, and at exactly 0, a sensor is dead,
    /// asleep or not there: a zone without one often reads 0.
    private static let sane = -50_000...150_000

    package static func read(root: String = "/sys") -> Observation {
        guard let directory = try? Directory(path: "\(root)/class/thermal"),
            let names = try? directory.names(limit: entryLimit)
        else { return .unknown("the kernel has no thermal zones") }
        var hottest: (milli: Int, zone: String)?
        for name in names where name.hasPrefix("thermal_zone") {
            guard let zone = try? directory.directory(followingLink: name),
                case .text(let text) = PowerTree.text(of: "temp", in: zone),
                let milli = AttributeText.number(text), sane.contains(milli), milli != 0
            else { continue }
            if let hottest, hottest.milli >= milli { continue }
            var label = name
            if case .text(let type) = PowerTree.text(of: "type", in: zone) { label = type }
            hottest = (milli, label)
        }
        guard let hottest else { return .unknown("no thermal zone tells a temperature") }
        return .temperature(TemperatureReading(degrees: degrees(hottest.milli), zone: hottest.zone))
    }

    /// Rounded up: 70.1 degrees are more than 70.
    static func degrees(_ milli: Int) -> Int { milli > 0 ? (milli + 999) / 1000 : milli / 1000 }
}
