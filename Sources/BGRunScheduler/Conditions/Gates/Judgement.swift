// The pure predicates: from what was observed to whether a requirement holds, and why.
import BGRunCalendar
import BGRunJob

/// Whether a requirement holds, with what was seen.
struct Judgement: Hashable {
    var verdict: Verdict
    /// In plain words, with progress: "battery 43 %, needs 60 %".
    var reason: String
    /// When it becomes the other by time alone.
    var changesAt: AwakeTime?

    init(_ verdict: Verdict, _ reason: String, changesAt: AwakeTime? = nil) {
        self.verdict = verdict
        self.reason = reason
        self.changesAt = changesAt
    }

    static func unknown(_ reason: String) -> Judgement { Judgement(.unknown, reason) }

    init(_ holds: Bool, _ reason: String, changesAt: AwakeTime? = nil) {
        self.init(holds ? .yes : .no, reason, changesAt: changesAt)
    }

    var opposite: Judgement { Judgement(verdict.opposite, reason, changesAt: changesAt) }
}

extension Requirement {
    /// Whether it holds; nil while what it rests on was not observed.
    func judge(_ seen: Observations, owner: UserID, at now: Now) -> Judgement? {
        seen.record(of: self, owner) ?? judge(observed: seen, owner: owner, at: now)
    }

    private func judge(observed seen: Observations, owner: UserID, at now: Now) -> Judgement? {
        switch self {
        case .not(let opposite): opposite.judge(seen, owner: owner, at: now)?.opposite
        case .externalPower: seen.power.map { Judgement($0.verdict, $0.reason) }
        case .batteryLevel(let percent): seen.power.map { Self.judge(level: $0.batteryLevel, percent) }
        case .charging: seen.power.map(Self.judge(charging:))
        case .network: Self.judge(network: seen)
        case .interface(let patterns):
            seen.network.map { Self.judge($0.interfaces, among: patterns, of: $0) }
        case .transport(let kinds): seen.network.map { Self.judge($0, among: kinds) }
        case .vpn(nil): seen.network.map(Self.judge(vpn:))
        case .vpn(let name?): Self.judge(vpn: name, seen)
        case .unmetered: Self.judge(uplinks: seen, Self.judge(metered:of:))
        case .ssid(let names): Self.judge(uplinks: seen) { Self.judge($0, of: $1, among: names) }
        case .online where !seen.hasOnlineCheck: .unknown(OnlineCheck.absence)
        case .online:
            judge(seen, owner, \.answer) { holds, reason in
                Judgement(
                    holds,
                    holds ? "the connectivity check succeeded" : "the connectivity check failed: \(reason)")
            }
        case .reachable(let endpoint):
            judge(seen, owner, \.answer) { holds, reason in
                let answer = holds ? "answers" : "does not answer: \(reason)"
                return Judgement(holds, "\(endpoint.text) \(answer)")
            }
        case .idle(let span): judge(seen, owner, \.idle) { Self.judge($0, span, at: now) }
        case .locked(let wanted): judge(seen, owner, \.locks) { Self.judge($0, wanted, owner) }
        case .load(let most):
            judge(seen, owner, \.load) { load in
                let (now, wanted) = (Self.text(hundredths: load), Self.text(hundredths: most))
                return Judgement(load <= most, "load \(now), needs at most \(wanted)")
            }
        case .pressure(let resource, let percent):
            judge(seen, owner, \.isHigh) { isHigh in
                let how = "\(isHigh ? "more" : "less") than \(percent) % of the time"
                return Judgement(!isHigh, "programs wait for \(resource.words) \(how)")
            }
        case .freeSpace(let space):
            judge(seen, owner, \.freeSpace) { bytes in
                Judgement(
                    bytes >= space.bytes,
                    "\(SizeText.rounded(bytes)) free, needs \(SizeText.rounded(space.bytes))")
            }
        case .pathExists(let path):
            judge(seen, owner, \.isPresent) { Judgement($0, "\(path) \($0 ? "exists" : "does not exist")") }
        case .mounted: judge(seen, owner, \.isPresent) { Judgement($0, $0 ? "mounted" : "not mounted") }
        case .device:
            judge(seen, owner, \.isPresent) { Judgement($0, "the device is \($0 ? "there" : "not there")") }
        case .lid(let wanted):
            judge(seen, owner, \.lid) { Judgement($0 == wanted, "the lid is \($0.rawValue)") }
        case .powerSaver(let wanted):
            judge(seen, owner, \.powerSaver) {
                Judgement($0.isOn == wanted, "the power profile is \($0.profile)")
            }
        case .temperature(let most):
            judge(seen, owner, \.temperature) {
                Judgement($0.degrees <= most, "\($0.zone) \($0.degrees) °C, needs at most \(most) °C")
            }
        case .command(let check):
            judge(seen, owner, \.answer) { holds, reason in Judgement(holds, "\(check.name) \(reason)") }
        }
    }

