// How a requirement comes to be known, and whether a run can lose it.

extension Requirement.Kind {
    /// Whether nothing tells of its changes, so that it is looked at before a start.
    package var isLookedAt: Bool {
        switch self {
        case .load, .freeSpace, .temperature, .command, .reachable: true
        case .externalPower, .batteryLevel, .charging, .network, .unmetered, .interface, .ssid, .vpn, .idle,
            .locked, .pressure, .pathExists, .mounted, .device, .lid, .powerSaver:
            false
        }
    }

    /// Whether a run can lose it. What a run brings about itself (load, heat, a full disk), and what nobody tells of,
    /// is asked for before a start only.
    package var isLosable: Bool { !isLookedAt && self != .pressure }
}
