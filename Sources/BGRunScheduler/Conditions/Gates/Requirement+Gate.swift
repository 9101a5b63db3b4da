// What a requirement means for its gate: whose it is, what it rests on, and how long it settles.
import BGRunCalendar
import BGRunJob

/// What a requirement's kind means for its gate.
extension Requirement {
    /// Whether each user has their own answer.
    var isOwned: Bool {
        switch kind {
        case .locked, .freeSpace, .pathExists, .command, .reachable: true
        case .externalPower, .batteryLevel, .charging, .network, .unmetered, .interface, .ssid, .vpn, .idle,
            .load, .pressure, .mounted, .device, .lid, .powerSaver, .temperature:
            false
        }
    }

    /// Whether it rests on the power supplies, which are read again before a start and now and then.
    var isPower: Bool {
        switch kind {
        case .externalPower, .batteryLevel, .charging: true
        case .network, .unmetered, .interface, .ssid, .vpn, .reachable, .idle, .locked, .load, .pressure,
            .freeSpace, .pathExists, .mounted, .device, .lid, .powerSaver, .temperature, .command:
            false
        }
    }

    /// How long a gain has to hold before it counts.
    func settle(_ policy: Policy) -> Duration {
        switch kind {
        case .externalPower, .batteryLevel, .charging: policy.settle.externalPower
        case .network, .unmetered, .interface, .ssid, .vpn: policy.settle.network
        // A time already, or read at this very moment.
        case .idle, .load, .pressure, .freeSpace, .temperature, .command, .reachable: .zero
        case .locked, .pathExists, .mounted, .device, .lid, .powerSaver: policy.settle.others
        }
    }

    /// How long a loss has to last before runs are told.
    func lossSettle(_ policy: Policy, isContradicted: Bool) -> Duration {
        switch kind {
        case .externalPower, .charging:
            isContradicted ? policy.lossSettle.contradictedPower : policy.lossSettle.externalPower
        case .batteryLevel: policy.lossSettle.externalPower
        case .network, .unmetered, .interface, .ssid, .vpn: policy.lossSettle.network
        case .idle, .load, .pressure, .freeSpace, .temperature, .command, .reachable, .locked, .pathExists,
            .mounted, .device, .lid, .powerSaver:
            policy.lossSettle.others
        }
    }

    /// What has to be known to judge it.
    func subjects(of owner: UserID) -> [Subject] {
        switch self {
        case .externalPower, .batteryLevel, .charging: [.power]
        case .network: [.network, .connection]
        case .unmetered, .ssid: [.connection]
        case .interface, .vpn: [.network]
        case .reachable(let endpoint): [.check(Check(.reachable(endpoint), owner: owner))]
        case .idle: [.idle]
        case .locked: [.locks]
        case .load: [.load]
        case .pressure(let resource, let percent): [.pressure(resource, percent: percent)]
        case .freeSpace(let space): [.freeSpace(OwnedPath(path: space.path, owner: owner))]
        case .pathExists(let path): [.path(OwnedPath(path: path, owner: owner))]
        case .mounted(let target): [.mount(target)]
        case .device(let match): [.device(match)]
        case .lid: [.lid]
        case .powerSaver: [.powerSaver]
        case .temperature: [.temperature]
        case .command(let check): [.check(Check(.command(check), owner: owner))]
        case .not(let opposite): opposite.subjects(of: owner)
        }
    }
}

extension Subject {
    /// What is to be observed for it; nil for what is always observed, and for what is looked at.
    var interest: Interest? {
        switch self {
        case .power, .network, .load, .temperature, .freeSpace, .check: nil
        case .connection, .idle, .locks, .lid, .powerSaver, .pressure, .path, .mount, .device: .subject(self)
        }
    }
}

extension Requirement {
    /// What is cheap is looked at first.
    var stage: Int {
        switch kind {
        case .reachable: 2
        case .command: 1
        case .externalPower, .batteryLevel, .charging, .network, .unmetered, .interface, .ssid, .vpn, .idle,
            .locked, .load, .pressure, .freeSpace, .pathExists, .mounted, .device, .lid, .powerSaver,
            .temperature:
            0
        }
    }
}
