// The one instant at which the scheduler wants to be woken, and why.
import BGRunCalendar
import BGRunJob

/// When to wake the scheduler next. Waking it earlier or more often is harmless.
package struct Wakeup: Hashable, Sendable {
    /// An instant on one of the three clocks.
    package enum Moment: Hashable, Sendable {
        case wall(WallTime)
        case boot(BootTime)
        case awake(AwakeTime)

        /// How far ahead it lies if no clock is touched.
        package func left(at now: Now) -> Duration {
            switch self {
            case .wall(let instant): now.wall.duration(to: instant)
            case .boot(let instant): now.boot.duration(to: instant)
            case .awake(let instant): now.awake.duration(to: instant)
            }
        }
    }

    package enum Reason: Hashable, Sendable {
        case occurrenceDue(JobID)
        case restEnds(JobID)
        case budgetEnds(JobID)
        /// A run has given no sign of life for too long.
        case silenceEnds(JobID)
        /// A service that has failed before has run for long enough to count as mended.
        case proves(JobID)
        case graceEnds(JobID)
        /// A program had this long to begin.
        case launchEnds(JobID)
        case settles(Requirement)
        case lossCounts(Requirement)
        /// It begins or ceases to hold by time alone.
        case changes(Requirement)
        /// What concerns many is done in portions, and some of it is left.
        case work
        /// What tells of no change itself is looked at again, since a due job waits for nothing else.
        case look
        /// A check has had its time.
        case checkEnds
        /// A command that a job has called has had its time.
        case hookEnds(JobID)
        /// A run has stood still for as long as it may.
        case freezeEnds(JobID)
        /// What a job prefers holds it back no more.
        case relaxes(JobID)
        /// A job has waited for so long that its owner is told.
        case warns(JobID)
        /// A run takes by far too long, which is told.
        case overruns(JobID)
        /// A simulation is over.
        case simulationEnds
        /// A second look soon after a power event: some firmware tells half of it late and without an event.
        case powerSecondLook
        /// No event can be trusted to tell of the power supplies, and something depends on them now.
        case powerPoll
        /// A host leaves, is kept no longer, or has not left in time.
        case hostStep(HostID)
        /// Programs that had tasks of a daemon before this one are not waited for any more.
        case hostsReturn
        /// A host may be started for an application again.
        case hostStarts(ApplicationID)
        /// What a program is finishing is at its limit, or near it.
        case assertionEnds(AssertionID)
        case saveRetry
        /// The daemon waits no longer for runs that nothing ends, or a shutdown for what programs are finishing.
        case exit
        /// The machine lacked something to start a run, which is tried again.
        case launchRetry
        /// A pause by hand is over.
        case pauseEnds
        /// A watched file has been left alone long enough.
        case pathSettles(JobID)
        /// From then on an occurrence that waits is skipped.
        case tooLate(JobID)
        /// From then on a job that waits is called overdue.
        case overdue(JobID)
        /// The hours in which a waiting job may start begin or end.
        case hoursChange(JobID)
        /// What was missed is made up for step by step.
        case catchUp
        /// The machine is let sleep, or asked to, or does not sleep after all.
        case sleepStep
    }

    package let moment: Moment
    package let reason: Reason

    package init(_ moment: Moment, _ reason: Reason) {
        self.moment = moment
        self.reason = reason
    }
}
