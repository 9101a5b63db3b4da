// What is allowed in a descriptor and may still not be meant.
import BGRunCalendar
import BGRunJSON

/// A doubt that a careful reader has: where, and about what. The words for it are made by whoever shows it.
package struct DescriptorWarning: Equatable, Sendable {
    /// Such as `schedule[1].cron`.
    package let keyPath: JSONKeyPath
    package let matter: Matter

    package init(at keyPath: JSONKeyPath, _ matter: Matter) {
        self.keyPath = keyPath
        self.matter = matter
    }

    package enum Matter: Hashable, Sendable {
        /// The entry names no instant that lies ahead.
        case neverDue
        /// `until` has passed.
        case untilPassed(CivilTime)
        /// `until` comes before the first instant.
        case untilBeforeFirst(until: CivilTime, first: CivilTime)
        /// The entry's first instant comes after `until`; others come before it.
        case afterUntil(first: CivilTime)
        /// The first instant is more than a year away.
        case farAway(first: CivilTime)
        /// More than a year lies between two instants.
        case rare(from: CivilTime, to: CivilTime)
        /// Clock changes of the next 13 months touch the entry's times; never empty.
        case clockChanges([ClockHit], Zone)
        /// A cron expression restricts the day of the month and the day of the week, and one is enough.
        case eitherDay
        /// A step does not come out even, and begins anew in the middle of one.
        case unevenStep(UnevenStep)
        /// A minute is left open in an hour that is not.
        case eachMinute
        /// The entry says what another says, by its place.
        case repeated(place: Int)

        /// `allowedHours` is open all day.
        case hoursWithoutEnd
        /// No instant of the next year lies in `allowedHours`.
        case outsideHours(HoursMissed)
        /// `latestBegin` is over before `allowedHours` open.
        case overdueBeforeHours(latest: Duration, HoursMissed)
        /// Delays put occurrences off beyond the end of `allowedHours`.
        case delayBeyondHours(delay: Duration, at: CivilTime, closes: CivilTime)
        /// The date from which a job without a schedule may start has passed.
        case beginPassed(CivilTime)
        /// `latestBegin` lies in the past, or not after `earliestBeginDate`.
        case overdueAtOnce

        /// External power has to come within a short time of the instant.
        case powerInTime(Duration)
        /// An occurrence that passes in sleep is skipped, though the power that it waits for could still come.
        case skippedAsleep
        /// `"wakeSystem": "always"` beside a requirement that only external power meets.
        case wokenInVain

        /// `requires` asks for what is preferred.
        case requiredAnyway
        /// An alternative asks for all that another asks for, by its place.
        case askedForMore(place: Int)
        /// A preference would last beyond `latestBegin`, where it ends.
        case preferredTooLong(Duration, latest: Duration)
        /// Nothing that the job requires can be lost while it runs.
        case nothingToLose

        /// What is required never holds: the two exclude each other, or no alternative holds beside the rest.
        case neverHolds(Contradiction?)
        /// The alternative never holds beside what else is asked for.
        case neverAlternative(Contradiction?)
        /// What is preferred never holds beside what is required.
        case neverPreferred(Contradiction?)
        /// `maxLateness` is over before the job would start without what it prefers.
        case skippedBefore(Duration, preferred: Duration)

        /// Nobody on this machine knows whether the condition holds, for this reason; and what helps.
        case unknownHere(String, remedy: String)
        /// Nothing wakes this machine, for this reason.
        case noAlarmClock(String)
        /// Changes of the path are not seen, or not all, for this reason.
        case unwatchable(String)

        /// Of so many earlier runs, some took longer than the budget; the longest took so long.
        case budgetTooShort(Duration, long: Int, of: Int, longest: Duration)
        /// Of so many earlier runs, some took longer than the time between occurrences.
        case runsTooLong(interval: Duration, long: Int, of: Int, longest: Duration)

        /// A time budget, or a delay, that is longer than the time between occurrences.
        case longerThanInterval(Duration, interval: Duration)
        /// The key is about instants, and the job has none: only events and files make it due.
        case noInstants
        /// A device or a file system makes the job due, and may be gone when it starts, or go while it runs.
        case mayBeGone
        /// The job is due when external power goes, and waits for it to come back.
        case waitsForTheOpposite
        /// The key is about events, files and submissions, and this job comes by the clock alone.
        case noEvents
        /// The time budget is over before the watchdog could be.
        case neverSilentForSoLong(budget: Duration)
        /// The key is about jobs that recur, and this one runs once.
        case runsOnce
    }

    /// The instant that has the shortest wait for `allowedHours`.
    package struct HoursMissed: Hashable, Sendable {
        package let at: CivilTime
        package let opens: CivilTime
        /// Without the delay that the job itself asks for.
        package let wait: Duration
        /// Where `maxLateness` is over before: every occurrence is skipped then.
        package let maxLateness: Duration?

        package init(at: CivilTime, opens: CivilTime, wait: Duration, maxLateness: Duration?) {
            self.at = at
            self.opens = opens
            self.wait = wait
            self.maxLateness = maxLateness
        }
    }
}
