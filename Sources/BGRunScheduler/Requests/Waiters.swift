// Requests that wait for what becomes of a job.
import BGRunJob

/// Who waits for the end of an occurrence or of a run, or for a start.
struct Waiters {
    /// Who waits for an end.
    struct End {
        let request: RequestID
        /// The end of one run is enough, whatever becomes of its occurrence.
        var isOneRun = false
    }

    private var ends: [JobID: [End]] = [:]
    /// A start by hand.
    struct Start {
        let requester: Requester
        let mode: RunMode
        var isSimulated = false
    }

    /// Starts by hand that wait until what is needed was looked at, or for a process that has just come.
    private var starts: [JobID: Start] = [:]
    /// Requests of which it is not known yet whether they begin, in the order in which they came; each with the job that
    /// it would be.
    private(set) var urgent: [(request: UrgentRequest, job: Job)] = []

    mutating func wait(_ end: End, of job: JobID) { ends[job, default: []].append(end) }

    mutating func takeWaiting(forEndOf job: JobID) -> [End] { ends.removeValue(forKey: job) ?? [] }

    /// Those who wait for no more than the end of a run.
    mutating func takeWaiting(forRunOf job: JobID) -> [End] {
        guard let all = ends[job], all.contains(where: \.isOneRun) else { return [] }
        let left = all.filter { !$0.isOneRun }
        ends[job] = left.isEmpty ? nil : left
        return all.filter(\.isOneRun)
    }

    /// The jobs that are to be started, in a fixed order.
    var awaited: [JobID] { starts.isEmpty ? [] : starts.keys.sorted() }

    mutating func wait(_ start: Start, forStartOf job: JobID) { starts[job] = start }

    func start(of job: JobID) -> Start? { starts[job] }

    mutating func takeWaiting(forStartOf job: JobID) -> Start? { starts.removeValue(forKey: job) }

    mutating func wait(_ request: UrgentRequest, as job: Job) { urgent.append((request, job)) }

    mutating func takeUrgent(
        _ areMeant: (UrgentRequest) -> Bool
    ) -> [(request: UrgentRequest, job: Job)] {
        let taken = urgent.filter { areMeant($0.request) }
        if !taken.isEmpty { urgent.removeAll { areMeant($0.request) } }
        return taken
    }

    /// The client went away.
    mutating func drop(_ request: RequestID) {
        for (job, all) in ends where all.contains(where: { $0.request == request }) {
            let left = all.filter { $0.request != request }
            ends[job] = left.isEmpty ? nil : left
        }
        for (job, start) in starts where start.requester.request == request { starts[job] = nil }
    }
}
