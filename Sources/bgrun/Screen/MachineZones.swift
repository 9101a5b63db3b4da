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

    /// What this machine adds to the rules of descriptors: it must have the zones that they name, if it has any.
    static var rules: DescriptorRules {
        DescriptorRules { name in
            guard let fault = fault(of: name) else { return nil }
            if case .noZones = fault { return nil }
            return (fault.reason, fault.advice)
        }
    }

    /// Why this machine can't tell whether there is a zone of the name; nil where it can.
    static func absence(of name: String) -> ZoneFileFault? {
        guard let fault = fault(of: name), case .noZones = fault else { return nil }
        return fault
    }

    private static func fault(of name: String) -> ZoneFileFault? {
        do throws(ZoneFileFault) {
            _ = try zone(named: name)
            return nil
        } catch {
            return error
        }
    }

    /// The zones of descriptors that were read by ``rules``.
    ///
    /// - Parameter local: In place of the machine's own; a machine whose own zone can't be read has UTC.
    static func known(for descriptors: [JobDescriptor], local: Zone? = nil) -> KnownZones {
        var zones = KnownZones(local: local ?? (try? zone(named: nil)) ?? .utc)
        for name in Set(descriptors.flatMap(\.schedules).compactMap(\.zoneName)) {
            zones[name] = try? zone(named: name)
        }
        return zones
    }
}
