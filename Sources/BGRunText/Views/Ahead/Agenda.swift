// What lies ahead of all jobs together: when they come up, which come up at once and can't run so, and when there is time.
import BGRunCalendar
import BGRunJob

/// The instants of several jobs over some days, each taken as a run of the usual length.
package struct Agenda {
    /// One job with its instants.
    package struct Planned {
        package let job: JobID
        package let title: String?
        package let order: OrderRules
        /// How long its runs take as a rule; nil where none has ended yet.
        package let usual: Duration?
        /// In the order of time.
        package let instants: [UpcomingInstant]
        /// More lie ahead than these, which are as many as a daemon tells of at once.
        package let isCut: Bool

        package init(
            job: JobID, title: String?, order: OrderRules, usual: Duration?, instants: [UpcomingInstant],
            isCut: Bool = false
        ) {
            self.job = job
            self.title = title
            self.order = order
            self.usual = usual
            self.instants = instants
            self.isCut = isCut
        }
    }

    /// Why runs that come up at once have to wait for each other.
    package enum Reason: String, Sendable {
        case conflict, queue, limit
    }

    /// Jobs that come up at once and can't all run so.
    package struct Collision: Equatable {
        package let reason: Reason
        /// In the order of their names.
        package let jobs: [JobID]
        /// When that is so, the first time and the others.
        package var instants: [WallTime]
        /// The queue in which they stand.
        package let queue: Label?
    }

    /// A stretch without any planned run.
    package struct Slot: Equatable {
        package let from: WallTime
        package let to: WallTime
    }

    /// A run of which no length is known takes so long.
    package static let guess: Duration = .seconds(300)
    /// A slot has to be so long at least.
    private static let shortestSlot: Duration = .seconds(1800)

    package let jobs: [Planned]
    package let from: WallTime
    package let to: WallTime
    /// Until then all instants of all jobs are known.
    package let known: WallTime
    package private(set) var collisions: [Collision] = []
    /// As long as the longest usual run; the first one of that length.
    package private(set) var slot: Slot?
    /// How long the slot had to be.
    package let needed: Duration

    /// - Parameter mostRuns: How many the policy lets run at once; nil where that is not known.
    package init(_ jobs: [Planned], from: WallTime, to: WallTime, mostRuns: Int?) {
        self.jobs = jobs
        self.from = from
        self.to = to
        known = min(to, jobs.lazy.filter(\.isCut).compactMap { $0.instants.last?.at }.min() ?? to)
        needed = max(Self.shortestSlot, jobs.compactMap(\.usual).max() ?? .zero)
        let runs = jobs.indices.flatMap { place in
            jobs[place].instants.filter { $0.starts < to }.map {
                Run(of: place, at: $0.starts, for: jobs[place].usual)
            }
        }.sorted { ($0.at, $0.place) < ($1.at, $1.place) }
        findCollisions(runs, mostRuns)
        findSlot(runs.filter { $0.at <= known })
    }

    private struct Run {
        let place: Int
        let at: WallTime
        let end: WallTime

        init(of place: Int, at instant: WallTime, for usual: Duration?) {
            self.place = place
            at = instant
            end = instant.advanced(by: usual ?? Agenda.guess)
        }
    }

    // MARK: - Collisions

    private struct Clash: Hashable {
        let reason: Reason
        let jobs: [JobID]
        let queue: Label?
    }

    private mutating func findCollisions(_ runs: [Run], _ mostRuns: Int?) {
        var active: [Run] = []
        var found: [Clash: [WallTime]] = [:]
        var order: [Clash] = []
        func note(_ reason: Reason, _ places: [Int], at instant: WallTime, queue: Label? = nil) {
            let names = Set(places.map { jobs[$0].job }).sorted {
                ($0.identifier.text, $0.owner.rawValue) < ($1.identifier.text, $1.owner.rawValue)
            }
            guard names.count > 1 else { return }
            let clash = Clash(reason: reason, jobs: names, queue: queue)
            if found[clash] == nil { order.append(clash) }
            found[clash, default: []].append(instant)
        }
        for run in runs {
            active.removeAll { $0.end <= run.at }
            // Nobody plans a thousand runs at once; who does is told of the first.
            if active.count < Self.mostAtOnce {
                let mine = jobs[run.place]
                let rivals = active.filter { Self.exclude(jobs[$0.place], mine) }.map(\.place)
                if !rivals.isEmpty { note(.conflict, rivals + [run.place], at: run.at) }
                if let queue = mine.order.queue {
                    let same = active.filter {
                        jobs[$0.place].job.owner == mine.job.owner
                            && jobs[$0.place].order.queue?.name == queue.name
                    }.map(\.place)
                    if same.count >= queue.limit {
                        note(.queue, same + [run.place], at: run.at, queue: queue.name)
                    }
                }
                if let mostRuns, active.count >= mostRuns {
                    note(.limit, active.map(\.place) + [run.place], at: run.at)
                }
                active.append(run)
            }
        }
        collisions = order.map { clash in
            Collision(
                reason: clash.reason, jobs: clash.jobs, instants: found[clash] ?? [], queue: clash.queue)
        }
    }

    private static let mostAtOnce = 64

    /// Whether two jobs never run beside each other, whoever of them says so.
    private static func exclude(_ one: Planned, _ other: Planned) -> Bool {
        guard one.job.owner == other.job.owner, one.job != other.job else { return false }
        if one.order.isExclusive || other.order.isExclusive { return true }
        return names(one, other) || names(other, one)
    }

    private static func names(_ one: Planned, _ other: Planned) -> Bool {
        one.order.conflicts.contains { conflict in
            switch conflict {
            case .job(let identifier): identifier == other.job.identifier
            case .group(let name): name == other.order.conflictGroup
            }
        }
    }

    // MARK: - Time left

    private mutating func findSlot(_ runs: [Run]) {
        var free = from
        for run in runs {
            if run.at > free, free.duration(to: run.at) >= needed {
                slot = Slot(from: free, to: run.at)
                return
            }
            free = max(free, run.end)
        }
        if free < known, free.duration(to: known) >= needed { slot = Slot(from: free, to: known) }
    }
}
