// Due jobs that only gates, limits, pace and shortages hold back, in the order in which they start.
import BGRunCalendar
import BGRunJob

/// The jobs that wait with a need: a queue for each priority and lane, in which whoever is due longest is first.
struct ReadyQueues {
    /// Late jobs have a lane of their own, so that they can be held back without holding up who comes on time.
    private enum Lane: Int, CaseIterable { case onTime, late }

    private typealias Queue = Agenda<WallTime>

    /// The first job of a queue.
    struct First {
        let job: JobID
        let need: Need
        /// It makes up for something.
        let isLate: Bool
        fileprivate let queue: Int
        fileprivate let entry: Agenda<WallTime>.Entry
        /// How many runs its owner has, and for a late job whose turn it is among owners with as many.
        fileprivate let share: (runs: Int, turn: UInt64)
        /// How pressing it is: its lateness, weighted by its priority. A second is added, so that of jobs that come
        /// up at once the priority decides.
        fileprivate let urgency: Int64

        /// Whether it starts before the other.
        func precedes(_ other: First) -> Bool {
            guard share == other.share else { return share < other.share }
            return urgency == other.urgency ? entry < other.entry : urgency > other.urgency
        }
    }

    /// By the index of their need; nil where no job has waited.
    private var queues: [[Queue]?] = []
    /// Needs whose queues have grown since they were looked through.
    private var grown: [Need] = []
    private var pace = Pace()
    /// Owners for whom the machine lacked something to start a run.
    private(set) var shortages = Shortages()
    /// Who waits for nothing but the end of a conflict, by owner, as it was when somebody was last to start.
    private var reservations: [UserID: [JobID]] = [:]
    /// A late job waits for nothing but a look at how busy the machine is.
    private var isPressureWanted = false

    private static let priorities: [Priority] = [.low, .default, .high]
    private static let count = Lane.allCases.count * priorities.count

    private static func index(_ lane: Lane, _ priority: Priority) -> Int {
        let place =
            switch priority {
            case .low: 0
            case .default: 1
            case .high: 2
            }
        return lane.rawValue * priorities.count + place
    }

    // MARK: - In and out

    mutating func add(_ job: Job, with need: Need, since due: WallTime) {
        let index = Int(need.index)
        if index >= queues.count {
            queues += Array(repeating: nil, count: index + 1 - queues.count)
        }
        if grown.last != need { grown.append(need) }
        let queue = Self.index(.onTime, job.descriptor.priority)
        if queues[index] == nil { queues[index] = Array(repeating: Queue(), count: Self.count) }
        queues[index]?[queue].add(job.id, at: due, ticket: job.ticket)
    }

    /// It starts. Whoever waits no more for another reason goes when their entry surfaces.
    mutating func remove(_ first: First) { queues[Int(first.need.index)]?[first.queue].removeFirst() }

    /// Nobody has the need any more.
    mutating func forget(_ need: Need) {
        if Int(need.index) < queues.count { queues[Int(need.index)] = nil }
    }

    mutating func compact(keeping jobs: JobTable) {
        for need in grown {
            for queue in queues[Int(need.index)]?.indices ?? 0..<0 {
                queues[Int(need.index)]?[queue].compact(keeping: jobs)
            }
        }
        grown = []
    }

    /// All that wait with a need, in a fixed order.
    func jobs(waitingWith need: Need, in jobs: JobTable) -> [JobID] {
        let place = Int(need.index)
        guard place < queues.count, let waiting = queues[place] else { return [] }
        return waiting.flatMap { $0.all(in: jobs) }.sorted()
    }

    // MARK: - Who is first

    /// The first job of each queue that the pace lets go.
    ///
    /// - Parameter hold: What keeps late jobs of the need's owner from starting.
    mutating func firsts(
        with need: Need, _ hold: Pace.Hold?, beside runs: Runs, in jobs: JobTable, at now: Now
    ) -> [First] {
        var firsts: [First] = []
        for lane in Lane.allCases {
            for priority in Self.priorities {
                guard let first = first(with: need, lane, priority, beside: runs, in: jobs, at: now) else {
                    continue
                }
                if lane == .late, let hold {
                    if hold == .unread { isPressureWanted = true }
                } else {
                    firsts.append(first)
                }
            }
        }
        return firsts
    }

    /// Whether a late job waits with one of the needs for nothing but the pace.
    mutating func hasLateJob(with needs: [Need], in jobs: JobTable, at now: Now) -> Bool {
        for need in needs {
            for priority in Self.priorities
            where entry(with: need, .late, priority, in: jobs, at: now) != nil { return true }
        }
        return false
    }

    private mutating func first(
        with need: Need, _ lane: Lane, _ priority: Priority, beside runs: Runs, in jobs: JobTable, at now: Now
    ) -> First? {
        guard let entry = entry(with: need, lane, priority, in: jobs, at: now) else { return nil }
        let owner = entry.job.owner
        return First(
            job: entry.job, need: need, isLate: lane == .late, queue: Self.index(lane, priority),
            entry: entry,
            share: (runs.count(of: owner), lane == .late ? pace.turn(of: owner) : 0),
            urgency: Self.urgency(priority, since: entry.at, at: now))
    }

