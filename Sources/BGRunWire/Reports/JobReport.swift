// One job as `status` shows it to its owner.
import BGRunCalendar
import BGRunJob

/// A job's status on the wire: what of it its owner may see, in words a program of any language reads.
package struct JobReport: WireObject, Hashable {
    package var identifier: JobIdentifier
    package var owner: UserID
    package var title: String?
    package var state: JobState
    /// All that keeps it from starting now, in the fixed order; empty while it runs.
    package var blockers: [BlockerReport]
    /// When the current occurrence is or was due; nil while it waits for an event or a file, or has none.
    package var due: WallTime?
    /// From when on the occurrence counts as overdue while it has no run.
    package var overdueFrom: WallTime?
    /// Counts from 1.
    package var occurrence: Int64
    package var run: JobStatus.Run?
    package var lastRun: JobRecord.LastRun?
    package var lastSkip: JobRecord.LastSkip?
    /// The pause that holds it: its own, or of all jobs of its owner.
    package var pause: PauseReport?
    /// What was said by hand; nil leaves it to the descriptor.
    package var enabled: Bool?
    /// How many runs of this occurrence in a row did not finish.
    package var unfinishedRuns: Int
    /// A newer request waits for the active run to end.
    package var hasSuccessor: Bool
    /// From when on what it only prefers holds it back no more.
    package var relaxesAt: WallTime?
    /// Since when it has not run, where that is long enough to be a warning.
    package var notRunSince: WallTime?
    /// Conditions are played for it instead of what is seen.
    package var isSimulated: Bool
    package var accepted: WallTime
    /// The file of a jobs directory that brought it; nil where it was submitted.
    package var file: String?
    package var descriptor: DescriptorReport

    package init(_ status: JobStatus, at now: Now) {
        identifier = status.id.identifier
        owner = status.id.owner
        title = status.descriptor.title
        state = status.state
        blockers = status.blockers.map(BlockerReport.init)
        due = status.due
        overdueFrom = status.overdueFrom
        occurrence = status.occurrence
        run = status.run
        lastRun = status.lastRun
        lastSkip = status.lastSkip
        pause = PauseReport(of: status, at: now)
        enabled = status.switches.enabled
        unfinishedRuns = status.unfinishedRuns
        hasSuccessor = status.hasSuccessor
        relaxesAt = status.relaxesAt
        notRunSince = status.notRunSince
        isSimulated = status.simulation != nil
        accepted = status.accepted
        switch status.origin {
        case .submission: file = nil
        case .file(let path): file = path
        }
        descriptor = DescriptorReport(status.descriptor)
    }

    package var id: JobID { JobID(owner: owner, identifier: identifier) }

    package init(fields: inout FieldReader) throws(FieldFault) {
        identifier = try fields.required("identifier", .identifier)
        owner = try fields.required("owner", .user)
        title = try fields.optional("title", .string)
        state = try fields.required("state", .choice(JobState.self))
        blockers = try fields.required("blockers", .list(of: .object(BlockerReport.self)))
        due = try fields.optional("due", .date)
        overdueFrom = try fields.optional("overdueFrom", .date)
        occurrence = try fields.required("occurrence", .integer)
        run = try fields.optional("run", .object(JobStatus.Run.self))
        lastRun = try fields.optional("lastRun", .object(JobRecord.LastRun.self))
        lastSkip = try fields.optional("lastSkip", .object(JobRecord.LastSkip.self))
        pause = try fields.optional("pause", .object(PauseReport.self))
        enabled = try fields.optional("enabled", .bool)
        unfinishedRuns = try fields.required("unfinishedRuns", .integer(Int.self))
        hasSuccessor = try fields.required("hasSuccessor", .bool)
        relaxesAt = try fields.optional("relaxesAt", .date)
        notRunSince = try fields.optional("notRunSince", .date)
        isSimulated = try fields.required("simulated", .bool)
        accepted = try fields.required("accepted", .date)
        file = try fields.optional("file", .string)
        descriptor = try fields.required("descriptor", .object(DescriptorReport.self))
    }

    package var fields: [Field] {
        [
            Field("identifier", .identifier, identifier),
            Field("owner", .user, owner),
            Field("title", .string, orNull: title),
            Field("state", .choice(JobState.self), state),
            Field("blockers", .list(of: .object(BlockerReport.self)), blockers),
            Field("due", .date, orNull: due),
            Field("overdueFrom", .date, orNull: overdueFrom),
            Field("occurrence", .integer, occurrence),
            Field("run", .object(JobStatus.Run.self), orNull: run),
            Field("lastRun", .object(JobRecord.LastRun.self), orNull: lastRun),
            Field("lastSkip", .object(JobRecord.LastSkip.self), orNull: lastSkip),
            Field("pause", .object(PauseReport.self), orNull: pause),
            Field("enabled", .bool, orNull: enabled),
            Field("unfinishedRuns", .integer(Int.self), unfinishedRuns),
            Field("hasSuccessor", .bool, hasSuccessor),
            Field("relaxesAt", .date, orNull: relaxesAt),
            Field("notRunSince", .date, orNull: notRunSince),
            Field("simulated", .bool, isSimulated),
            Field("accepted", .date, accepted),
            Field("file", .string, orNull: file),
            Field("descriptor", .object(DescriptorReport.self), descriptor),
        ]
    }
}
