// Whether devices are connected, told by udev.
import BGRunJob
import BGRunLinux
import Glibc

/// Observes `.device` subjects: each by the devices that have all of its properties.
///
/// An event tells of one device with all its properties, so only that one is looked at. All are listed when a
/// subject is new, and when events were lost.
package final class DeviceWatch: TargetWatch {
    private struct Standing {
        let match: DeviceMatch
        let patterns: [(name: String, value: TextPattern)]
        /// Directories in sysfs of the devices that match.
        var devices: Set<String> = []

        init(_ match: DeviceMatch) {
            self.match = match
            patterns = match.properties.map { ($0.name, TextPattern($0.value)) }
        }

        var value: Observation { .present(!devices.isEmpty) }
        /// The one that all matching devices belong to; nil where that may be several.
        var subsystem: String? {
            match.properties.first { $0.name == "SUBSYSTEM" && TextPattern($0.value).isPlain }?.value
        }

        func matches(_ device: borrowing UdevDevice) -> Bool {
            for (name, value) in patterns {
                guard let text = device.property(name), value.matches(text) else { return false }
            }
            return !patterns.isEmpty
        }
    }

    private static let unlisted = Observation.unknown("the devices can't be listed")

    private let monitor: UdevMonitor
    private var standings: [Standing] = []

    /// Is there while udevd runs: while anybody sends events.
    package static let control = UdevMonitor.Group.control

    package init() throws(SystemError) { monitor = try UdevMonitor(.udev) }

    /// To be watched for reading.
    package var descriptor: Int32 { monitor.number }
    package var isEmpty: Bool { standings.isEmpty }

    package static func target(of subject: Subject) -> DeviceMatch? {
        if case .device(let target) = subject { target } else { nil }
    }

    package func observe(_ match: DeviceMatch) -> Observation {
        standings.removeAll { $0.match == match }
        standings.append(Standing(match))
        filter()
        return list((standings.count - 1)..<standings.count)
            ? standings[standings.count - 1].value : Self.unlisted
    }

    package func ignore(_ match: DeviceMatch) {
        standings.removeAll { $0.match == match }
        filter()
    }

    /// Takes the events that wait, up to a batch of them; what has another value by then. What is left keeps
    /// the descriptor readable.
    package func process() -> [(Subject, Observation)] {
        let before = standings.map(\.value)
        let areLost = monitor.takeEvents { take($0) }
        let isWhole = !areLost || list(standings.indices)
        var news: [(Subject, Observation)] = []
        for (index, value) in before.enumerated() {
            if !isWhole {
                news.append((.device(standings[index].match), Self.unlisted))
            } else if standings[index].value != value {
                news.append((.device(standings[index].match), standings[index].value))
            }
        }
        return news
    }

    private func take(_ device: borrowing UdevDevice) {
        let path = device.path
        let isGone = device.action == "remove"
        // One that was renamed had this path before, without the place where sysfs is mounted.
        let before = device.property("DEVPATH_OLD").map { "/sys\($0)" }
        for index in standings.indices {
            if let before { standings[index].devices.remove(before) }
            if !isGone, standings[index].matches(device) {
                standings[index].devices.insert(path)
            } else {
                standings[index].devices.remove(path)
            }
        }
    }

    /// All devices anew, gone through once however many ask; whether that worked.
    private func list(_ indices: Range<Int>) -> Bool {
        let listed = Array(standings[indices])
        var found = [Set<String>](repeating: [], count: listed.count)
        let subsystems = Set(listed.map(\.subsystem))
        let subsystem = subsystems.count == 1 ? listed.first.flatMap(\.subsystem) : nil
        let isWhole = monitor.forEachDevice(of: subsystem) { device in
            for (place, standing) in listed.enumerated() where standing.matches(device) {
                found[place].insert(device.path)
            }
        }
        for (index, devices) in zip(indices, found) { standings[index].devices = devices }
        return isWhole
    }

    private func filter() {
        let subsystems = standings.compactMap(\.subsystem)
        monitor.hear(only: subsystems.count == standings.count ? Set(subsystems) : nil)
    }
}
