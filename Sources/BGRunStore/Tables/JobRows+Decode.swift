// From a row of the job table to a record, believing nothing.
import BGRunCalendar
import BGRunJob

extension JobRows {
    /// Reads one row. A row written in an earlier boot has its deadlines carried over to this one.
    static func decode(_ row: inout Statement, in boot: Boot) throws(RowFault) -> JobRecord {
        row.seal.part = .request
        let id = try row.job()
        row.seal.part = .standing
        let isThisBoot = try row.integer() == boot.tag
        row.seal.part = .request
        let descriptor = try descriptor(&row, of: id)
        let (origin, accepted) = (origin(try row.optionalText()), try row.wallTime())
        row.seal.part = .standing
        var record = JobRecord(
            // The descriptor's own copy of the name: ten thousand jobs need not hold it twice.
            id: JobID(owner: id.owner, identifier: descriptor.identifier), descriptor: descriptor,
            origin: origin, accepted: accepted, anchor: try row.wallTime(),
            occurrence: try occurrence(&row, of: descriptor), progress: try progress(&row),
            switches: try switches(&row), activeRun: try activeRun(&row))
        record.lastRun = try lastRun(&row)
        record.failures = try failures(&row)
        record.hookFault = try hookFault(&row)
        record.generation = Int(try row.optionalAddedInteger(in: FieldLimits.generation) ?? 1)
        row.seal.part = .request
        record.successor = try successor(&row, of: id)
        row.seal.part = nil
        for part in [Seal.Part.request, .standing] {
            let seal = row.seal.value(of: part)
            if try row.optionalInteger().map({ $0 == seal }) == false {
                throw row.fault("does not fit the row")
            }
        }
        return isThisBoot ? record : record.carried(overRebootTo: boot.now)
    }

    static func descriptor(_ row: inout Statement, of id: JobID) throws(RowFault) -> JobDescriptor {
        guard let descriptor = try optionalDescriptor(&row, of: id) else { throw row.fault("is missing") }
        return descriptor
    }

    private static func optionalDescriptor(
        _ row: inout Statement, of id: JobID
    ) throws(RowFault) -> JobDescriptor? {
        guard let bytes = try row.optionalBytes() else { return nil }
        let descriptor: JobDescriptor
        do {
            descriptor = try JobDescriptor(json: bytes)
        } catch {
            // What exactly is wrong is not said: the text may hold secrets, and this goes to the log.
            throw row.fault("is not a valid descriptor")
        }
        guard descriptor.identifier == id.identifier else { throw row.fault("names another job") }
        return descriptor
    }

    static func origin(_ path: String?) -> JobRecord.Origin {
        path.map { .file(path: $0) } ?? .submission
    }

    private static func occurrence(
        _ row: inout Statement, of descriptor: JobDescriptor
    ) throws(RowFault) -> JobRecord.Occurrence {
        let number = try row.integer(in: FieldLimits.count)
        var plan = try plan(&row)
        plan.called = try row.optionalDeadline()
        let occurrence = JobRecord.Occurrence(
            number: number, plan: plan,
            dueSince: try row.optionalWallTime(), rest: try row.optionalDeadline(),
            unfinishedRuns: Int(truncatingIfNeeded: try row.integer(in: FieldLimits.unfinishedRuns)),
            failedAttempts: Int(
                truncatingIfNeeded: try row.optionalAddedInteger(in: FieldLimits.unfinishedRuns) ?? 0),
            isTriggeredAgain: try row.optionalInteger(in: FieldLimits.flag) == 1,
            isWarned: try row.optionalInteger(in: FieldLimits.flag) == 1,
            isByHand: try row.optionalInteger(in: FieldLimits.flag) == 1)
        // A job that runs once and has no instant would wait for nothing, in silence and for ever.
        if occurrence.dueSince == nil, !canComeUp(occurrence.plan, of: descriptor) {
            throw RowFault(column: "dueEnd", problem: "is missing, and so is dueAt")
        }
        return occurrence
    }

    private static func plan(_ row: inout Statement) throws(RowFault) -> Plan {
        Plan(
            at: try row.optionalWallTime(), grid: try row.optionalWallTime(),
            after: try row.optionalDeadline())
    }

    /// An event or a file of its schedule may make it due where no instant does, or a service what it requires.
    private static func canComeUp(_ plan: Plan, of descriptor: JobDescriptor) -> Bool {
        plan != Plan() || !descriptor.schedules.isEmpty || descriptor.kind == .service
    }

    private static func progress(_ row: inout Statement) throws(RowFault) -> JobRecord.Progress {
        JobRecord.Progress(
            usedPoint: try row.optionalWallTime(), usedAheadAt: try row.optionalWallTime(),
            runs: try row.optionalInteger(in: FieldLimits.runs) ?? 0,
            pathsSeen: try row.optionalWallTime(), lastStart: try row.optionalWallTime(),
            lastSkip: try lastSkip(&row), recent: try recent(&row), successes: try successes(&row))
    }

    static func lastSkip(_ row: inout Statement) throws(RowFault) -> Skip? {
        let due = try row.optionalWallTime()
        let skipped = try row.optionalWallTime()
        let reason = try row.optionalText()
        switch (due, skipped, reason) {
        case (nil, nil, nil): return nil
        case (let due?, let skipped?, let reason?):
            guard let reason = SkipReason(rawValue: reason) else { throw row.fault("is not a skip reason") }
            return Skip(due: due, skipped: skipped, reason: reason)
        case (_, _, _): throw row.fault("comes with half a skip")
        }
    }

