// What a job's owner is told unasked: a notification on the desktop.
import BGRunCalendar

/// One thing that a user should know of a job.
package struct Notice: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// It waits longer than its `latestBegin` allows.
        case overdue(due: WallTime)
        /// It is due, and this machine lacks what it asks for.
        case cannotStart(Impediment)
        /// It has not run for long, and waits.
        case notRun(since: WallTime)
        /// A run of it has failed, for good; `isDisabled`: it has failed so often that it is not run any more.
        case failed(Failing, isDisabled: Bool)
        /// It has succeeded after failures.
        case recovered(after: Failing)
        case succeeded
        /// Its run takes by far too long.
        case overruns(Overrun)
    }

    package var job: JobID
    package var title: String?
    package var reason: Reason
    /// What keeps it now.
    package var blockers: [Blocker]
    /// The job has no further occurrence, so that it leaves.
    package var isLast: Bool

    package init(job: JobID, title: String?, reason: Reason, blockers: [Blocker], isLast: Bool = false) {
        self.job = job
        self.title = title
        self.reason = reason
        self.blockers = blockers
        self.isLast = isLast
    }
}
