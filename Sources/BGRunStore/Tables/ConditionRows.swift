// The table of what was seen of the machine.
import BGRunCalendar
import BGRunJob

enum ConditionRows {
    /// `number` counts them up, in the order in which they happened, also after the clock was set back. A row speaks
    /// of a requirement, with its verdict, or of the machine, with its state.
    static let columns = [
        "number", "at", "requirement", "owner", "verdict", "state", "reason", "isSimulated",
    ]
    /// The most rows that are kept.
    static let most = 20_000
    /// How many go at a time once there are so many.
    static let slack = 512

    private static let list = columns.joined(separator: ", ")

    static let insert = """
        INSERT INTO conditionHistory (\(columns.dropFirst().joined(separator: ", "))) VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    /// In their order: those that come after a row, up to a number of them.
    static let select = """
        SELECT number, \(list) FROM conditionHistory WHERE number > ? ORDER BY number LIMIT ?
        """

    /// Whether the last row that speaks of the machine says anything but that nobody looks any more.
    static let isOpenEnded = """
        SELECT count(*) FROM (SELECT state FROM conditionHistory ORDER BY number DESC LIMIT 1)
        WHERE state IS NOT 'stopped'
        """

    /// When something was written last, by the clock as it was then: each start and each end of a daemon is. 0 where nothing was.
    static let lastInstant =
        "SELECT coalesce((SELECT at FROM conditionHistory ORDER BY number DESC LIMIT 1), 0)"

    /// Of so many rows one is looked at for what is most frequent: sorting the texts of all would hold the daemon for tens
    /// of milliseconds. They are scattered, as conditions may come in turns.
    static let sampled = 16
    /// What a requirement is about: the first word of its text.
    private static let kind = "substr(requirement, 1, instr(requirement || ' ', ' ') - 1)"
    /// Of which kind of requirement an owner has most rows, of which requirement of that kind, and how many were found of
    /// each; NULL stands for the state of the machine. The sample is made first, as kinds are costly.
    static let mostFrequent = """
        WITH sample AS MATERIALIZED (
            SELECT number, requirement, \(kind) AS kind FROM conditionHistory
            WHERE owner IS ? AND number * 40503 / 64 % \(sampled) = 0),
        most AS MATERIALIZED (
            SELECT kind, count(*) AS rows FROM sample GROUP BY kind ORDER BY rows DESC, min(number) LIMIT 1)
        SELECT most.kind, most.rows, requirement, count(*) FROM sample JOIN most ON sample.kind IS most.kind
        GROUP BY requirement ORDER BY 4 DESC, min(number) LIMIT 1
        """
    /// The number of one of the oldest rows of a requirement.
    static let oldest = """
        SELECT number FROM conditionHistory WHERE requirement IS ? AND owner IS ? ORDER BY number LIMIT 1 OFFSET ?
        """
    static let trimRequirement =
        "DELETE FROM conditionHistory WHERE number <= ? AND requirement IS ? AND owner IS ?"
    /// The oldest rows of a kind, up to a number of them.
    static let trimKind = """
        DELETE FROM conditionHistory WHERE number IN (
            SELECT number FROM conditionHistory WHERE owner IS ? AND \(kind) IS ? ORDER BY number LIMIT ?)
        """
    /// The oldest rows of an owner, up to a number of them.
    static let trimOwner = """
        DELETE FROM conditionHistory WHERE number IN (
            SELECT number FROM conditionHistory WHERE owner IS ? ORDER BY number LIMIT ?)
        """
    /// All of the oldest rows, up to a number of them.
    static let trim = """
        DELETE FROM conditionHistory WHERE number IN (SELECT number FROM conditionHistory ORDER BY number LIMIT ?)
        """

    static func bind(_ change: ConditionChange, to statement: inout Statement) throws(SQLiteError) {
        try statement.bind(change.at)
        switch change.what {
        case .requirement(let text, let owner, let verdict):
            try statement.bind(ConditionChange.name(of: text))
            try statement.bind(owner.map { Int64($0.rawValue) })
            try statement.bind(verdict.rawValue)
            try statement.bind(String?.none)
        case .machine(let state):
            try statement.bind(String?.none)
            try statement.bind(Int64?.none)
            try statement.bind(String?.none)
            try statement.bind(state.rawValue)
        }
        try statement.bind(change.reason.cut(toBytes: ConditionChange.longestReason))
        try statement.bind(change.isSimulated)
    }

    /// - Returns: What comes after the number.
    static func decode(_ row: inout Statement) throws(RowFault) -> ConditionChange {
        ConditionChange(
            at: try row.wallTime(), try what(&row),
            reason: try row.text(atMost: ConditionChange.longestReason), isSimulated: try row.flag())
    }

    private static func what(_ row: inout Statement) throws(RowFault) -> ConditionChange.What {
        let requirement = try row.optionalText(atMost: ConditionChange.longestName)
        let owner = try row.optionalInteger(in: FieldLimits.user).map {
            UserID(UInt32(truncatingIfNeeded: $0))
        }
        let verdict = try row.optionalText()
        let state = try row.optionalText()
        switch (requirement, verdict, state) {
        case (let requirement?, let verdict?, nil):
            guard let verdict = Verdict(rawValue: verdict), !requirement.isEmpty else {
                throw row.fault("comes with half a requirement")
            }
            return .requirement(requirement, owner: owner, verdict)
        case (nil, nil, let state?):
            guard let state = ConditionChange.MachineState(rawValue: state), owner == nil else {
                throw row.fault("is not a state of the machine")
            }
            return .machine(state)
        case (_, _, _): throw row.fault("comes with half a requirement")
        }
    }
}