    static func recent(_ row: inout Statement) throws(RowFault) -> RecentEnds {
        guard let stored = try row.optionalAddedInteger(in: 0...(.max)) else { return RecentEnds() }
        guard let recent = RecentEnds(stored: stored) else { throw row.fault("is no list of ends") }
        return recent
    }

    private static func successes(_ row: inout Statement) throws(RowFault) -> Successes {
        guard let text = try row.optionalAddedText() else { return Successes() }
        guard let successes = Successes(text: text) else { throw row.fault("is no list of jobs") }
        return successes
    }

    private static func switches(_ row: inout Statement) throws(RowFault) -> JobRecord.Switches {
        JobRecord.Switches(
            enabled: try row.optionalInteger(in: FieldLimits.flag).map { $0 == 1 },
            pause: try row.optionalPause())
    }

    private static func activeRun(_ row: inout Statement) throws(RowFault) -> JobRecord.ActiveRun? {
        let run = try row.optionalInteger(in: FieldLimits.count)
        let started = try row.optionalWallTime()
        let isSimulated = try row.optionalInteger(in: FieldLimits.flag)
        let stopReason = try row.optionalStopReason()
        let mainExit = try mainExit(&row)
        let host = try host(&row)
        guard let run else {
            guard started == nil, isSimulated == nil, stopReason == nil, mainExit == nil, host == nil else {
                throw row.fault("is there without an active run")
            }
            return nil
        }
        guard let started, let isSimulated else { throw row.fault("comes with half a run") }
        return JobRecord.ActiveRun(
            run: RunID(run), started: started, isSimulated: isSimulated == 1, stopReason: stopReason,
            mainExit: mainExit, host: host)
    }

    private static func mainExit(_ row: inout Statement) throws(RowFault) -> ExitStatus? {
        guard let text = try row.optionalText() else { return nil }
        guard let status = ExitStatus(text) else { throw row.fault("is no exit status") }
        return status
    }

    private static func host(_ row: inout Statement) throws(RowFault) -> HostID? {
        guard let text = try row.optionalAddedText() else { return nil }
        guard let host = HostID(text) else { throw row.fault("is no host") }
        return host
    }

    static func lastRun(_ row: inout Statement) throws(RowFault) -> JobRecord.LastRun? {
        let run = try row.optionalInteger(in: FieldLimits.count)
        let outcome = try row.optionalText()
        let stopReason = try row.optionalStopReason()
        let ended = try row.optionalWallTime()
        let isBare = outcome == nil && stopReason == nil && ended == nil
        if run == nil, !isBare { throw row.fault("is there without a last run") }
        let known = outcome.flatMap(Outcome.init(rawValue:))
        if run != nil, known == nil || ended == nil { throw row.fault("comes with half a run") }
        let lastSuccess = try row.optionalAddedInteger(in: Int64.min...Int64.max)
        guard let run, let outcome = known, let ended else {
            if lastSuccess != nil { throw row.fault("is there without a last run") }
            return nil
        }
        return JobRecord.LastRun(
            run: RunID(run), outcome: outcome, stopReason: stopReason, ended: ended,
            lastSuccess: lastSuccess.map { WallTime(microseconds: $0) })
    }

    static func failures(_ row: inout Statement) throws(RowFault) -> Failing? {
        let count = try row.optionalAddedInteger(in: FieldLimits.count)
        // NULL of a row of before, and where all of them were.
        let givenUp = try row.optionalAddedInteger(in: 0...FieldLimits.count.upperBound)
        let since = try row.optionalAddedInteger(in: Int64.min...Int64.max)
        let exit = try row.optionalAddedText()
        let reason = try row.optionalAddedText()
        guard let count, let since else {
            guard count == nil, givenUp == nil, since == nil, exit == nil, reason == nil else {
                throw row.fault("comes with half of what failed")
            }
            return nil
        }
        let status = exit.flatMap(ExitStatus.init)
        guard (exit == nil) == (status == nil) else { throw row.fault("comes with what is no exit status") }
        return Failing(
            count: Int(truncatingIfNeeded: count), givenUp: givenUp.map { Int(truncatingIfNeeded: $0) },
            since: WallTime(microseconds: since), exit: status,
            reason: reason)
    }

    static func hookFault(_ row: inout Statement) throws(RowFault) -> HookReport? {
        guard let line = try row.optionalAddedText() else { return nil }
        guard let report = HookReport(line: line), !report.end.isSuccess else {
            throw row.fault("is no call that has failed")
        }
        return report
    }

    private static func successor(
        _ row: inout Statement, of id: JobID
    ) throws(RowFault) -> JobRecord.Successor? {
        let descriptor = try optionalDescriptor(&row, of: id)
        let path = try row.optionalText()
        let accepted = try row.optionalWallTime()
        let plan = try plan(&row)
        guard let descriptor else {
            guard path == nil, accepted == nil, plan == Plan() else {
                throw row.fault("is there without a next descriptor")
            }
            return nil
        }
        guard let accepted, canComeUp(plan, of: descriptor) else {
            throw row.fault("comes with half a request")
        }
        return JobRecord.Successor(
            descriptor: descriptor, origin: origin(path), accepted: accepted, plan: plan)
    }
}
