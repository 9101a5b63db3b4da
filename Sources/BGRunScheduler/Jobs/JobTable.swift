// All jobs by name, each in a box of its own, so that the table stays small while most jobs only wait.
import BGRunJob

/// The scheduler's table of jobs.
///
/// A dictionary keeps room for up to twice its elements. With jobs inline that room would cost more than the
/// jobs themselves, so it holds boxes; they are never changed, only replaced, and the table stays a value.
struct JobTable {
    private final class Box {
        let job: Job
        init(_ job: Job) { self.job = job }
    }

    /// Spelled out, since each search of the runtime for what lazy sequences within sequences conform to is longer than
    /// the daemon's first pass over its jobs.
    private struct All: Sequence, IteratorProtocol {
        var owners: Dictionary<UserID, [JobIdentifier: Box]>.Iterator
        var jobs: Dictionary<JobIdentifier, Box>.Iterator?

        mutating func next() -> Job? {
            while true {
                if let box = jobs?.next()?.value { return box.job }
                guard let (_, boxes) = owners.next() else { return nil }
                jobs = boxes.makeIterator()
            }
        }
    }

    /// Whose the numbers of owners are: a number may come back as somebody else.
    private var names: [UserID: String] = [:]
    /// By owner: what concerns one of them is found without a look at anybody else's.
    private var boxes: [UserID: [JobIdentifier: Box]] = [:]
    /// How much text their descriptors have; none for who has none.
    private var textBytes: [UserID: Int] = [:]
    /// Services that don't run, sorted: few, and looked at in each turn.
    private(set) var idleServices: [JobID] = []
    /// Those that have left by their end.
    private(set) var ended = EndedJobs()
    private var tickets: UInt64 = 0
    /// What their order means for others.
    private(set) var order = OrderIndex()

    var count: Int { boxes.values.reduce(0) { $0 + $1.count } }
    /// In no order that may be relied on: sort before it leads to an effect or to output.
    var ids: some Sequence<JobID> { all.lazy.map(\.id) }
    var all: some Sequence<Job> { All(owners: boxes.makeIterator()) }

    subscript(id: JobID) -> Job? { boxes[id.owner]?[id.identifier]?.job }

    /// Keeps a job that has left by its end.
    ///
    /// - Returns: The one that there is no room for any more.
    mutating func keep(_ end: EndedJob) -> EndedJob? { ended.keep(end) }

    mutating func dropEnd(of id: JobID) { ended.remove(id) }

    mutating func dropEnds(of owner: UserID) -> [Change] {
        ended.removeAll(of: owner).map { .forgetEnd($0) }
    }

    mutating func restore(ended jobs: [EndedJob]) { ended.restore(jobs) }

    mutating func restore(names: [UserID: String]) { self.names = names }

    /// Binds the number to the name, and gives the one that it had.
    mutating func bind(_ owner: UserID, to name: String) -> String? { names.updateValue(name, forKey: owner) }

    func count(of owner: UserID) -> Int { boxes[owner]?.count ?? 0 }

    /// The bytes of the owner's descriptors, of requests that follow a run too.
    func textBytes(of owner: UserID) -> Int { textBytes[owner] ?? 0 }

    /// Who has jobs, in no order that may be relied on.
    var owners: [UserID] { Array(boxes.keys) }

    /// The owner's jobs, in no order that may be relied on.
    func all(of owner: UserID) -> some Sequence<Job> { (boxes[owner] ?? [:]).values.lazy.map(\.job) }

    /// The identifiers of the owner's jobs, sorted.
    func ids(of owner: UserID) -> [JobID] {
        (boxes[owner] ?? [:]).keys.map { JobID(owner: owner, identifier: $0) }.sorted()
    }

    mutating func put(_ job: Job) {
        let before = boxes[job.id.owner, default: [:]].updateValue(Box(job), forKey: job.id.identifier)
        order.replace(before?.job.ordering, with: job.ordering, of: job.id)
        noteText(of: job.id.owner, grown: job.textBytes - (before?.job.textBytes ?? 0))
        noteService(job, isIdle: job.phase.run == nil, before: before?.job)
    }

    mutating func remove(_ id: JobID) {
        guard let box = boxes[id.owner]?.removeValue(forKey: id.identifier) else { return }
        order.replace(box.job.ordering, with: nil, of: id)
        noteText(of: id.owner, grown: -box.job.textBytes)
        noteService(box.job, isIdle: false, before: box.job)
        if boxes[id.owner]?.isEmpty == true { boxes[id.owner] = nil }
    }

    private mutating func noteText(of owner: UserID, grown bytes: Int) {
        guard bytes != 0 else { return }
        let total = textBytes(of: owner) + bytes
        textBytes[owner] = total == 0 ? nil : total
    }

    private mutating func noteService(_ job: Job, isIdle: Bool, before: Job?) {
        guard job.descriptor.kind == .service || before?.descriptor.kind == .service else { return }
        let isIdle = isIdle && job.descriptor.kind == .service
        let place = idleServices.firstIndex { job.id <= $0 } ?? idleServices.endIndex
        let isThere = place < idleServices.endIndex && idleServices[place] == job.id
        if isIdle, !isThere { idleServices.insert(job.id, at: place) }
        if !isIdle, isThere { idleServices.remove(at: place) }
    }

    /// The jobs that stand to others in another way than before, maybe, in a fixed order.
    mutating func takeMoved() -> [JobID] { order.takeMoved() }

    /// Whether jobs that waited for each other in a circle may do so no more.
    mutating func takeOpened() -> Bool { order.takeOpened() }

    /// A ticket that no agenda entry has yet.
    mutating func newTicket() -> Ticket {
        tickets &+= 1
        return Ticket(number: tickets)
    }

    /// The ticket of a job's current agenda entry, without a copy of the job.
    func ticket(of id: JobID) -> Ticket? { boxes[id.owner]?[id.identifier]?.job.ticket }
}
