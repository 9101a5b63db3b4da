// What was on disk when the store was opened.
import BGRunJob

/// The stored values, as they were when the last transaction ended.
package struct Recovered: Hashable, Sendable {
    /// In the order in which they were accepted first. Boot-clock instants are those of this boot.
    package var jobs: [JobRecord] = []
    package var finishedFiles: [FinishedFile] = []
    /// The number the next run gets; no run has had it.
    package var nextRun = RunID(1)
    /// Pauses of all jobs of a scope. Boot-clock instants are those of this boot.
    package var pauses: [PauseScope: Pause] = [:]
    /// The last write was made in another boot. False too where no boot is recorded, as in a new database.
    package var isNewBoot = false
    package var isPowerSilent = false
}
