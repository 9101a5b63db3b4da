// Records with every field in every state that its type allows.
import BGRunCalendar
import BGRunJob
import BGRunTestSupport
import GeneratedSamples
import Testing

/// Makes the same records from the same seed.
struct RandomRecord {
    private var random: SeededGenerator
    private static let descriptors = Generated.jobs(seed: 11).prefix(100).map(\.subject)

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

    mutating func end(_ number: Int) throws -> EndedJob {
        let job = try record(number)
        return EndedJob(
            id: job.id, descriptor: job.descriptor, origin: job.origin, accepted: job.accepted,
            lastRun: job.lastRun, lastSkip: job.progress.lastSkip, recent: job.progress.recent,
            failures: job.failures, hookFault: job.hookFault, generation: job.generation)
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
                stopReason: random.maybe { $0.oneOf(StopReason.all) }, ended: random.wall(),
                lastSuccess: random.maybe { $0.wall() })
        }
        record.failures = maybe { random in
            Failing(
                count: random.oneOf([6, 1 << 40]), givenUp: random.oneOf([0, 1, nil]), since: random.wall(),
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
        var entry = HistoryEntry(
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
        entry.leftBehind = maybe { $0.text() }
        return entry
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
        var descriptor = oneOf(Self.descriptors)
        descriptor.identifier = identifier
        if descriptor.noNewPrivileges {
            descriptor.origins = [
                KeyOrigin(.dropIn(path: "/etc/bgrun/jobs.d/ä b.d/1.json"), keys: ["title", "timeBudget"]),
                KeyOrigin(.policy, keys: ["gracePeriod"]),
            ]
        }
        return descriptor
    }

    private mutating func origin() -> JobRecord.Origin {
        flag() ? .submission : .file(path: "/etc/bgrun/jobs.d/\(oneOf(["a", "ä b", ""])).json")
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
