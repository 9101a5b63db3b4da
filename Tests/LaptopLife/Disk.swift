// Where the simulated daemon keeps its state: what survives a crash, and nothing else.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import BGRunStore
import Foundation

/// What the simulated daemon writes to: a model that can be made to fail, or the real store.
protocol Disk: AnyObject {
    /// Makes all of a turn's saves or none of them.
    func write(_ saves: [Change], at now: Now) throws(DiskFault)
    /// What a daemon that starts now finds.
    func load(at now: Now) throws(DiskFault) -> Recovery
    /// The machine was booted: boot-clock instants of before mean nothing.
    func reboot()
}

struct DiskFault: Error {
    let reason: String
}

/// The store as its contract describes it.
final class ModelDisk: Disk {
    private(set) var records: [JobID: JobRecord] = [:]
    private var ended: [JobID: EndedJob] = [:]
    private(set) var finished: [JobID: FinishedFile] = [:]
    private(set) var history: [RunID: HistoryEntry] = [:]
    private(set) var skips: [Skip] = []
    private var pauses: [PauseScope: Pause] = [:]
    private var owners: [UserID: String] = [:]
    private var applications: [ApplicationID: ApplicationManifest] = [:]
    private var isPowerSilent = false
    private var boots = 0
    /// The boot in which the records were carried over last, and the one in which anything was written last.
    private var carriedIn = 0
    private var writtenIn: Int?
    private var lastRun = RunID(0)
    var isFull = false

    func write(_ saves: [Change], at now: Now) throws(DiskFault) {
        if isFull { throw DiskFault(reason: "No space left on device") }
        writtenIn = boots
        for save in saves {
            switch save {
            case .save(let record):
                records[record.id] = record
                if let run = record.activeRun { lastRun = max(lastRun, run.run) }
            case .forget(let id): records[id] = nil
            case .saveEnd(let job): ended[job.id] = job
            case .forgetEnd(let id): ended[id] = nil
            case .append(.run(let entry)):
                history[entry.run] = entry
                lastRun = max(lastRun, entry.run)
            case .append(.skip(let skip, _, _)): skips.append(skip)
            case .appendHook(let run, _, let report): history[run]?.hooks.append(report)
            case .savePause(let scope, let pause): pauses[scope] = pause
            case .rememberFinishedFile(let file): finished[file.job] = file
            case .forgetFinishedFile(let id): finished[id] = nil
            case .rememberSilentPower: isPowerSilent = true
            case .bindOwner(let user, let name): owners[user] = name
            case .setAside(let owner, _, _):
                records = records.filter { $0.key.owner != owner }
                finished = finished.filter { $0.key.owner != owner }
                pauses[.owner(owner)] = nil
                applications = applications.filter { $0.key.owner != owner }
            case .saveApplication(let manifest, let owner):
                applications[ApplicationID(owner: owner, name: manifest.application)] = manifest
            case .forgetApplication(let application): applications[application] = nil
            case .purge(let job): history = history.filter { $0.value.job != job }
            case .note: break
            }
        }
    }

    func load(at now: Now) -> Recovery {
        if carriedIn != boots {
            carriedIn = boots
            records = records.mapValues { $0.carried(overRebootTo: now) }
            pauses = pauses.mapValues { $0.carried(overRebootTo: now) }
        }
        return Recovery(
            jobs: records.values.sorted { $0.id < $1.id }, ended: ended.values.sorted { $0.id < $1.id },
            finishedFiles: finished.values.sorted { $0.job < $1.job },
            nextRun: lastRun.next, isPowerSilent: isPowerSilent, pauses: pauses,
            isNewBoot: writtenIn.map { $0 != boots } ?? false, owners: owners,
            applications: applications.sorted { $0.key < $1.key }.map {
                PermittedApplication($0.value, owner: $0.key.owner)
            })
    }

    func reboot() { boots += 1 }
}

/// The real store, in a directory of its own.
final class StoreDisk: Disk {
    private let directory: URL
    private var boots = 0
    private var store: Store?

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(
            path: "bgrun-simulation-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    func write(_ saves: [Change], at now: Now) throws(DiskFault) {
        do { _ = try store?.write(saves) } catch {
            throw DiskFault(reason: "\(error)")
        }
    }

    func load(at now: Now) throws(DiskFault) -> Recovery {
        store = nil
        do {
            let (store, opening) = try Store.open(
                directory: directory.path, bootID: "boot-\(boots)", now: now, historyLimit: 1_000_000)
            self.store = store
            guard opening.setAside.isEmpty else {
                throw DiskFault(reason: "rows were set aside: \(opening.setAside)")
            }
            let found = opening.recovered
            return Recovery(
                jobs: found.jobs, ended: found.ended, finishedFiles: found.finishedFiles,
                nextRun: found.nextRun,
                isPowerSilent: found.isPowerSilent, pauses: found.pauses, isNewBoot: found.isNewBoot,
                applications: found.applications)
        } catch let fault as DiskFault { throw fault } catch { throw DiskFault(reason: "\(error)") }
    }

    func reboot() { boots += 1 }
}

// MARK: - Over a reboot, as the contract of the store describes it

extension JobRecord {
    func carried(overRebootTo now: Now) -> JobRecord {
        var record = self
        record.occurrence.plan.after = occurrence.plan.after?.carried(overRebootTo: now)
        record.occurrence.rest = occurrence.rest?.carried(overRebootTo: now)
        record.switches.pause = switches.pause?.carried(overRebootTo: now)
        record.successor?.plan.after = successor?.plan.after?.carried(overRebootTo: now)
        return record
    }
}

extension Pause {
    func carried(overRebootTo now: Now) -> Pause {
        Pause(since: since, end: end?.carried(overRebootTo: now))
    }
}
