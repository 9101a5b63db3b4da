// The commands of jobs that are called when occurrences have ended.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

/// A command of a job's at work.
struct CalledHook {
    let call: HookCall
    /// The scheduler is to end it from then on.
    let overFrom: AwakeTime
    var endsAt: AwakeTime
    var wasEnded = false
}

extension World {
    func call(_ call: HookCall) throws {
        let owner = call.job.owner
        if let other = hooks[owner] {
            throw Broken("\(call.id) is called while \(other.call.id) of the same owner is under way")
        }
        let isFailure = call.entry.outcome == .failed || call.entry.outcome == .couldNotLaunch
        guard isFailure == (call.kind == .onFailure), isFailure || call.entry.outcome == .succeeded else {
            throw Broken(
                "\(call.kind.rawValue) is called after run \(call.entry.run), which \(call.entry.outcome)")
        }
        counts["calls: \(call.kind.rawValue)", default: 0] += 1
        if pick([true, false, false, false]) {
            pending.append(.hookEnded(call.id, .couldNotStart(reason: "no such program"), owner: owner))
            return
        }
        hooks[owner] = CalledHook(
            call: call, overFrom: now.awake.advanced(by: call.command.timeBudget),
            endsAt: now.awake.advanced(by: pick([.milliseconds(20), .seconds(5), .seconds(900)])))
    }

    func endHook(_ id: HookID) throws {
        guard let owner = hooks.first(where: { $0.value.call.id == id })?.key, var hook = hooks[owner],
            !hook.wasEnded, hook.overFrom <= now.awake
        else { throw Broken("\(id) is ended that is not under way, or has its time") }
        hook.wasEnded = true
        hook.endsAt = now.awake.advanced(by: .milliseconds(5))
        hooks[owner] = hook
    }

    /// The call that ends next.
    var nextHook: (at: AwakeTime, owner: UserID)? {
        hooks.map { (at: $0.value.endsAt, owner: $0.key) }.min { ($0.at, $0.owner) < ($1.at, $1.owner) }
    }

    func hookEnds(of owner: UserID) throws {
        guard let hook = hooks.removeValue(forKey: owner) else { return }
        if !hook.wasEnded, hook.overFrom.advanced(by: .seconds(1)) < now.awake {
            throw Broken("\(hook.call.id) has had its time and was not ended")
        }
        try turn([
            .hookEnded(
                hook.call.id, .exited(hook.wasEnded ? .signal(9) : pick([.code(0), .code(1)])), owner: owner)
        ])
    }
}
