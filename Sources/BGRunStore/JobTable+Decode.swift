// From a row of the job table to a record, believing nothing.
import BGRunCalendar
import BGRunJob

extension JobTable {
    /// The boot we live in, and the clocks to carry older promises over with.
    struct Boot {
        let tag: Int64
        let now: Now

        init(id: String, now: Now) {
            tag = Self.tag(of: id)
            self.now = now
        }

        /// A boot's identity as each row can hold it: eight bytes in place of 36.
        static func tag(of id: String) -> Int64 { Int64(bitPattern: Fingerprint.of(id.utf8)) }
    }

    /// Reads one row. A row written in an earlier boot has its deadlines carried over to this one: only the
    /// row itself knows which boot clock its numbers come from, since not every row is written in every boot.
    static func decode(_ row: inout Statement, in boot: Boot) throws(RowFault) -> JobRecord {
        let id = try row.job()
        let isThisBoot = try row.integer() == boot.tag
        let descriptor = try descriptor(&row, of: id)
        var record = JobRecord(
            // The descriptor's own copy of the name: ten thousand jobs need not hold it twice.
            id: JobID(owner: id.owner, identifier: descriptor.identifier), descriptor: descriptor,
            origin: origin(try row.optionalText()),
            accepted: try row.wallTime(), anchor: try row.wallTime(), occurrence: try occurrence(&row),
            activeRun: try activeRun(&row))
        record.lastRun = try lastRun(&row)
        record.successor = try successor(&row, of: id)
        return isThisBoot ? record : carried(record, to: boot.now)
    }

    private static func descriptor(_ row: inout Statement, of id: JobID) throws(RowFault) -> JobDescriptor {
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

    private static func origin(_ path: String?) -> JobRecord.Origin {
        path.map { .file(path: $0) } ?? .submission
    }

    private static func occurrence(_ row: inout Statement) throws(RowFault) -> JobRecord.Occurrence {
        let number = try row.integer(in: FieldLimits.count)
        guard let due = try optionalDue(&row) else { throw row.fault("is missing, and so is dueAt") }
        return JobRecord.Occurrence(
            number: number, due: due, dueSince: try row.optionalWallTime(), rest: try optionalDeadline(&row),
            unfinishedRuns: Int(truncatingIfNeeded: try row.integer(in: FieldLimits.unfinishedRuns)))
    }

    private static func optionalDue(_ row: inout Statement) throws(RowFault) -> JobRecord.Occurrence.Due? {
        let instant = try row.optionalWallTime()
        let deadline = try optionalDeadline(&row)
        switch (instant, deadline) {
        case (nil, nil): return nil
        case (let instant?, nil): return .at(instant)
        case (nil, let deadline?): return .after(deadline)
        case (_?, _?): throw row.fault("is there beside a date")
        }
    }

    private static func optionalDeadline(_ row: inout Statement) throws(RowFault) -> Deadline? {
        let set = try row.optionalWallTime()
        let span = try row.optionalInteger()
        let end = try row.optionalInteger()
        switch (set, span, end) {
        case (nil, nil, nil): return nil
        case (let set?, let span?, let end?):
            return Deadline(set: set, span: .microseconds(span), end: BootTime(microseconds: end))
        case (_, _, _): throw row.fault("is there without its set and span, or they without it")
        }
    }

    private static func activeRun(_ row: inout Statement) throws(RowFault) -> JobRecord.ActiveRun? {
        let run = try row.optionalInteger(in: FieldLimits.count)
        let started = try row.optionalWallTime()
        let isSimulated = try row.optionalInteger(in: FieldLimits.flag)
        let stopReason = try row.optionalStopReason()
        guard let run else {
            guard started == nil, isSimulated == nil, stopReason == nil else {
                throw row.fault("is there without an active run")
            }
            return nil
        }
        guard let started, let isSimulated else { throw row.fault("comes with half a run") }
        return JobRecord.ActiveRun(
            run: RunID(run), started: started, isSimulated: isSimulated == 1, stopReason: stopReason)
    }

    private static func lastRun(_ row: inout Statement) throws(RowFault) -> JobRecord.LastRun? {
        let run = try row.optionalInteger(in: FieldLimits.count)
        let outcome = try row.optionalText()
        let stopReason = try row.optionalStopReason()
        let ended = try row.optionalWallTime()
        guard let run else {
            guard outcome == nil, stopReason == nil, ended == nil else {
                throw row.fault("is there without a last run")
            }
            return nil
        }
        guard let outcome = outcome.flatMap(Outcome.init(rawValue:)), let ended else {
            throw row.fault("comes with half a run")
        }
        return JobRecord.LastRun(run: RunID(run), outcome: outcome, stopReason: stopReason, ended: ended)
    }

    private static func successor(
        _ row: inout Statement, of id: JobID
    ) throws(RowFault) -> JobRecord.Successor? {
        let descriptor = try optionalDescriptor(&row, of: id)
        let path = try row.optionalText()
        let accepted = try row.optionalWallTime()
        let due = try optionalDue(&row)
        guard let descriptor else {
            guard path == nil, accepted == nil, due == nil else {
                throw row.fault("is there without a next descriptor")
            }
            return nil
        }
        guard let accepted, let due else { throw row.fault("comes with half a request") }
        return JobRecord.Successor(
            descriptor: descriptor, origin: origin(path), accepted: accepted, due: due)
    }

    private static func carried(_ record: JobRecord, to now: Now) -> JobRecord {
        var record = record
        record.occurrence.due = carried(record.occurrence.due, to: now)
        record.occurrence.rest = record.occurrence.rest?.carried(overRebootTo: now)
        if let successor = record.successor {
            record.successor?.due = carried(successor.due, to: now)
        }
        return record
    }

    private static func carried(
        _ due: JobRecord.Occurrence.Due, to now: Now
    ) -> JobRecord.Occurrence.Due {
        switch due {
        case .at: due
        case .after(let deadline): .after(deadline.carried(overRebootTo: now))
        }
    }
}
