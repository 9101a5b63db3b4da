// Records with every field in every state that its type allows.
import BGRunCalendar
import BGRunJob
import BGRunTestSupport
import Testing

/// Makes the same records from the same seed.
struct RandomRecord {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func record(_ number: Int) throws -> JobRecord {
        let identifier = try #require(JobIdentifier("org.example.job-\(number)"))
        let descriptor = try descriptor(identifier)
        var record = JobRecord(
            id: JobID(owner: UserID(oneOf([0, 1000, .max - 1])), identifier: identifier),
            descriptor: descriptor, origin: origin(), accepted: wall(), anchor: wall(),
            occurrence: JobRecord.Occurrence(plan: Plan()),
            successor: try maybe { random in
                let next = try random.descriptor(identifier)
                return JobRecord.Successor(
                    descriptor: next, origin: random.origin(), accepted: random.wall(),
                    plan: random.plan(mayBeEmpty: !next.schedules.isEmpty))
            })
        move(&record, run: Int64(number) + 1)
        return record
    }

    /// Everything that changes while a request is carried out. Two jobs never have the same active run.
    mutating func move(_ record: inout JobRecord, run: Int64) {
        record.anchor = wall()
        let dueSince = maybe { $0.wall() }
        record.occurrence = JobRecord.Occurrence(
            number: .random(in: 1...1 << 40, using: &random),
            plan: plan(mayBeEmpty: dueSince != nil || !record.descriptor.schedules.isEmpty),
            dueSince: dueSince, rest: maybe { $0.deadline() },
            unfinishedRuns: .random(in: 0...9, using: &random), failedAttempts: oneOf([0, 0, 1, 999]),
            isTriggeredAgain: flag(), isWarned: flag(),
            isByHand: flag())
        record.occurrence.plan.called = maybe { $0.deadline() }
        record.progress = JobRecord.Progress(
            usedPoint: maybe { $0.wall() }, usedAheadAt: maybe { $0.wall() }, runs: oneOf([0, 1, 1 << 62]),
            pathsSeen: maybe { $0.wall() }, lastStart: maybe { $0.wall() },
            lastSkip: maybe { random in
                Skip(
                    due: random.wall(), skipped: random.wall(), reason: random.oneOf(SkipReason.allCases))
            }, recent: recent(), successes: successes())
        record.switches = JobRecord.Switches(enabled: maybe { $0.flag() }, pause: maybe { $0.pause() })
        record.activeRun = maybe { random in
            JobRecord.ActiveRun(
                run: RunID(run), started: random.wall(), isSimulated: random.flag(),
                stopReason: random.maybe { $0.oneOf(StopReason.all) },
                mainExit: random.maybe {
                    $0.oneOf([.code(0), .code(-1), .signal(15), .lost, .completed(true), .abandoned])
                },
                host: random.maybe { $0.oneOf([.started(RunID(17)), .guest(0), .guest(.max)]) })
        }
        record.lastRun = maybe { random in
            JobRecord.LastRun(
                run: RunID(.random(in: 1...1 << 40, using: &random.random)),
                outcome: random.oneOf(Outcome.allCases),
                stopReason: random.maybe { $0.oneOf(StopReason.all) }, ended: random.wall())
        }
        record.failing = maybe { random in
            Failing(
                count: random.oneOf([1, 6, 1 << 40]), since: random.wall(),
                exit: random.maybe { $0.oneOf([.code(3), .signal(9), .abandoned]) },
                reason: random.maybe { $0.text() })
        }
        record.hookFault = maybe { random in
            HookReport(
                random.oneOf(HookKind.allCases),
                random.oneOf([.dropped, .exited(.code(1), saying: "no network"), .exited(.signal(9))]))
        }
        record.generation = oneOf([1, 1, 2, Int(UInt32.max)])
    }

    private mutating func recent() -> RecentEnds {
        let count = oneOf([0, 0, 1, 10, 12])
        return RecentEnds((0..<count).map { _ in oneOf(RecentEnds.End.allCases) })
    }

    private mutating func successes() -> Successes {
        let jobs = ["a", "org.example.b"].compactMap { JobIdentifier($0) }
        return oneOf([Successes(), Successes(), Successes(before: jobs), Successes(before: [], during: jobs)])
    }

    mutating func pause() -> Pause {
        Pause(
            since: wall(), end: maybe { $0.deadline() }, by: maybe { UserID($0.oneOf([0, 1000])) },
            note: maybe { $0.text() })
    }

