// What people are told of a row that could not be read.
import BGRunStore

extension Opening.SetAsideRow {
    /// What, where, and what became of it.
    var complaint: String {
        "Row \(row) of \(table.rawValue) could not be read (\(reason)). It was set aside in the table setAside "
            + "of the database."
    }
}
