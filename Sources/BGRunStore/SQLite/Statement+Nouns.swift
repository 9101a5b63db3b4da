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

    /// Three columns: when it was set, its span, its end on the boot clock.
    mutating func bind(_ deadline: Deadline?) throws(SQLiteError) {
        try bind(deadline?.set)
        try bind(deadline?.span.wholeMicroseconds)
        try bind(deadline?.end.microseconds)
    }

    /// Four columns: since when, and a deadline. Two more stand elsewhere: ``bindWords(of:)``.
    mutating func bind(_ pause: Pause?) throws(SQLiteError) {
        try bind(pause?.since)
        try bind(pause?.end)
    }

    /// Two columns that a later version has brought: who has set a pause, and what it is for.
    mutating func bindWords(of pause: Pause?) throws(SQLiteError) {
        try bindAdded(pause?.by.map { Int64($0.rawValue) })
        try bindAdded(pause?.note)
    }

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

    mutating func skipReason() throws(RowFault) -> SkipReason {
        guard let reason = SkipReason(rawValue: try text()) else { throw fault("is not a skip reason") }
        return reason
    }

    mutating func optionalDeadline() throws(RowFault) -> Deadline? {
        let set = try optionalWallTime()
        let span = try optionalInteger()
        let end = try optionalInteger()
        switch (set, span, end) {
        case (nil, nil, nil): return nil
        case (let set?, let span?, let end?):
            return Deadline(set: set, span: .microseconds(span), end: BootTime(microseconds: end))
        case (_, _, _): throw fault("is there without its set and span, or they without it")
        }
    }

    /// The columns of ``bind(_:)-(Pause?)`` and of ``bindWords(of:)``, in this order.
    mutating func optionalPause() throws(RowFault) -> Pause? {
        let since = try optionalWallTime()
        let end = try optionalDeadline()
        if since == nil, end != nil { throw fault("is there without a pause") }
        let user = try optionalAddedInteger(in: FieldLimits.user).map {
            UserID(UInt32(truncatingIfNeeded: $0))
        }
        let note = try optionalAddedText()
        if let since { return Pause(since: since, end: end, by: user, note: note) }
        guard user == nil, note == nil else { throw fault("is there without a pause") }
        return nil
    }

    mutating func optionalStopReason() throws(RowFault) -> StopReason? {
        guard let text = try optionalText() else { return nil }
        guard let reason = StopReason(text) else { throw fault("is not a stop reason") }
        return reason
    }
}
