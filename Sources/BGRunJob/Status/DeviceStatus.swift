// The device as people are shown it.
import BGRunCalendar

/// The device as the scheduler sees it.
package struct DeviceStatus: Hashable, Sendable {
    /// One requirement that is observed: what was read last, since when, and from when on it counts.
    package struct Condition: Hashable, Sendable {
        /// Never an opposite.
        package var requirement: Requirement
        /// Whose it is, where each user has their own answer.
        package var owner: UserID?
        package var verdict: Verdict
        package var reason: String
        /// When the verdict last changed; nil before the first reading.
        package var since: WallTime?
        /// Set while it holds and does not count yet.
        package var settlesAt: WallTime?

        package init(
            requirement: Requirement, owner: UserID? = nil, verdict: Verdict, reason: String,
            since: WallTime?, settlesAt: WallTime?
        ) {
            self.requirement = requirement
            self.owner = owner
            self.verdict = verdict
            self.reason = reason
            self.since = since
            self.settlesAt = settlesAt
        }
    }

    /// `externalPower`, `network`, and what else jobs ask for, in the order of ``Requirement/Kind``.
    package var conditions: [Condition]
    package var batteryLevel: Int?
    /// The supplies of this machine change without an event, as was seen or as the policy says.
    package var isPowerSilent: Bool
    /// What is simulated now instead of what is seen.
    package var simulations: [ConditionSimulation]

    package init(
        conditions: [Condition], batteryLevel: Int?, isPowerSilent: Bool,
        simulations: [ConditionSimulation] = []
    ) {
        self.conditions = conditions
        self.batteryLevel = batteryLevel
        self.isPowerSilent = isPowerSilent
        self.simulations = simulations
    }

    package func verdict(of requirement: Requirement) -> Verdict {
        conditions.first { $0.requirement == requirement }?.verdict ?? .unknown
    }
}
