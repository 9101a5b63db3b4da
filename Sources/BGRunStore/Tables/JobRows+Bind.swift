// From a record to a row of the job table.
import BGRunCalendar
import BGRunJSON
import BGRunJob

extension JobRows {
    static func bind(
        _ record: JobRecord, boot: Int64, to statement: inout Statement
    ) throws(SQLiteError) {
        statement.seal.part = .request
        try statement.bind(record.id)
        statement.seal.part = .standing
        try statement.bind(boot)
        statement.seal.part = .request
        try statement.bind(record.descriptor.json.text())
        try bind(record.origin, to: &statement)
        try statement.bind(record.accepted)
        statement.seal.part = .standing
        try bindStanding(record, to: &statement)
        statement.seal.part = .request
        try bind(record.successor, to: &statement)
        statement.seal.part = nil
        try statement.bind(statement.seal.value(of: .request))
        try statement.bind(statement.seal.value(of: .standing))
    }

    /// - Precondition: The record has no successor, whose instants this would not write.
    static func bindProgress(
        _ record: JobRecord, boot: Int64, to statement: inout Statement
    ) throws(SQLiteError) {
        precondition(record.successor == nil, "a successor is no progress of the request before it")
        statement.seal.part = .standing
        try statement.bind(boot)
        try bindStanding(record, to: &statement)
        statement.seal.part = nil
        try statement.bind(statement.seal.value(of: .standing))
        try statement.bind(record.id)
        try statement.bind(record.accepted)
    }

    /// Where the job stands: what ``updateProgress`` and ``upsert`` both write.
    private static func bindStanding(
        _ record: JobRecord, to statement: inout Statement
    ) throws(SQLiteError) {
        try statement.bind(record.anchor)
        try bind(record.occurrence, to: &statement)
        try bind(record.progress, to: &statement)
        try bind(record.switches, to: &statement)
        try bind(record.activeRun, to: &statement)
        try bind(record.lastRun, to: &statement)
        try bind(record.failures, to: &statement)
        try statement.bindAdded(record.hookFault?.line)
        try statement.bindAdded(record.generation == 1 ? nil : Int64(record.generation))
    }

    private static func bind(
        _ occurrence: JobRecord.Occurrence, to statement: inout Statement
    ) throws(SQLiteError) {
        try statement.bind(occurrence.number)
        try bind(occurrence.plan, to: &statement)
        try statement.bind(occurrence.plan.called)
        try statement.bind(occurrence.dueSince)
        try statement.bind(occurrence.rest)
        try statement.bind(Int64(occurrence.unfinishedRuns))
        try statement.bindAdded(occurrence.failedAttempts > 0 ? Int64(occurrence.failedAttempts) : nil)
        try statement.bind(occurrence.isTriggeredAgain)
        try statement.bind(occurrence.isWarned)
        try statement.bind(occurrence.isByHand)
    }

    private static func bind(
        _ progress: JobRecord.Progress, to statement: inout Statement
    ) throws(SQLiteError) {
        try statement.bind(progress.usedPoint)
        try statement.bind(progress.usedAheadAt)
        try statement.bind(progress.runs)
        try statement.bind(progress.pathsSeen)
        try statement.bind(progress.lastStart)
        try bind(progress.lastSkip, to: &statement)
        try bind(progress.recent, to: &statement)
        try statement.bindAdded(progress.successes.isEmpty ? nil : progress.successes.text)
    }

    private static func bind(
        _ switches: JobRecord.Switches, to statement: inout Statement
    ) throws(SQLiteError) {
        try statement.bind(switches.enabled.map { $0 ? 1 : 0 })
        try statement.bind(switches.pause)
        try statement.bindWords(of: switches.pause)
    }

    private static func bind(
        _ run: JobRecord.ActiveRun?, to statement: inout Statement
    ) throws(SQLiteError) {
        try statement.bind(run?.run.rawValue)
        try statement.bind(run?.started)
        try statement.bind(run.map { $0.isSimulated ? 1 : 0 })
        try statement.bind(run?.stopReason?.description)
        try statement.bind(run?.mainExit?.description)
        try statement.bindAdded(run?.host?.description)
    }

    static func bind(_ run: JobRecord.LastRun?, to statement: inout Statement) throws(SQLiteError) {
        try statement.bind(run?.run.rawValue)
        try statement.bind(run?.outcome.rawValue)
        try statement.bind(run?.stopReason?.description)
        try statement.bind(run?.ended)
        // Of one that has succeeded itself its end says it.
        let earlier = run.flatMap { $0.outcome == .succeeded ? nil : $0.lastSuccess }
        try statement.bindAdded(earlier?.microseconds)
    }

    static func bind(_ skip: Skip?, to statement: inout Statement) throws(SQLiteError) {
        try statement.bind(skip?.due)
        try statement.bind(skip?.skipped)
        try statement.bind(skip?.reason.rawValue)
    }

    static func bind(_ recent: RecentEnds, to statement: inout Statement) throws(SQLiteError) {
        try statement.bindAdded(recent.isEmpty ? nil : recent.stored)
    }

    static func bind(_ failures: Failing?, to statement: inout Statement) throws(SQLiteError) {
        try statement.bindAdded(failures.map { Int64($0.count) })
        try statement.bindAdded(failures.flatMap { $0.givenUp == $0.count ? nil : Int64($0.givenUp) })
        try statement.bindAdded(failures?.since.microseconds)
        try statement.bindAdded(failures?.exit?.description)
        try statement.bindAdded(failures?.reason)
    }

    private static func bind(
        _ successor: JobRecord.Successor?, to statement: inout Statement
    ) throws(SQLiteError) {
        try statement.bind(successor?.descriptor.json.text())
        try bind(successor?.origin, to: &statement)
        try statement.bind(successor?.accepted)
        try bind(successor?.plan, to: &statement)
    }

    static func bind(
        _ origin: JobRecord.Origin?, to statement: inout Statement
    ) throws(SQLiteError) {
        switch origin {
        case .file(let path): try statement.bind(path)
        case .submission, nil: try statement.bind(String?.none)
        }
    }

    private static func bind(_ plan: Plan?, to statement: inout Statement) throws(SQLiteError) {
        try statement.bind(plan?.at)
        try statement.bind(plan?.grid)
        try statement.bind(plan?.after)
    }
}
