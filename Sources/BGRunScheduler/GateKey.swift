// Which gate: a requirement, as it is for one user, perhaps played.
import BGRunCalendar
import BGRunJob

/// What tells gates apart.
struct GateKey: Hashable {
    let requirement: Requirement
    /// Whose it is, where each user has their own answer.
    let owner: UserID?
    /// The simulation that it is played in.
    let simulation: SimulationID?

    init(_ requirement: Requirement, owner: UserID, simulation: SimulationID? = nil) {
        self.requirement = requirement
        self.owner = requirement.isOwned ? owner : nil
        self.simulation = simulation
    }

    /// What it rests on.
    var subjects: [Subject] { requirement.subjects(of: owner ?? .root) }
}

/// Tells the simulations of one daemon's life apart.
struct SimulationID: Hashable, Comparable {
    let number: UInt64

    static func < (left: SimulationID, right: SimulationID) -> Bool { left.number < right.number }
}

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

    /// Whether nothing tells of its changes, so that it is looked at before a start.
    var isLookedAt: Bool {
        switch kind {
        case .load, .freeSpace, .temperature, .command, .reachable: true
        case .externalPower, .batteryLevel, .charging, .network, .unmetered, .interface, .ssid, .vpn, .idle,
            .locked, .pressure, .pathExists, .mounted, .device, .lid, .powerSaver:
            false
        }
    }

    /// Whether a run can lose it. What a run brings about itself, or what nobody tells of, is looked at before it only.
    var isLosable: Bool { !isLookedAt && kind != .pressure }

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
