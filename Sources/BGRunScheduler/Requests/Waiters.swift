// Requests that wait for what becomes of a job.
import BGRunJob

/// Who waits for the end of an occurrence, or for a start.
struct Waiters {
    private var ends: [JobID: [RequestID]] = [:]
    /// Starts that wait until what is needed was looked at.
    private var starts: [JobID: Start] = [:]

    /// Who wants a job to start at once.
    struct Start {
        let requester: Requester
        /// How the request was taken in, where it is one that begins at once or not at all; nil for a start by hand.
        let acceptance: Acceptance?
    }

    mutating func wait(_ request: RequestID, forEndOf job: JobID) { ends[job, default: []].append(request) }

    mutating func takeWaiting(forEndOf job: JobID) -> [RequestID] { ends.removeValue(forKey: job) ?? [] }

    /// The jobs that are to be started, in a fixed order.
    var awaited: [JobID] { starts.isEmpty ? [] : starts.keys.sorted() }

    mutating func wait(_ requester: Requester, forStartOf job: JobID, takenInAs acceptance: Acceptance? = nil)
    {
        starts[job] = Start(requester: requester, acceptance: acceptance)
    }

    /// The job of a request that begins at once or not at all, and of which that is not known yet.
    func submission(by request: RequestID) -> JobID? {
        starts.first { $0.value.requester.request == request && $0.value.acceptance != nil }?.key
    }

    mutating func takeWaiting(forStartOf job: JobID) -> Start? { starts.removeValue(forKey: job) }

    /// The client went away.
    mutating func drop(_ request: RequestID) {
        for (job, requests) in ends where requests.contains(request) {
            let left = requests.filter { $0 != request }
            ends[job] = left.isEmpty ? nil : left
        }
        for (job, start) in starts where start.requester.request == request { starts[job] = nil }
    }
}
