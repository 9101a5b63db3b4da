// What systemd says of a service at one time, and what it comes to once the service is over.
import BGRunJob
import Glibc

/// A service of systemd as its properties tell (org.freedesktop.systemd1(5)).
package struct UnitState: Equatable, Sendable {
    static let unitProperties = [
        "ActiveState", "ConditionResult", "InvocationID", "Job", "LoadState", "SubState",
    ]
    static let serviceProperties = [
        "CPUUsageNSec", "ExecMainCode", "ExecMainStatus", "KillMode", "Result", "SendSIGKILL",
        "TimeoutStopUSec",
    ]

    /// `loaded`; else why there is nothing to start: `not-found`, `masked`, `bad-setting`, `error`.
    package var load: String
    package var active: String
    package var sub: String
    package var result: String
    /// Whether something is queued for it that has not been done.
    package var hasJob: Bool
    /// What its conditions said when it was started last.
    package var conditionHolds: Bool
    /// How its main process ended last: `CLD_EXITED` and the like of waitid(2); 0 where it has not.
    package var mainCode: Int32
    package var mainStatus: Int32
    /// Names one life of it in the journal; empty for one that has not been started since the boot.
    package var invocation: [UInt8]
    /// In nanoseconds; nil where systemd does not count it.
    package var processorTime: UInt64?
    /// Which of its processes systemd kills where they do not end (`KillMode=`, systemd.kill(5)); `none` where it kills none.
    package var killMode: String
    /// How long systemd gives them to end (`TimeoutStopSec=`), in microseconds; the largest number is for ever.
    package var stopTime: UInt64

    /// Properties that are missing, or are of another type, say nothing.
    init(_ unit: [String: BusValue], _ service: [String: BusValue]) {
        func text(_ value: BusValue?) -> String { if case .text(let text)? = value { text } else { "" } }
        func number(_ value: BusValue?) -> Int32 {
            if case .signedNumber(let number)? = value { number } else { 0 }
        }
        load = text(unit["LoadState"])
        active = text(unit["ActiveState"])
        sub = text(unit["SubState"])
        result = text(service["Result"])
        if case .numbered(let job, _)? = unit["Job"] { hasJob = job != 0 } else { hasJob = false }
        conditionHolds = unit["ConditionResult"] != .truth(false)
        mainCode = number(service["ExecMainCode"])
        mainStatus = number(service["ExecMainStatus"])
        if case .bytes(let bytes)? = unit["InvocationID"] { invocation = bytes } else { invocation = [] }
        if case .longNumber(let time)? = service["CPUUsageNSec"], time != .max { processorTime = time }
        killMode = service["SendSIGKILL"] == .truth(false) ? "none" : text(service["KillMode"])
        if case .longNumber(let time)? = service["TimeoutStopUSec"] { stopTime = time } else { stopTime = 0 }
    }

    /// Whether it runs, or is about to: a start would change nothing.
    var isUp: Bool { ["active", "activating", "reloading", "refreshing"].contains(active) }

    /// Whether its processes have ended and it counts as up all the same (`RemainAfterExit=`).
    var remains: Bool { active == "active" && sub == "exited" }

    /// Whether nothing of it runs, and nothing is about to.
    func isOver(lasting: Bool) -> Bool {
        guard !hasJob else { return false }
        return active == "inactive" || active == "failed" || remains && !lasting
    }

    /// What of it a run whose time is over has killed, in the words of `KillUnit`.
    var killable: [String] { killMode == "process" ? ["main", "control"] : ["all"] }

    /// Why systemd alone has it end; nil where a run may have it killed.
    ///
    /// Whoever gives a unit longer than any run has, does so because killing it does harm: a package manager amid its work.
    var mercy: String? {
        if killMode == "none" { return "its unit says that nothing kills it" }
        return stopTime > Self.longestStop ? "its TimeoutStopSec= is longer than any grace period" : nil
    }

    private static let longestStop = UInt64(JobDescriptor.longestGracePeriod.components.seconds) * 1_000_000

    // MARK: - What it comes to

    /// How a run of it ends.
    package struct Verdict: Equatable, Sendable {
        /// The run's exit code: 0, that of the unit's main process, 128 and its signal's number, or 1.
        package let code: Int32
        /// What is said of the unit: `has failed: exit code 3`.
        package let words: String
    }

    /// - Parameters:
    ///   - start: What became of the job that was to start it, in systemd's word; nil where that is not known.
    ///   - isStopped: Whether it was told to end.
    ///   - hasRun: Whether a life of it has begun; what else is told of it is of one before.
    package func verdict(start: String?, isStopped: Bool, hasRun: Bool) -> Verdict {
        if isStopped {
            // As of a command that is told to end: what its main process says of itself counts, and else that it was ended.
            let isDone = hasRun && result == "success" && mainCode == Self.exited && mainStatus == 0
            let isKnown = hasRun && mainCode != 0 && mainStatus != 0
            return Verdict(
                code: isDone ? 0 : isKnown ? code : Self.signalled &+ SIGTERM, words: "was stopped")
        }
        if let start, start != "done", let words = Self.failedStarts[start] {
            return Verdict(code: 1, words: "has not started: \(words)")
        }
        if !conditionHolds {
            return Verdict(code: 0, words: "was skipped, since a condition that it names does not hold")
        }
        if result == "exec-condition" {
            return Verdict(code: 0, words: "was skipped, since its ExecCondition= says so")
        }
        if start == "skipped" { return Verdict(code: 0, words: "was skipped by systemd") }
        let isFine = result == "success" || result.isEmpty
        // Of a start that has failed, the result says more where it says anything.
        if let start, start != "done", isFine {
            return Verdict(code: 1, words: "has not started: systemd says \"\(start)\"")
        }
        return isFine
            ? Verdict(code: 0, words: "has ended well") : Verdict(code: code, words: "has failed: \(failure)")
    }

    private static let failedStarts = [
        "dependency": "a unit that it requires could not be started", "canceled": "its start was cancelled",
        "assert": "what it asserts does not hold",
    ]

    private static let exited: Int32 = 1
    private static let killed: Int32 = 2
    private static let dumped: Int32 = 3
    /// What a shell adds to the number of a signal.
    private static let signalled: Int32 = 128

    private var code: Int32 {
        switch mainCode {
        case Self.exited where (1...255).contains(mainStatus): mainStatus
        case Self.killed, Self.dumped: Self.signalled &+ max(0, min(mainStatus, 64))
        case _: 1
        }
    }

    private var failure: String {
        switch result {
        case "exit-code": mainCode == Self.exited ? "exit code \(mainStatus)" : "a command of it"
        case "signal", "core-dump": "signal \(mainStatus)"
        case "timeout": "it took longer than the unit allows"
        case "watchdog": "it gave no sign of life"
        case "oom-kill": "out of memory"
        case "start-limit-hit": "it was started too often"
        case "resources": "systemd lacked what it needs"
        case "protocol": "it did not do as its Type= says"
        case _: result
        }
    }
}
