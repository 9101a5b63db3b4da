// What people and history were told of jobs that wait.
import BGRunCalendar
import BGRunJob

/// What was told last, so that nothing is told twice.
struct Reported {
    /// Counts up whenever anything that people can see may have changed.
    private(set) var revision: UInt64 = 0
    /// What holds due jobs back beside their requirements, as history knows it; only where something does.
    private var held: [JobID: [String]] = [:]
    /// Jobs whose owners are to be told that they wait too long.
    private var overdue: Set<JobID> = []
    /// Commands that are told of ends.
    private(set) var hooks = Hooks()

    mutating func noteChange() { revision &+= 1 }

    /// Takes note of what holds a job back now; true where history does not know it.
    mutating func noteHold(_ blockers: [String], of job: JobID) -> Bool {
        if blockers.isEmpty, held.isEmpty { return false }
        guard held[job, default: []] != blockers else { return false }
        held[job] = blockers.isEmpty ? nil : blockers
        return true
    }

    mutating func forget(_ job: JobID) { held[job] = nil }

    /// What history was told was not kept, so it is new once more.
    mutating func forgetHeld() { held = [:] }

    mutating func noteOverdue(_ job: JobID) { overdue.insert(job) }

    func isToBeWarned(_ job: JobID) -> Bool { overdue.contains(job) }

    mutating func add(_ call: HookCall, at now: Now) -> Hooks.Turn { hooks.add(call, at: now) }

    mutating func ended(_ hook: HookID, _ end: HookEnd, of owner: UserID, at now: Now) -> Hooks.Ended? {
        hooks.ended(hook, end, of: owner, at: now)
    }

    mutating func takeOverdueHooks(at now: Now) -> [HookID] { hooks.takeOverdue(at: now) }

    /// Jobs whose owners are to be told, in a fixed order.
    mutating func takeOverdue() -> [JobID] {
        if overdue.isEmpty { return [] }
        defer { overdue = [] }
        return overdue.sorted()
    }
}
