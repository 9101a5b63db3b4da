// Values of every type that crosses the wire: one full, one with all that may be null left out.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunTestSupport

@testable import BGRunWire

enum Samples {
    static let date = WallTime(microseconds: 1_774_740_600_000_000)
    static let later = WallTime(microseconds: 1_774_740_600_250_001)
    static let owner = UserID(1000)
    static let now = Now(
        wall: date, boot: BootTime(microseconds: 9_000_000), awake: AwakeTime(microseconds: 5_000_000))

    static func identifier(_ text: String) -> JobIdentifier {
        guard let identifier = JobIdentifier(text) else { preconditionFailure("a test's identifier is bad") }
        return identifier
    }

    static func label(_ text: String) -> Label {
        guard let label = Label(text) else { preconditionFailure("a test's label is bad") }
        return label
    }

    static let backup = identifier("org.example.backup")
    static let target = Target(identifier: backup, owner: owner)
    static let bareTarget = Target(identifier: backup)

    static func cron(_ text: String) -> CronExpression {
        do throws(ScheduleFault) {
            return try CronExpression(text)
        } catch {
            preconditionFailure("a test's cron expression is bad: \(error.reason)")
        }
    }

    static func calendar(_ text: String) -> CalendarExpression {
        do throws(ScheduleFault) {
            return try CalendarExpression(text)
        } catch {
            preconditionFailure("a test's calendar expression is bad: \(error.reason)")
        }
    }

    private static let weekdays = {
        let expression = cron("30 2 * * *")
        return (try? expression.leavingOut(ExceptedDays(["Sat", "12-25"]))) ?? expression
    }()

    static let schedules: [Schedule] =
        [
            .cron(weekdays, zone: "Europe/Berlin"), .cron(cron("@daily"), zone: nil),
            .calendar(calendar("Mon..Fri 02:30"), zone: nil),
            .calendar(calendar("02:30"), zone: "Asia/Kathmandu"),
            .every(Every(interval: .seconds(21_600), from: .completion)),
            .every(Every(interval: .seconds(60))),
            .path(PathTrigger(path: "/home/a/in", settle: .seconds(5), isRecursive: true)),
            .event(.wakeAfter(.seconds(3600))), .event(.mount(.path("/mnt/nas")), delay: .seconds(5)),
            .event(.device(DeviceMatch(properties: [.init(name: "ID_FS_UUID", value: "12 34*")]))),
        ] + TriggerEvent.Name.allCases.map { .event(.named($0), delay: .seconds(90)) }

    /// One of every kind, with an alternative and an opposite.
    static let requirements = Requirements(
        [
            .externalPower, .batteryLevel(60), .charging, .network, .unmetered, .interface(["wl*", "eth0"]),
            .transport([.wifi, .mobile]), .ssid(["Home \"1\""]), .vpn("wg0"), .online,
            .reachable(Endpoint(host: "nas.lan", port: 22)),
            .idle(.seconds(600)), .locked(true), .load(80), .pressure(.cpu, percent: 20),
            .freeSpace(FreeSpace(path: "/home", bytes: 10 << 30)), .pathExists("/mnt/nas/ready"),
            .mounted(.path("/mnt/nas")),
            .device(DeviceMatch(properties: [.init(name: "ID_FS_UUID", value: "a-b")])),
            .lid(.open), .powerSaver(false), .temperature(70),
            .command(
                CommandCheck(
                    arguments: ["/bin/true"], interval: .seconds(600), timeBudget: .seconds(10))),
        ].map { .requirement($0) } + [
            .anyOf([[.externalPower], [.batteryLevel(80), .lid(.closed)]]), .not([.network, .vpn(nil)]),
        ])

    static let fullDescriptor: JobDescriptor = {
        do {
            var descriptor = try JobDescriptor(json: Array(Repository.everyKey(of: "descriptor").utf8))
            // What a terminal must not be given, and one of each kind.
            descriptor.title = "Back up \u{1B}[31mhome"
            (descriptor.schedules, descriptor.requirements) = (schedules, requirements)
            return descriptor
        } catch {
            preconditionFailure("the descriptor with every key is refused: \(error)")
        }
    }()
    static let bareDescriptor = JobDescriptor(identifier: backup, program: .shell("true"))
    static let taskDescriptor = JobDescriptor(
        identifier: backup, kind: .continued,
        program: .task(application: identifier("org.example"), taskRequests[1]))

