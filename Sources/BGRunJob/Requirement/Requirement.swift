// The conditions on the device that a job may ask for, each with what the author wrote to it.

/// One condition on the device, or the opposite of one.
package enum Requirement: Hashable, Sendable {
    case externalPower
    /// The system batteries together hold at least so many percent.
    case batteryLevel(Int)
    /// On external power, and no system battery drains.
    case charging
    case network
    /// What NetworkManager calls not metered, or guesses not to be.
    case unmetered
    /// Internet traffic uses one of these; `*` stands for any text.
    case interface([String])
    /// It uses an interface of one of these kinds.
    case transport([Transport])
    /// It uses one of these wireless networks.
    case ssid([String])
    /// Everything leaves through a VPN; where it has a name, the one of this name is up, whatever leaves through it.
    case vpn(String?)
    /// The connectivity check that the policy describes succeeds.
    case online
    /// The owner's machine can open a connection there.
    case reachable(Endpoint)
    /// Nobody has used the machine for so long.
    case idle(Duration)
    /// The owner's sessions are locked, or one is not; for root any session.
    case locked(Bool)
    /// The load of the last minute for each processor, in hundredths: at most this.
    case load(Int)
    /// Less than so many percent of the time something waits for the resource.
    case pressure(PressureResource, percent: Int)
    case freeSpace(FreeSpace)
    case pathExists(String)
    case mounted(MountTarget)
    case device(DeviceMatch)
    case lid(LidState)
    /// The power saver profile is on, or it is off.
    case powerSaver(Bool)
    /// The hottest thermal zone has at most so many degrees Celsius.
    case temperature(Int)
    case command(CommandCheck)
    /// The opposite of a condition that is no opposite itself.
    indirect case not(Requirement)

    /// Which condition it is, whatever was written to it; the raw value is its spelling everywhere.
    package enum Kind: String, CaseIterable, Sendable {
        case externalPower, batteryLevel, charging
        case network, unmetered, interface, transport, ssid, vpn, online, reachable
        case idle, locked, load, pressure, freeSpace, pathExists, mounted, device, lid, powerSaver
        case temperature, command
    }

    package var kind: Kind {
        switch self {
        case .externalPower: .externalPower
        case .batteryLevel: .batteryLevel
        case .charging: .charging
        case .network: .network
        case .unmetered: .unmetered
        case .interface: .interface
        case .transport: .transport
        case .ssid: .ssid
        case .vpn: .vpn
        case .online: .online
        case .reachable: .reachable
        case .idle: .idle
        case .locked: .locked
        case .load: .load
        case .pressure: .pressure
        case .freeSpace: .freeSpace
        case .pathExists: .pathExists
        case .mounted: .mounted
        case .device: .device
        case .lid: .lid
        case .powerSaver: .powerSaver
        case .temperature: .temperature
        case .command: .command
        case .not(let opposite): opposite.kind
        }
    }

    /// What holds exactly where this is known not to.
    package var opposite: Requirement {
        if case .not(let requirement) = self { return requirement }
        return .not(self)
    }

    /// What this is the opposite of, or else itself: what is observed, and kept in history.
    package var condition: Requirement {
        if case .not(let requirement) = self { return requirement }
        return self
    }
}
