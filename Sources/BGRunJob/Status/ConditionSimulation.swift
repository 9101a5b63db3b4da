// Conditions that are simulated for a while, for some jobs.
import BGRunCalendar

/// What is simulated now, as `status` shows it.
package struct ConditionSimulation: Hashable, Sendable {
    package var conditions: SimulatedConditions
    /// Whose jobs it concerns; nil for everybody's.
    package var owner: UserID?
    /// The one job that it concerns; nil for all of them.
    package var job: JobID?
    package var until: WallTime

    package init(conditions: SimulatedConditions, owner: UserID?, job: JobID?, until: WallTime) {
        self.conditions = conditions
        self.owner = owner
        self.job = job
        self.until = until
    }
}
