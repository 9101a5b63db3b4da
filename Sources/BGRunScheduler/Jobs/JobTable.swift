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

    private var boxes: [JobID: Box] = [:]

    var count: Int { boxes.count }
    /// In no order that may be relied on: sort before it leads to an effect or to output.
    var ids: some Collection<JobID> { boxes.keys }
    var all: some Collection<Job> { boxes.values.lazy.map(\.job) }

    subscript(id: JobID) -> Job? {
        get { boxes[id]?.job }
        set { boxes[id] = newValue.map { Box($0) } }
    }

    /// The ticket of a job's current agenda entry, without a copy of the job.
    func ticket(of id: JobID) -> Ticket? { boxes[id]?.job.ticket }
}
