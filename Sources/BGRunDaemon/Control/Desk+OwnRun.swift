// Which run a calling process is of, and what it may know of that.
import BGRunCalendar
import BGRunJob
import BGRunLaunch
import BGRunScheduler
import BGRunStore
import BGRunWire

extension Desk {
    /// The run that a process belongs to, by the kernel's word: never by what is said on the connection.
    static func run(of caller: Caller?, in launcher: Launcher) throws(SchedulerError) -> RunID {
        guard let caller else { throw .notInRun(reason: "the calling process has ended") }
        guard let run = caller.run(in: launcher) else {
            throw .notInRun(reason: "process \(caller.pid) is of no active run of this daemon's")
        }
        return run
    }

    func ownRun(
        _ caller: Caller?, _ scheduler: Scheduler, at now: Now
    ) throws(SchedulerError) -> RunAccount {
        let run = try Self.run(of: caller, in: launcher)
        guard let account = scheduler.account(of: run, at: now) else {
            throw .notInRun(reason: "run \(run) has ended")
        }
        return account
    }
}
