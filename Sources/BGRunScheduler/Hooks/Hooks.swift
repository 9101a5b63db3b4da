// The calls of hooks that are under way, and those that wait for their turn.
import BGRunCalendar
import BGRunJob

/// One call at a time for each owner, in the order of the ends that they tell of: who is told by mail reads it in that
/// order, and a program that hangs keeps nobody else's from being called.
struct Hooks {
    /// So many of an owner's wait at most.
    static let mostWaiting = 100

    private struct Underway {
        let call: HookCall
        let deadline: AwakeTime
        /// It was told to end.
        var isOver = false
    }

    private var underway: [UserID: Underway] = [:]
    /// Never an empty one.
    private var waiting: [UserID: Queue<HookCall>] = [:]

    enum Turn { case now, later, never }

    /// Of those whose command is called now, the first.
    var calledOwner: UserID? { underway.keys.min() }

    /// Takes in a call.
    mutating func add(_ call: HookCall, at now: Now) -> Turn {
        let owner = call.job.owner
        guard underway[owner] != nil else {
            begin(call, at: now)
            return .now
        }
        if waiting[owner, default: Queue()].count >= Self.mostWaiting { return .never }
        waiting[owner, default: Queue()].add(call)
        return .later
    }

    private mutating func begin(_ call: HookCall, at now: Now) {
        underway[call.job.owner] = Underway(
            call: call, deadline: now.awake.advanced(by: call.command.timeBudget))
    }

    /// How a call has ended.
    struct Ended {
        let job: JobID
        /// As its owner is told.
        let end: HookEnd
        /// The owner's next one, which is under way now.
        let next: HookCall?
    }

    /// A call has ended; nil where no such call was.
    mutating func ended(_ id: HookID, _ end: HookEnd, of owner: UserID, at now: Now) -> Ended? {
        guard let over = underway[owner], over.call.id == id else { return nil }
        underway[owner] = nil
        let next = waiting[owner]?.takeFirst()
        if waiting[owner]?.isEmpty == true { waiting[owner] = nil }
        if let next { begin(next, at: now) }
        var end = end
        if over.isOver, case .exited = end { end = .timeBudget }
        return Ended(job: over.call.job, end: end, next: next)
    }

    /// Calls that have had their time by now, each once, in a fixed order.
    mutating func takeOverdue(at now: Now) -> [HookID] {
        if underway.isEmpty { return [] }
        let owners = underway.filter { !$1.isOver && $1.deadline <= now.awake }.keys.sorted()
        return owners.compactMap { owner in
            underway[owner]?.isOver = true
            return underway[owner]?.call.id
        }
    }

    /// Which one has had its time next.
    var next: (job: JobID, instant: AwakeTime)? {
        underway.values.filter { !$0.isOver }.map { (job: $0.call.job, instant: $0.deadline) }
            .min { ($0.instant, $0.job) < ($1.instant, $1.job) }
    }
}
