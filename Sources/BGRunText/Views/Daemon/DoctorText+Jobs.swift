// The jobs that something is wrong with, as the doctor lists them: the failing tasks of an application are one.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// What has one line in the doctor's list.
enum Patient {
    case job(JobReport)
    /// A job that is over and has failed.
    case over(HistoryEntry)
    /// More than one of its tasks fails, or its program is started in vain, and nothing else is wrong with these.
    case application(ApplicationID, FailingTasks)

    static func all(in reply: DoctorCall.Reply) -> [Patient] {
        let failing: [(ApplicationID, FailingTasks)] =
            reply.jobs.compactMap { job in job.failingTask.map { ($0, FailingTasks(job)) } }
            + reply.ended.compactMap { end in end.failingTask.map { ($0, FailingTasks(end)) } }
        let tasks = Dictionary(failing, uniquingKeysWith: { $0.joined(with: $1) })
            .filter { $0.value.count > 1 || $0.value.wait != nil }
        func isAlone(_ application: ApplicationID?) -> Bool { application.map { tasks[$0] == nil } ?? true }
        return tasks.sorted { $0.key < $1.key }.map { .application($0.key, $0.value) }
            + reply.jobs.filter { isAlone($0.failingTask) }.map { .job($0) }
            + reply.ended.filter { isAlone($0.failingTask) }.compactMap(\.entry).map { .over($0) }
    }

    var owner: UserID {
        switch self {
        case .job(let job): job.owner
        case .over(let entry): entry.job.owner
        case .application(let application, _): application.owner
        }
    }
}

/// Failing tasks of one application, taken as one.
struct FailingTasks {
    private(set) var count = 1
    private(set) var failing: Failing
    /// The one that has failed last, and when that was.
    private(set) var last: (job: JobID, at: WallTime)
    /// Why its program is not started for a while.
    private(set) var wait: BlockerReport?

    init(_ job: JobReport) {
        last = (job.id, job.lastRun?.ended ?? job.accepted)
        failing = job.health.failing ?? Failing(since: last.at)
        wait = job.blockers.first { $0.requirement == Blocker.Kind.application.rawValue && $0.until != nil }
    }

    init(_ end: EndedReport) {
        last = (end.job, end.line.at)
        failing =
            end.failing ?? Failing(since: end.line.at, exit: end.entry?.exit, reason: end.entry?.failure)
    }

    func joined(with other: FailingTasks) -> FailingTasks {
        var joined = last.at < other.last.at ? other : self
        joined.count = count + other.count
        joined.failing.count = failing.count + other.failing.count
        joined.failing.since = min(failing.since, other.failing.since)
        joined.wait = wait ?? other.wait
        return joined
    }
}

extension JobReport {
    /// The application of a task that fails, and with which nothing else is wrong.
    fileprivate var failingTask: ApplicationID? {
        guard health.troubles == [.failing], case .task(let name, _) = descriptor.program else { return nil }
        return ApplicationID(owner: owner, name: name)
    }
}

extension EndedReport {
    fileprivate var failingTask: ApplicationID? {
        application.map { ApplicationID(owner: job.owner, name: $0) }
    }
}

extension DoctorText {
    /// So many are named.
    private static let mostJobs = 8

    /// A line for each job that something is wrong with, in the words of `status`, and one for an application of which several
    /// tasks fail.
    package static func jobs(
        _ reply: DoctorCall.Reply, clock: LocalClock, owners: OwnerNames
    ) -> [Line] {
        let patients = Patient.all(in: reply)
        let showsOwners = owners.areShown(patients.map(\.owner))
        func line(
            _ name: JobIdentifier, of user: UserID, _ words: [String], _ command: String,
            _ job: JobIdentifier
        ) -> Line {
            let owner = showsOwners ? " of \(owners.name(user).visible)" : ""
            let whose = owners.areShown([user]) ? " --owner \(user)" : ""
            return Line([
                Span("  "), Span("\(name)\(owner):", .bold),
                Span(" \(words.joined(separator: "; "))", .bad),
                Span("; bgrun \(command) \(job)\(whose)", .dim),
            ])
        }
        let lines = patients.map { patient in
            switch patient {
            case .job(let job):
                let words = JobWords(job, clock: clock)
                // What its failures have disabled says so, and how that ends.
                let next =
                    words.troubles.isEmpty || job.state == .disabled ? [words.next(on: .pipe).text] : []
                return line(job.identifier, of: job.owner, words.troubles + next, "why", job.identifier)
            case .over(let entry):
                let causes = HistoryText.causes(of: entry).joined(separator: ", ")
                let end = "\(entry.outcome.title) \(clock.date(entry.ended))"
                let words = causes.isEmpty ? end : "\(end): \(causes)"
                // What has not begun has written nothing.
                let command = entry.outcome == .couldNotLaunch ? "status" : "logs"
                return line(
                    entry.job.identifier, of: entry.job.owner, [words], command, entry.job.identifier)
            case .application(let application, let tasks):
                let count = tasks.count == 1 ? "one" : "\(tasks.count)"
                let words = "\(count) of its tasks \(tasks.failing.words(date: clock.date).visible)"
                return line(
                    application.name, of: application.owner,
                    [words] + (tasks.wait.map { [$0.words(clock)] } ?? []), "logs", tasks.last.job.identifier)
            }
        }
        let more = lines.count - mostJobs
        return lines.prefix(mostJobs)
            + (more > 0 ? [Line("  \(more) more; bgrun status lists them", .bad)] : [])
    }
}
