// How a job stood at an instant that has passed, as `why --at` tells it.
import BGRunCalendar

/// One job at one instant.
package struct PastMoment: Hashable, Sendable {
    /// Where it stood.
    package enum Stand: String, CaseIterable, Sendable {
        /// No occurrence was due.
        case notDue
        /// One was due, and had no run.
        case waiting
        case running
    }

    /// One thing that kept it from running then.
    package struct Lack: Hashable, Sendable {
        /// A ``Requirement/Kind``, `anyOf`, `not`, or the name of a ``Blocker``.
        package var name: String
        /// As the subject of a sentence: "external power", "paused by hand".
        package var words: String
        /// Since when; nil where that was longer ago than was looked at.
        package var since: WallTime?
        /// Nil where it is so still.
        package var until: WallTime?
        /// Nobody could know whether it held, or nobody looked.
        package var isUnknown: Bool
        /// What was seen was simulated.
        package var isSimulated: Bool

        package init(
            name: String, words: String, since: WallTime? = nil, until: WallTime? = nil,
            isUnknown: Bool = false, isSimulated: Bool = false
        ) {
            self.name = name
            self.words = words
            self.since = since
            self.until = until
            self.isUnknown = isUnknown
            self.isSimulated = isSimulated
        }
    }

    package var job: JobID
    package var at: WallTime
    package var stand: Stand
    /// Since when the occurrence was due that waited or ran then.
    package var due: WallTime?
    /// The run that was active then.
    package var run: RunID?
    /// What was known to be missing then.
    package var lacks: [Lack]
    /// Why nobody looked at the machine then: it was asleep, or the daemon did not run. Nil where somebody did.
    package var unseen: Lack?
    /// What became of it: the run that was active then, or else the next one or the skip of that occurrence, or, where none
    /// was due, of the next one.
    package var then: HistoryLine?
    /// The run that is active now, where that is what became of it.
    package var activeRun: RunID?
    /// The job is there since then only, as far as is known.
    package var isBeforeAll: Bool

    package init(
        job: JobID, at: WallTime, stand: Stand, due: WallTime? = nil, run: RunID? = nil, lacks: [Lack] = [],
        unseen: Lack? = nil, then: HistoryLine? = nil, activeRun: RunID? = nil, isBeforeAll: Bool = false
    ) {
        self.job = job
        self.at = at
        self.stand = stand
        self.due = due
        self.run = run
        self.lacks = lacks
        self.unseen = unseen
        self.then = then
        self.activeRun = activeRun
        self.isBeforeAll = isBeforeAll
    }
}
