// The rule that says whether a machine is on external power, from what its supplies say.

import BGRunJob

/// Is this machine on external power?
///
/// Drivers contradict each other, so the witnesses are heard in a fixed order, the most reliable first:
///
/// 1. Supplies of peripherals, empty slots and supplies without a type are dropped.
/// 2. Line supplies are those with an `online`, except batteries, UPSes and ports that give power.
/// 3. A battery or UPS that discharges: **no**, whatever a line supply claims (chargers get stuck at 1).
/// 4. Else a line supply that is online: **yes**.
/// 5. Else a battery that charges: **yes** (adapters get stuck at 0).
/// 6. Else, without a battery: **yes**; but **unknown** where all that is known is a mains adapter at 0, or
///    line supplies that don't say.
/// 7. Else a mains adapter at 0: **no** (it is faster than the battery's status when the plug is pulled).
/// 8. Else a battery that is full or does not charge: **yes**; anything else **unknown**.
///
/// A supply that the policy trusts is heard before rule 3 when it is online, and as a mains adapter in rules 6
/// and 7 when it is not.
package enum PowerRule {
    package static func judge(_ scan: PowerScan, supplies policy: Policy.Supplies) -> PowerJudgement {
        let standings = scan.supplies.map { SupplyStanding($0, supplies: policy) }
        let witnesses = Witnesses(standings)
        var reading = witnesses.verdict(isComingUp: scan.isComingUp)
        reading.isDraining = witnesses.isDraining
        reading.batteryLevel = BatteryLevel.percent(
            of: standings.filter { $0.role == .battery }.map(\.supply))
        switch scan.extent {
        case .whole: break
        case .cutOff(let bound):
            // The supply that decides may be among those that were not read, and so may a battery.
            reading.verdict = .unknown
            reading.isContradicted = false
            reading.batteryLevel = nil
            reading.reason = "there are more than \(bound) power supplies, too many to judge"
        case .unreadable(let why):
            reading.verdict = .unknown
            reading.reason = "the power supplies can't be read: \(why)"
        }
        return PowerJudgement(reading: reading, supplies: standings)
    }
}
