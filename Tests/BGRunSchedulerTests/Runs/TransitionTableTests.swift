// docs/transitions.md is printed by running the step function over all pairs, so nothing can hide from it.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import BGRunTestSupport
import Testing

@Suite struct `The table of transitions` {
    @Test func `in docs/transitions.md is what the step function does`() throws {
        try GoldenFile("docs/transitions.md").compare(with: TransitionTable.page)
    }

    @Test func `has no pair that is missing`() {
        #expect(TransitionTable.phases.count == 10)
        #expect(TransitionTable.inputs.count == 19)
        #expect(TransitionTable.hostPhases.count == 6)
        #expect(TransitionTable.hostInputs.count == 8)
    }
}

/// Runs `step` and `hostStep` over one sample of each phase and each input.
enum TransitionTable {
    static let now = Now(
        wall: WallTime(microseconds: 0), boot: BootTime(microseconds: 0), awake: AwakeTime(microseconds: 0))
    static let run = Run(
        id: RunID(1), due: now.wall, started: now, timeBudget: .zero, gracePeriod: .seconds(10))
    static let stop = StopOrder(.timeBudget)

    static let phases: [(String, Phase)] = [
        ("scheduled", .scheduled),
        ("due", .due(since: now.wall, rest: nil)),
        ("launching", .launching(run, nil, killAt: now.awake)),
        ("running", .running(run, process: 2)),
        ("frozen for sleep", .frozen(run, process: 2, since: now.awake, .systemSleep)),
        (
            "frozen for a loss",
            .frozen(run, process: 2, since: now.awake, .requirementLost(.externalPower, until: now.awake))
        ),
        ("frozen for hours", .frozen(run, process: 2, since: now.awake, .allowedHours)),
        ("expiring", .expiring(run, process: 2, .told(stop), killAt: now.awake)),
        (
            "main gone",
            .expiring(run, process: 2, .left(Exit(.code(0), .success), .succeeded, nil), killAt: now.awake)
        ),
        ("killed", .killed(run, process: 2, .told(stop), repeatAt: now.awake)),
    ]

    static let inputs: [(String, Input)] = [
        ("becameDue", .becameDue(since: now.wall)), ("restEnded", .restEnded), ("cleared", .cleared(run)),
        ("launchUndone", .launchUndone), ("launched", .launched(process: 2)), ("launchFailed", .launchFailed),
        ("budgetEnded", .budgetEnded), ("graceEnded", .graceEnded),
        ("progressed", .progressed(at: now.awake)), ("extended", .extended(by: .seconds(1))),
        ("told", .told(StopOrder(.requirementLost(.externalPower)))), ("frozen", .frozen(.systemSleep)),
        ("hours end", .frozen(.allowedHours)), ("sleep over", .thawed(.systemSleep)),
        ("hours begin", .thawed(.allowedHours)),
        ("requirement back", .thawed(.requirementLost)), ("freezeEnded", .freezeEnded),
        ("mainExited", .mainExited(Exit(.code(1), .failure))), ("exited", .exited(Exit(.code(1), .failure))),
    ]

    static var page: String {
        var lines = [
            "# Transitions", "",
            "Every pair of phase and input, printed by running the step function of `BGRunScheduler` over all of",
            "them; a test compares this page with the code. `—` means that the input changes nothing, `✗` that no",
            "order of outside events leads there. What follows an arrow is the next phase; behind a comma stands",
            "what is done. `end` takes the run out of the table with the outcome named, here for a stop whose",
            "reason is `timeBudget` and an exit with code 1; where the main process is gone, it had exited with code 0 by itself.",
            "",
            "| input | " + phases.map(\.0).joined(separator: " | ") + " |",
            "| --- |" + String(repeating: " --- |", count: phases.count),
        ]
        for (name, input) in inputs {
            lines.append("| \(name) | " + phases.map { cell($0.1, input) }.joined(separator: " | ") + " |")
        }
        lines += [
            "", "# Hosts", "",
            "The same for a host that the daemon has started, by `hostStep`. A guest has no phases. `ended` takes the",
            "host out of the table, and closes the runs in it.", "",
            "| input | " + hostPhases.map(\.0).joined(separator: " | ") + " |",
            "| --- |" + String(repeating: " --- |", count: hostPhases.count),
        ]
        for (name, input) in hostInputs {
            lines.append(
                "| \(name) | " + hostPhases.map { cell($0.1, input) }.joined(separator: " | ") + " |")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    static let hostPhases: [(String, HostPhase)] = [
        ("starting", .starting), ("serving", .serving), ("lingering", .lingering(until: now.awake)),
        ("condemned", .condemned(until: now.awake)), ("leaving", .leaving(killAt: now.awake)),
        ("killed", .killed(repeatAt: now.awake)),
    ]

    static let hostInputs: [(String, HostInput)] = [
        ("served", .served), ("busied", .busied), ("emptied", .emptied(linger: .zero)),
        ("overstayed", .overstayed(longestGrace: .zero)), ("timeOver", .timeOver),
        ("streamLost", .streamLost), ("dismissed", .dismissed), ("ended", .ended),
    ]

    private static func cell(_ phase: HostPhase, _ input: HostInput) -> String {
        switch hostStep(phase, input, at: now) {
        case .stay: "—"
        case .impossible: "✗"
        case .end: "end"
        case .move(let next, let act): "→ \(name(of: next))\(act.map { ", \(words(for: $0))" } ?? "")"
        }
    }

    private static func name(of phase: HostPhase) -> String {
        switch phase {
        case .starting: "starting"
        case .serving: "serving"
        case .lingering: "lingering"
        case .condemned: "condemned"
        case .leaving: "leaving"
        case .killed: "killed"
        }
    }

    private static func words(for act: HostAct) -> String {
        switch act {
        case .terminate: "SIGTERM"
        case .kill: "SIGKILL"
        case .warnOthers: "warn the others"
        }
    }

    private static func cell(_ phase: Phase, _ input: Input) -> String {
        switch step(phase, input, at: now) {
        case .stay: "—"
        case .impossible: "✗"
        case .end(let outcome): "end: \(outcome.rawValue)"
        case .move(let next, let act): "→ \(name(of: next))\(act.map { ", \(words(for: $0))" } ?? "")"
        }
    }

    private static func name(of phase: Phase) -> String {
        switch phase {
        case .scheduled: "scheduled"
        case .due: "due"
        case .launching(_, nil, _): "launching"
        case .launching(_, .some, _): "launching, stop kept"
        case .running: "running"
        case .frozen(_, _, _, .allowedHours): "frozen for hours"
        case .frozen: "frozen"
        case .expiring(_, _, .told, _): "expiring"
        case .expiring(_, _, .left, _): "main gone"
        case .killed: "killed"
        }
    }

    private static func words(for act: Act) -> String {
        switch act {
        case .launch: "launch"
        case .signal(.terminate): "SIGTERM"
        case .signal(.kill): "SIGKILL"
        case .signal(.freeze): "freeze"
        case .signal(.thaw): "thaw"
        }
    }
}