    static let run = JobStatus.Run(
        run: RunID(7), process: 4711, started: date, timeBudget: .seconds(600),
        used: .microseconds(12_500_001), stopReason: .requirementLost(.externalPower), killAt: later,
        isSimulated: true,
        freeze: JobStatus.Freeze(reason: "requirementLost:network", since: date, until: later),
        host: .started(RunID(17)),
        progress: TaskProgress(completedUnits: 3, totalUnits: 10, title: "Export", subtitle: "3 of 10"),
        sign: .stopping, usual: .seconds(7), overrun: Overrun(.usual, of: .seconds(7), work: .seconds(600)))
    static let bareRun = JobStatus.Run(
        run: RunID(8), process: nil, started: date, timeBudget: .seconds(30), used: .zero)
    static let lastRun = JobRecord.LastRun(
        run: RunID(6), outcome: .interrupted, stopReason: .userRequest, ended: later, lastSuccess: date)
    static let bareLastRun = JobRecord.LastRun(
        run: RunID(6), outcome: .succeeded, stopReason: nil, ended: later)

    static let lastSkip = Skip(due: date, skipped: later, reason: .maxLateness)

    static let blockers: [Blocker] = [
        .earliestBeginDate(date), .earliestBeginDate(date, slack: .seconds(900)),
        .trigger("the next boot", until: nil),
        .trigger("/in to change", until: later), .spacing(until: later, isOwn: false),
        .spacing(until: later, isOwn: true), .ended,
        .paused(since: date, until: later, by: .root, note: "moving house"),
        .disabled, .givenUp(failures: 3), .invalid("line 1"), .resting(until: later, after: .expired),
        .allowedHours(until: later), .allowedHours(until: nil), .after("org.example.a to succeed"),
        .unmet(.externalPower, reason: "AC is offline", since: date),
        .unmet(.network, reason: "no route to the internet", since: nil),
        .settling(.network, until: later),
        .anyOf([[.externalPower], [.batteryLevel(80)]], reason: "AC is offline; battery 43 %, needs 80 %"),
        .preferred(.unmet(.idle(.seconds(600)), reason: "the machine is in use", since: date), until: later),
        .preferred(.settling(.network, until: date), until: later),
        .limit(own: 3, running: 3, allowed: 3),
        .catchUp(until: later, reason: "waits for the machine to settle"),
        .conflict([backup], areRunning: true), .conflict([backup, backup], areRunning: false),
        .queue(label("disk"), ahead: [backup]),
        .shortage("no process", until: later), .shortage("no process", until: nil),
        .storage("the disk is full"), .sleep, .shutdown,
    ]

    static let fullStatus = JobStatus(
        id: JobID(owner: owner, identifier: backup), descriptor: fullDescriptor,
        origin: .file(path: "/etc/bgrun/jobs.d/org.example.backup.json"), accepted: date, state: .expiring,
        blockers: blockers, due: later, dueBy: later, excepted: date, overdueFrom: date, occurrence: 3,
        run: run, lastRun: lastRun,
        lastSkip: lastSkip, recent: RecentEnds([.succeeded, .skipped]),
        switches: JobRecord.Switches(enabled: false), hasSuccessor: true, requirements: states,
        relaxesAt: later, health: health, simulation: simulations[2])
    static let health = JobHealth(
        troubles: Trouble.allCases, unfinishedRuns: 2, notRunSince: date,
        failing: Failing(count: 3, givenUp: 0, since: date, exit: .code(3), reason: "gone"), attempt: 4,
        attempts: 10,
        impediments: [
            Impediment(.unmetered, reason: "NetworkManager is not on the system bus", isAbsent: true)
        ],
        hookFault: HookReport(.onFailure, .timeBudget))
    static let bareStatus = JobStatus(
        id: JobID(owner: .root, identifier: backup), descriptor: bareDescriptor, origin: .submission,
        accepted: date, state: .scheduled, blockers: [], due: nil, occurrence: 1, run: nil, lastRun: nil,
        hasSuccessor: false)

