// What people have switched by hand, as far as they were told that it counts.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

/// Pauses and switches, noted when the scheduler has answered "done".
struct Switches {
    /// A request for one job, or for all jobs of somebody, that was not answered yet.
    struct Asked {
        enum Wish { case pause(Pause), unpause, enable, disable, snooze }
        let wish: Wish
        /// Nil for all that the user may change.
        let job: JobID?
        let user: UserID
        /// Those that were there when it was asked, and have not been replaced since.
        var jobs: Set<JobID>
        /// Those alone are meant, and no job that comes later.
        var isTagged = false
    }

    var asked: [RequestID: Asked] = [:]
    private var scopes: [PauseScope: Pause] = [:]
    private var pauses: [JobID: Pause] = [:]
    private var enabled: [JobID: Bool] = [:]
    /// What had ended when the machine was switched off.
    private var ended: [PauseScope: Pause] = [:]

    /// Why nothing of the job may start by itself; nil where it may.
    func hold(of job: JobID, _ descriptor: JobDescriptor, at now: Now) -> String? {
        for pause in [pauses[job], scopes[.everybody], scopes[.owner(job.owner)]] {
            guard let pause else { continue }
            if pause.end.map({ now.boot < $0.end }) ?? true { return "paused" }
        }
        return enabled[job] ?? descriptor.isEnabled ? nil : "disabled"
    }

    /// Until a request for many jobs is answered, each of them stands before or after it.
    func isInDoubt(_ job: JobID) -> Bool {
        asked.values.contains { $0.job == nil && isOf($0.user, job) }
    }

    mutating func boot(at now: Now, after last: Now) {
        let isOn = { (pause: Pause) in pause.end.map { last.boot < $0.end } ?? true }
        ended = scopes.filter { !isOn($0.value) }
        scopes = scopes.filter { isOn($0.value) }.mapValues { $0.carried(overRebootTo: now) }
        pauses = pauses.filter { isOn($0.value) }.mapValues { $0.carried(overRebootTo: now) }
    }

    /// That a pause had ended could not be stored, for want of room on the disk.
    mutating func restore(_ stored: [PauseScope: Pause]) {
        for (scope, pause) in stored where scopes[scope] == nil && ended[scope]?.since == pause.since {
            scopes[scope] = pause
        }
    }

    mutating func forget(_ job: JobID) {
        pauses[job] = nil
        enabled[job] = nil
    }

    /// The job has left: what was asked for before is not about one that comes back.
    mutating func leave(_ job: JobID) {
        for request in asked.keys { asked[request]?.jobs.remove(job) }
    }

    /// The job has left, and is another one where it has come back: what counts is what that one says.
    mutating func renew(_ job: JobID, _ record: JobRecord.Switches?) {
        (pauses[job], enabled[job]) = (record?.pause, record?.enabled)
    }

    mutating func answered(_ request: RequestID) {
        guard let asked = asked.removeValue(forKey: request) else { return }
        if asked.isTagged { return turn(asked) }
        switch (asked.wish, asked.job) {
        case (.pause(let pause), let job?): pauses[job] = pause
        case (.pause(let pause), nil): scopes[scope(of: asked.user)] = pause
        case (.unpause, let job?): pauses[job] = nil
        case (.unpause, nil):
            pauses = pauses.filter { !isOf(asked.user, $0.key) }
            scopes = asked.user == .root ? [:] : scopes.filter { $0.key != .owner(asked.user) }
        case (.enable, let job?): enabled[job] = true
        case (.disable, let job?): enabled[job] = false
        case (.enable, nil): for job in asked.jobs where isOf(asked.user, job) { enabled[job] = true }
        case (.disable, nil): for job in asked.jobs where isOf(asked.user, job) { enabled[job] = false }
        case (.snooze, _): break
        }
    }

    /// One by one, as if each had been named.
    private mutating func turn(_ asked: Asked) {
        for job in asked.jobs where isOf(asked.user, job) {
            switch asked.wish {
            case .pause(let pause): pauses[job] = pause
            case .unpause: pauses[job] = nil
            case .enable: enabled[job] = true
            case .disable: enabled[job] = false
            case .snooze: break
            }
        }
    }

    private func scope(of user: UserID) -> PauseScope { user == .root ? .everybody : .owner(user) }

    private func isOf(_ user: UserID, _ job: JobID) -> Bool { user == .root || job.owner == user }
}
