// The time zones of this machine, as schedules and people name them.
import BGRunCalendar
import BGRunDevice
import BGRunJob

/// Zones by name, and the machine's own. `TZ` is not asked: it says nothing about the clock a daemon goes by.
enum MachineZones {
    private static let files = ZoneFiles()

    /// The machine's own zone for nil.
    static func zone(named name: String?) throws(ZoneFileFault) -> Zone {
        guard let name else { return try files.local() }
        return try files.zone(named: name)
    }

    /// What this machine adds to the rules of descriptors: it must have the zones that they name.
    static var rules: DescriptorRules {
        DescriptorRules { name in
            do throws(ZoneFileFault) {
                _ = try zone(named: name)
                return nil
            } catch {
                return (error.reason, error.advice)
            }
        }
    }

    /// The zones of a descriptor that was read by ``rules``. A machine whose own zone can't be read has UTC.
    static func known(for descriptor: JobDescriptor) -> KnownZones {
        var zones = KnownZones(local: (try? zone(named: nil)) ?? .utc)
        for name in descriptor.schedules.compactMap(\.zoneName) { zones[name] = try? zone(named: name) }
        return zones
    }
}
