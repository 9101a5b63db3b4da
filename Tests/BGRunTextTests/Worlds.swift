// Values that the views are shown with: a laptop on battery on a Saturday night in Berlin.
import BGRunCalendar
import BGRunJob
import BGRunWire

@testable import BGRunText

enum World {
    /// 2026-03-28 22:00 UTC; in Berlin 23:00, and three hours before the clocks go forward.
    static let now = instant("2026-03-28T22:00:00Z")

    static let clock = LocalClock(now: now) { $0 < instant("2026-03-29T01:00:00Z") ? 3600 : 7200 }
    static let terminal = Screen(colour: .off, width: 100)
    static let colours = Screen(colour: .on, width: 100)
    static let owner = UserID(1000)

    /// Shown to the one whose jobs they are.
    static let owners = OwnerNames(shownTo: owner, name: name(of:))

    static func name(of user: UserID) -> String { "user\(user)" }

    static func instant(_ text: String) -> WallTime {
        guard let instant = WallTime(rfc3339: text) else { preconditionFailure("a test's date is bad") }
        return instant
    }

    static func identifier(_ text: String) -> JobIdentifier {
        guard let identifier = JobIdentifier(text) else { preconditionFailure("a test's identifier is bad") }
        return identifier
    }

    static let cron: CronExpression = {
        do throws(ScheduleFault) {
            return try CronExpression("30 2 * * 1-5")
        } catch {
            preconditionFailure("a test's cron expression is bad: \(error.reason)")
        }
    }()

    static let nightly: AllowedHours = {
        do throws(ScheduleFault) {
            return try AllowedHours(windows: ["22:00-06:00"])
        } catch {
            preconditionFailure("a test's hours are bad: \(error.reason)")
        }
    }()

    static let daemon = DaemonReport(
        scope: .user, owner: owner, version: "0.1.0", process: 99, started: now, stateDirectory: "/s",
        runtimeDirectory: "/r")

    static let device = device(simulations: [])

    static func device(
        power: Verdict = .no, others: [DeviceStatus.Condition] = [], simulations: [ConditionSimulation]
    ) -> DeviceReport {
        DeviceReport(
            DeviceStatus(
                conditions: [
                    .init(
                        requirement: .externalPower, verdict: power,
                        reason: power == .yes ? "AC is online" : "BAT0 is discharging", since: nil,
                        settlesAt: nil),
                    .init(
                        requirement: .network, verdict: .yes, reason: "internet through wlan0",
                        since: now,
                        settlesAt: now.advanced(by: .seconds(5))),
                ] + others, batteryLevel: 87, isPowerSilent: false, simulations: simulations))
    }

    static let idle: [DeviceStatus.Condition] = [
        .init(
            requirement: .idle(.seconds(60)), verdict: .yes, reason: "idle for 1m and more", since: now,
            settlesAt: nil),
        .init(
            requirement: .idle(.seconds(600)), verdict: .no, reason: "idle 4m of 10m", since: nil,
            settlesAt: nil),
        .init(
            requirement: .locked(true), owner: owner, verdict: .unknown,
            reason: "logind is not on the system bus", since: nil, settlesAt: nil),
    ]

    static let simulated = SimulatedConditions([
        .init(.externalPower, .verdict(.no)), .init(.batteryLevel, .number(15)),
    ])
    static let simulations = [
        ConditionSimulation(
            conditions: simulated, owner: owner, job: nil, until: instant("2026-03-28T22:02:00Z")),
        ConditionSimulation(
            conditions: simulated, owner: owner,
            job: JobID(owner: owner, identifier: identifier("org.a.backup")),
            until: instant("2026-03-28T22:02:30Z")),
    ]

    static func job(
        _ name: String, _ state: JobState, blockers: [Blocker] = [], due: String? = "2026-03-28T21:00:00Z",
        overdueFrom: String? = nil, title: String? = nil, run: JobStatus.Run? = nil,
        lastRun: JobRecord.LastRun? = nil, lastSkip: Skip? = nil, recent: [RecentEnds.End] = [],
        switches: JobRecord.Switches = JobRecord.Switches(), unfinishedRuns: Int = 0, owner: UserID = owner,
        hasSuccessor: Bool = false, relaxesAt: String? = nil, notRunSince: String? = nil,
        health: JobHealth = JobHealth(),
        simulation: ConditionSimulation? = nil, timing: (inout JobDescriptor) -> Void = { _ in }
    ) -> JobReport {
        var descriptor = JobDescriptor(
            identifier: identifier(name), title: title, program: .command(["restic", "backup"]),
            environment: [.init(name: "RESTIC_PASSWORD", value: "hunter2")],
            workingDirectory: "/home/a", requirements: [.externalPower, .network])
        timing(&descriptor)
        let now = Now(wall: now, boot: BootTime(microseconds: 0), awake: AwakeTime(microseconds: 0))
        let pauses: [Pause] = blockers.compactMap { blocker in
            guard case .paused(let since, let until, let user, let note) = blocker else { return nil }
            let end = until.map { Deadline(now.wall.duration(to: $0), from: now) }
            return Pause(since: since, end: end, by: user, note: note)
        }
        var switches = switches
        switches.pause = switches.pause ?? pauses.first
        var health = health
        health.unfinishedRuns = unfinishedRuns
        health.notRunSince = run == nil ? notRunSince.map(instant) : nil
        health.judge(
            state, isOverdue: run == nil && overdueFrom.map { instant($0) <= now.wall } ?? false,
            isOverrun: run?.overrun != nil, isDisabledByHand: blockers.contains(.disabled))
        return JobReport(
            JobStatus(
                id: JobID(owner: owner, identifier: identifier(name)), descriptor: descriptor,
                origin: .submission, accepted: now.wall, state: state, blockers: blockers,
                due: due.map(instant),
                overdueFrom: overdueFrom.map(instant), occurrence: 1, run: run, lastRun: lastRun,
                lastSkip: lastSkip, recent: RecentEnds(recent), switches: switches,
                hasSuccessor: hasSuccessor, relaxesAt: relaxesAt.map(instant), health: health,
                simulation: simulation),
            at: now)
    }

