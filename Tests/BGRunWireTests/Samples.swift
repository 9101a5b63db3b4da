// Values of every type that crosses the wire: one full, one with all that may be null left out.
import BGRunCalendar
import BGRunJSON
import BGRunJob

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

    static let nightly: AllowedHours = {
        do throws(ScheduleFault) {
            return try AllowedHours(windows: ["22:00-06:00", "12:00-13:00"])
        } catch {
            preconditionFailure("a test's hours are bad: \(error.reason)")
        }
    }()

    static let schedules: [Schedule] =
        [
            .cron(cron("30 2 * * 1-5"), zone: "Europe/Berlin"), .cron(cron("@daily"), zone: nil),
            .calendar(calendar("Mon..Fri 02:30"), zone: nil),
            .calendar(calendar("02:30"), zone: "Asia/Kathmandu"),
            .every(Every(interval: .seconds(21_600), from: .completion)),
            .every(Every(interval: .seconds(60))),
            .path(PathTrigger(path: "/home/a/in", settle: .seconds(5), isRecursive: true)),
        ] + TriggerEvent.allCases.map { .event($0) }

    static let fullDescriptor = JobDescriptor(
        identifier: backup, title: "Back up \u{1B}[31mhome", kind: .refresh,
        program: .command(["restic", "backup", "/home"]),
        environment: [.init(name: "RESTIC_PASSWORD", value: "hunter2")],
        workingDirectory: "/home/a", standardInput: "secret words",
        earliestBegin: .after(.seconds(900)), schedules: schedules, missed: .all, maxLateness: .seconds(7200),
        randomDelay: .seconds(600), fixedDelay: .seconds(60), until: later, maxRuns: 100,
        allowedHours: nightly, latestBegin: .after(.seconds(259_200)), priority: .high,
        keepAwake: KeepAwake(when: .onExternalPower, withLidClosed: true), wakeSystem: .always,
        beforeSleep: .stop,
        requirements: [.externalPower, .network], timeBudget: .seconds(1200), gracePeriod: .seconds(20),
        onRequirementLost: .finish, onExpiration: .drop, isEnabled: true, noNewPrivileges: true)
    static let bareDescriptor = JobDescriptor(identifier: backup, program: .shell("true"))

    static let run = JobStatus.Run(
        run: RunID(7), process: 4711, started: date, timeBudget: .seconds(600),
        used: .microseconds(12_500_001), stopReason: .requirementLost(.externalPower), killAt: later,
        isSimulated: true)
    static let bareRun = JobStatus.Run(
        run: RunID(8), process: nil, started: date, timeBudget: .seconds(30), used: .zero)
    static let lastRun = JobRecord.LastRun(
        run: RunID(6), outcome: .interrupted, stopReason: .userRequest, ended: later)
    static let bareLastRun = JobRecord.LastRun(
        run: RunID(6), outcome: .succeeded, stopReason: nil, ended: later)

    static let lastSkip = JobRecord.LastSkip(due: date, skipped: later, reason: .maxLateness)

    static let blockers: [Blocker] = [
        .earliestBeginDate(date), .trigger("the next boot"), .ended, .paused(since: date, until: later),
        .disabled, .invalid("line 1"), .resting(until: later, after: .expired),
        .allowedHours(until: later), .allowedHours(until: nil),
        .unmet(.externalPower, reason: "AC is offline", since: date),
        .unmet(.network, reason: "no default route", since: nil), .settling(.network, until: later),
        .limit(running: 3, allowed: 3), .catchUp(until: later, reason: "waits for the machine to settle"),
        .storage("the disk is full"), .sleep, .shutdown,
    ]

    static let fullStatus = JobStatus(
        id: JobID(owner: owner, identifier: backup), descriptor: fullDescriptor,
        origin: .file(path: "/etc/bgrun/jobs.d/org.example.backup.json"), accepted: date, state: .expiring,
        blockers: blockers, due: later, overdueFrom: date, occurrence: 3, run: run, lastRun: lastRun,
        lastSkip: lastSkip, switches: JobRecord.Switches(enabled: false), unfinishedRuns: 2,
        hasSuccessor: true)
    static let bareStatus = JobStatus(
        id: JobID(owner: .root, identifier: backup), descriptor: bareDescriptor, origin: .submission,
        accepted: date, state: .scheduled, blockers: [], due: nil, occurrence: 1, run: nil, lastRun: nil,
        unfinishedRuns: 0, hasSuccessor: false)

    static let device = DeviceStatus(
        externalPower: .init(verdict: .yes, reason: "AC is online", since: date, settlesAt: later),
        batteryLevel: 87,
        network: .init(verdict: .no, reason: "no default route", since: nil, settlesAt: nil),
        isPowerSilent: true)
    static let bareDevice = DeviceStatus(
        externalPower: .init(verdict: .unknown, reason: "not read yet", since: nil, settlesAt: nil),
        batteryLevel: nil,
        network: .init(verdict: .unknown, reason: "not read yet", since: nil, settlesAt: nil),
        isPowerSilent: false)

    static let daemon = DaemonReport(
        scope: .user, owner: owner, version: "0.1.0", process: 99, started: date, stateDirectory: "/var/x")

    static func entry(_ exit: ExitStatus?) -> HistoryEntry {
        HistoryEntry(
            run: RunID(5), job: JobID(owner: owner, identifier: backup), title: exit == nil ? nil : "t",
            due: date, started: date, ended: later, outcome: .failed,
            stopReason: exit == nil ? nil : .requirementLost(.network), exit: exit,
            failure: exit == nil ? "no such program" : nil, isSimulated: exit != nil,
            usage: ResourceUsage(
                userTime: .microseconds(1_000_001), systemTime: .milliseconds(20), peakMemoryKiB: 2048))
    }
    static func skip(_ reason: SkipReason) -> SkippedOccurrence {
        SkippedOccurrence(
            job: JobID(owner: owner, identifier: backup), title: reason == .missed ? "t" : nil, due: date,
            skipped: later, reason: reason)
    }
    static let entries: [HistoryLine] =
        [entry(.code(3)), entry(.signal(9)), entry(.lost), entry(nil)].map { .run($0) }
        + SkipReason.allCases.map { .skip(skip($0)) }

    static let power = PowerExplanation(
        externalPower: .yes, batteryLevel: 87, why: "AC is online",
        supplies: [
            .init(
                name: "AC", type: "Mains", online: 1, status: nil, capacity: nil, role: "line",
                why: "counts as line power: online"),
            .init(
                name: "BAT0", type: nil, online: nil, status: "Full", capacity: 87, role: "battery",
                why: "counts as battery of the machine: Full"),
        ])
    static let barePower = PowerExplanation(
        externalPower: .unknown, batteryLevel: nil, why: "?", supplies: [])
    static let network = NetworkExplanation(
        network: .yes, why: "default route through wlan0",
        routes: [
            .init(family: .ipv4, link: "wlan0", table: 254, metric: 600, fault: nil),
            .init(family: .ipv6, link: nil, table: 254, metric: 1024, fault: "its link is gone"),
        ])

    static let changes: [Transition.Change] = {
        let job = JobID(owner: owner, identifier: backup)
        return [
            .jobChanged(job, .due), .jobLeft(job), .runStarted(job, RunID(2)),
            .runExpiring(job, RunID(2), .timeBudget), .runEnded(job, RunID(2), .succeeded, nil),
            .runEnded(job, RunID(2), .expired, .timeBudget), .occurrenceSkipped(job, lastSkip),
            .conditionChanged(.externalPower, .no, reason: "BAT0 is discharging"),
        ]
    }()

    /// The parameters of each method.
    static let calls: [any SchedulerCall] =
        [
            SubmitCall(descriptor: ["identifier": "a", "command": ["true"]], owner: owner),
            SubmitCall(descriptor: [:]),
            StatusCall(identifier: backup, owner: owner), StatusCall(),
            WhyCall(target), WhyCall(bareTarget),
            CancelCall(.job(target)), CancelCall(.job(bareTarget)), CancelCall(.all(owner: owner)),
            CancelCall(.all(owner: nil)),
            StopCall(target), WaitCall(target), WaitCall(bareTarget),
            SimulateCall(target, .launch),
            LogsCall(target, run: RunID(3), follow: true), LogsCall(bareTarget),
            PauseCall(.job(target), for: .seconds(7200)), PauseCall(.job(bareTarget)),
            PauseCall(.all(owner: owner)), UnpauseCall(.job(target)), UnpauseCall(.all(owner: nil)),
            EnableCall(.job(bareTarget)), EnableCall(.all(owner: nil)), DisableCall(.job(target)),
            NextCall(target, count: 1000), NextCall(bareTarget),
            HistoryCall(identifier: backup, owner: owner, limit: 7), HistoryCall(),
            ConditionsCall(), EventsCall(), DoctorCall(),
        ] + RunMode.allCases.map { RunCall(bareTarget, mode: $0) }
        + StopReason.all.map { SimulateCall(target, .stop($0)) }

    static let reports = [JobReport(bareStatus, at: now), JobReport(fullStatus, at: now)]

    /// What each method answers.
    static let replies: [(SchedulerMethod, any WireObject)] =
        [
            (.status, StatusCall.Reply(daemon: daemon, device: bareDevice, jobs: [])),
            (
                .status,
                StatusCall.Reply(
                    daemon: daemon, device: device, jobs: reports,
                    brokenFiles: [BrokenFile(path: "/etc/bgrun/jobs.d/x.json", reason: "line 1: remove it")])
            ),
            (.why, WhyCall.Reply(job: reports[1], history: entries)),
            (.cancel, CancelCall.Reply(cancelled: [backup])),
            (.run, RunCall.Reply(run: RunID(1))), (.run, RunCall.Reply(run: nil)),
            (.stop, NoFields()), (.pause, NoFields()), (.unpause, NoFields()), (.enable, NoFields()),
            (.disable, NoFields()), (.next, NextCall.Reply(next: [])),
            (
                .next,
                NextCall.Reply(next: [
                    UpcomingInstant(at: date, zone: "Europe/Berlin", latest: later),
                    UpcomingInstant(at: later),
                ])
            ),
            (.simulate, SimulateCall.Reply(run: nil)),
            (.wait, WaitCall.Reply(.expired, lastRun)), (.wait, WaitCall.Reply(.cancelled, nil)),
            (.logs, LogsCall.Reply(run: RunID(1), text: "a\u{0}b\n\"é\u{1F600}")),
            (.history, HistoryCall.Reply(entries: entries)),
            (.conditions, ConditionsCall.Reply(device: device)),
            (
                .doctor,
                DoctorCall.Reply(
                    daemon: daemon, holding: .cgroup, holdingReason: "/sys/fs/cgroup/x", power: power,
                    network: network, wakeups: ["a"], limits: ["b"], faults: ["c"])
            ),
            (
                .doctor,
                DoctorCall.Reply(
                    daemon: daemon, holding: .session, holdingReason: "no cgroup was delegated",
                    power: barePower,
                    network: NetworkExplanation(network: .no, why: "no default route", routes: []))
            ),
        ]
        + Acceptance.allCases.map {
            (.submit, SubmitCall.Reply(identifier: backup, acceptance: $0, owner: owner))
        } + changes.map { (.events, EventsCall.Reply(event: Transition(at: date, $0))) }

    static let schedulerErrors: [SchedulerError] = [
        .unknownJob(identifier: "x"), .ambiguousJob(identifier: "x", owners: [.root, owner]),
        .tooManyJobs(limit: 1000), .ownerNotAllowed, .broughtByFile(path: "/etc/x.json"), .neverDue,
        .blocked(blockers.map(BlockerReport.init)), .notRunning, .alreadyRunning(RunID(3)),
        .storageFailed(reason: "the disk is full"), .shuttingDown, .couldNotLaunch(reason: "no such program"),
        .invalidDescriptor(
            DescriptorMistake(keyPath: "schedule.every", reason: "not a duration", advice: "write \"6h\""),
            others: [DescriptorMistake(keyPath: "", reason: "too long", advice: "shorten it")]),
        .unknownRun(RunID(4)), .unknownRun(nil),
    ]

    static let serviceErrors: [ServiceError] = [
        .interfaceNotFound(interface: "a.b"), .methodNotFound(method: "C"),
        .methodNotImplemented(method: "a.b.C"), .invalidParameter(parameter: "identifier"),
        .permissionDenied, .expectedMore,
    ]
}
