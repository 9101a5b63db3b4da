// What the machine tells only when it is looked at: load, temperature, free space.
import BGRunDevice
import BGRunJob

/// Looks at subjects that have no events.
struct LookSource {
    /// Where sysfs is.
    var sysfs = "/sys"

    /// One look now; nil for a subject that is followed by its events.
    func look(at subject: Subject) -> Observation? {
        switch subject {
        case .load: LoadAverage.read()
        case .temperature: ThermalZones.read(root: sysfs)
        case .freeSpace(let path): FileSystemSpace.read(path)
        case .power, .network, .connection, .idle, .locks, .lid, .powerSaver, .pressure, .path, .mount,
            .device, .check:
            nil
        }
    }
}
