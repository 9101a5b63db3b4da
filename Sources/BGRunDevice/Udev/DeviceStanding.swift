// Which devices have the properties that somebody asks for, as far as that has to be known.
import BGRunJob

/// A subject's devices: a few of them, since thousands may match, and all of them are never asked for.
struct DeviceStanding {
    /// Devices that are kept by name.
    private static let mostKept = 4

    private let patterns: [(name: String, value: TextPattern)]
    /// The one that all matching devices belong to; nil where that may be several.
    let subsystem: String?
    /// By digests of their directories in sysfs: the paths for thousands of subjects would fill the memory.
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
        // What could not be listed is listed once more.
        if isUnlisted { (isUnlisted, hasMore) = (false, true) }
        if let before = sighting.pathBefore { kept.remove(Self.digest(of: before)) }
        if !sighting.isGone, matches(sighting.device) {
            add(sighting.path)
        } else {
            kept.remove(Self.digest(of: sighting.path))
        }
    }

    private static func digest(of path: String) -> Int {
        var hasher = Hasher()
        hasher.combine(path)
        return hasher.finalize()
    }

    mutating func add(_ path: String) {
        if kept.count < Self.mostKept {
            kept.insert(Self.digest(of: path))
        } else if !kept.contains(Self.digest(of: path)) {
            hasMore = true
        }
    }

    mutating func forgetDevices() { (kept, hasMore) = ([], false) }
}
