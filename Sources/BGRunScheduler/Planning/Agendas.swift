// Jobs by the instants at which they come up, on the three clocks.
import BGRunCalendar
import BGRunJob

/// One agenda for each clock. A job has entries on all of them: its occurrence, its rest, its budget or its grace period
/// ends then. What may come up a while later than it could has an entry for each of the two instants: for the first one
/// nobody is woken.
struct Agendas {
    private var earlyWall = Agenda<WallTime>()
    private var earlyBoot = Agenda<BootTime>()
    private var wall = Agenda<WallTime>()
    private var boot = Agenda<BootTime>()
    private var awake = Agenda<AwakeTime>()

    mutating func add(_ job: Job, at instant: WallTime) { wall.add(job.id, at: instant, ticket: job.ticket) }
    mutating func add(_ job: Job, at instant: BootTime) { boot.add(job.id, at: instant, ticket: job.ticket) }

    /// - Parameter slack: So much later it comes up at the latest; in between as soon as anything else happens.
    mutating func add(_ job: Job, at instant: WallTime, slack: Duration) {
        if slack > .zero { earlyWall.add(job.id, at: instant, ticket: job.ticket) }
        add(job, at: instant.advanced(by: slack))
    }

    mutating func add(_ job: Job, at instant: BootTime, slack: Duration) {
        if slack > .zero { earlyBoot.add(job.id, at: instant, ticket: job.ticket) }
        add(job, at: instant.advanced(by: slack))
    }

    mutating func add(_ job: Job, at instant: AwakeTime) {
        awake.add(job.id, at: instant, ticket: job.ticket)
    }

    /// The next job whose entry on the wall or the boot clock has come up. What comes up on one clock, such as the end of a pause, may
    /// show what came up on the other long ago.
    mutating func takeWaiting(by now: Now, in jobs: JobTable) -> JobID? {
        wall.take(by: now.wall, in: jobs) ?? boot.take(by: now.boot, in: jobs)
            ?? earlyWall.take(by: now.wall, in: jobs) ?? earlyBoot.take(by: now.boot, in: jobs)
    }

    /// The next job with a run whose entry has come up.
    mutating func takeRunning(by now: Now, in jobs: JobTable) -> JobID? {
        awake.take(by: now.awake, in: jobs)
    }

    /// The next entry on each clock.
    mutating func firsts(in jobs: JobTable) -> [(job: JobID, at: Wakeup.Moment)] {
        [
            wall.first(in: jobs).map { ($0.job, .wall($0.at)) },
            boot.first(in: jobs).map { ($0.job, .boot($0.at)) },
            awake.first(in: jobs).map { ($0.job, .awake($0.at)) },
        ].compactMap { $0 }
    }

    mutating func compact(keeping jobs: JobTable) {
        wall.compact(keeping: jobs)
        boot.compact(keeping: jobs)
        awake.compact(keeping: jobs)
        earlyWall.compact(keeping: jobs)
        earlyBoot.compact(keeping: jobs)
    }
}
