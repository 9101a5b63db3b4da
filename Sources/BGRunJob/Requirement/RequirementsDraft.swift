// Requirements as they are written, key by key.
import BGRunCalendar

/// The keys of `requires` and `prefers` as they are written: nil is a key that is left out.
struct RequirementsDraft {
    var externalPower: Bool?
    var batteryLevel: Int?
    var charging: Bool?
    /// ``Requirement/network``, and what else stands inside that key.
    var network: [Requirement]?
    var idle: Duration?
    var locked: Bool?
    var load: Int?
    var pressure: [Requirement]?
    var freeSpace: [FreeSpace]?
    var pathExists: [String]?
    var mounted: [MountTarget]?
    var device: [DeviceMatch]?
    var lid: LidState?
    var powerSaver: Bool?
    var temperature: Int?
    var command: [CommandCheck]?
    var anyOf: [Requirements]?
    var not: Requirements?
    /// How long a preference holds a job back; only `prefers` has it.
    var span: Duration?
}

extension RequirementsDraft {
    /// One object holds one list of alternatives and one opposite, which is all that the reader makes.
    init(_ requirements: Requirements) {
        for term in requirements.terms {
            switch term {
            case .requirement(let requirement): take(requirement)
            case .anyOf(let alternatives): anyOf = alternatives
            case .not(let opposite): not = opposite
            }
        }
    }

    private mutating func take(_ requirement: Requirement) {
        switch requirement {
        case .externalPower: externalPower = true
        case .batteryLevel(let percent): batteryLevel = percent
        case .charging: charging = true
        case .network, .unmetered, .interface, .ssid, .vpn, .reachable:
            network = (network ?? []) + [requirement]
        case .idle(let span): idle = span
        case .locked(let wanted): locked = wanted
        case .load(let most): load = most
        case .pressure: pressure = (pressure ?? []) + [requirement]
        case .freeSpace(let space): freeSpace = (freeSpace ?? []) + [space]
        case .pathExists(let path): pathExists = (pathExists ?? []) + [path]
        case .mounted(let target): mounted = (mounted ?? []) + [target]
        case .device(let match): device = (device ?? []) + [match]
        case .lid(let state): lid = state
        case .powerSaver(let wanted): powerSaver = wanted
        case .temperature(let most): temperature = most
        case .command(let check): command = (command ?? []) + [check]
        case .not(let opposite): not = [opposite]
        }
    }

    /// All that is asked for, in the order of ``Requirement/Kind``, alternatives and opposites last.
    var requirements: Requirements {
        var all: [Requirement] = []
        if externalPower == true { all.append(.externalPower) }
        if let batteryLevel { all.append(.batteryLevel(batteryLevel)) }
        if charging == true { all.append(.charging) }
        all += network ?? []
        if let idle { all.append(.idle(idle)) }
        if let locked { all.append(.locked(locked)) }
        if let load { all.append(.load(load)) }
        all += pressure ?? []
        all += (freeSpace ?? []).map { .freeSpace($0) }
        all += (pathExists ?? []).map { .pathExists($0) }
        all += (mounted ?? []).map { .mounted($0) }
        all += (device ?? []).map { .device($0) }
        if let lid { all.append(.lid(lid)) }
        if let powerSaver { all.append(.powerSaver(powerSaver)) }
        if let temperature { all.append(.temperature(temperature)) }
        all += (command ?? []).map { .command($0) }
        var terms = all.map { Requirements.Term.requirement($0) }
        if let anyOf { terms.append(.anyOf(anyOf)) }
        if let not { terms.append(.not(not)) }
        return Requirements(terms)
    }
}
