// What history keeps of a job: what held it back beside its requirements.
import BGRunCalendar

/// A change of what keeps one job back, beside requirements.
package struct HoldChange: Hashable, Sendable {
    package var job: JobID
    package var at: WallTime
    /// Whether its occurrence is due and has no run.
    package var isWaiting: Bool
    /// Names of blockers: `paused`, `resting`, `allowedHours`; in the fixed order.
    package var blockers: [String]

    package init(job: JobID, at: WallTime, isWaiting: Bool, blockers: [String]) {
        self.job = job
        self.at = at
        self.isWaiting = isWaiting
        self.blockers = blockers
    }
}
