// A request that begins at once or not at all.
import BGRunJob

/// A request that begins at once or not at all. Until it begins it is no job: nothing of it is in the table, nor stored.
struct UrgentRequest {
    let id: JobID
    let request: JobRecord.Successor
    /// Whom a continued one is for.
    var host: HostID?
    let requester: Requester
    /// What has brought it. Where something was to be looked at first, it is taken once more.
    let event: Event

    func refusal(whileRunning run: RunID) -> Refusal {
        host == nil ? .alreadyRunning(run) : .notImmediate([.application("its run \(run) goes on")])
    }

    func refusal(for blockers: [Blocker]) -> Refusal {
        host == nil ? .blocked(blockers) : .notImmediate(blockers)
    }

    /// It was taken back before it was known whether it can begin: by its program, or with its owner.
    var takenBack: Refusal {
        host == nil ? .ownerNotAllowed : .unavailable("it was taken back before it began")
    }
}
