// What an onlooker remembers of the scheduler's words, to hold it to them.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

/// Everything that the invariants need to know of the past.
struct Memory {
    struct Start {
        let at: BootTime
        let due: WallTime
    }

    /// An occurrence that people were told of. What was called up by hand is beside the count.
    private struct Noticed: Hashable {
        let accepted: WallTime
        let number: Int64
        let byHandSince: WallTime?
    }

    // What is on disk.
    var accepted: Set<JobID> = []
    var launched: Set<RunID> = []
    var closed: Set<RunID> = []

    /// Jobs as the scheduler last spoke of them.
    var told: [JobID: JobRecord] = [:]
    /// A save has failed, and what was told since may be taken back.
    var isDoubtful = false
    /// Points of fixed hours that were used up, by the sum of set-backs of the clock then.
    var used: [JobID: [WallTime: Duration]] = [:]
    private var toldOnDisk: [JobID: JobRecord] = [:]
    private var usedOnDisk: [JobID: [WallTime: Duration]] = [:]
    private var startsOnDisk: [JobID: Start] = [:]
    private var firstUses: [JobID: [WallTime: Duration]] = [:]
    /// Jobs that have left since something was stored; some may have come back.
    private var gone: Set<JobID> = []
    /// What the sum was when occurrences of a job first became due, by the instants since when they are.
    private var setBackWhenDue: [JobID: [WallTime: Duration]] = [:]
    /// By how much the clock was ever set back.
    var setBack = Duration.zero
    var switches = Switches()
    /// Whose runs have begun and not ended.
    var active: [RunID: UserID] = [:]
    /// Runs of services, which take no slot.
    var services: Set<RunID> = []
    /// Runs that take a slot.
    var slots: [RunID: UserID] { active.filter { !services.contains($0.key) } }
    /// Runs of all times that a person has started.
    var startedByHand: [RunID: RunMode] = [:]
    var lack = Lack()
    var tasks = TaskMemory()
    /// How main processes left by themselves that have left something behind.
    var mainExits: [RunID: ExitStatus] = [:]

    var power = Verdict.unknown
    var localZone = Zone.utc
    var lastPressure: PressureReading?
    var lastStart: AwakeTime?
    /// When each job was started last by this daemon, and for what.
    var starts: [JobID: Start] = [:]
    /// When an occurrence became due last, whosever.
    var lastDue = AwakeTime(microseconds: 0)
    /// When something late was started last.
    var lastLateStart: AwakeTime?
    var settlesUntil: AwakeTime?
    /// A sleep was called off and nobody has said so: runs stand still until then at the longest.
    var lull: AwakeTime?
    var presence = Presence.unknown
    /// When each path was changed last.
    var changes: [String: WallTime] = [:]
    /// What history was told of each condition last, and the occurrences that people were told of.
    var remembered: [String: Verdict] = [:]
    private var noticed: [JobID: Set<Noticed>] = [:]
    /// How often somebody wanted to be told of a job later.
    private var snoozes: [JobID: Int] = [:]
    /// Conditions are simulated, and history goes on with what is seen whenever that ends.
    var isSimulating = false
    /// Starts by hand that wait for what is looked at first, or for a process that has just come.
    var awaited: [JobID: StartByHand] = [:]
    /// The job that was over last.
    var lastOver: JobID?
    /// Requests that are to start now, of which it is not known yet.
    var urgent: [RequestID: JobRecord] = [:]
    /// Those that were decided in the event in hand.
    var decided: [RequestID] = []
    /// Jobs whose run a simulation has ended in this turn, for whatever reason.
    var simulated: Set<JobID> = []

    /// Runs that have put their occurrence off, and runs that people were told of as taking too long.
    var putOff: Set<RunID> = []
    var longRuns: Set<RunID> = []

    // MARK: - Starts

    mutating func boot(at now: Now, after last: Now) {
        switches.boot(at: now, after: last)
        settlesUntil = nil
    }

