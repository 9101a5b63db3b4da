// What the scheduler was told of the machine, and what follows from it: judged a second time, by other means.
import BGRunCalendar
import BGRunJob

/// The last word on everything, with when it was given.
struct Told {
    var power: PowerReading?
    var powerAt: AwakeTime?
    var network: NetworkReading?
    var values: [Subject: Observation] = [:]
    var readAt: [Subject: AwakeTime] = [:]
    /// Somebody asks what NetworkManager says.
    var isManagerAsked = false

    /// What of the network makes an answer that came over another one worthless.
    var networkInUse: [String] {
        var words = ["\(String(describing: network))"]
        guard case .connection(let reading)? = values[.connection] else { return words }
        if reading.isPortal { words.append("portal") }
        words += reading.vpns.sorted()
        for name in network?.uplinks ?? [] {
            if let ssid = reading.interfaces[name]?.ssid { words.append("\(name) \(ssid)") }
        }
        return words
    }
}

extension Requirement {
    /// Whether it holds by what was told; nil while nothing was.
    func verdict(_ told: Told, owner: UserID, at now: Now) -> Verdict? {
        switch self {
        case .not(let opposite): return opposite.verdict(told, owner: owner, at: now)?.flipped
        case .externalPower: return told.power?.verdict
        case .batteryLevel(let least):
            guard let power = told.power else { return nil }
            return power.batteryLevel.map { Verdict(least <= $0) } ?? .unknown
        case .charging:
            guard let power = told.power else { return nil }
            return power.verdict == .yes && power.isDraining ? .no : power.verdict
        case .network:
            guard let network = told.network else { return nil }
            guard told.isManagerAsked else { return network.verdict }
            guard let word = told.values[.connection] else { return nil }
            if case .connection(let reading) = word, reading.isPortal, network.verdict == .yes { return .no }
            return network.verdict
        case .interface:
            guard let network = told.network else { return nil }
            if network.interfaces.contains(where: { $0.hasPrefix("wl") }) { return .yes }
            return network.verdict == .unknown ? .unknown : .no
        case .transport(let kinds):
            guard let network = told.network else { return nil }
            if network.cards.isEmpty { return network.verdict == .unknown ? .unknown : .no }
            let used = network.cards.map(\.transport)
            if kinds.contains(where: { used.contains($0) }) { return .yes }
            return used.contains(nil) ? .unknown : .no
        case .vpn(nil):
            guard let network = told.network, network.verdict != .unknown else {
                return told.network?.verdict
            }
            return Verdict(network.vpn != nil)
        case .vpn(let name?):
            guard let network = told.network else { return nil }
            if network.tunnels.contains(name) { return .yes }
            guard let word = told.values[.connection] else { return nil }
            if case .connection(let reading) = word, reading.vpns.contains(name) { return .yes }
            if case .unknown = word { return .unknown }
            return network.verdict == .unknown ? .unknown : .no
        case .unmetered, .ssid:
            guard let network = told.network, let word = told.values[.connection] else { return nil }
            if network.uplinks.isEmpty { return network.verdict == .unknown ? .unknown : .no }
            guard case .connection(let reading) = word else { return .unknown }
            return verdict(of: network.uplinks.map { reading.interfaces[$0] })
        case .idle, .online, .reachable, .locked, .load, .pressure, .freeSpace, .pathExists,
            .mounted,
            .device, .lid, .powerSaver, .temperature, .command:
            guard let subject = subjects(of: owner).first, let value = told.values[subject] else {
                return nil
            }
            if value.whyUnknown != nil { return .unknown }
            return verdict(of: value, owner: owner, at: now)
        }
    }

    /// By what NetworkManager says of each link that leaves the machine.
    private func verdict(of uplinks: [ConnectionReading.Interface?]) -> Verdict {
        if case .ssid(let names) = self {
            return Verdict(uplinks.contains { $0?.ssid.map(names.contains) ?? false })
        }
        let prices = uplinks.map { $0?.isMetered }
        return prices.contains(true) ? .no : prices.contains(nil) ? .unknown : .yes
    }

    private func verdict(of value: Observation, owner: UserID, at now: Now) -> Verdict {
        switch (self, value) {
        case (.idle, .idle(.active)): return .no
        case (.idle(let span), .idle(.idle(let since))):
            return Verdict(span <= since.duration(to: now.awake))
        case (.locked(let wanted), .locks(let reading)):
            let sessions =
                owner == .root ? Array(reading.users.values) : [reading.users[owner]].compactMap { $0 }
            return Verdict(sessions.contains(wanted))
        case (.load(let most), .load(let load)): return Verdict(load <= most)
        case (.pressure, .pressure(let isHigh)): return Verdict(!isHigh)
        case (.freeSpace(let space), .freeSpace(let bytes)): return Verdict(space.bytes <= bytes)
        case (_, .present(let isThere)): return Verdict(isThere)
        case (.lid(let wanted), .lid(let state)): return Verdict(wanted == state)
        case (.powerSaver(let wanted), .powerSaver(let reading)): return Verdict(wanted == reading.isOn)
        case (.temperature(let most), .temperature(let reading)): return Verdict(reading.degrees <= most)
        case (_, .answered(let holds, _)): return Verdict(holds)
        case (_, _): return .unknown
        }
    }

    /// What it comes to where its condition is simulated.
    func verdict(simulated value: SimulatedConditions.Value) -> Verdict {
        switch (self, value) {
        case (.not(let opposite), _): opposite.verdict(simulated: value).flipped
        case (.locked(false), .verdict(let verdict)), (.powerSaver(false), .verdict(let verdict)):
            verdict.flipped
        case (_, .verdict(let verdict)): verdict
        case (.batteryLevel(let least), .number(let number)): Verdict(least <= number)
        case (.load(let most), .number(let number)), (.temperature(let most), .number(let number)):
            Verdict(number <= most)
        case (.idle(let span), .span(let simulated)): Verdict(span <= simulated)
        case (.lid(let wanted), .lid(let state)): Verdict(wanted == state)
        case (_, _): .unknown
        }
    }

    /// What it rests on.
    func subjects(of owner: UserID) -> [Subject] {
        switch self {
        case .not(let opposite): opposite.subjects(of: owner)
        case .externalPower, .batteryLevel, .charging: [.power]
        case .network: [.network, .connection]
        case .interface, .transport, .vpn(nil): [.network]
        case .vpn: [.network, .connection]
        case .unmetered, .ssid: [.network, .connection]
        case .online: [.check(Check(.online, owner: .root))]
        case .reachable(let endpoint): [.check(Check(.reachable(endpoint), owner: owner))]
        case .command(let command): [.check(Check(.command(command), owner: owner))]
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
        }
    }
}

extension Verdict {
    init(_ holds: Bool) { self = holds ? .yes : .no }

    fileprivate var flipped: Verdict {
        switch self {
        case .yes: .no
        case .no: .yes
        case .unknown: .unknown
        }
    }
}
