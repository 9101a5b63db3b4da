// Records of the size and shape that real jobs have.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import BGRunStore

enum Sample {
    static var now: Now {
        Now(
            wall: WallTime(microseconds: Clock.read(.realtime)),
            boot: BootTime(microseconds: Clock.read(.boottime)),
            awake: AwakeTime(microseconds: Clock.read(.monotonic)))
    }

    static func open(_ directory: String) throws -> (Store, Opening) {
        try Store.open(
            directory: directory, bootID: Machine.bootIdentifier(), now: now, historyLimit: 10_000)
    }

    static func job(_ number: Int64) -> JobID {
        guard let identifier = JobIdentifier("org.example.backup.\(number)") else {
            preconditionFailure("the sample's identifier is one")
        }
        return JobID(owner: UserID(1000), identifier: identifier)
    }

    static func record(_ job: JobID, run: Int64? = nil) -> JobRecord {
        let now = now
        var record = JobRecord(
            id: job,
            descriptor: JobDescriptor(
                identifier: job.identifier, title: "Back up the home directory",
                program: .command(["/usr/bin/restic", "backup", "--exclude-caches", "/home/ada"]),
                environment: [.init(name: "RESTIC_PASSWORD_FILE", value: "/home/ada/.config/restic")],
                earliestBegin: .after(.seconds(900)), requirements: [.externalPower, .network],
                timeBudget: .seconds(1200)),
            origin: .submission, accepted: now.wall, anchor: now.wall,
            occurrence: JobRecord.Occurrence(
                number: run ?? 1, plan: Plan(after: Deadline(.seconds(900), from: now))))
        if let run { record.activeRun = JobRecord.ActiveRun(run: RunID(run), started: now.wall) }
        return record
    }

    static func entry(_ run: Int64, of job: JobID) -> HistoryEntry {
        let wall = now.wall
        return HistoryEntry(
            run: RunID(run), job: job, title: "Back up the home directory", due: wall, started: wall,
            ended: wall, outcome: .succeeded, exit: .code(0))
    }

    static func skip(of job: JobID) -> Change {
        let skip = Skip(due: now.wall, skipped: now.wall, reason: .missed)
        return .append(.skip(skip, of: job, title: "Back up the home directory"))
    }

    static func condition(_ number: Int64) -> ConditionChange {
        let names = [
            "externalPower", "network", "idle 10m", "batteryLevel 60", "pressure cpu 20", "locked true",
        ]
        return ConditionChange(
            at: now.wall,
            .requirement(
                names[Int(number % 6)], owner: number % 6 == 5 ? UserID(1000) : nil,
                number % 2 == 0 ? .yes : .no),
            reason: "battery BAT0 is discharging while AC is offline")
    }

    static func hold(of job: JobID) -> HoldChange {
        HoldChange(job: job, at: now.wall, isWaiting: true, blockers: ["resting", "allowedHours"])
    }
}
