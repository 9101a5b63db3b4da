// The supplies that count, heard in the order of their reliability.

import BGRunCalendar
import BGRunJob

/// The supplies that count, by what they can testify.
struct Witnesses {
    let trusted: [SupplyStanding]
    let lines: [SupplyStanding]
    let silentLines: [SupplyStanding]
    let batteries: [SupplyStanding]
    let upses: [SupplyStanding]
    let unidentified: [SupplyStanding]
    /// Those whose status is heard: batteries and UPSes. Where no battery has a status at all (some phones'
    /// gauges), the status of a charger chip, which is the battery's as the chip sees it, takes its place.
    let stores: [SupplyStanding]
    /// The line supply that has just gone offline: a store may not know of it yet.
    let pulled: String?

    init(_ standings: [SupplyStanding], pulled: String? = nil) {
        self.pulled = pulled
        trusted = standings.filter { $0.role == .trustedLine }
        lines = standings.filter { $0.role == .line }
        silentLines = standings.filter { $0.role == .silentLine }
        batteries = standings.filter { $0.role == .battery }
        unidentified = standings.filter { $0.role == .unidentified }
        upses = standings.filter { $0.role == .ups }
        let batteriesAreMute = !batteries.isEmpty && batteries.allSatisfy { $0.supply.status == nil }
        stores = batteries + upses + (batteriesAreMute ? lines : [])
    }

    /// A battery or UPS says that it gives power, whatever the verdict makes of that.
    var isDraining: Bool { stores.contains(where: isDraining) }

    private func isDraining(_ store: SupplyStanding) -> Bool {
        store.says(.discharging) && !(store.supply.isAtRest && (lines + trusted).contains(where: \.isOnline))
    }

    /// Whether nothing that is known, or that may be, gives power in the place of a plug.
    var areLinesAlone: Bool { batteries.isEmpty && upses.isEmpty && trusted.isEmpty && unidentified.isEmpty }

    /// Whose level is the machine's. A UPS speaks for a machine without a battery, and for that none may be missing.
    func levelTellers(isComingUp: Bool) -> [SupplyStanding] {
        if !batteries.isEmpty { return batteries }
        return unidentified.isEmpty && !isComingUp ? upses : []
    }

    func verdict(isComingUp: Bool) -> PowerReading {
        if let supply = trusted.first(where: \.isOnline) {
            return PowerReading(verdict: .yes, reason: "\(supply.name) is online, and the policy trusts it")
        }
        if let store = stores.first(where: isDraining) { return discharging(store) }
        if let line = lines.first(where: \.isOnline) {
            return PowerReading(verdict: .yes, reason: "\(line.name) is online")
        }
        if let store = stores.first(where: { $0.says(.charging) }) {
            return fed("\(store.name) is charging")
        }
        return batteries.isEmpty ? withoutBattery(isComingUp: isComingUp) : withIdleBattery()
    }

    /// Rule 3.
    private func discharging(_ store: SupplyStanding) -> PowerReading {
        guard let line = lines.first(where: \.isOnline) else {
            return PowerReading(verdict: .no, reason: "\(store.name) is discharging")
        }
        return PowerReading(
            verdict: .no, reason: "\(store.name) is discharging although \(line.name) says it is online",
            isContradicted: true)
    }

    /// Rules 5, 7 and 9: a store's word for a yes. It may be of before the plug was pulled.
    private func fed(_ word: String) -> PowerReading {
        guard let pulled else { return PowerReading(verdict: .yes, reason: word) }
        return PowerReading(
            verdict: .no,
            reason:
                "\(pulled) has just gone offline; that \(word) is not believed for up to \(PlugMemory.span.text)"
        )
    }

    /// Rule 6.
    private func withoutBattery(isComingUp: Bool) -> PowerReading {
        if let supply = trusted.first {
            return PowerReading(verdict: .no, reason: "\(supply.name) is offline, and the policy trusts it")
        }
        if isComingUp {
            return PowerReading(
                verdict: .unknown,
                reason: "this is a laptop that has just booted, and no battery has shown up yet")
        }
        if let supply = unidentified.first {
            return PowerReading(
                verdict: .unknown, reason: "\(supply.name) can't be read, and may be a battery")
        }
        if let mains = lines.first(where: { $0.supply.kind == .mains }) {
            return PowerReading(
                verdict: .unknown, reason: "\(mains.name) is offline, and there is no battery to confirm it")
        }
        if lines.isEmpty, let line = silentLines.first {
            return PowerReading(verdict: .unknown, reason: "\(line.name) does not say whether it is online")
        }
        let reason =
            lines.isEmpty && stores.isEmpty
            ? "this machine has no power supply that counts, so it can't be on battery"
            : "this machine has no battery"
        return PowerReading(verdict: .yes, reason: reason)
    }

    /// Rules 7 to 9: there is a battery, and none charges or discharges.
    private func withIdleBattery() -> PowerReading {
        if let off = trusted.first { return offline(off) }
        let full = stores.first { $0.says(.full) }
        let held = stores.first { $0.says(.notCharging) }
        if let held, pulled == nil, stores.allSatisfy({ $0.says(.notCharging) || $0.says(.full) }) {
            return fed(Self.word(of: held))
        }
        if let off = lines.first(where: { $0.supply.kind == .mains }) { return offline(off, beside: full) }
        if let full { return fed("\(full.name) is full") }
        if let held { return fed(Self.word(of: held)) }
        let names = batteries.map(\.name).joined(separator: ", ")
        return PowerReading(
            verdict: .unknown, reason: "no supply is online, and \(names) doesn't say what it does")
    }

    private static func word(of store: SupplyStanding) -> String {
        "\(store.name) neither charges nor discharges"
    }

    /// - Parameter full: A battery that may be fed by a charger which no line supply tells of, or be late.
    private func offline(_ line: SupplyStanding, beside full: SupplyStanding? = nil) -> PowerReading {
        guard let full, pulled == nil else {
            return PowerReading(verdict: .no, reason: "\(line.name) is offline")
        }
        return PowerReading(
            verdict: .no,
            reason:
                "\(line.name) is offline, though \(full.name) is full (if the charger is plugged in, have the policy's \"supplies\" ignore \(line.name))"
        )
    }
}

extension SupplyStanding {
    fileprivate var name: String { supply.name }
    fileprivate func says(_ status: PowerSupply.Status) -> Bool { supply.status == status }
}