    static let taskStatus = {
        var status = bareStatus
        status.descriptor = taskDescriptor
        return status
    }()

    static let device = DeviceReport(
        DeviceStatus(
            conditions: [
                .init(
                    requirement: .externalPower, verdict: .yes, reason: "AC is online", since: date,
                    settlesAt: later),
                .init(
                    requirement: .network, verdict: .no, reason: "no route to the internet", since: nil,
                    settlesAt: nil),
                .init(
                    requirement: .locked(true), owner: owner, verdict: .yes, reason: "the session is locked",
                    since: date, settlesAt: nil),
            ], batteryLevel: 87, isPowerSilent: true, simulations: simulations))
    static let bareDevice = DeviceReport(
        DeviceStatus(conditions: [], batteryLevel: nil, isPowerSilent: false))

    static let simulated = SimulatedConditions([
        .init(.externalPower, .verdict(.no)), .init(.batteryLevel, .number(15)),
        .init(.idle, .span(.seconds(600))), .init(.load, .number(50)), .init(.lid, .lid(.closed)),
        .init(.temperature, .number(-5)), .init(.command, .verdict(.unknown)),
    ])
    static let simulations = [
        ConditionSimulation(conditions: simulated, owner: nil, job: nil, until: later),
        ConditionSimulation(conditions: simulated, owner: owner, job: nil, until: later),
        ConditionSimulation(
            conditions: simulated, owner: owner, job: JobID(owner: owner, identifier: backup), until: later),
    ]

    static let states =
        requirements.leaves.map {
            RequirementStatus(requirement: $0, state: .lacking, reason: "no", since: date, until: later)
        }
        + RequirementStatus.State.allCases.map {
            RequirementStatus(
                requirement: .idle(.seconds(60)), state: $0, reason: "idle 20s of 1m", alternative: "anyOf 1",
                isPreferred: true, isSimulated: true)
        }

    static let conditionHistory = ConditionHistoryCall.Reply(
        from: date, to: later,
        changes: ConditionChange.MachineState.allCases.map { ConditionChange(at: date, .machine($0)) }
            + Verdict.allCases.flatMap { verdict in
                [nil, owner].map {
                    ConditionChange(
                        at: later, .requirement("locked", owner: $0, verdict), reason: "a reason",
                        isSimulated: verdict == .no)
                }
            },
        holds: [
            HoldChange(
                job: JobID(owner: owner, identifier: backup), at: date, isWaiting: true,
                blockers: ["paused", "resting"])
        ])

    static let heldBack = HeldBack(
        job: JobID(owner: owner, identifier: backup), from: date, to: later, waiting: .milliseconds(200),
        causes: [
            .init(name: "externalPower", words: "external power", duration: .milliseconds(100)),
            .init(
                name: "asleep", words: "the machine slept", duration: .microseconds(1), isUnknown: true,
                isSimulated: true),
        ], events: [.init(at: date, text: "external power is lost: AC is offline")], hasMoreEvents: true)
    static let bareHeldBack = HeldBack(
        job: JobID(owner: .root, identifier: backup), from: date, to: later, waiting: .zero, causes: [],
        events: [])

    static let moment = PastMoment(
        job: JobID(owner: owner, identifier: backup), at: date, stand: .running, due: date, run: RunID(3),
        lacks: [
            .init(
                name: "externalPower", words: "external power", since: date, until: later, isUnknown: true,
                isSimulated: true)
        ], unseen: .init(name: "asleep", words: "the machine was asleep"), then: entries[0],
        activeRun: RunID(4), isBeforeAll: true)
    static let bareMoment = PastMoment(
        job: JobID(owner: .root, identifier: backup), at: date, stand: .notDue)

