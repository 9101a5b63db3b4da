// A database with some rows in each of its tables, whose bytes inputs damage.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import BGRunStore
import Glibc

/// A state directory below ``Scratch`` and what the store made of it at first.
enum ScratchDatabase {
    static let directory = Scratch.root + "/state"
    static let path = directory + "/bgrun.sqlite"
    static let bootID = "11111111-2222-3333-4444-555555555555"
    static let now = Now(
        wall: DescriptorText.now, boot: BootTime(microseconds: 900_000_000),
        awake: AwakeTime(microseconds: 800_000_000))

    /// As the daemon leaves it: closed, or killed, which leaves a log.
    static let files: (closed: [UInt8], killed: [UInt8], log: [UInt8], claim: [UInt8]) = {
        clear()
        do {
            var store: Store? = try open().0
            for change in changes { _ = try store?.write([change]) }
            let killed = try File.contents(of: path, limit: .max)
            let log = try File.contents(of: path + "-wal", limit: .max)
            let claim = try File.contents(of: directory + "/bgrun.claim", limit: .max)
            store = nil
            let closed = try File.contents(of: path, limit: .max)
            clear()
            return (closed, killed, log, claim)
        } catch {
            fatalError("no database can be made in \(directory): \(error)")
        }
    }()

    static func open() throws(StoreFailure) -> (Store, Opening) {
        try Store.open(
            directory: directory, bootID: bootID, now: now, historyLimit: 50, outputPerOwner: 1 << 20)
    }

    static func put(_ bytes: [UInt8], log: [UInt8]? = nil) {
        clear()
        mkdir(directory, 0o700)
        write(bytes, to: path)
        guard let log else { return }
        write(log, to: path + "-wal")
        // What is missed is looked for: all that is left of it is read.
        write(files.claim, to: directory + "/bgrun.claim")
    }

    private static func write(_ bytes: [UInt8], to path: String) {
        let number = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        hold(Glibc.write(number, bytes, bytes.count) == bytes.count, "the scratch directory is full")
        close(number)
    }

    /// What was set aside has a name of its own.
    static func clear() {
        let names = (try? Directory(path: directory).names(limit: .max)) ?? []
        for name in names { unlink("\(directory)/\(name)") }
    }

    // MARK: - Rows

    static let job: JobID = {
        guard let identifier = JobIdentifier("org.example.backup") else { fatalError("no name of a job") }
        return JobID(owner: UserID(1000), identifier: identifier)
    }()

    static func record(_ owner: UInt32 = 1000) -> JobRecord {
        JobRecord(
            id: JobID(owner: UserID(owner), identifier: job.identifier),
            descriptor: JobDescriptor(identifier: job.identifier, program: .command(["/bin/true"])),
            origin: .submission, accepted: now.wall, anchor: now.wall,
            occurrence: JobRecord.Occurrence(plan: Plan(at: now.wall)))
    }

    static func entry(_ run: Int64) -> HistoryEntry {
        HistoryEntry(
            run: RunID(run), job: job, due: now.wall, started: now.wall, ended: now.wall, outcome: .succeeded,
            exit: .code(0))
    }

    private static var changes: [Change] {
        var running = record(0)
        running.activeRun = JobRecord.ActiveRun(run: RunID(7), started: now.wall)
        running.lastRun = JobRecord.LastRun(
            run: RunID(6), outcome: .expired, stopReason: nil, ended: now.wall)
        running.switches.pause = Pause(since: now.wall, end: Deadline(.seconds(60), from: now))
        running.occurrence.rest = Deadline(.seconds(60), from: now)
        let skip = Skip(due: now.wall, skipped: now.wall, reason: .missed)
        let condition = ConditionChange(
            at: now.wall, .requirement("externalPower", owner: nil, .yes), reason: "AC is online")
        let hold = HoldChange(job: job, at: now.wall, isWaiting: true, blockers: ["paused", "resting"])
        return [
            .save(record()), .save(running), .append(.run(entry(1))), .append(.run(entry(2))),
            .append(.skip(skip, of: job, title: "Backup")), .note(.condition(condition)), .note(.hold(hold)),
            .savePause(.owner(job.owner), Pause(since: now.wall)),
            .rememberFinishedFile(FinishedFile(job: job, fingerprint: 42)),
            .saveApplication(
                ApplicationManifest(
                    application: job.identifier, command: ["/bin/true"],
                    tasks: [.init(.exact(job.identifier))]),
                owner: job.owner),
        ]
    }

    /// Every reading that the daemon asks of a store.
    static func readAll(_ store: Store) -> Bool {
        do {
            _ = try store.runNumbers()
            let lines = try store.history(limit: 100)
            hold(lines.count <= 100, "more lines than were asked for")
            _ = try store.history(owner: job.owner, identifier: job.identifier, limit: 10)
            for since in [WallTime(microseconds: .min), now.wall] {
                var conditions = ConditionReading(since: since)
                while try store.read(&conditions) {}
                hold(conditions.changes.count <= 100, "more conditions than were written")
            }
            _ = try store.holds(of: job, since: now.wall)
            return true
        } catch {
            hold(!error.reason.isEmpty, "a failure without a reason")
            return false
        }
    }
}
