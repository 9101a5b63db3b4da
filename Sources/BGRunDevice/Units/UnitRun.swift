// A run whose work is a service of systemd: it is started, watched to its end, and stopped when the run has to end.

import BGRunJob
import BGRunLinux
import Glibc

/// One life of a service, as the process of a run that stands for it.
///
/// The service's own processes are systemd's: they have its cgroup, its rights and its limits. This process is what the
/// daemon launches, tells to end and waits for, so a service needs nothing else of the daemon than a command does.
///
/// It waits for answers: only for a process of its own.
package struct UnitRun {
    /// The exit code that means "not now" to every job that does not say otherwise: EX_TEMPFAIL of sysexits.h.
    package static let notNow: Int32 = 75

    private let unit: UnitName
    private let lasts: Bool
    private let grace: Duration
    private let memory: UnitMemory?

    /// - Parameters:
    ///   - lasts: Whether the run goes on for as long as the unit counts as up, though its processes have ended
    ///     (`RemainAfterExit=`).
    ///   - grace: How long after SIGTERM this process is killed; its unit is before that.
    ///   - directory: The job's own, where it remembers what it has started; nil: nowhere.
    package init(_ unit: UnitName, lasts: Bool, grace: Duration, remembering directory: String?) {
        memory = directory.map(UnitMemory.init)
        self.unit = unit
        self.lasts = lasts
        self.grace = grace
    }

    /// Does it, and gives the exit code.
    ///
    /// - Parameters:
    ///   - address: Of the bus; nil is the system's.
    ///   - say: Is handed a line for whoever reads the run's output.
    package func run(
        at address: String?, library: String = SystemBus.soname, _ say: @escaping (String) -> Void
    ) throws(SystemError) -> Int32 {
        let signals = try SignalQueue([SIGTERM])
        var watched: Watch?
        do throws(BusFault) {
            let systemd = try UnitFollower(
                unit, at: address, library: library, beside: signals.descriptor.rawValue)
            try systemd.follow()
            let watch = Watch(systemd, try systemd.readState(), isUsers: address != nil)
            watched = watch
            return try carryOut(watch, signals, say)
        } catch {
            say("\(unit): \(error)")
            guard let watched, watched.isStarted else { return error.isPassing ? Self.notNow : 1 }
            say("it may go on, and nobody watches it: systemctl\(watched.option) status \(unit)")
            return 1
        }
    }

    /// What a shell gives for a process that SIGTERM has ended: the run has not finished what it was to do.
    private static let toldToEnd: Int32 = 128 + SIGTERM

    /// What is known of the unit meanwhile.
    private final class Watch {
        let systemd: UnitFollower
        var state: UnitState
        /// The life of it that was there before the run.
        let former: [UInt8]
        /// Whether we have started it.
        var isStarted = false
        /// The job that starts it; nil where it was up before, or systemd's answer has not come.
        var job: String?
        /// Whether it is the work of this job's, and to be stopped with its run.
        var isOurs = false
        var invocation: [UInt8] = []
        /// Told to end.
        var isStopped = false
        /// When it is killed, and when this process is, on the monotonic clock.
        var killAt: Int64?
        var end: Int64?

        /// What programs that ask about it are told: whose manager it is that has the unit.
        let option: String

        init(_ systemd: UnitFollower, _ state: UnitState, isUsers: Bool) {
            option = isUsers ? " --user" : ""
            self.systemd = systemd
            self.state = state
            former = state.invocation
        }
    }

    private func carryOut(
        _ watch: Watch, _ signals: borrowing SignalQueue, _ say: (String) -> Void
    ) throws(BusFault) -> Int32 {
        guard watch.state.load == "loaded" else {
            say(
                "\(unit) can't be started: \(Self.lack(watch.state.load)); see systemctl\(watch.option) status \(unit)"
            )
            return 1
        }
        if watch.state.remains, !lasts {
            say("\(unit) counts as up (RemainAfterExit=), so there is nothing to start")
            return 0
        }
        if watch.state.isUp {
            // What a run left that was ended by a crash, of the daemon or of its own process.
            watch.isOurs = memory?.knows(unit, watch.state.invocation) ?? false
            watch.invocation = watch.state.invocation
            say(
                watch.isOurs
                    ? "\(unit) runs since a run before: this one goes on with it"
                    : "\(unit) runs already: this run lasts as long, and leaves it alone")
        } else {
            if Self.isTold(signals) { return Self.toldToEnd }
            try start(watch)
            say("\(unit) was started; its output is in the journal: journalctl\(watch.option) -u \(unit)")
        }
        while true {
            // First, and in each turn: a unit that speaks all the time must not keep it from being heard.
            if !watch.isStopped, Self.isTold(signals) {
                guard watch.isOurs else {
                    say("\(unit) goes on, since this run has not started it")
                    return Self.toldToEnd
                }
                try stop(watch)
            }
            if let killAt = watch.killAt, Clock.read(.monotonic) >= killAt {
                watch.killAt = nil
                if let reason = watch.state.mercy {
                    say("\(unit) goes on stopping, which systemd sees to, and this run ends: \(reason)")
                    return Self.toldToEnd
                }
                say("\(unit) has not ended in its grace period, and is killed")
                watch.systemd.kill(watch.state.killable)
            }
            guard watch.systemd.isStale else {
                try watch.systemd.wait(until: watch.killAt)
                continue
            }
            watch.state = try watch.systemd.readState()
            let isAnother = remember(watch)
            // Somebody else has started it once more, which is not ours to end.
            if watch.isStopped, isAnother { return end(watch, say) }
            if watch.state.isOver(lasting: lasts) { return end(watch, say) }
        }
    }

    private static func isTold(_ signals: borrowing SignalQueue) -> Bool {
        while let signal = try? signals.next() {
            if signal.number == SIGTERM { return true }
        }
        return false
    }

    /// Has it started. Where no answer comes, systemd may have queued it all the same: then it is ours.
    private func start(_ watch: Watch) throws(BusFault) {
        watch.isOurs = true
        do throws(BusFault) {
            watch.job = try watch.systemd.start()
        } catch {
            guard error.isPassing else { throw error }
            watch.state = try watch.systemd.readState()
            guard watch.state.isUp || watch.state.hasJob else { throw error }
        }
        watch.isStarted = true
    }

    /// Has it stopped, and, where its own settings allow that, killed in time for the end of the grace period.
    private func stop(_ watch: Watch) throws(BusFault) {
        let now = Clock.read(.monotonic)
        let span = Self.microseconds(grace)
        watch.isStopped = true
        watch.end = now &+ span
        watch.killAt = now &+ span &- min(2_000_000, span / 4)
        try watch.systemd.stop()
    }

    /// Whether another life of it has begun than the one that was followed.
    private func remember(_ watch: Watch) -> Bool {
        let invocation = watch.state.invocation
        guard !invocation.isEmpty, invocation != watch.invocation,
            watch.isStarted ? invocation != watch.former : true
        else { return false }
        let isAnother = !watch.invocation.isEmpty
        if watch.isStopped, isAnother { return true }
        watch.invocation = invocation
        if watch.isOurs { memory?.keep(unit, invocation) }
        return isAnother
    }

    private func end(_ watch: Watch, _ say: (String) -> Void) -> Int32 {
        let hasRun = !watch.invocation.isEmpty
        let verdict = watch.state.verdict(
            start: watch.job.flatMap { watch.systemd.results[$0] }, isStopped: watch.isStopped, hasRun: hasRun
        )
        guard hasRun else {
            say("\(unit) \(verdict.words)")
            return verdict.code
        }
        // What is left of the grace period is not waited away.
        let now = Clock.read(.monotonic)
        let patience = min(Self.patience, (watch.end ?? .max) &- now &- 500_000)
        for line in Self.journal(watch.invocation, until: now &+ max(0, patience)) { say(line) }
        let time = watch.state.processorTime.map { ", after \(Self.seconds($0)) s of processor time" } ?? ""
        say("\(unit) \(verdict.words)\(verdict.words.hasPrefix("was skipped") ? "" : time)")
        return verdict.code
    }

    private static func lack(_ load: String) -> String {
        switch load {
        case "not-found": "there is no such unit"
        case "masked": "it is masked"
        case "bad-setting": "its file says what can't be"
        case _: "it could not be loaded (\(load))"
        }
    }

    private static func microseconds(_ duration: Duration) -> Int64 {
        let (seconds, fraction) = duration.components
        return max(0, min(seconds, 3600)) * 1_000_000 + fraction / 1_000_000_000_000
    }

    /// `1.25`
    private static func seconds(_ nanoseconds: UInt64) -> String {
        let hundredths = nanoseconds / 10_000_000
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }

    // MARK: - What it has written

    private static let longestOutput = 256 << 10
    private static let patience: Int64 = 20_000_000

    /// What one life of the unit has written, where the journal can be asked.
    private static func journal(_ invocation: [UInt8], until deadline: Int64) -> [String] {
        guard invocation.count == 16 else { return [] }
        let variables = ["LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]
        let program = "/usr/bin/journalctl"
        // What has just been written is there only then. Only root may ask for that.
        _ = try? CapturedChild.run(
            program, ["--sync"], environment: variables, limit: 4096, until: deadline)
        let answer = try? CapturedChild.run(
            program,
            [
                "--quiet", "--no-pager", "--output=cat",
                "_SYSTEMD_INVOCATION_ID=\(UnitMemory.text(invocation))",
            ],
            environment: variables, limit: longestOutput, until: deadline)
        guard let answer, answer.end == .exited(.exited(0)) else { return [] }
        return String(decoding: answer.output, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
