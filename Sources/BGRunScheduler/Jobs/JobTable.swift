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

    /// Whose the numbers of owners are: a number may come back as somebody else.
    private var names: [UserID: String] = [:]
    private var boxes: [JobID: Box] = [:]
    private var counts: [UserID: Int] = [:]
    private var tickets: UInt64 = 0

    var count: Int { boxes.count }
    /// In no order that may be relied on: sort before it leads to an effect or to output.
    var ids: some Collection<JobID> { boxes.keys }
    var all: some Collection<Job> { boxes.values.lazy.map(\.job) }

    subscript(id: JobID) -> Job? { boxes[id]?.job }

    mutating func restore(names: [UserID: String]) { self.names = names }

    /// Binds the number to the name, and gives the one that it had.
    mutating func bind(_ owner: UserID, to name: String) -> String? { names.updateValue(name, forKey: owner) }

    func count(of owner: UserID) -> Int { counts[owner, default: 0] }

    mutating func put(_ job: Job) {
        if boxes.updateValue(Box(job), forKey: job.id) == nil { counts[job.id.owner, default: 0] += 1 }
    }

    mutating func remove(_ id: JobID) {
        guard boxes.removeValue(forKey: id) != nil, let count = counts[id.owner] else { return }
        counts[id.owner] = count > 1 ? count - 1 : nil
    }

    /// A ticket that no agenda entry has yet.
    mutating func newTicket() -> Ticket {
        tickets &+= 1
        return Ticket(number: tickets)
    }

    /// The ticket of a job's current agenda entry, without a copy of the job.
    func ticket(of id: JobID) -> Ticket? { boxes[id]?.job.ticket }
}
