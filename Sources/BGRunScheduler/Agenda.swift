// Jobs in the order in which they come up on one clock.
import BGRunCalendar
import BGRunJob
import HeapModule

/// A priority queue of jobs by instant, then by name.
///
/// Entries are never searched for: a job that moves on takes a new ticket, and entries with an old one are
/// dropped when they surface. So every operation stays logarithmic, whatever the number of jobs.
struct Agenda<Clock: Instant> {
    struct Entry: Comparable {
        let at: Clock
        let job: JobID
        let ticket: Ticket

        static func < (left: Self, right: Self) -> Bool {
            left.at == right.at ? left.job < right.job : left.at < right.at
        }
    }

    private var heap = Heap<Entry>()

    var count: Int { heap.count }

    mutating func add(_ job: JobID, at instant: Clock, ticket: Ticket) {
        heap.insert(Entry(at: instant, job: job, ticket: ticket))
    }

    /// The first entry that is its job's current one; what lies before it is dropped for good.
    mutating func first(in jobs: JobTable) -> Entry? {
        while let entry = heap.min {
            if jobs.ticket(of: entry.job) == entry.ticket { return entry }
            heap.removeMin()
        }
        return nil
    }

    mutating func removeFirst() { heap.removeMin() }

    /// Drops every entry that is not current, once they outnumber the jobs: jobs replaced over and over must
    /// not pile up.
    mutating func compact(keeping jobs: JobTable) {
        guard heap.count > 2 * jobs.count + 64 else { return }
        heap = Heap(heap.unordered.filter { jobs.ticket(of: $0.job) == $0.ticket })
    }
}

/// Says which of a job's agenda entries is its current one.
struct Ticket: Hashable {
    var number: UInt64
}
