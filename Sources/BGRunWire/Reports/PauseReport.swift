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

    package init(since: WallTime, until: WallTime? = nil, by: UserID? = nil, note: String? = nil) {
        self.since = since
        self.until = until
        self.by = by
        self.note = note
    }

    /// The pause that holds a job, as its blocker names it: of all of its owner's jobs, or its own. A job
    /// that runs has no blockers; then its own pause is told.
    init?(of status: JobStatus, at now: Now) {
        for case .paused(let since, let until, let user, let note) in status.blockers {
            self.init(since: since, until: until, by: user, note: note)
            return
        }
        guard let pause = status.switches.pause else { return nil }
        self.init(
            since: pause.since, until: pause.end?.wall(at: now), by: pause.by, note: pause.note)
    }

    package static let wire = WireTable<PauseReport>(
        named: "ActivePause", about: "Nothing starts.",
        .key("since", .date, \.since),
        .key("until", .optional(.date), \.until, "null where only Unpause ends it"),
        .key("by", .optional(.user), \.by, "who has set it"),
        .key("note", .optional(.string), \.note, "what it is for"),
        make: PauseReport.init)
}
