// The runs that are active: started, and not seen to end.
import BGRunJob

/// Active runs by number, and who waits for their start.
struct Runs {
    private var jobs: [RunID: JobID] = [:]
    private var next = RunID(1)
    /// Requests that are answered once their run has a process.
    private var starters: [RunID: RequestID] = [:]

    var count: Int { jobs.count }
    var isEmpty: Bool { jobs.isEmpty }
    /// Whose they are, in a fixed order.
    var jobIDs: [JobID] { jobs.count > 1 ? jobs.values.sorted() : Array(jobs.values) }

    subscript(run: RunID) -> JobID? { jobs[run] }

    /// A number that no run has had.
    mutating func newNumber() -> RunID {
        defer { next = next.next }
        return next
    }

    /// Goes on counting from a number, and never back.
    mutating func count(from number: RunID) { next = max(next, number) }

    mutating func begin(_ run: RunID, of job: JobID) {
        jobs[run] = job
        count(from: run.next)
    }

    mutating func end(_ run: RunID) { jobs[run] = nil }

    /// A request waits until the run has a process.
    mutating func wait(_ request: RequestID, for run: RunID) { starters[run] = request }

    mutating func takeStarter(of run: RunID) -> RequestID? { starters.removeValue(forKey: run) }

    mutating func drop(_ request: RequestID) {
        for (run, starter) in starters where starter == request { starters[run] = nil }
    }
}
