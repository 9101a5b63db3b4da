// The table of owners: whose a number is.
import BGRunJob

enum OwnerRows {
    static let columns = ["owner", "name"]

    static let select = "SELECT owner, \(columns.joined(separator: ", ")) FROM owners ORDER BY owner"
    static let upsert = "INSERT OR REPLACE INTO owners (\(columns.joined(separator: ", "))) VALUES (?, ?)"

    static func bind(
        _ owner: (user: UserID, name: String), to statement: inout Statement
    ) throws(SQLiteError) {
        try statement.bind(Int64(owner.user.rawValue))
        try statement.bind(owner.name)
    }

    static func decode(_ row: inout Statement) throws(RowFault) -> (user: UserID, name: String) {
        let number = try row.integer(in: FieldLimits.user)
        return (UserID(UInt32(truncatingIfNeeded: number)), try row.text(atMost: FieldLimits.accountName))
    }
}
