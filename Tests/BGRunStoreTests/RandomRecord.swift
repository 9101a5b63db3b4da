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
        return JobRecord(
            id: JobID(owner: UserID(oneOf([0, 1000, .max - 1])), identifier: identifier),
            descriptor: descriptor(identifier), origin: origin(), accepted: wall(), anchor: wall(),
            occurrence: JobRecord.Occurrence(
                number: .random(in: 1...1 << 40, using: &random), due: due(),
                dueSince: maybe { $0.wall() }, rest: maybe { $0.deadline() },
                unfinishedRuns: .random(in: 0...9, using: &random)),
            activeRun: maybe { random in
                // Two jobs never have the same run.
                JobRecord.ActiveRun(
                    run: RunID(Int64(number) + 1), started: random.wall(), isSimulated: random.flag(),
                    stopReason: random.maybe { $0.oneOf(StopReason.all) })
            },
            successor: maybe { random in
                JobRecord.Successor(
                    descriptor: random.descriptor(identifier), origin: random.origin(),
                    accepted: random.wall(), due: random.due())
            },
            lastRun: maybe { random in
                JobRecord.LastRun(
                    run: RunID(.random(in: 1...1 << 40, using: &random.random)),
                    outcome: random.oneOf(Outcome.allCases),
                    stopReason: random.maybe { $0.oneOf(StopReason.all) }, ended: random.wall())
            })
    }

    mutating func entry(_ run: Int64) throws -> HistoryEntry {
        HistoryEntry(
            run: RunID(run),
            job: JobID(
                owner: UserID(oneOf([0, 1000])),
                identifier: try #require(JobIdentifier("org.example.job-\(run % 7)"))),
            title: maybe { $0.text() }, due: wall(), started: wall(), ended: wall(),
            outcome: oneOf(Outcome.allCases), stopReason: maybe { $0.oneOf(StopReason.all) },
            exit: maybe { $0.oneOf([.code(0), .code(255), .signal(9), .lost]) },
            failure: maybe { $0.text() }, isSimulated: flag(),
            usage: ResourceUsage(userTime: span(), systemTime: span(), peakMemoryKiB: 4096))
    }

    private mutating func descriptor(_ identifier: JobIdentifier) -> JobDescriptor {
        JobDescriptor(
            identifier: identifier, title: maybe { $0.line() }, kind: oneOf(JobDescriptor.Kind.allCases),
            program: flag() ? .command(["/bin/echo", text()]) : .shell("echo \(text())"),
            environment: flag() ? [] : [.init(name: "A", value: text()), .init(name: "B", value: "")],
            workingDirectory: maybe { _ in "/var/tmp" }, standardInput: maybe { $0.text() },
            schedule: maybe { Every(interval: .seconds(3600), from: $0.oneOf(Every.Origin.allCases)) },
            requirements: oneOf([[], .network, .externalPower, [.network, .externalPower]]),
            timeBudget: maybe { _ in .seconds(77) }, gracePeriod: .seconds(flag() ? 10 : 3),
            onRequirementLost: oneOf(JobDescriptor.RequirementLoss.allCases),
            onExpiration: oneOf(JobDescriptor.Expiry.allCases), isEnabled: flag(), noNewPrivileges: flag())
    }

    private mutating func origin() -> JobRecord.Origin {
        flag() ? .submission : .file(path: "/etc/bgrun/jobs.d/\(oneOf(["a", "ä b", ""])).json")
    }

    private mutating func due() -> JobRecord.Occurrence.Due { flag() ? .at(wall()) : .after(deadline()) }

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
