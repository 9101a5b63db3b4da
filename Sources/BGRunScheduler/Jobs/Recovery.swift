// What the store held at start.
import BGRunCalendar
import BGRunJob

/// What the store held at start. Instants of the boot clock are those of this boot: the store has carried older
/// ones over.
package struct Recovery: Hashable, Sendable {
    package var jobs: [JobRecord]
    /// Those that are over, in any order.
    package var ended: [EndedJob]
    package var finishedFiles: [FinishedFile]
    /// The number the next run gets.
    package var nextRun: RunID
    /// The power supplies were seen changing without an event before, or no event of theirs can be heard.
    package var isPowerSilent: Bool
    /// Pauses of all jobs of a scope.
    package var pauses: [PauseScope: Pause]
    /// The machine was started since the store was last written.
    package var isNewBoot: Bool
    /// When an earlier daemon wrote last that has ended without a word; nil where it has said that it leaves.
    package var lastWritten: WallTime?
    /// Whose the numbers of owners are, as far as that is known.
    package var owners: [UserID: String]
    /// What users have permitted.
    package var applications: [PermittedApplication]
    /// The runs that the daemon's program before this one has handed on; nil where that has ended.
    package var continued: [ContinuedRun]?

    package init(
        jobs: [JobRecord] = [], ended: [EndedJob] = [], finishedFiles: [FinishedFile] = [],
        nextRun: RunID = RunID(1),
        isPowerSilent: Bool = false, pauses: [PauseScope: Pause] = [:], isNewBoot: Bool = false,
        lastWritten: WallTime? = nil, owners: [UserID: String] = [:],
        applications: [PermittedApplication] = [],
        continued: [ContinuedRun]? = nil
    ) {
        self.jobs = jobs
        self.ended = ended
        self.finishedFiles = finishedFiles
        self.nextRun = nextRun
        self.isPowerSilent = isPowerSilent
        self.pauses = pauses
        self.isNewBoot = isNewBoot
        self.lastWritten = lastWritten
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