    static let forecasts =
        Forecast.Confidence.allCases.map {
            Forecast(
                job: JobID(owner: owner, identifier: backup), likely: later, isNow: true, confidence: $0,
                daysHeld: 9, daysSeen: 12,
                habits: Forecast.Habit.Days.allCases.map {
                    Forecast.Habit(
                        name: "externalPower", words: "external power", days: $0,
                        windows: [.init(start: 1210, end: 5), .init(start: 0, end: 0)], daysSeen: 9)
                }, unforeseeable: ["the device ID_FS_UUID=a-b"], note: "it usually has power then")
        } + [Forecast(job: JobID(owner: .root, identifier: backup), note: "too little was seen")]

    static let daemon = DaemonReport(
        scope: .user, owner: owner, version: "0.1.0", process: 99, started: date, stateDirectory: "/var/x",
        runtimeDirectory: "/run/x", headlines: ["Nothing can be saved."],
        losses: [DaemonReport.Loss(found: later, text: "The database is gone.")], sysfs: "/srv/laptop",
        maxTimeBudget: .seconds(3600), wakeFault: "it may not")

    static func entry(_ exit: ExitStatus?) -> HistoryEntry {
        var entry = HistoryEntry(
            run: RunID(5), job: JobID(owner: owner, identifier: backup), title: exit == nil ? nil : "t",
            due: date, started: date, ended: later, outcome: .failed,
            stopReason: exit == nil ? nil : .requirementLost(.network), exit: exit,
            failure: exit == nil ? "no such program" : nil, isSimulated: exit != nil,
            attempt: exit == .code(3) ? Attempt(2, of: 10) : nil,
            usage: exit == .abandoned
                ? .ofTask
                : ResourceUsage(
                    processes: .init(
                        userTime: .microseconds(1_000_001), systemTime: .milliseconds(20),
                        peakMemoryKiB: 2048)))
        if exit == .code(3) {
            entry.hooks = [
                HookReport(.onFailure, .couldNotStart(reason: "no such file")),
                HookReport(.onSuccess, .exited(.signal(9))), HookReport(.onRecovery, .timeBudget),
            ]
        }
        return entry
    }
    static func skip(_ reason: SkipReason) -> HistoryLine {
        .skip(
            Skip(due: date, skipped: later, reason: reason), of: JobID(owner: owner, identifier: backup),
            title: reason == .missed ? "t" : nil)
    }
    static let entries: [HistoryLine] =
        [
            entry(.code(3)), entry(.signal(9)), entry(.lost), entry(.abandoned), entry(.completed(false)),
            entry(nil),
        ].map { .run($0) }
        + SkipReason.allCases.map(skip)

    static let power = PowerExplanation(
        externalPower: .yes, batteryLevel: 87, why: "AC is online",
        supplies: [
            .init(
                name: "AC", type: "Mains", online: 1, status: nil, capacity: nil, role: "line",
                why: "counts as line power: online"),
            .init(
                name: "BAT0", type: nil, online: nil, status: "Full", capacity: 87, role: "battery",
                why: "counts as battery of the machine: Full"),
        ], notes: ["the policy ignores BAT1, and there is no such supply now"])
    static let barePower = PowerExplanation(
        externalPower: .unknown, batteryLevel: nil, why: "?", supplies: [])
    static let network = NetworkExplanation(
        network: .yes, why: "internet through wg0 over wlan0",
        roads: [
            .init(family: .ipv4, link: "wg0", table: 51820, source: "10.0.0.2", over: ["wlan0"], fault: nil),
            .init(
                family: .ipv6, link: nil, table: nil, source: nil, over: [],
                fault: "no route to the internet"),
        ], cards: [.init("wlan0", .wifi), .init("ppp0", nil)], standby: ["wwan0"],
        connections: [
            .init(interface: "wlan0", isMetered: false, ssid: "Home \"1\""),
            .init(interface: "wwan0", isMetered: nil, ssid: nil),
        ], vpns: ["Office"], managerLack: "NetworkManager is not on the system bus")

    static let changes: [Transition.Change] = {
        let job = JobID(owner: owner, identifier: backup)
        return [
            .jobChanged(job, .due), .jobLeft(job), .runStarted(job, RunID(2)),
            .runExpiring(job, RunID(2), .timeBudget), .runEnded(job, RunID(2), .succeeded, nil),
            .runEnded(job, RunID(2), .expired, .timeBudget), .occurrenceSkipped(job, lastSkip),
            .conditionChanged(.init(.externalPower, .no, reason: "BAT0 is discharging")),
            .conditionChanged(.init(.locked(true), owner: owner, .unknown, reason: "no logind")),
        ]
    }()

