// What one event asks of many jobs.
import BGRunCalendar
import BGRunJob

/// Jobs with which something is to be done, by turns of their owners. Nothing is done here.
struct Chores {
    /// What is to be done with a job, all of it together.
    struct Work {
        /// Its owner's number is somebody else's now.
        var leaves = false
        /// Switches, in their order.
        var turns: [(turn: SwitchTurn, by: UserID)] = []
        /// The clock was set, or its zone has changed.
        var isReplanned = false
        /// What it needs is simulated, or not any more.
        var takesNeed = false
        /// It comes up elsewhere than before.
        var isMoved = false
        /// What it watches has changed, each with the newest time seen.
        var changes: [WatchedPath: WallTime] = [:]
        /// What it waits for beside time has happened.
        var events: Set<TriggerEvent> = []
        /// Who waits until it is done.
        fileprivate var requests: [RequestID] = []
    }

    private var queues = OwnerQueues<JobID>()
    private var works: [JobID: Work] = [:]
    /// Requests that are answered when all was done, with how many jobs it is still to be done for.
    private var requests: [RequestID: (requester: Requester, left: Int)] = [:]

    var isEmpty: Bool { works.isEmpty }

    /// Whether any of it is kept nowhere else.
    var hasOwed: Bool {
        works.values.contains { $0.leaves || !$0.turns.isEmpty || !$0.events.isEmpty || !$0.requests.isEmpty }
    }

    func isToDo(_ job: JobID) -> Bool { works[job] != nil }

    /// Adds to what is to be done with these jobs. Who asks for it must ask for one job at least.
    mutating func add(_ jobs: [JobID], for requester: Requester? = nil, _ change: (inout Work) -> Void) {
        if let requester { requests[requester.request] = (requester, jobs.count) }
        for job in jobs {
            if works[job] == nil { queues.add(job, of: job.owner) }
            change(&works[job, default: Work()])
            if let requester { works[job]?.requests.append(requester.request) }
        }
    }

    /// The next job in turn.
    mutating func takeNext() -> JobID? {
        while let job = queues.takeNext() {
            // Some were taken out of turn.
            if works[job] != nil { return job }
        }
        return nil
    }

    /// What is to be done with the job, now.
    mutating func take(_ job: JobID) -> Work? { works.removeValue(forKey: job) }

    /// Notes that it was done.
    ///
    /// - Returns: Those to whom it is all that they have asked for.
    mutating func done(_ work: Work) -> [Requester] {
        work.requests.compactMap { request in
            requests[request]?.left -= 1
            guard requests[request]?.left == 0 else { return nil }
            return requests.removeValue(forKey: request)?.requester
        }
    }

    /// The store has failed: nobody's request is gone on with.
    mutating func giveUpRequests() -> [Requester] {
        if requests.isEmpty { return [] }
        defer { requests = [:] }
        for job in works.keys {
            works[job]?.turns = []
            works[job]?.requests = []
        }
        return requests.keys.sorted().compactMap { requests[$0]?.requester }
    }
}
