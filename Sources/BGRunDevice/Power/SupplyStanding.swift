// What one supply counts as when the machine's power is judged, with the reason in words.

import BGRunJob

/// One supply and how it is scored: rules 1 and 2 of the external-power rule, and the owner's overrides.
struct SupplyStanding: Equatable, Sendable {
    /// What a supply is to the rule.
    enum Role: String, Sendable {
        /// Feeds the machine when it is online.
        case line
        /// Looks like a line supply and does not say whether it is online.
        case silentLine
        /// Feeds the machine when it is online, whatever a battery says: the policy trusts it.
        case trustedLine
        /// A battery of the machine itself.
        case battery
        case ups
        /// What it is can't be read: it might be the battery that decides.
        case unidentified
        case ignored
    }

    let supply: PowerSupply
    let role: Role
    /// In words: "counts as line power: online".
    let explanation: String

    init(_ supply: PowerSupply, supplies policy: Policy.Supplies) {
        self.supply = supply
        var explanation: String
        (role, explanation) = Self.score(supply, policy)
        if role != .ignored, role != .unidentified, !supply.unreadable.isEmpty {
            explanation += "; can't be read: \(supply.unreadable.joined(separator: ", "))"
        }
        self.explanation = explanation
    }

    var isOnline: Bool { supply.isOnline }

    private static func score(_ supply: PowerSupply, _ policy: Policy.Supplies) -> (Role, String) {
        if policy.ignore.contains(supply.name) { return (.ignored, "ignored by the policy") }
        let isTrusted = policy.trust.contains(supply.name)
        if !isTrusted {
            if supply.scope == "Device" {
                return (.ignored, "ignored: it belongs to a peripheral (scope Device)")
            }
            if PeripheralName.matches(supply.name) {
                return (.ignored, "ignored: its name is that of a peripheral's battery")
            }
        }
        switch supply.kind {
        case .battery: return scoreStore(supply, as: .battery, noun: "battery of the machine", isTrusted)
        case .ups: return scoreStore(supply, as: .ups, noun: "UPS", isTrusted)
        case .mains, .other: return scoreLine(supply, isTrusted)
        case nil:
            return supply.isUnidentified
                ? (.unidentified, missingType(supply)) : (.ignored, "ignored: it has no type")
        }
    }

    private static func missingType(_ supply: PowerSupply) -> String {
        if let fault = supply.fault { return "may be a battery: it can't be read: \(fault)" }
        return "may be a battery: its type can't be read"
    }

    /// A battery that is trusted counts whatever its name and scope say; its `online` is still not line power.
    private static func scoreStore(
        _ supply: PowerSupply, as role: Role, noun: String, _ isTrusted: Bool
    ) -> (Role, String) {
        if supply.isPresent == false { return (.ignored, "ignored: nothing sits in its slot (present 0)") }
        let start = "counts as \(noun)" + (isTrusted ? ", trusted by the policy" : "")
        guard let status = supply.status else { return (role, start + "; it has no status") }
        let rest = supply.isAtRest ? ", though nothing flows: not while an adapter is online" : ""
        return (role, "\(start): \(status.rawValue)\(rest)")
    }

    private static func scoreLine(_ supply: PowerSupply, _ isTrusted: Bool) -> (Role, String) {
        guard supply.online != nil else {
            let trusted = isTrusted ? ", though trusted by the policy" : ""
            return (.silentLine, "a line supply that does not say whether it is online" + trusted)
        }
        if isTrusted {
            return (.trustedLine, "counts as line power, trusted by the policy: \(onlineWord(supply))")
        }
        if supply.isPowerSource {
            return (.ignored, "ignored: this port gives power to what is plugged into it")
        }
        return (.line, "counts as line power: \(onlineWord(supply))")
    }

    private static func onlineWord(_ supply: PowerSupply) -> String {
        supply.isOnline ? "online" : "offline"
    }
}
