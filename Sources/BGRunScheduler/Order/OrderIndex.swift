// What the order of one job means for others: whom conflicts name, and how many may run in a queue.
import BGRunJob

/// The rules of all jobs that have any, turned round. It knows no run.
struct OrderIndex {
    /// A queue is its owner's.
    private struct QueueID: Hashable {
        let owner: UserID
        let name: Label
    }

    /// How many jobs' conflicts name each.
    private var rivals: [JobID: Int] = [:]
    /// How many jobs ask for each limit.
    private var limits: [QueueID: [Int: Int]] = [:]
    /// Who comes after each.
    private var followers: [JobID: Set<JobIdentifier>] = [:]
    /// Somebody comes after another no more.
    private var isOpened = false
    /// Those of which somebody's conflicts say something else than before.
    private var moved: Set<JobID> = []

    /// A job has these rules instead of those before.
    mutating func replace(_ old: OrderRules?, with new: OrderRules?, of id: JobID) {
        if old == new { return }
        if let old { count(old, of: id, by: -1) }
        if let new { count(new, of: id, by: 1) }
    }

    private mutating func count(_ rules: OrderRules, of id: JobID, by one: Int) {
        for rival in rules.rivals {
            let rival = JobID(owner: id.owner, identifier: rival)
            let left = rivals[rival, default: 0] + one
            rivals[rival] = left == 0 ? nil : left
            moved.insert(rival)
        }
        if one < 0, !rules.after.isEmpty { isOpened = true }
        for before in rules.after {
            let before = JobID(owner: id.owner, identifier: before)
            if one > 0 {
                followers[before, default: []].insert(id.identifier)
            } else {
                followers[before]?.remove(id.identifier)
            }
            if followers[before]?.isEmpty == true { followers[before] = nil }
        }
        guard let queue = rules.queue else { return }
        let place = QueueID(owner: id.owner, name: queue.name)
        let left = limits[place]?[queue.limit, default: 0] ?? 0
        limits[place, default: [:]][queue.limit] = left + one == 0 ? nil : left + one
        if limits[place]?.isEmpty == true { limits[place] = nil }
    }

    /// How the job stands to others.
    func standing(of job: Job) -> Standing {
        let isNamed = rivals[job.id] != nil
        return job.descriptor.hasOrder || isNamed
            || job.descriptor.kind == .service
            ? Standing(job.descriptor.order, as: isNamed ? job.id.identifier : nil, job.descriptor.kind)
            : .free
    }

    /// Who comes after a job, in a fixed order.
    func followers(of job: JobID) -> [JobID] {
        (followers[job] ?? []).sorted().map { JobID(owner: job.owner, identifier: $0) }
    }

    /// Whether a circle may be open since this was asked.
    mutating func takeOpened() -> Bool {
        defer { isOpened = false }
        return isOpened
    }

    /// How many of the queue's jobs run at a time: of limits that differ the smallest.
    func limit(of queue: Label, owner: UserID) -> Int {
        limits[QueueID(owner: owner, name: queue)]?.keys.min() ?? 1
    }

    /// The jobs whose standing may be another than before, in a fixed order.
    mutating func takeMoved() -> [JobID] {
        if moved.isEmpty { return [] }
        defer { moved = [] }
        return moved.sorted()
    }
}
