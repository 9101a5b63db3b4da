// Which devices have the properties that somebody asks for, as far as that has to be known.
import BGRunJob

/// A subject's devices: a few of them, since thousands may match, and all of them are never asked for.
struct DeviceStanding {
    /// Devices that are kept by name.
    private static let mostKept = 4

    private let patterns: [(name: String, value: TextPattern)]
    /// The one that all matching devices belong to; nil where that may be several.
    let subsystem: String?
    /// Hashes of directories in sysfs: paths of thousands of subjects would fill the memory.
    private var kept: Set<Int> = []
    private var hasMore = false
    var isBeingListed = false
    /// The devices could not be listed.
    var isUnlisted = false
    var told: Observation?

    init(_ match: DeviceMatch) {
        patterns = match.properties.map { ($0.name, TextPattern($0.value)) }
        subsystem = match.properties.first { $0.name == "SUBSYSTEM" && TextPattern($0.value).isPlain }?.value
    }

    /// Nil where only a list of all devices tells.
    var value: Observation? {
        if isUnlisted { return .unknown("the devices can't be listed") }
        if !kept.isEmpty { return .present(true) }
        return hasMore ? nil : .present(false)
    }

    func matches(_ device: borrowing UdevDevice) -> Bool {
        for (name, value) in patterns {
            guard let text = device.property(name), value.matches(text) else { return false }
        }
        return !patterns.isEmpty
    }

    mutating func meet(_ sighting: UdevSighting) {
        if let before = sighting.pathBefore { kept.remove(before.hashValue) }
        if !sighting.isGone, matches(sighting.device) {
            add(sighting.path)
        } else {
            kept.remove(sighting.path.hashValue)
        }
    }

    mutating func add(_ path: String) {
        if kept.count < Self.mostKept {
            kept.insert(path.hashValue)
        } else if !kept.contains(path.hashValue) {
            hasMore = true
        }
    }

    mutating func forgetDevices() { (kept, hasMore) = ([], false) }
}
