// The table of what was lost: kept in the database itself, so that a restart forgets nothing.
import BGRunCalendar

enum LossRows {
    /// `number` counts them up.
    static let columns = ["number", "found", "text"]
    /// So many are told, the newest.
    private static let most = 16
    private static let longestText = 8192

    static let insert = "INSERT INTO losses (found, text) VALUES (?, ?)"
    private static let select = "SELECT number, found, text FROM losses ORDER BY number DESC LIMIT \(most)"

    /// What can't be read is passed over: there is nothing to be done about it.
    static func all(in connection: borrowing DatabaseConnection) throws(SQLiteError) -> [Opening.Loss] {
        var losses: [Opening.Loss] = []
        var statement = try connection.prepareOnce(select)
        while try statement.step() {
            _ = statement.rowNumber()
            if let loss = try? decode(&statement) { losses.append(loss) }
        }
        return losses
    }

    static func bind(_ loss: Opening.Loss, to statement: inout Statement) throws(SQLiteError) {
        try statement.bind(loss.found)
        try statement.bind(loss.text)
    }

    static func decode(_ row: inout Statement) throws(RowFault) -> Opening.Loss {
        Opening.Loss(found: try row.wallTime(), text: try row.text(atMost: longestText))
    }
}