    /// The first entry of a queue. Who has become late while waiting changes the lane.
    private mutating func entry(
        with need: Need, _ lane: Lane, _ priority: Priority, in jobs: JobTable, at now: Now
    ) -> Queue.Entry? {
        let (place, queue) = (Int(need.index), Self.index(lane, priority))
        guard place < queues.count else { return nil }
        while let entry = queues[place]?[queue].first(in: jobs) {
            guard lane == .onTime, Pace.isLate(since: entry.at, at: now) else { return entry }
            queues[place]?[queue].removeFirst()
            queues[place]?[Self.index(.late, priority)].add(entry.job, at: entry.at, ticket: entry.ticket)
        }
        return nil
    }

    // MARK: - Turns that are waited for

    func reserved(of owner: UserID) -> [JobID] { reservations[owner] ?? [] }

    mutating func reserve(_ jobs: [JobID], of owner: UserID) {
        if !jobs.isEmpty || reservations[owner] != nil { reservations[owner] = jobs.isEmpty ? nil : jobs }
    }

    /// Whether one of an owner's jobs that wait starts before another, by how pressing they are.
    func precedes(_ job: Job, _ other: Job, at now: Now) -> Bool {
        guard let (since, due) = job.dueSince.flatMap({ since in other.dueSince.map { (since, $0) } }) else {
            return false
        }
        let (urgency, others) = (
            Self.urgency(job.descriptor.priority, since: since, at: now),
            Self.urgency(other.descriptor.priority, since: due, at: now)
        )
        if urgency != others { return urgency > others }
        return since == due ? job.id < other.id : since < due
    }

    private static func urgency(_ priority: Priority, since due: WallTime, at now: Now) -> Int64 {
        let lateness = max(0, due.duration(to: now.wall).wholeMicroseconds / 1000)
        return lateness.addingSaturating(1000).multipliedSaturating(by: priority.weight)
    }

    // MARK: - Pace

    /// What keeps an owner's late jobs from starting now; nil for nothing.
    func hold(for owner: UserID, beside runs: Runs, at now: Now) -> Pace.Hold? {
        pace.hold(for: owner, beside: runs, at: now)
    }

    /// Late jobs start once things have come to rest.
    mutating func holdLateJobs(until instant: AwakeTime) { pace.hold(until: instant) }

    mutating func started(_ run: RunID, by owner: UserID, dueSince due: WallTime, at now: Now) {
        pace.started(by: owner, dueSince: due, at: now)
        shortages.started(run, by: owner)
    }

    /// A service starts beside the queues: it makes up for nothing.
    mutating func startedService(_ run: RunID, by owner: UserID) { shortages.started(run, by: owner) }

    mutating func read(_ pressure: PressureReading, at now: Now) { pace.read(pressure, at: now) }

    /// True when how busy the machine is, is to be looked at now; asking is not repeated before the answer.
    mutating func takePressureLook() -> Bool {
        guard isPressureWanted else { return false }
        isPressureWanted = false
        return pace.ask()
    }

    /// When late jobs that wait for nothing but these holds are worth another look.
    mutating func wait(for holds: [Pace.Hold]) -> AwakeTime? { pace.wait(for: holds) }

    /// How often the machine is looked at while it is too busy for late jobs; nil while none waits for that alone.
    var pressurePollInterval: Duration? { pace.isPolling ? Pace.patience : nil }

    // MARK: - Time and shortages

    /// Up to when all was looked at. What has ended since then is still to be seen, however late it is asked for.
    private(set) var passed: Now?

    mutating func pass(to now: Now) {
        passed = now
        shortages.pass(to: now)
    }

    /// A program could be begun for the owner.
    mutating func launched(by owner: UserID) { shortages.over(for: owner) }

    /// - Parameter longest: The most that is waited for the next try.
    mutating func launchFailed(_ owner: UserID, _ fault: LaunchFault, longest: Duration, at now: Now) {
        switch fault {
        case .shortage(let reason): shortages.failed(owner, reason: reason, longest: longest, at: now)
        case .lasting, .passing, .missing: shortages.over(for: owner)
        }
    }

    /// A run of the owner's never was: its start could not be stored.
    mutating func launchUndone(_ run: RunID, of owner: UserID) { shortages.undo(run, of: owner) }

    /// The number is another's: what the one before lacked says nothing of them.
    mutating func forgetShortage(of owner: UserID) { shortages.over(for: owner) }

    /// A run of the owner's has ended, and what it held is there for others.
    mutating func ended(_ run: RunID, of owner: UserID, at now: Now) {
        shortages.undo(run, of: owner)
        shortages.freed(at: now)
    }
}
