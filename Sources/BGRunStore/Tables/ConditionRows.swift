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
    static let count = "SELECT count(*) FROM conditionHistory"

    /// In their order: the newest, up to a number of them, of those from the first that is not before an instant; and
    /// before these the last row of each requirement, and of the machine.
    static let select = """
        WITH part AS (SELECT max(
            coalesce((SELECT min(number) FROM conditionHistory WHERE at >= ?), 9223372036854775807),
            coalesce((SELECT number FROM conditionHistory ORDER BY number DESC LIMIT 1 OFFSET ?), 0)) AS first)
        SELECT number, \(list) FROM conditionHistory, part
        WHERE number >= first OR number IN (
            SELECT max(number) FROM conditionHistory WHERE number < first GROUP BY requirement, owner)
        ORDER BY number
        """

    /// Whose conditions have most rows, and how many; NULL stands for those of the machine.
    static let mostOfOwner = """
        SELECT owner, count(*) FROM conditionHistory GROUP BY owner ORDER BY 2 DESC, min(number) LIMIT 1
        """
    /// Of which requirement an owner has most rows, and how many; NULL stands for the state of the machine. One row of about
    /// sixteen is looked at, since sorting the texts of all would hold the daemon for tens of milliseconds. They are
    /// scattered, as conditions may come in turns.
    static let mostFrequent = """
        SELECT requirement, (SELECT count(*) FROM conditionHistory AS row
            WHERE row.owner IS most.owner AND row.requirement IS most.requirement)
        FROM (SELECT owner, requirement FROM conditionHistory WHERE owner IS ? AND number * 40503 / 64 % 16 = 0
            GROUP BY requirement ORDER BY count(*) DESC, min(number) LIMIT 1) AS most
        """
    /// The number of one of the oldest rows of a requirement.
    static let oldest = """
        SELECT number FROM conditionHistory WHERE requirement IS ? AND owner IS ? ORDER BY number LIMIT 1 OFFSET ?
        """
    static let trimRequirement =
        "DELETE FROM conditionHistory WHERE number <= ? AND requirement IS ? AND owner IS ?"
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
        try statement.bind(ConditionChange.cut(change.reason, to: ConditionChange.longestReason))
        try statement.bind(change.isSimulated)
    }

    static func decode(_ row: inout Statement) throws(RowFault) -> ConditionChange {
        _ = try row.integer(in: FieldLimits.count)
        return ConditionChange(
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