    static let run = JobStatus.Run(
        run: RunID(7), process: 4711, started: instant("2026-03-28T21:56:00Z"), timeBudget: .seconds(600),
        used: .seconds(240))
    /// A run that stands still because power is gone.
    static let frozen: JobStatus.Run = {
        var frozen = run
        frozen.freeze = JobStatus.Freeze(
            reason: "requirementLost:externalPower", since: instant("2026-03-28T21:58:00Z"),
            until: instant("2026-03-28T23:58:00Z"))
        return frozen
    }()
    static let expiring = JobStatus.Run(
        run: RunID(8), process: 4712, started: now, timeBudget: .seconds(600), used: .seconds(600),
        stopReason: .timeBudget, killAt: now.advanced(by: .seconds(8)))
    static let lastRun = JobRecord.LastRun(
        run: RunID(6), outcome: .expired, stopReason: .timeBudget, ended: instant("2026-03-27T20:12:00Z"))

    static let lastSkip = Skip(
        due: instant("2026-03-28T01:00:00Z"), skipped: instant("2026-03-28T07:30:00Z"), reason: .maxLateness)

    static let unmet: [Blocker] = [
        .unmet(.externalPower, reason: "BAT0 is discharging", since: instant("2026-03-28T21:40:00Z")),
        .limit(own: 3, running: 3, allowed: 3),
    ]

    /// Jobs in the states that only time and people bring about.
    static let timedJobs = [
        job(
            "org.b.boot", .scheduled, blockers: [.trigger("the next boot", until: nil)], due: nil,
            lastSkip: lastSkip),
        job("org.b.ended", .scheduled, blockers: [.ended], due: nil, lastRun: lastRun),
        job("org.b.frozen", .frozen, run: run),
        job(
            "org.b.late", .due, blockers: [.allowedHours(until: instant("2026-03-29T04:00:00Z"))],
            overdueFrom: "2026-03-28T20:30:00Z"),
        job(
            "org.b.paused", .paused,
            blockers: [
                .earliestBeginDate(instant("2026-03-29T04:00:00Z")),
                .paused(since: now, until: instant("2026-03-29T00:00:00Z")),
            ], due: "2026-03-29T04:00:00Z"),
        job(
            "org.b.paused2", .paused, blockers: [.paused(since: now, until: nil)],
            due: "2026-03-29T04:00:00Z"),
    ]

    static let status = StatusCall.Reply(
        daemon: daemon, device: device,
        jobs: [
            job("org.a.backup", .due, blockers: unmet, lastRun: lastRun, unfinishedRuns: 3),
            job("org.a.index", .running, run: run),
            job("org.a.late", .expiring, run: expiring),
            job(
                "org.a.sync", .scheduled, blockers: [.earliestBeginDate(instant("2026-03-29T04:00:00Z"))],
                due: "2026-03-29T04:00:00Z"),
            job("org.a.zzz", .disabled, blockers: [.disabled]),
        ] + timedJobs,
        brokenFiles: [BrokenFile(path: "/etc/x.json", reason: "line 3:\u{1B}[2J unknown key; remove it")])

    static let skip = HistoryLine.skip(
        lastSkip, of: JobID(owner: owner, identifier: identifier("org.a.backup")), title: nil)

    static func entry(_ run: Int64, _ outcome: Outcome, exit: ExitStatus?, reason: StopReason? = nil)
        -> HistoryEntry
    {
        HistoryEntry(
            run: RunID(run), job: JobID(owner: owner, identifier: identifier("org.a.backup")), due: now,
            started: instant("2026-03-28T20:00:00Z"), ended: instant("2026-03-28T20:02:05Z"),
            duration: .seconds(125), outcome: outcome, stopReason: reason, exit: exit,
            failure: exit == nil ? "no such program" : nil, isSimulated: reason != nil)
    }
}

func text(_ lines: [Line], on screen: Screen = .pipe) -> String {
    lines.map { $0.text(on: screen) }.joined(separator: "\n")
}

func why(
    _ job: JobReport, _ requirements: [RequirementStatus] = [], history: [HistoryLine] = [],
    on screen: Screen = .pipe
) -> String {
    let reply = WhyCall.Reply(
        job: job, requirements: requirements.map(RequirementReport.init), history: history)
    return text(WhyText(reply, clock: World.clock, screen: screen).lines, on: screen)
}
