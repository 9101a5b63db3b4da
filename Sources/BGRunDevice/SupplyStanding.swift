// What one supply counts as when the machine's power is judged, with the reason in words.

import BGRunJob

/// One supply and how it is scored: rules 1 and 2 of the external-power rule, and the owner's overrides.
package struct SupplyStanding: Equatable, Sendable {
    /// What a supply is to the rule.
    package enum Role: String, Sendable {
        /// Feeds the machine when it is online.
        case line
        /// Looks like a line supply and does not say whether it is online.
        case silentLine
        /// Feeds the machine when it is online, whatever a battery says: the policy trusts it.
        case trustedLine
        /// A battery of the machine itself.
        case battery
        case ups
        case ignored
    }

    package let supply: PowerSupply
    package let role: Role
    /// In words: "counts as line power: online".
    package let explanation: String

    package init(_ supply: PowerSupply, supplies policy: Policy.Supplies) {
        self.supply = supply
        (role, explanation) = Self.score(supply, policy)
    }

    var isOnline: Bool { supply.isOnline }

    private static func score(_ supply: PowerSupply, _ policy: Policy.Supplies) -> (Role, String) {
        if policy.ignore.contains(supply.name) { return (.ignored, "ignored: the policy says so") }
        if policy.trust.contains(supply.name) {
            guard supply.online != nil else {
                return (.ignored, "ignored: trusted by the policy, but it does not say whether it is online")
            }
            return (.trustedLine, "counts as line power, trusted by the policy: \(onlineWord(supply))")
        }
        if supply.scope == "Device" {
            return (.ignored, "ignored: it belongs to a peripheral (scope Device)")
        }
        if PeripheralName.matches(supply.name) {
            return (.ignored, "ignored: its name is that of a peripheral's battery")
        }
        guard let kind = supply.kind else { return (.ignored, "ignored: it has no type") }
        switch kind {
        case .battery: return scoreStore(supply, as: .battery, noun: "battery of the machine")
        case .ups: return scoreStore(supply, as: .ups, noun: "UPS")
        case .mains, .other: return scoreLine(supply)
        }
    }

    private static func scoreStore(_ supply: PowerSupply, as role: Role, noun: String) -> (Role, String) {
        if supply.isPresent == false { return (.ignored, "ignored: nothing sits in its slot (present 0)") }
        guard let status = supply.status else { return (role, "counts as \(noun); it has no status") }
        return (role, "counts as \(noun): \(status.rawValue)")
    }

    private static func scoreLine(_ supply: PowerSupply) -> (Role, String) {
        if supply.isPowerSource {
            return (.ignored, "ignored: this port gives power to what is plugged into it")
        }
        guard supply.online != nil else {
            return (.silentLine, "a line supply that does not say whether it is online")
        }
        return (.line, "counts as line power: \(onlineWord(supply))")
    }

    private static func onlineWord(_ supply: PowerSupply) -> String {
        supply.isOnline ? "online" : "offline"
    }
}
