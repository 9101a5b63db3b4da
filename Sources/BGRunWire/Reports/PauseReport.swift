// The pause of a job as `status` shows it.
import BGRunCalendar
import BGRunJob

/// Since when nothing of a job starts, and until when.
package struct PauseReport: WireObject, Hashable {
    package var since: WallTime
    /// When it ends by itself; nil means not at all.
    package var until: WallTime?
    package var by: UserID?
    package var note: String?
    /// It holds all jobs of its owner, or everybody's.
    package var isOfAll: Bool

    package init(
        since: WallTime, until: WallTime? = nil, by: UserID? = nil, note: String? = nil, isOfAll: Bool = false
    ) {
        self.since = since
        self.until = until
        self.by = by
        self.note = note
        self.isOfAll = isOfAll
    }

    /// The pause that holds a job, or will once its run has ended: of all of its owner's jobs, or its own.
    init?(of status: JobStatus, at now: Now) {
        guard let pause = status.pause else { return nil }
        self.init(
            since: pause.since, until: pause.end?.wall(at: now), by: pause.by, note: pause.note,
            isOfAll: pause != status.switches.pause)
    }

    package static let wire = WireTable<PauseReport>(
        named: "ActivePause", about: "Nothing starts.",
        .key("since", .date, \.since),
        .key("until", .optional(.date), \.until, "null where only Unpause ends it"),
        .key("by", .optional(.user), \.by, "who has set it"),
        .key("note", .optional(.string), \.note, "what it is for"),
        .key("ofAll", .bool, \.isOfAll, "it holds all jobs of its owner, or everybody's"),
        make: PauseReport.init)
}
