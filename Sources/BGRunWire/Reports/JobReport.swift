// One job as `status` shows it to its owner.
import BGRunCalendar
import BGRunJob

/// A job's status on the wire: what of it its owner may see, in words a program of any language reads.
package struct JobReport: WireObject, Hashable {
    package var id: JobID
    package var title: String?
    package var state: JobState
    package var blockers: [BlockerReport]
    package var due: WallTime?
    package var dueBy: WallTime?
    package var excepted: WallTime?
    package var overdueFrom: WallTime?
    package var occurrence: Int64
    package var run: JobStatus.Run?
    package var lastRun: JobRecord.LastRun?
    package var lastSkip: Skip?
    package var recent: [RecentEnds.End]
    package var pause: PauseReport?
    package var enabled: Bool?
    package var hasSuccessor: Bool
    package var relaxesAt: WallTime?
    package var health: JobHealth
    package var generation: Int
    package var fingerprint: String?
    package var notes: String?
    package var isSimulated: Bool
    package var isOutline: Bool
    package var accepted: WallTime
    package var file: String?
    package var dropIns: [String]
    package var defaults: [String]
    package var descriptor: DescriptorReport

    package static let wire = WireTable<JobReport>(
        named: "Job", about: "A job.",
        .keys(JobID.wire, \.id),
        .key("title", .optional(.string), \.title),
        .key("state", .named, \.state),
        .key(
            "blockers", .list(.object), \.blockers,
            "all that keeps it from starting now, in a fixed order; empty while it runs"),
        .key(
            "due", .optional(.date), \.due,
            """
            when its current occurrence is or was due; null while it waits for an event or a file, or does not come \
            up again
            """),
        .key(
            "dueBy", .optional(.date), \.dueBy,
            "until when it may come up, where its accuracy lets it be later than due"),
        .key(
            "excepted", .optional(.date), \.excepted,
            "the first instant before due at which it does not come, since its schedule leaves that day out"),
        .key(
            "overdueFrom", .optional(.date), \.overdueFrom, "from then on it is overdue while it has no run"),
        .key("occurrence", .integer, \.occurrence, "counts from 1"),
        .key("run", .optional(.object), \.run),
        .key("lastRun", .optional(.object), \.lastRun),
        .key("lastSkip", .optional(.object), \.lastSkip),
        .key(
            "recent", .list(.named), \.recent,
            "how its last ten runs ended, the oldest first, with what was skipped among them"),
        .key(
            "pause", .optional(.object), \.pause,
            "the one that holds it, its own or that of all jobs of its owner"),
        .key(
            "enabled", .optional(.bool), \.enabled,
            "what Enable or Disable said; null where the descriptor decides"),
        .key("hasSuccessor", .bool, \.hasSuccessor, "a newer request waits for the active run to end"),
        .key(
            "relaxesAt", .optional(.date), \.relaxesAt,
            "from then on it waits no more for what it only prefers"),
        .keys(JobHealth.wire, \.health),
        .key("generation", .integer, \.generation, "counts the descriptors that it has had, from 1"),
        .key(
            "fingerprint", .optional(.string), \.fingerprint,
            "tells its descriptor from others, as `bgrun lint --json` has it; there where one job was asked for"
        ),
        .key(
            "notes", .optional(.string), \.notes,
            "what whoever looks after it should know; there where one job was asked for"),
        .key("simulated", .bool, \.isSimulated, "conditions are simulated for it"),
        .key(
            "outline", .bool, \.isOutline,
            "it is root's, and shown to an administrator: of its descriptor identifier, title, kind and dates, all else empty"
        ),
        .key("accepted", .date, \.accepted),
        .key("file", .optional(.string), \.file, "the file of a jobs directory that brought it"),
        .key("dropIns", .list(.string), \.dropIns, "the files beside it that have changed the descriptor"),
        .key(
            "defaults", .list(.string), \.defaults,
            "the keys of the descriptor that the policy's defaults have given"),
        .key("descriptor", .object, \.descriptor),
        make: JobReport.init)
}

extension JobReport {
    /// - Parameter isOnly: It was asked for alone.
    package init(_ status: JobStatus, at now: Now, isOnly: Bool = false) {
        self.init(
            id: status.id, title: status.descriptor.title, state: status.state,
            blockers: status.blockers.map(BlockerReport.init), due: status.due,
            dueBy: status.dueBy, excepted: status.excepted, overdueFrom: status.overdueFrom,
            occurrence: status.occurrence, run: status.run, lastRun: status.lastRun,
            lastSkip: status.lastSkip, recent: status.recent.ends,
            pause: PauseReport(of: status, at: now), enabled: status.switches.enabled,
            hasSuccessor: status.hasSuccessor,
            relaxesAt: status.relaxesAt, health: status.health, generation: status.generation,
            fingerprint: isOnly ? status.descriptor.fingerprintText : nil,
            notes: isOnly ? status.descriptor.notes : nil,
            isSimulated: status.simulation != nil, isOutline: false,
            accepted: status.accepted, file: status.origin.path,
            dropIns: status.descriptor.origins.dropIns,
            defaults: status.descriptor.origins.policyKeys,
            descriptor: DescriptorReport(status.descriptor))
    }

    package var identifier: JobIdentifier { id.identifier }
    package var owner: UserID { id.owner }
}
