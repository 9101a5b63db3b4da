// The nouns that more than one table stores, as columns.
import BGRunCalendar
import BGRunJob

extension Statement {
    mutating func bind(_ job: JobID) throws(SQLiteError) {
        try bind(Int64(job.owner.rawValue))
        try bind(job.identifier.text)
    }

    mutating func bind(_ instant: WallTime?) throws(SQLiteError) { try bind(instant?.microseconds) }
    mutating func bind(_ duration: Duration) throws(SQLiteError) { try bind(duration.wholeMicroseconds) }
    mutating func bind(_ flag: Bool) throws(SQLiteError) { try bind(flag ? 1 : Int64(0)) }

    /// Two columns: owner and identifier.
    mutating func job() throws(RowFault) -> JobID {
        let owner = try integer(in: FieldLimits.user)
        guard let identifier = JobIdentifier(try text()) else { throw fault("is not an identifier") }
        return JobID(owner: UserID(UInt32(truncatingIfNeeded: owner)), identifier: identifier)
    }

    mutating func wallTime() throws(RowFault) -> WallTime { WallTime(microseconds: try integer()) }
    mutating func optionalWallTime() throws(RowFault) -> WallTime? {
        try optionalInteger().map { WallTime(microseconds: $0) }
    }

    mutating func duration() throws(RowFault) -> Duration { .microseconds(try integer()) }

    mutating func runID() throws(RowFault) -> RunID { RunID(try integer(in: FieldLimits.count)) }
    mutating func flag() throws(RowFault) -> Bool { try integer(in: FieldLimits.flag) == 1 }

    mutating func outcome() throws(RowFault) -> Outcome {
        guard let outcome = Outcome(rawValue: try text()) else { throw fault("is not an outcome") }
        return outcome
    }

    mutating func optionalStopReason() throws(RowFault) -> StopReason? {
        guard let text = try optionalText() else { return nil }
        guard let reason = StopReason(text) else { throw fault("is not a stop reason") }
        return reason
    }
}
