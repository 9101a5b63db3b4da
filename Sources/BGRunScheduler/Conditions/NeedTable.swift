// What jobs need, each combination once, with the jobs that wait for nothing else.
import BGRunCalendar
import BGRunJob

/// All combinations of requirements that jobs ask for, each kept once however many jobs share it.
///
/// A change of a gate looks at the combinations that it is part of, and never at a job. Jobs that are due, and that
/// nobody holds back, wait in the queues of their combination.
struct NeedTable {
    typealias Place = Int32

    /// What tells combinations apart.
    struct Key: Hashable {
        let requirements: Requirements
        /// What is preferred beside them, while that counts.
        let preferred: Requirements
        /// Whose, where a requirement's answer is each user's own.
        let owner: UserID?
        let simulation: SimulationID?

        init(
            _ requirements: Requirements, preferred: Requirements = .none, owner: UserID,
            simulation: SimulationID?
        ) {
            self.requirements = requirements
            self.preferred = preferred
            let isOwned = (requirements.leaves + preferred.leaves).contains { $0.isOwned }
            self.owner = isOwned ? owner : nil
            self.simulation = simulation
        }
    }

    struct Entry {
        let key: Key
        /// One for each term of what is required, then of what is preferred.
        let terms: [Formula]
        let preferred: [Formula]
        /// Jobs that refer to it.
        var users = 0
        /// Jobs in its queues.
        var waiting = 0
        var queues = [Agenda<WallTime>](repeating: Agenda(), count: ReadyQueue.all.count)
        /// All that is told by events holds and counts.
        var isOpen = false

        /// Power is all that does not hold and count, beside what is looked at.
        var lacksOnlyPower = false
        /// Each gate once, in a fixed order.
        let gates: [GateTable.Place]
        /// Something of it is read before a start, as no event can be relied on.
        let isRead: Bool

        init(key: Key, terms: [Formula], preferred: [Formula]) {
            self.key = key
            self.terms = terms
            self.preferred = preferred
            gates = Set((terms + preferred).flatMap(\.gates)).sorted()
            isRead = (key.requirements.leaves + key.preferred.leaves).contains {
                $0.kind.isLookedAt || $0.isPower
            }
        }

        var all: [Formula] { terms + preferred }

        /// What it comes to where these gates count as open.
        func holds(_ open: Set<GateTable.Place>) -> Bool {
            terms.allSatisfy { $0.holds(open.contains) } && preferred.allSatisfy { $0.holds(open.contains) }
        }
    }

    private var entries: [Entry?] = []
    private var free: [Place] = []
    private var places: [Key: Place] = [:]
    /// Where a job waits and all that is told by events holds.
    private(set) var candidates: Set<Place> = []
    /// Where a job waits.
    private(set) var waiting: Set<Place> = []
    /// Where a job waits and lacks only power.
    private(set) var lackingPower: Set<Place> = []
    private var grown: [Place] = []

    subscript(place: Place) -> Entry {
        guard let entry = entries[Int(place)] else { preconditionFailure("there are no needs at \(place)") }
        return entry
    }

    func place(of key: Key) -> Place? { places[key] }

    mutating func add(_ entry: Entry) -> Place {
        let place = free.popLast() ?? Place(entries.count)
        if Int(place) == entries.count { entries.append(entry) } else { entries[Int(place)] = entry }
        places[entry.key] = place
        return place
    }

    mutating func use(_ place: Place) { entries[Int(place)]?.users += 1 }

    /// One job fewer refers to it; true when that was the last one, and it is to be removed.
    mutating func release(_ place: Place) -> Bool {
        entries[Int(place)]?.users -= 1
        return self[place].users == 0
    }

    mutating func remove(_ place: Place) {
        places[self[place].key] = nil
        entries[Int(place)] = nil
        candidates.remove(place)
        waiting.remove(place)
        lackingPower.remove(place)
        free.append(place)
    }

    // MARK: - Open and waiting

    mutating func set(open: Bool, lacksOnlyPower: Bool, at place: Place) {
        guard self[place].isOpen != open || self[place].lacksOnlyPower != lacksOnlyPower else { return }
        entries[Int(place)]?.isOpen = open
        entries[Int(place)]?.lacksOnlyPower = lacksOnlyPower
        sort(place)
    }

    mutating func enqueue(_ job: Job, in queue: ReadyQueue, since due: WallTime) {
        let place = Int(queue.needs)
        entries[place]?.waiting += 1
        if grown.last != queue.needs { grown.append(queue.needs) }
        entries[place]?.queues[queue.index].add(job.id, at: due, ticket: job.ticket)
        sort(queue.needs)
    }

    /// A job waits there no more. Its entry goes when it surfaces.
    mutating func dequeue(_ place: Place) {
        entries[Int(place)]?.waiting -= 1
        sort(place)
    }

    private mutating func sort(_ place: Place) {
        let entry = self[place]
        if entry.waiting > 0 { waiting.insert(place) } else { waiting.remove(place) }
        if entry.waiting > 0, entry.isOpen { candidates.insert(place) } else { candidates.remove(place) }
        let lacksPower = entry.waiting > 0 && entry.lacksOnlyPower
        if lacksPower { lackingPower.insert(place) } else { lackingPower.remove(place) }
    }

    /// The job of a queue that is due longest.
    mutating func first(of queue: ReadyQueue, in jobs: JobTable) -> Agenda<WallTime>.Entry? {
        entries[Int(queue.needs)]?.queues[queue.index].first(in: jobs)
    }

    mutating func removeFirst(of queue: ReadyQueue) {
        entries[Int(queue.needs)]?.queues[queue.index].removeFirst()
    }

    mutating func move(_ entry: Agenda<WallTime>.Entry, to queue: ReadyQueue) {
        entries[Int(queue.needs)]?.queues[queue.index].add(entry.job, at: entry.at, ticket: entry.ticket)
    }

    /// Combinations whose queues have grown since they were taken.
    mutating func takeGrown() -> [Place] {
        defer { grown = [] }
        return grown.filter { entries[Int($0)] != nil }
    }

    mutating func compact(_ place: Place, keeping jobs: JobTable) {
        for queue in 0..<ReadyQueue.all.count { entries[Int(place)]?.queues[queue].compact(keeping: jobs) }
    }
}