    /// The parameters of each method.
    static let calls: [any SchedulerCall] =
        [
            SubmitCall(descriptor: ["identifier": "a", "command": ["true"]], owner: owner),
            SubmitCall(descriptor: [:]),
            SubmitCall(descriptor: [:], terms: SubmitTerms(ifExists: .keep)),
            SubmitCall(descriptor: [:], terms: SubmitTerms(edited: 0xAB)),
            SubmitCall(descriptor: [:], terms: SubmitTerms(ifExists: .fail, isNowOrFail: true)),
            SubmitAllCall(descriptors: [[:], ["identifier": "a"]], owner: owner),
            SubmitAllCall(descriptors: [[:]], ifExists: .fail),
            WaitAllCall([backup], owner: owner), WaitAllCall([backup]),
            StatusCall(.job(target)), StatusCall(once: false), StatusCall(.all(owner: owner)),
            WhyCall(target), WhyCall(bareTarget), CatCall(target), CatCall(bareTarget),
            CancelCall(.job(target)), CancelCall(.job(bareTarget), isNext: true),
            CancelCall(.all(owner: owner)),
            CancelCall(.all(owner: nil)), CancelCall(.tagged(label("media"), owner: owner)),
            StatusCall(.tagged(label("media"), owner: nil)),
            SwitchCall(.unpause, .tagged(label("media"), owner: nil)),
            StopCall(target), PurgeCall(target), WaitCall(target, since: date),
            WaitCall(bareTarget, isOneRun: true),
            SimulateCall(target, .launch),
            LogsCall(target, run: RunID(3), follow: true), LogsCall(bareTarget),
            SwitchCall(.pause(for: .seconds(7200)), .job(target)),
            SwitchCall(.pause(for: nil), .job(bareTarget)), SwitchCall(.pause(for: nil), .all(owner: owner)),
            SwitchCall(.unpause, .job(target)), SwitchCall(.unpause, .all(owner: nil)),
            SwitchCall(.enable, .job(bareTarget)), SwitchCall(.enable, .all(owner: nil)),
            SwitchCall(.disable, .job(target)),
            SwitchCall(.snooze(for: .seconds(3600)), .job(target)),
            SwitchCall(.snooze(for: SwitchTurn.usualSnooze), .tagged(label("media"), owner: nil)),
            NextCall(target, count: 1000), NextCall(bareTarget),
            HistoryCall(.job(target), since: date, until: later, limit: 7), HistoryCall(),
            HistoryCall(.all(owner: nil), since: date), HistoryCall(limit: 3, failed: true),
            ConditionsCall(), ConditionsCall(once: false), EventsCall(), DoctorCall(),
            OwnRunCall(), ShowLifeCall(), ReportProgressCall(percent: 40, text: "copy\u{1B}ing"),
            ReportProgressCall(percent: 0, text: nil), ExtendRunCall(by: .seconds(300)),
            DeferRunCall(for: .seconds(7200)), DeferRunCall(for: nil),
            ConditionHistoryCall(.job(target), since: date), ConditionHistoryCall(),
            HeldBackCall(target, days: 90), HeldBackCall(bareTarget), MomentCall(target, at: date),
            ForecastCall(.job(target)), ForecastCall(),
            SimulateConditionsCall(target, .begin(simulated, for: .seconds(7200))),
            SimulateConditionsCall(nil, .begin(simulated, for: .seconds(1))),
            SimulateConditionsCall(bareTarget, .end), SimulateConditionsCall(nil, .end),
        ] + RunMode.allCases.map { RunCall(bareTarget, mode: $0) }
        + StopReason.all.map { SimulateCall(target, .stop($0)) }

    static let reports = [
        JobReport(bareStatus, at: now), JobReport(fullStatus, at: now), JobReport(taskStatus, at: now),
    ]

