// What the store held at start.
import BGRunJob

/// What the store held at start. Instants of the boot clock are those of this boot: the store has carried older
/// ones over.
package struct Recovery: Hashable, Sendable {
    package var jobs: [JobRecord]
    package var finishedFiles: [FinishedFile]
    /// The number the next run gets.
    package var nextRun: RunID
    /// The power supplies were seen changing without an event before, or no event of theirs can be heard.
    package var isPowerSilent: Bool
    /// Pauses of all jobs of a scope.
    package var pauses: [PauseScope: Pause]
    /// The machine was started since the store was last written.
    package var isNewBoot: Bool
    /// Whose the numbers of owners are, as far as that is known.
    package var owners: [UserID: String]
    /// What users have permitted.
    package var applications: [PermittedApplication]
    /// The runs that the daemon's program before this one has handed on; nil where that has ended.
    package var continued: [ContinuedRun]?

    package init(
        jobs: [JobRecord] = [], finishedFiles: [FinishedFile] = [], nextRun: RunID = RunID(1),
        isPowerSilent: Bool = false, pauses: [PauseScope: Pause] = [:], isNewBoot: Bool = false,
        owners: [UserID: String] = [:], applications: [PermittedApplication] = [],
        continued: [ContinuedRun]? = nil
    ) {
        self.jobs = jobs
        self.finishedFiles = finishedFiles
        self.nextRun = nextRun
        self.isPowerSilent = isPowerSilent
        self.pauses = pauses
        self.isNewBoot = isNewBoot
        self.owners = owners
        self.applications = applications
        self.continued = continued
    }

    /// The runs that were handed on, with their jobs.
    package var jobsGoingOn: [(run: RunID, job: JobID)] {
        guard let continued else { return [] }
        let runs = Set(continued.map(\.run.id))
        return jobs.compactMap { record in
            record.activeRun.flatMap { runs.contains($0.run) ? ($0.run, record.id) : nil }
        }
    }
}
