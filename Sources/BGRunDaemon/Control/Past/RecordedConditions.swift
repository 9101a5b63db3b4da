// What was seen of the machine, of what some jobs ask for, found some rows at a time.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import BGRunStore
import BGRunWire

/// What is left to be told of the machine's past: first it is found out what the jobs ask for, then the rows are read as
/// far as the client reads them, so nobody's question keeps thousands of rows.
struct RecordedConditions {
    private struct Subject: Hashable {
        let name: String
        let owner: UserID?
    }

    /// History has no more rows, so no more could be found.
    private static let mostSubjects = 20_000
    /// Of steps that look at one element each, so many take as long as reading some rows.
    private static let costOfRows = 64

    private var jobs: JobList
    private var asked: Set<Subject>
    /// Nil at the end.
    private var rows: ConditionReading?
    private var isGathered = false
    private var found: ArraySlice<ConditionChange> = []

    init(_ jobs: JobList, since: WallTime) {
        self.jobs = jobs
        asked = Set(
            [Requirement.Kind.externalPower, .network].map { Subject(name: $0.rawValue, owner: nil) })
        rows = ConditionReading(since: since)
    }

    /// About how much memory it takes.
    var bytes: Int {
        jobs.bytes + asked.count * MemoryLayout<Subject>.stride
            + (asked.count + found.count) * ConditionChange.longestName
    }

    var cost: Int { isGathered && found.isEmpty ? Self.costOfRows : 1 }

    /// One step: a job is asked for what it requires, rows are read, or a change is told.
    mutating func next(
        from desk: Desk, _ scheduler: Scheduler, _ now: Now
    ) throws(SchedulerError) -> ListStep<ConditionChange> {
        guard isGathered else {
            gather(scheduler, now)
            return .nothing
        }
        if let change = found.popFirst() { return .element(change) }
        guard var rows = rows.take() else { return .end }
        let isMore = try desk.readOn(&rows)
        rows.keep(where: isAsked)
        found = rows.taken(isAtEnd: !isMore)[...]
        if isMore { self.rows = rows }
        return .nothing
    }

    private mutating func gather(_ scheduler: Scheduler, _ now: Now) {
        switch jobs.next(in: scheduler) {
        case .element(let job):
            guard let descriptor = scheduler.overview(of: job, at: now)?.descriptor else { return }
            let preferred = descriptor.preference?.requirements ?? .none
            for leaf in descriptor.requirements.leaves + preferred.leaves
            where asked.count < Self.mostSubjects {
                let condition = leaf.condition
                asked.insert(
                    Subject(
                        name: ConditionChange.name(of: condition.text),
                        owner: condition.kind.row.isOwned ? job.owner : nil))
            }
        case .nothing: return
        case .end: isGathered = true
        }
    }

    private func isAsked(_ change: ConditionChange) -> Bool {
        switch change.what {
        case .machine: true
        case .requirement(let name, let owner, _): asked.contains(Subject(name: name, owner: owner))
        }
    }
}

/// What is left to be told of what held jobs back beside requirements: one job after the other.
struct RecordedHolds {
    /// A job has some hundred rows at most.
    private static let costOfRows = 16

    private var jobs: JobList
    private let since: WallTime
    private var found: ArraySlice<HoldChange> = []

    init(_ jobs: JobList, since: WallTime) {
        self.jobs = jobs
        self.since = since
    }

    var bytes: Int { jobs.bytes }
    var cost: Int { found.isEmpty ? Self.costOfRows : 1 }

    mutating func next(
        from desk: Desk, _ scheduler: Scheduler
    ) throws(SchedulerError) -> ListStep<HoldChange> {
        if let hold = found.popFirst() { return .element(hold) }
        switch jobs.next(in: scheduler) {
        case .element(let job):
            found = try desk.holds(of: job, since: since)[...]
            return .nothing
        case .nothing: return .nothing
        case .end: return .end
        }
    }
}