    /// What a predicate makes of the one value that it rests on; nil while that was not observed.
    private func judge<Value>(
        _ seen: Observations, _ owner: UserID, _ part: (Observation) -> Value?,
        _ predicate: (Value) -> Judgement
    ) -> Judgement? {
        guard let observation = subjects(of: owner).first.flatMap({ seen.values[$0] }) else { return nil }
        if let reason = observation.whyUnknown { return .unknown(reason) }
        return part(observation).map(predicate) ?? .unknown("what was observed is something else")
    }

    // MARK: - Power

    private static func judge(level: Int?, _ percent: Int) -> Judgement {
        guard let level else { return .unknown("no battery of this machine tells its level") }
        return Judgement(level >= percent, "battery \(level) %, needs \(percent) %")
    }

    private static func judge(charging reading: PowerReading) -> Judgement {
        guard reading.verdict == .yes else { return Judgement(reading.verdict, reading.reason) }
        return reading.isDraining
            ? Judgement(.no, "plugged in, and the battery drains") : Judgement(.yes, reading.reason)
    }

    // MARK: - Network

    private static func judge(network seen: Observations) -> Judgement? {
        guard let network = seen.network else { return nil }
        if seen.isConnectionAsked {
            guard let connection = seen.values[.connection] else { return nil }
            if case .connection(let reading) = connection, reading.isPortal, network.verdict == .yes {
                return Judgement(.no, ConnectionReading.portal)
            }
        }
        return Judgement(network.verdict, network.reason)
    }

    private static func judge(
        _ names: [String], among patterns: [String], of network: NetworkReading
    ) -> Judgement {
        if let name = names.first(where: { name in patterns.contains { TextPattern($0).matches(name) } }) {
            return Judgement(.yes, "internet through \(name)")
        }
        if network.verdict == .unknown { return .unknown(network.reason) }
        return Judgement(
            .no, names.isEmpty ? network.reason : "internet through \(names.joined(separator: " and "))")
    }

    private static func judge(_ network: NetworkReading, among kinds: [Transport]) -> Judgement {
        func words(_ card: NetworkReading.Card, _ transport: Transport) -> String {
            "\(card.name), which is \(transport.words)"
        }
        if network.verdict == .unknown { return .unknown(network.reason) }
        guard !network.cards.isEmpty else { return Judgement(.no, network.reason) }
        let found = network.cards.first { $0.transport.map(kinds.contains) ?? false }
        if let found, let transport = found.transport {
            return Judgement(.yes, "internet through \(words(found, transport))")
        }
        if let card = network.cards.first(where: { $0.transport == nil }) {
            return .unknown("nobody can tell what kind of interface \(card.name) is")
        }
        let used = network.cards.compactMap { card in card.transport.map { words(card, $0) } }
        // True of the opposite as well, which holds then.
        return Judgement(
            .no,
            "internet through \(used.joined(separator: ", and ")), "
                + "not \(kinds.map(\.words).joined(separator: " or "))")
    }

    private static func judge(vpn network: NetworkReading) -> Judgement {
        if network.verdict == .unknown { return .unknown(network.reason) }
        if let vpn = network.vpn { return Judgement(.yes, "everything leaves through \(vpn)") }
        guard let tunnel = network.tunnels.first else { return Judgement(.no, "no VPN is up") }
        return Judgement(
            .no,
            network.verdict == .yes
                ? "\(tunnel) is up, but not everything leaves through it" : network.reason)
    }

    /// By its interface, or by the name that NetworkManager has for the connection: where that is not there, no connection
    /// has one.
    private static func judge(vpn name: String, _ seen: Observations) -> Judgement? {
        guard let network = seen.network else { return nil }
        if network.tunnels.contains(name) { return Judgement(.yes, "\(name) is up") }
        guard let connection = seen.values[.connection] else { return nil }
        if connection.connection?.vpns.contains(name) ?? false {
            return Judgement(.yes, "\(name) is connected")
        }
        if case .unknown(let reason) = connection { return .unknown(reason) }
        return network.verdict == .unknown ? .unknown(network.reason) : Judgement(.no, "no VPN \(name) is up")
    }

