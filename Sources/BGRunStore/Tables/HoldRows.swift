// The table of what else has held jobs back.
import BGRunCalendar
import BGRunJob

enum HoldRows {
    /// `number` counts them up, in the order in which they happened. `blockers` are names, with spaces between.
    static let columns = ["number", "owner", "identifier", "at", "isWaiting", "blockers"]
    /// The most rows that are kept.
    static let most = 20_000
    /// The most rows that are kept of a job.
    static let mostOfJob = 200
    /// How many rows are written between two looks at the jobs that they were about.
    static let pace: Int64 = 32

    private static let list = columns.joined(separator: ", ")
    private static let longestName = 40
    private static let mostNames = 64

    static let insert = """
        INSERT INTO holdHistory (\(columns.dropFirst().joined(separator: ", "))) VALUES (?, ?, ?, ?, ?)
        RETURNING number
        """
    /// The jobs that rows above a number are about.
    static let recentJobs = "SELECT DISTINCT owner, identifier FROM holdHistory WHERE number > ?"
    /// So few are left of each job that it can't come to more than ``mostOfJob`` before the next look.
    static let trimJob = """
        DELETE FROM holdHistory WHERE number IN (
            SELECT number FROM holdHistory WHERE owner = ? AND identifier = ?
            ORDER BY number DESC LIMIT -1 OFFSET \(Int64(mostOfJob) - pace))
        """
    static let trim = String.trim("holdHistory", by: "number")

    /// One job's, the newest first.
    static let select = """
        SELECT number, \(list) FROM holdHistory WHERE owner = ? AND identifier = ? ORDER BY number DESC
        """

    static func bind(_ change: HoldChange, to statement: inout Statement) throws(SQLiteError) {
        try statement.bind(change.job)
        try statement.bind(change.at)
        try statement.bind(change.isWaiting)
        try statement.bind(change.blockers.filter(isName).prefix(mostNames).joined(separator: " "))
    }

    static func decode(_ row: inout Statement) throws(RowFault) -> HoldChange {
        _ = try row.integer(in: FieldLimits.count)
        return HoldChange(
            job: try row.job(), at: try row.wallTime(), isWaiting: try row.flag(),
            blockers: try blockers(&row))
    }

    private static func blockers(_ row: inout Statement) throws(RowFault) -> [String] {
        let text = try row.text(atMost: mostNames * (longestName + 1))
        if text.isEmpty { return [] }
        let names = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard names.count <= mostNames, names.allSatisfy(isName) else {
            throw row.fault("are not names of blockers")
        }
        return names
    }

    private static func isName(_ text: String) -> Bool {
        let letters = text.utf8
        return (1...longestName).contains(letters.count)
            && letters.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
            }
    }
}
