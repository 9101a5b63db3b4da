// What an onlooker remembers of runs of tasks and of their hosts, to hold the scheduler to it.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

struct TaskMemory {
    /// A run that is active.
    struct Run {
        let job: JobID
        let application: ApplicationID
        let task: JobIdentifier
        let accepted: WallTime
        let host: HostID
        let decided: AwakeTime
        let isForced: Bool
        let gracePeriod: Duration
        var isStored = false
        var handed: AwakeTime?
        var isHandingStored = false
        var begun: AwakeTime?
        /// When its grace period ends, once it was told to end.
        var graceEnds: AwakeTime?
        /// What its application has said.
        var word: Bool?
    }

    /// A host, by what the scheduler was told and has ordered.
    struct Host {
        let application: ApplicationID
        var tasks: [TaskPattern]?
        var isAttached = false
        var isFrozen = false
        var isEnding = false
        /// A run in it has overstayed.
        var isCondemned = false
        var isDeaf = false
        var busy: [JobIdentifier: RunID] = [:]
    }

    /// A request, by the instant of its acceptance.
    struct Request: Hashable {
        let job: JobID
        let accepted: WallTime
    }

    struct End {
        let at: BootTime
        let accepted: WallTime
    }

    var runs: [RunID: Run] = [:]
    /// All that there ever were.
    var all: Set<RunID> = []
    /// Those that the event in hand has brought, and those of the whole turn.
    var newest: [LaunchOrder] = []
    var ofTurn: [LaunchOrder] = []
    var hosts: [HostID: Host] = [:]
    /// Requests whose handlers were entered.
    var begun: Set<Request> = []
    /// For whom each continued request is that was asked for last.
    var continued: [JobID: HostID] = [:]
    /// How far each run was, by its last report.
    var progress: [RunID: TaskProgress] = [:]
    /// When each task's handler was last known to end, by this daemon.
    var ends: [JobID: End] = [:]
    /// Until then no task is given away, as programs of before may come back.
    var returnsUntil: AwakeTime?
    /// Runs of which nothing is sure since a save has failed.
    var unsure: Set<RunID> = []

    mutating func startDaemon(with recovery: Recovery, at now: Now) {
        (runs, all, hosts, ends, unsure) = ([:], [], [:], [:], [])
        (continued, progress) = ([:], [:])
        returnsUntil =
            recovery.isNewBoot || recovery.nextRun == RunID(1) ? nil : now.awake.advanced(by: hostReturnLimit)
        for record in recovery.jobs {
            guard let active = record.activeRun, let host = active.host,
                let run = Run(record, active, host, isForced: true, at: now)
            else { continue }
            runs[active.run] = run
            all.insert(active.run)
            // Nothing is known of how far it had come.
            unsure.insert(active.run)
            runs[active.run]?.begun = now.awake
            if case .started = host {
                hosts[host] = Host(application: run.application)
                hosts[host]?.isEnding = true
            }
        }
    }

    /// Its saves are on disk.
    mutating func stored() {
        for run in runs.keys {
            runs[run]?.isStored = true
            if runs[run]?.handed != nil { runs[run]?.isHandingStored = true }
        }
    }

    func open(in host: HostID) -> [RunID: Run] { runs.filter { $0.value.host == host } }
}

extension TaskMemory.Run {
    init?(
        _ record: JobRecord, _ active: JobRecord.ActiveRun, _ host: HostID, isForced: Bool, at now: Now
    ) {
        guard let (name, request) = record.descriptor.program.applicationTask else { return nil }
        self.init(
            job: record.id, application: ApplicationID(owner: record.id.owner, name: name),
            task: request.identifier, accepted: record.accepted, host: host, decided: now.awake,
            isForced: isForced, gracePeriod: record.descriptor.gracePeriod)
    }
}
