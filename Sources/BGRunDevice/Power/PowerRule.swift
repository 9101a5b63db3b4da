// The rule that says whether a machine is on external power, from what its supplies say.

import BGRunJob

/// Is this machine on external power?
///
/// Drivers contradict each other, so the witnesses are heard in a fixed order, the most reliable first:
///
/// 1. Supplies of peripherals, empty slots and supplies without a type are dropped. One whose type can't be
///    read counts in rule 6 alone: there it may be the battery that is missing.
/// 2. Line supplies are those with an `online`, except batteries, UPSes and ports that give power.
/// 3. A battery or UPS that discharges: **no**, whatever a line supply claims (chargers get stuck at 1). A battery
///    through which nothing flows does not discharge while a line supply is online.
/// 4. Else a line supply that is online: **yes**.
/// 5. Else a battery that charges: **yes** (adapters get stuck at 0), but **no** where a line supply has just gone
///    offline: the battery may not know of it yet.
/// 6. Else, without a battery: **yes**; but **unknown** where all that is known is a mains adapter at 0, or
///    line supplies that don't say, or a supply can't be read.
/// 7. Else, where batteries are held at their level or full, one at least held: **yes** (a charger that no line supply
///    tells of), unless a line supply has just gone offline.
/// 8. Else a mains adapter at 0: **no** (it is faster than the battery's status when the plug is pulled).
/// 9. Else a battery that is full or does not charge: **yes**, with the same exception as rule 5; anything else
///    **unknown**.
///
/// A line supply that the policy trusts is heard before rule 3 when it is online, and as a mains adapter in
/// rules 6 to 8 when it is not. A battery that it trusts counts, whatever its name and scope.
enum PowerRule {
    /// - Parameter pulled: The line supply that has just gone offline, as readings before this one tell.
    static func judge(
        _ scan: PowerScan, supplies policy: Policy.Supplies, pulled: String? = nil
    ) -> PowerJudgement {
        let standings = scan.standings(by: policy)
        let witnesses = Witnesses(standings, pulled: pulled)
        var reading = witnesses.verdict(isComingUp: scan.isComingUp)
        let isPassing = reading.verdict != Witnesses(standings).verdict(isComingUp: scan.isComingUp).verdict
        reading.isDraining = witnesses.isDraining
        reading.isLasting = !scan.isComingUp && witnesses.areLinesAlone
        reading.batteryLevel = BatteryLevel.percent(
            of: witnesses.levelTellers(isComingUp: scan.isComingUp).map(\.supply))
        switch scan.extent {
        case .whole: break
        case .cutOff(let bound):
            // The supply that decides may be among those that were not read, and so may a battery.
            reading.verdict = .unknown
            reading.isContradicted = false
            reading.isLasting = false
            reading.batteryLevel = nil
            reading.reason = "there are more than \(bound) power supplies, too many to judge"
        case .unreadable(let why):
            reading.verdict = .unknown
            reading.isLasting = false
            reading.reason = "the power supplies can't be read: \(why)"
        }
        return PowerJudgement(
            reading: reading, supplies: standings, isPassing: isPassing && scan.extent == .whole,
            notes: scan.extent == .whole ? notes(policy, of: standings) : [])
    }

    /// A name that no supply has is a typing mistake, or a dock that is not plugged in.
    private static func notes(_ policy: Policy.Supplies, of standings: [SupplyStanding]) -> [String] {
        let names = Set(standings.map(\.supply.name))
        func absent(_ listed: [String], _ verb: String) -> [String] {
            listed.filter { !names.contains($0) }
                .map { "the policy \(verb) \($0), and there is no such supply now" }
        }
        let both = policy.trust.filter { names.contains($0) && policy.ignore.contains($0) }
            .map { "the policy both ignores and trusts \($0): it is ignored" }
        return absent(policy.ignore, "ignores") + absent(policy.trust, "trusts") + both
    }
}
