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
        switch self {
        case .externalPower: seen.power.map { Judgement($0.verdict, $0.reason) }
        case .batteryLevel(let percent): seen.power.map { Self.judge(level: $0.batteryLevel, percent) }
        case .charging: seen.power.map(Self.judge(charging:))
        case .network: Self.judge(network: seen)
        case .interface(let patterns):
            seen.network.map { Self.judge($0.interfaces, among: patterns, of: $0) }
        case .vpn(let name): seen.network.map { Self.judge(tunnels: $0.tunnels, name) }
        case .unmetered, .ssid: judge(connection: seen)
        case .idle(let span): judge(idle: seen, span, at: now)
        case .not(let opposite): opposite.judge(seen, owner: owner, at: now)?.opposite
        case .reachable, .locked, .load, .pressure, .freeSpace, .pathExists, .mounted, .device, .lid,
            .powerSaver, .temperature, .command:
            subjects(of: owner).first.flatMap { seen.values[$0] }.map { judge($0, owner: owner) }
        }
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
        guard seen.isConnectionAsked else { return Judgement(network.verdict, network.reason) }
        switch seen.values[.connection] {
        case nil: return nil
        case .connection(let connection)? where network.verdict == .yes && connection.isPortal:
            return Judgement(.no, "a captive portal holds back all traffic until somebody logs in to it")
        case _?: return Judgement(network.verdict, network.reason)
        }
    }

    private static func judge(
        _ names: [String], among patterns: [String], of network: NetworkReading
    ) -> Judgement {
        if let name = names.first(where: { name in patterns.contains { TextPattern($0).matches(name) } }) {
            return Judgement(.yes, "default route through \(name)")
        }
        if network.verdict == .unknown { return .unknown(network.reason) }
        return Judgement(.no, names.isEmpty ? network.reason : "the default route leaves through \(names[0])")
    }

    private static func judge(tunnels: [String], _ name: String?) -> Judgement {
        if let name {
            return Judgement(tunnels.contains(name), "\(name) is \(tunnels.contains(name) ? "up" : "not up")")
        }
        return Judgement(!tunnels.isEmpty, tunnels.first.map { "\($0) is up" } ?? "no VPN is up")
    }

    private func judge(connection seen: Observations) -> Judgement? {
        switch seen.values[.connection] {
        case .connection(let reading)?:
            if case .ssid(let names) = self {
                let found = reading.ssids.first { names.contains($0) }
                let others = reading.ssids.first.map { "connected to \"\($0)\"" }
                return Judgement(
                    found != nil,
                    found.map { "connected to \"\($0)\"" } ?? others ?? "connected to no wireless network")
            }
            guard let isMetered = reading.isMetered else {
                return .unknown("NetworkManager does not know whether the network is metered")
            }
            return Judgement(
                !isMetered, isMetered ? "the network is metered" : "the network is not metered")
        case .unknown(let reason)?: return .unknown(reason)
        case nil: return nil
        case _?: return .unknown(Self.contradiction)
        }
    }

    // MARK: - Idle

    private func judge(idle seen: Observations, _ span: Duration, at now: Now) -> Judgement? {
        switch seen.values[.idle] {
        case .idle(.active)?: return Judgement(.no, "the machine is in use, needs \(span.text) without")
        case .idle(.idle(let since))?:
            let end = since.advanced(by: span)
            if end <= now.awake { return Judgement(.yes, "idle for \(span.text) and more") }
            let so = max(.zero, since.duration(to: now.awake)).roundedDown
            return Judgement(.no, "idle \(so) of \(span.text)", changesAt: end)
        case .unknown(let reason)?: return .unknown(reason)
        case nil: return nil
        case _?: return .unknown(Self.contradiction)
        }
    }

    // MARK: - What is one value

    private static let contradiction = "what was observed is something else"

    private func judge(_ seen: Observation, owner: UserID) -> Judgement {
        switch (self, seen) {
        case (_, .unknown(let reason)): return .unknown(reason)
        case (.locked(let wanted), .locks(let locks)): return Self.judge(locks, wanted, owner)
        case (.load(let most), .load(let load)):
            return Judgement(
                load <= most,
                "load \(Self.text(hundredths: load)), needs at most \(Self.text(hundredths: most))")
        case (.pressure(let resource, let percent), .pressure(let isHigh)):
            return Judgement(
                !isHigh,
                "programs wait for \(resource.words) \(isHigh ? "more" : "less") than \(percent) % of the time"
            )
        case (.freeSpace(let space), .freeSpace(let bytes)):
            return Judgement(
                bytes >= space.bytes,
                "\(SizeText.rounded(bytes)) free, needs \(SizeText.rounded(space.bytes))")
        case (.pathExists(let path), .present(let isThere)):
            return Judgement(isThere, "\(path) \(isThere ? "exists" : "does not exist")")
        case (.mounted, .present(let isThere)): return Judgement(isThere, isThere ? "mounted" : "not mounted")
        case (.device, .present(let isThere)):
            return Judgement(isThere, isThere ? "the device is there" : "the device is not there")
        case (.lid(let wanted), .lid(let state)):
            return Judgement(state == wanted, "the lid is \(state.rawValue)")
        case (.powerSaver(let wanted), .powerSaver(let reading)):
            return Judgement(reading.isOn == wanted, "the power profile is \(reading.profile)")
        case (.temperature(let most), .temperature(let reading)):
            return Judgement(
                reading.degrees <= most, "\(reading.zone) \(reading.degrees) °C, needs at most \(most) °C")
        case (.command(let check), .answered(let holds, let reason)):
            return Judgement(holds, "\(check.name) \(reason)")
        case (.reachable(let endpoint), .answered(let holds, let reason)):
            return Judgement(
                holds, holds ? "\(endpoint.text) answers" : "\(endpoint.text) does not answer: \(reason)")
        case (_, _): return .unknown(Self.contradiction)
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

extension Duration {
    /// Whole units of the largest that fits, for progress: "4m".
    fileprivate var roundedDown: String {
        let seconds = wholeMicroseconds / 1_000_000
        if seconds < 60 { return "\(seconds)s" }
        return seconds < 3600 ? "\(seconds / 60)m" : "\(seconds / 3600)h"
    }
}
