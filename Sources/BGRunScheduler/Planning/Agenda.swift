// Jobs in the order in which they come up on one clock.
import BGRunCalendar
import BGRunJob
import HeapModule

/// A priority queue of jobs by instant, then by name.
///
/// Entries are never searched for: a job that moves on takes a new ticket, and entries with an old one are
/// dropped when they surface. So every operation stays logarithmic, whatever the number of jobs. A job may have
/// several entries with its current ticket: what it waits for comes up, it is overdue, and it is too late.
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
    /// How many entries were current when the others were last dropped.
    private var lastCurrent = 0

    var count: Int { heap.count }

    mutating func add(_ job: JobID, at instant: Clock, ticket: Ticket) {
        heap.insert(Entry(at: instant, job: job, ticket: ticket))
    }

    /// The first entry that is current; what lies before it is dropped for good.
    mutating func first(in jobs: JobTable) -> Entry? {
        while let entry = heap.min {
            if jobs.ticket(of: entry.job) == entry.ticket { return entry }
            heap.removeMin()
        }
        return nil
    }

    mutating func removeFirst() { heap.removeMin() }

    /// The job of the first entry that is current, where it has come up; the entry is gone then.
    mutating func take(by now: Clock, in jobs: JobTable) -> JobID? {
        guard let entry = first(in: jobs), entry.at <= now else { return nil }
        heap.removeMin()
        return entry.job
    }

    /// The jobs of all entries that are current, in no order.
    func all(in jobs: JobTable) -> [JobID] {
        heap.unordered.compactMap { jobs.ticket(of: $0.job) == $0.ticket ? $0.job : nil }
    }

    /// Drops every entry that is not current, once they may outnumber those that are: jobs replaced over and over
    /// must not pile up. Where each job has several, that is no reason to look through all of them each time.
    mutating func compact(keeping jobs: JobTable) {
        guard heap.count > 2 * max(jobs.count, lastCurrent) + 64 else { return }
        heap = Heap(heap.unordered.filter { jobs.ticket(of: $0.job) == $0.ticket })
        lastCurrent = heap.count
    }
}

/// Says which of a job's agenda entries are current.
struct Ticket: Hashable {
    var number: UInt64
}
