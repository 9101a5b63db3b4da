// The answer to "is this machine on external power?", with all that led to it.

import BGRunJob

/// The verdict, the level, and each supply with its score: all that ``explanation`` tells.
package struct PowerJudgement: Equatable, Sendable {
    package let reading: PowerReading
    /// Sorted by the supply's name; a supply that is ignored is listed too.
    let supplies: [SupplyStanding]
    /// The verdict is no only because a line supply has just gone offline, and has to be made anew soon.
    var isPassing = false

    /// What of the policy had no effect, in words.
    var notes: [String] = []
}

extension PowerJudgement {
    /// The same in plain words, for people.
    package var explanation: PowerExplanation {
        PowerExplanation(
            externalPower: reading.verdict, batteryLevel: reading.batteryLevel, why: reading.reason,
            supplies: supplies.map { standing in
                PowerExplanation.Supply(
                    name: standing.supply.name, type: standing.supply.kind?.text,
                    online: standing.supply.online.map { Int64($0) },
                    status: standing.supply.status?.rawValue,
                    capacity: standing.supply.capacity.map { Int64($0) }, role: standing.role.rawValue,
                    why: standing.explanation)
            }, notes: notes)
    }
}
