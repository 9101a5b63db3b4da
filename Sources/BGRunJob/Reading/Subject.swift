// What is observed of the device for the requirements.

/// One thing that is observed while somebody asks for it. Several requirements may rest on one.
package enum Subject: Hashable, Sendable {
    case power
    case network
    /// What NetworkManager says of the connection.
    case connection
    /// Since when nobody has used the machine.
    case idle
    /// Which users' sessions are locked.
    case locks
    case lid
    case powerSaver
    /// Whether something waits for the resource more than so many percent of the time.
    case pressure(PressureResource, percent: Int)
    case load
    case temperature
    case freeSpace(OwnedPath)
    case path(OwnedPath)
    case mount(MountTarget)
    case device(DeviceMatch)
    case check(Check)
}

extension Subject {
    /// How news of a subject come.
    package enum Telling: Sendable {
        /// By an event of its own, whoever asks.
        case always
        /// By events, while somebody asks for it.
        case observed
        /// Nothing tells of it: it is looked at.
        case looked
        /// Nothing tells of it: a process finds out.
        case asked
    }

    package var telling: Telling {
        switch self {
        case .power, .network: .always
        case .connection, .idle, .locks, .lid, .powerSaver, .pressure, .path, .mount, .device: .observed
        case .load, .temperature, .freeSpace: .looked
        case .check: .asked
        }
    }
}