    /// What a predicate makes of what NetworkManager says of the links that leave the machine; nil while either was not
    /// observed.
    private static func judge(
        uplinks seen: Observations, _ predicate: ([String], ConnectionReading) -> Judgement
    ) -> Judgement? {
        guard let network = seen.network, let connection = seen.values[.connection] else { return nil }
        guard !network.uplinks.isEmpty else {
            return network.verdict == .unknown ? .unknown(network.reason) : Judgement(.no, network.reason)
        }
        if let reason = connection.whyUnknown { return .unknown(reason) }
        return connection.connection.map { predicate(network.uplinks, $0) }
            ?? .unknown("what was observed is something else")
    }

    /// The worst of them counts: which of several carries the traffic may not be known.
    private static func judge(metered uplinks: [String], of reading: ConnectionReading) -> Judgement {
        let isMetered = uplinks.map { reading.interfaces[$0]?.isMetered }
        if let index = isMetered.firstIndex(of: true) {
            return Judgement(.no, "\(uplinks[index]) is metered")
        }
        if let index = isMetered.firstIndex(of: nil) {
            return .unknown("NetworkManager does not know whether \(uplinks[index]) is metered")
        }
        return Judgement(
            .yes, "\(uplinks.joined(separator: " and ")) \(uplinks.count == 1 ? "is" : "are") not metered")
    }

    private static func judge(
        _ uplinks: [String], of reading: ConnectionReading, among names: [String]
    ) -> Judgement {
        let joined = uplinks.compactMap { reading.interfaces[$0]?.ssid }
        let found = joined.first { names.contains($0) }
        if let name = found ?? joined.first { return Judgement(found != nil, "connected to \"\(name)\"") }
        let through = "internet through \(uplinks.joined(separator: " or "))"
        return Judgement(.no, "\(through), in no wireless network")
    }

    // MARK: - People

    private static func judge(_ reading: IdleReading, _ span: Duration, at now: Now) -> Judgement {
        switch reading {
        case .active: return Judgement(.no, "the machine is in use, needs \(span.text) without")
        case .idle(let since):
            let end = since.advanced(by: span)
            if end <= now.awake { return Judgement(.yes, "idle for \(span.text) and more") }
            let so = max(.zero, since.duration(to: now.awake)).roundedDown
            return Judgement(.no, "idle \(so) of \(span.text)", changesAt: end)
        }
    }

    private static func judge(_ locks: LockReading, _ wanted: Bool, _ owner: UserID) -> Judgement {
        let sessions = owner == .root ? Array(locks.users.values) : locks.users[owner].map { [$0] } ?? []
        guard !sessions.isEmpty else {
            return Judgement(.no, owner == .root ? "nobody is logged in" : "its owner is not logged in")
        }
        return Judgement(
            sessions.contains(wanted),
            sessions.contains(true) ? "the session is locked" : "the session is not locked")
    }
}

/// What a predicate reads; nil of what was seen of another subject.
extension Observation {
    var connection: ConnectionReading? { if case .connection(let it) = self { it } else { nil } }
    fileprivate var idle: IdleReading? { if case .idle(let it) = self { it } else { nil } }
    fileprivate var locks: LockReading? { if case .locks(let it) = self { it } else { nil } }
    fileprivate var lid: LidState? { if case .lid(let it) = self { it } else { nil } }
    fileprivate var powerSaver: PowerSaverReading? { if case .powerSaver(let it) = self { it } else { nil } }
    fileprivate var isHigh: Bool? { if case .pressure(let it) = self { it } else { nil } }
    fileprivate var load: Int? { if case .load(let it) = self { it } else { nil } }
    fileprivate var temperature: TemperatureReading? {
        if case .temperature(let it) = self { it } else { nil }
    }
    fileprivate var freeSpace: Int? { if case .freeSpace(let it) = self { it } else { nil } }
    fileprivate var isPresent: Bool? { if case .present(let it) = self { it } else { nil } }
    fileprivate var answer: (holds: Bool, reason: String)? {
        if case .answered(let holds, let reason) = self { (holds, reason) } else { nil }
    }
}

extension Duration {
    /// Whole units of the largest that fits, for progress: "4m".
    fileprivate var roundedDown: String {
        let seconds = wholeMicroseconds / 1_000_000
        if seconds < 60 { return "\(seconds)s" }
        return seconds < 3600 ? "\(seconds / 60)m" : "\(seconds / 3600)h"
    }
}