    mutating func startDaemon(with recovery: Recovery, at now: Now, settle: Duration) throws {
        let missing = accepted.subtracting(recovery.jobs.map(\.id))
        guard missing.isEmpty else { throw World.Broken("accepted and lost: \(missing.sorted())") }
        told = Dictionary(recovery.jobs.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        if isDoubtful { noticed.removeAll() }
        switches.restore(recovery.pauses)
        (toldOnDisk, used, isDoubtful) = (told, usedOnDisk, false)
        gone = []
        settlesUntil = recovery.isNewBoot ? now.awake.advanced(by: settle) : nil
        (lastPressure, lastStart, lastLateStart, lull) = (nil, nil, nil, nil)
        lack = Lack()
        remembered.removeAll()
        awaited.removeAll()
        urgent.removeAll()
        starts.removeAll()
        startsOnDisk.removeAll()
        (power, localZone, presence) = (.unknown, .utc, .unknown)
        tasks.startDaemon(with: recovery, at: now)
    }

    /// Whether nobody's runs keep the owner's from starting.
    func hasRoom(for owner: UserID, ofMost most: Int) -> Bool {
        slots.count < most || !slots.values.contains(owner)
    }

    // MARK: - On disk

    mutating func note(stored save: Change) throws {
        switch save {
        case .save(let record): accepted.insert(record.id)
        case .forget(let id):
            accepted.remove(id)
            switches.forget(id)
        case .append(.run(let entry)):
            guard closed.insert(entry.run).inserted else {
                throw World.Broken("run \(entry.run) is in history twice")
            }
            try expectOutcome(of: entry)
            try expectPutOff(of: entry)
        case _: break
        }
    }

    /// A run that has ended by itself has the outcome of its main process, whatever was told to the rest of it.
    private mutating func expectOutcome(of entry: HistoryEntry) throws {
        guard let exit = mainExits.removeValue(forKey: entry.run), !isDoubtful else { return }
        let isPutOff = putOff.contains(entry.run)
        let expected: Outcome =
            exit == .code(0) ? isPutOff ? .deferred : .succeeded : exit == .deferred ? .deferred : .failed
        guard entry.outcome != expected else { return }
        // It has failed of what it lacked.
        if expected == .failed, entry.outcome == .interrupted, case .requirementLost? = entry.stopReason {
            return
        }
        throw World.Broken("run \(entry.run) has ended with \(exit), and is \(entry.outcome.rawValue)")
    }

    mutating func stored() {
        (toldOnDisk, usedOnDisk, startsOnDisk) = (told, used, starts)
        for id in gone { switches.renew(id, told[id]?.switches) }
        gone = []
        tasks.stored()
    }

    mutating func turnSwitch(asked request: RequestID) { switches.answered(request) }

    // MARK: - Words

    /// Takes in an event and its answer: each occurrence ends once, by a run, a skip or a cancel.
    mutating func note(_ event: Event, _ answer: Effects, at now: Now) throws {
        if !isDoubtful { try Retries.check(answer.saves, after: told) }
        var records: [JobID: JobRecord?] = [:]
        for save in answer.saves {
            switch save {
            case .save(let record): records[record.id] = .some(record)
            case .forget(let id): records[id] = .some(nil)
            case .note(.condition(let change)): try note(change)
            case .saveEnd(let job): lastOver = job.id
            case _: break
            }
        }
        for case .launch(let order) in answer.promises where order.descriptor.kind != .service {
            lastStart = now.awake
        }
        if !tasks.newest.isEmpty { lastStart = now.awake }
        for (id, record) in records.sorted(by: { $0.key < $1.key }) {
            if let record {
                let isRested = record.occurrence.rest == nil && told[id]?.occurrence.rest != nil
                if let since = record.occurrence.dueSince, isRested || since != told[id]?.occurrence.dueSince
                {
                    lastDue = now.awake
                }
                // What could not be saved is told again.
                if let since = record.occurrence.dueSince, setBackWhenDue[id]?[since] == nil {
                    setBackWhenDue[id, default: [:]][since] = setBack
                }
                if let before = told[id] { try compare(before, record, event, answer) }
                told[id] = record
            } else {
                told[id] = nil
                gone.insert(id)
                switches.leave(id)
                used[id] = nil
            }
        }
        for case .notify(let notice) in answer.wishes { try note(notice) }
        if case .saved = event { isDoubtful = false }
    }

    /// History hears of changes only.
    private mutating func note(_ change: ConditionChange) throws {
        guard case .requirement(let text, let owner, let verdict) = change.what, !change.isSimulated else {
            return
        }
        let line = "\(text) \(owner.map { "\($0)" } ?? "")"
        if change.reason == "no job asks for it" {
            remembered[line] = nil
            return
        }
        guard remembered.updateValue(verdict, forKey: line) != verdict || isSimulating else {
            throw World.Broken("history hears a second time that \(text) is \(verdict)")
        }
    }

    /// People are told once of each occurrence.
    private mutating func note(_ notice: Notice) throws {
        switch notice.reason {
        case .overdue, .notRun, .cannotStart: break
        case .failed, .recovered, .succeeded: return
        case .overruns:
            try note(longRunOf: notice.job)
            return
        }
        guard let record = told[notice.job], !isDoubtful else { return }
        let occurrence = record.occurrence
        let noticed = Noticed(
            accepted: record.accepted, number: occurrence.number,
            byHandSince: occurrence.isByHand ? occurrence.dueSince : nil)
        guard !self.noticed[notice.job, default: []].insert(noticed).inserted else { return }
        // Once more for each time that somebody wanted to be told later; what concerns many may be done a while after it was
        // asked for.
        snoozes[notice.job, default: 0] -= 1
        guard snoozes[notice.job, default: 0] >= 0 else {
            throw World.Broken("\(notice.job) is told of twice for one occurrence")
        }
    }

    private mutating func note(snoozeOf selection: Selection) {
        for job in told.keys {
            if case .job(let target) = selection, target.identifier != job.identifier { continue }
            snoozes[job, default: 0] += 1
        }
    }

    /// Takes in what the scheduler is about to hear.
    mutating func hear(_ event: Event) {
        switch event {
        case .switchRequested(.snooze, let selection, _): note(snoozeOf: selection)
        case .notSaved:
            // What is still wanted of it is told again.
            (told, used, starts, isDoubtful) = (toldOnDisk, usedOnDisk, startsOnDisk, true)
            mainExits.removeAll()
            remembered.removeAll()
            noticed.removeAll()
        case .powerRead(let reading, _): power = reading.verdict
        case .pressureRead(let reading): lastPressure = reading
        case .zoneRead(nil, let zone): localZone = zone ?? .utc
        case .exited(let run, _, _), .launchFailed(let run, _): active[run] = nil
        case _: break
        }
    }

    private mutating func compare(
        _ before: JobRecord, _ after: JobRecord, _ event: Event, _ answer: Effects
    ) throws {
        let id = before.id
        let (skips, runs) = Self.endings(of: id, in: answer)
        let ended = after.occurrence.number - before.occurrence.number - Int64(skips)
        let isCancelled =
            switch event {
            case .cancelRequested, .filesRead, .taskCancelRequested, .forbidden: true
            case _: false
            }
        // A new request counts anew, or goes on with the occurrence.
        guard after.accepted == before.accepted else { return }
        if before.occurrence.isByHand, after.occurrence.number == before.occurrence.number {
            try expectPlanKept(before, after, skips: skips, runs: runs)
        } else if after.occurrence.number > before.occurrence.number {
            guard isDoubtful || ended == 0 || ended == 1 && (runs == 1 || isCancelled) else {
                throw World.Broken(
                    "occurrence \(before.occurrence.number) of \(id) is followed by \(after.occurrence.number), with \(skips) skips and \(runs) runs"
                )
            }
            try noteEnd(of: before, after)
        } else {
            guard isDoubtful || ended == 0 else {
                throw World.Broken("occurrence \(before.occurrence.number) of \(id) ended, and goes on")
            }
        }
    }

    /// What was called up by hand ends once, and takes nothing of the plan away.
    private func expectPlanKept(_ before: JobRecord, _ after: JobRecord, skips: Int, runs: Int) throws {
        guard !isDoubtful, !after.occurrence.isByHand, after.occurrence.dueSince == nil else { return }
        guard skips <= 1, runs <= 1 else {
            throw World.Broken(
                "\(before.id), called up by hand, ends \(runs) times and is skipped \(skips) times")
        }
        // A file that has changed may bring it up earlier, and its last start puts it off once it has come.
        let isKept =
            after.occurrence.plan.called != nil
            || before.occurrence.plan.at.map { at in after.occurrence.plan.at.map { $0 <= at } ?? false }
                ?? true
        guard isKept, after.progress.runs == before.progress.runs else {
            throw World.Broken(
                "\(before.id) was planned for \(before.occurrence.plan), and by hand is now for \(after.occurrence.plan)"
            )
        }
    }

    /// Skips and final runs of a job.
    private static func endings(of id: JobID, in answer: Effects) -> (skips: Int, runs: Int) {
        var (skips, runs) = (0, 0)
        for save in answer.saves {
            switch save {
            case .append(.skip(let skip, let job, _)) where job == id && skip.reason != .tooMany: skips += 1
            case .append(.run(let entry)) where entry.job == id: runs += 1
            case _: break
            }
        }
        return (skips, runs)
    }

    /// A point of fixed hours that was used up does not come again.
    private mutating func noteEnd(of before: JobRecord, _ after: JobRecord) throws {
        let id = before.id
        // What was planned may have been planned anew in this very turn.
        if let point = after.progress.usedPoint, point != before.progress.usedPoint,
            before.descriptor.hasFixedHours
        {
            // What could not be saved is told again, when the clock may have been set back once more.
            let due = before.occurrence.dueSince.flatMap { setBackWhenDue[id]?[$0] }
            let then = min(due ?? setBack, firstUses[id]?[point] ?? setBack)
            firstUses[id, default: [:]][point] = then
            used[id, default: [:]][point] = then
        }
        guard !isDoubtful, after.descriptor.hasFixedHours, let point = after.occurrence.plan.point,
            let then = used[id]?[point], setBack - then < .seconds(86_400)
        else { return }
        throw World.Broken("\(point.rfc3339) comes a second time for \(id)")
    }
}

extension JobDescriptor {
    /// All its schedules are calendars of fixed hours.
    var hasFixedHours: Bool {
        !schedules.isEmpty
            && schedules.allSatisfy { schedule in
                switch schedule {
                case .cron(let expression, _): !expression.hasWildcardHour
                case .calendar(let expression, _): !expression.hasWildcardHour
                case .every, .event, .path: false
                }
            }
    }
}