    static let ownRun = RunAccount(
        run: RunID(7), job: JobID(owner: owner, identifier: backup), due: date, started: later,
        relaxed: ["externalPower", "anyOf"], isByHand: true, timeLeft: .seconds(60),
        timeBudget: .seconds(600), maxTimeBudget: .seconds(1200), stopReason: .timeBudget)
    static let bareOwnRun = RunAccount(
        run: RunID(7), job: JobID(owner: .root, identifier: backup), due: date, started: date, relaxed: [],
        isByHand: false, timeLeft: .zero, timeBudget: .seconds(600), maxTimeBudget: .seconds(600),
        stopReason: nil)

    /// What each method answers.
    static let replies: [(SchedulerMethod, any WireObject)] =
        [
            (.status, StatusCall.Reply(daemon: daemon, device: bareDevice, jobs: [])),
            (
                .status,
                StatusCall.Reply(
                    daemon: daemon, device: device, jobs: reports,
                    brokenFiles: [BrokenFile(path: "/etc/bgrun/jobs.d/x.json", reason: "line 1: remove it")],
                    assertions: [
                        AssertionStatus(
                            id: AssertionID(3), owner: owner, why: "sav\u{1B}ing", process: 77, since: later,
                            until: later)
                    ],
                    ended: [
                        EndedReport(
                            entries[0], recent: [.failed, .succeeded], lastSuccess: date,
                            application: backup, failing: Failing(since: date)),
                        EndedReport(entries[0]),
                    ])
            ),
            (
                .why,
                WhyCall.Reply(
                    job: reports[1], requirements: states.map(RequirementReport.init), history: entries)
            ),
            (.why, WhyCall.Reply(job: reports[0], requirements: [], history: [])),
            (
                .cat,
                CatCall.Reply(
                    job: JobID(owner: owner, identifier: backup),
                    descriptor: ["identifier": "org.example.backup", "timeBudget": "2h"],
                    file: "/etc/bgrun/jobs.d/x.json",
                    origins: [
                        KeyOrigin(.dropIn(path: "/etc/bgrun/jobs.d/x.d/1.json"), keys: ["timeBudget"]),
                        KeyOrigin(.policy, keys: ["notify"]),
                    ], isFollowing: true,
                    brokenFiles: [BrokenFile(path: "/etc/bgrun/jobs.d/x.d/2.json", reason: "remove it")])
            ),
            (
                .cat,
                CatCall.Reply(
                    job: JobID(owner: owner, identifier: backup), descriptor: [:], file: nil, isOver: true)
            ),
            (.conditionHistory, conditionHistory), (.heldBack, heldBack), (.heldBack, bareHeldBack),
            (.moment, moment), (.moment, bareMoment),
            (.forecast, ForecastCall.Reply(forecasts: forecasts)),
            (.simulateConditions, SimulateConditionsCall.Reply(until: later)),
            (.simulateConditions, SimulateConditionsCall.Reply(until: nil)),
            (.cancel, CancelCall.Reply(cancelled: [backup])),
            (.run, RunCall.Reply(run: RunID(1))), (.run, RunCall.Reply(run: nil, isAgain: true)),
            (.stop, NoFields()), (.purge, NoFields()), (.pause, NoFields()), (.unpause, NoFields()),
            (.enable, NoFields()),
            (.disable, NoFields()), (.snooze, NoFields()), (.next, NextCall.Reply(next: [])),
            (
                .next,
                NextCall.Reply(next: [
                    UpcomingInstant(at: date, zone: "Europe/Berlin", latest: later),
                    UpcomingInstant(at: later), UpcomingInstant(at: date, opens: later),
                ])
            ),
            (.ownRun, ownRun), (.ownRun, bareOwnRun), (.reportProgress, NoFields()), (.deferRun, NoFields()),
            (.showLife, NoFields()),
            (.extendRun, ExtendRunCall.Reply(timeLeft: .milliseconds(1500))),
            (.simulate, SimulateCall.Reply(run: nil)),
            (.wait, WaitCall.Reply(.expired, lastRun)), (.wait, WaitCall.Reply(.cancelled, nil)),
            (.logs, LogsCall.Reply(run: RunID(1), text: "a\u{0}b\n\"é\u{1F600}")),
            (.logs, LogsCall.Reply(run: RunID(1), text: "a", at: date, stream: .standardError)),
            (.logs, LogsCall.Reply(run: RunID(1), text: "a\u{FFFD}", bytes: [0x61, 0xFF], at: date)),
            (.logs, LogsCall.Reply(run: RunID(1), text: "\u{FFFD}", bytes: [0xFF])),
            (.logs, LogsCall.Reply(run: RunID(1), text: "", bytes: [])),
            (.logs, LogsCall.Reply(run: RunID(1), text: "\u{FFFD}", bytes: Array(0...255) + [0xFF])),
            (.history, HistoryCall.Reply(entries: entries)),
            (.conditions, ConditionsCall.Reply(device: device)),
            (
                .doctor,
                DoctorCall.Reply(
                    daemon: daemon, holding: .cgroup, holdingReason: "/sys/fs/cgroup/x", power: power,
                    network: network,
                    unknownRequirements: [
                        UnknownRequirement(.idle(.seconds(600)), reason: "logind does not answer", jobs: 2)
                    ], wakeups: ["a"], limits: ["b"], faults: ["c"], jobs: reports,
                    ended: entries.map { EndedReport($0) })
            ),
            (
                .doctor,
                DoctorCall.Reply(
                    daemon: daemon, holding: .session, holdingReason: "no cgroup was delegated",
                    power: barePower,
                    network: NetworkExplanation(
                        network: .no, why: "no route to the internet", roads: [], standby: [])
                )
            ),
        ]
        + Acceptance.allCases.map {
            (.submit, SubmitCall.Reply(identifier: backup, acceptance: $0, owner: owner))
        } + [
            (
                .submitAll,
                SubmitAllCall.Reply(
                    jobs: Acceptance.allCases.map {
                        SubmitCall.Reply(identifier: backup, acceptance: $0, owner: owner)
                    })
            ),
            (
                .waitAll,
                WaitAllCall.Reply(ends: [
                    WaitAllCall.End(identifier: backup, end: WaitCall.Reply(.cancelled, nil)),
                    WaitAllCall.End(identifier: backup, end: WaitCall.Reply(.expired, lastRun)),
                ])
            ),
        ] + changes.map { (.events, EventsCall.Reply(event: Transition(at: date, $0))) }

