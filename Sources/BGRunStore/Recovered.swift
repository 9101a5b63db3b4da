// What was on disk when the store was opened.
import BGRunJob

/// The stored values, as they were when the last transaction ended.
package struct Recovered: Hashable, Sendable {
    /// In the order in which they were accepted first. Boot-clock instants are those of this boot.
    package var jobs: [JobRecord] = []
    package var finishedFiles: [FinishedFile] = []
    /// The number the next run gets; no run has had it.
    package var nextRun = RunID(1)
    /// False where the machine was booted since the last write.
    package var isSameBoot = true
    package var isPowerSilent = false
}