    mutating func skip(_ number: Int64) throws -> (skip: Skip, job: JobID, title: String?) {
        let job = JobID(
            owner: UserID(oneOf([0, 1000])),
            identifier: try #require(JobIdentifier("org.example.job-\(number % 7)")))
        let title = maybe { $0.text() }
        return (Skip(due: wall(), skipped: wall(), reason: oneOf(SkipReason.allCases)), job, title)
    }

    mutating func condition() -> ConditionChange {
        let what: ConditionChange.What =
            flag()
            ? .machine(oneOf(ConditionChange.MachineState.allCases))
            : .requirement(
                oneOf(["externalPower", "idle 10m", text()]),
                owner: maybe { UserID($0.oneOf([0, 1000, .max - 1])) }, oneOf(Verdict.allCases))
        return ConditionChange(at: wall(), what, reason: flag() ? "" : text(), isSimulated: flag())
    }

    mutating func hold(_ number: Int) throws -> HoldChange {
        HoldChange(
            job: JobID(
                owner: UserID(oneOf([0, 1000])),
                identifier: try #require(JobIdentifier("org.example.job-\(number % 7)"))),
            at: wall(), isWaiting: flag(),
            blockers: oneOf([[], ["paused"], ["resting", "allowedHours", "externalPower"]]))
    }

    mutating func entry(_ run: Int64) throws -> HistoryEntry {
        HistoryEntry(
            run: RunID(run),
            job: JobID(
                owner: UserID(oneOf([0, 1000])),
                identifier: try #require(JobIdentifier("org.example.job-\(run % 7)"))),
            title: maybe { $0.text() }, due: wall(), started: wall(), ended: wall(),
            duration: maybe { $0.span() }, outcome: oneOf(Outcome.allCases),
            stopReason: maybe { $0.oneOf(StopReason.all) },
            exit: maybe {
                $0.oneOf([
                    .code(0), .code(255), .signal(9), .lost, .completed(true), .completed(false), .abandoned,
                ])
            },
            failure: maybe { $0.text() }, isSimulated: flag(),
            attempt: maybe { $0.oneOf([Attempt(1, of: 2), Attempt(1000, of: 1000)]) },
            usage: ResourceUsage(
                processes: maybe {
                    .init(
                        userTime: $0.span(), systemTime: $0.span(), peakMemoryKiB: 4096, readBytes: 512,
                        writtenBytes: 1 << 40)
                }))
    }

    mutating func application(_ number: Int) throws -> PermittedApplication {
        let identifier = try #require(JobIdentifier("org.example.application-\(number)"))
        let tasks: [ApplicationManifest.Task] = [
            .init(.exact(try #require(JobIdentifier("a"))), .init(title: maybe { $0.line() })),
            .init(.below(try #require(JobIdentifier("b"))), .init(onExpiration: .continue)),
        ]
        return PermittedApplication(
            ApplicationManifest(
                application: identifier, title: maybe { $0.line() }, command: ["/bin/echo", text()],
                environment: flag() ? [] : [.init(name: "A", value: text())],
                workingDirectory: maybe { _ in "/var/tmp" }, isEnabled: flag(), noNewPrivileges: flag(),
                spacing: maybe { _ in .seconds(60) }, tasks: tasks),
            owner: UserID(oneOf([0, 1000, .max - 1])))
    }

    /// What an application has asked for, and the job that it has become.
    private mutating func task(_ identifier: JobIdentifier) throws -> JobDescriptor {
        let request = TaskRequest(
            identifier: identifier, kind: oneOf(TaskRequest.Kind.allCases),
            earliestBegin: maybe { _ in .after(.seconds(900)) }, requiresExternalPower: flag(),
            requiresNetwork: flag(), protection: maybe { $0.oneOf(TaskRequest.Protection.allCases) },
            title: maybe { $0.line() }, subtitle: maybe { $0.line() },
            strategy: oneOf(TaskRequest.Strategy.allCases), resources: flag() ? [] : [.gpu])
        return JobDescriptor(
            identifier: identifier, kind: request.kind.jobKind,
            program: .task(application: try #require(JobIdentifier("org.example")), request),
            earliestBegin: request.earliestBegin, onExpiration: oneOf(JobDescriptor.Expiry.allCases))
    }

    private mutating func descriptor(_ identifier: JobIdentifier) throws -> JobDescriptor {
        if oneOf([false, false, false, true]) { return try task(identifier) }
        let schedules = try schedules()
        var descriptor = JobDescriptor(
            identifier: identifier, title: maybe { $0.line() }, kind: oneOf([.processing, .refresh]),
            program: flag() ? .command(["/bin/echo", text()]) : .shell("echo \(text())"),
            environment: flag() ? [] : [.init(name: "A", value: text()), .init(name: "B", value: "")],
            workingDirectory: maybe { _ in "/var/tmp" }, standardInput: maybe { $0.text() },
            schedules: schedules, missed: oneOf(MissedRule.allCases),
            requirements: oneOf([
                [], [.network], [.externalPower], [.externalPower, .network],
                Requirements([
                    .requirement(.idle(.seconds(600))),
                    .anyOf([[.externalPower], [.batteryLevel(80), .lid(.closed)]]), .not([.locked(true)]),
                ]),
            ]),
            timeBudget: maybe { _ in .seconds(77) }, gracePeriod: .seconds(flag() ? 10 : 3),
            onRequirementLost: oneOf(JobDescriptor.RequirementLoss.allCases),
            onExpiration: oneOf(JobDescriptor.Expiry.allCases), isEnabled: flag(), noNewPrivileges: flag(),
            launchRules: launchRules())
        if descriptor.noNewPrivileges {
            descriptor.origins = [
                KeyOrigin(.dropIn(path: "/etc/bgrun/jobs.d/ä b.d/1.json"), keys: ["title", "timeBudget"]),
                KeyOrigin(.policy, keys: ["gracePeriod"]),
            ]
        }
        return descriptor
    }

    private mutating func launchRules() -> LaunchRules {
        var rules = LaunchRules()
        rules.stopSignal = oneOf(StopSignal.allCases)
        rules.umask = FileModeMask(bits: oneOf([0, 0o77, 0o777, 0o1000]))
        rules.user = maybe { _ in "backup" }
        if flag() { rules.credentials = [Credential(name: "a", path: "/b")] }
        if flag() { rules.resources = ResourceRules(nice: 3, ioClass: .idle, memoryMax: 1 << 30) }
        return rules
    }

    private mutating func origin() -> JobRecord.Origin {
        flag() ? .submission : .file(path: "/etc/bgrun/jobs.d/\(oneOf(["a", "ä b", ""])).json")
    }

    private mutating func schedules() throws -> [Schedule] {
        let every = Every(interval: .seconds(3600), from: oneOf(Every.Origin.allCases))
        let all: [Schedule] = [
            .every(every), .cron(try CronExpression("30 2 * * 1-5"), zone: "Europe/Berlin"),
            .calendar(try CalendarExpression("Mon..Fri 02:30"), zone: nil),
            .event(
                oneOf(
                    TriggerEvent.Name.allCases.map { .named($0) } + [
                        .wakeAfter(.seconds(60)), .mount(.path("/mnt")),
                        .device(DeviceMatch(properties: [.init(name: "ID_FS_UUID", value: "1")])),
                    ]), delay: oneOf([.zero, .seconds(120)])),
            .path(PathTrigger(path: "/var/tmp", isRecursive: flag())),
        ]
        return flag() ? [] : all.filter { _ in flag() }
    }

    private mutating func plan(mayBeEmpty: Bool) -> Plan {
        let plan = Plan(at: maybe { $0.wall() }, grid: maybe { $0.wall() }, after: maybe { $0.deadline() })
        if mayBeEmpty || plan.at != nil || plan.after != nil { return plan }
        return Plan(at: wall())
    }

    private mutating func deadline() -> Deadline {
        Deadline(set: wall(), span: span(), end: BootTime(microseconds: wall().microseconds))
    }

    private mutating func wall() -> WallTime {
        WallTime(microseconds: oneOf([0, -1, .min, .max, .random(in: .min ... .max, using: &random)]))
    }

    private mutating func span() -> Duration { .microseconds(Int64.random(in: 0...1 << 50, using: &random)) }
    private mutating func text() -> String {
        oneOf(["x", "Überblick", "a\"b\\c\n", "'; DROP TABLE jobs", "😀"])
    }
    private mutating func line() -> String { oneOf(["x", "Überblick", "\"quoted\"", "😀"]) }
    private mutating func flag() -> Bool { .random(using: &random) }

    private mutating func oneOf<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    private mutating func maybe<Value>(_ make: (inout RandomRecord) throws -> Value) rethrows -> Value? {
        flag() ? try make(&self) : nil
    }
}