    static let schedulerErrors: [SchedulerError] = [
        .unknownJob(identifier: "x"), .ambiguousJob(identifier: "x", owners: [.root, owner]),
        .unknownTag(label("media")), .tooManyJobs(limit: 1000), .tooMuchText(limit: 4_194_304),
        .ownerNotAllowed,
        .broughtByFile(path: "/etc/x.json"), .alreadyExists(identifier: backup.text), .neverDue,
        .noneAccepted([
            JobRefusal(place: 2, identifier: backup, error: .blocked(blockers.map(BlockerReport.init)))
        ]),
        .blocked(blockers.map(BlockerReport.init)), .notRunning, .alreadyRunning(RunID(3)),
        .storageFailed(reason: "the disk is full"), .shuttingDown, .couldNotLaunch(reason: "no such program"),
        .invalidDescriptor(
            DescriptorMistake(keyPath: "schedule.every", reason: "not a duration", advice: "write \"6h\""),
            others: [DescriptorMistake(keyPath: "", reason: "too long", advice: "shorten it")]),
        .unknownRun(RunID(4)), .unknownRun(nil), .outputDropped(RunID(5)),
        .notPermitted(reason: "a task has that name"), .notInRun(reason: "process 7 is of no run"),
        .notExtended(reason: "it has all of the 4h"),
        .noneAccepted([JobRefusal(place: 0, identifier: nil, error: .broughtByFile(path: "/etc/x.json"))]),
    ]

    static let serviceErrors: [ServiceError] = [
        .interfaceNotFound(interface: "a.b"), .methodNotFound(method: "C"),
        .methodNotImplemented(method: "a.b.C"), .invalidParameter(parameter: "identifier"),
        .permissionDenied, .expectedMore,
    ]
}
