// The table of one-shot files that have had their run.
import BGRunJob

enum FinishedFileRows {
    static let columns = ["owner", "identifier", "fingerprint"]

    static let select = "SELECT rowid, owner, identifier, fingerprint FROM finishedFiles ORDER BY rowid"
    static let upsert = """
        INSERT INTO finishedFiles (owner, identifier, fingerprint) VALUES (?, ?, ?)
        ON CONFLICT (owner, identifier) DO UPDATE SET fingerprint = excluded.fingerprint
        """
    static let delete = "DELETE FROM finishedFiles WHERE owner = ? AND identifier = ?"

    static func bind(_ file: FinishedFile, to statement: inout Statement) throws(SQLiteError) {
        try statement.bind(file.job)
        // SQLite's integers are signed: the same 64 bits.
        try statement.bind(Int64(bitPattern: file.fingerprint))
    }

    static func decode(_ row: inout Statement) throws(RowFault) -> FinishedFile {
        FinishedFile(job: try row.job(), fingerprint: UInt64(bitPattern: try row.integer()))
    }
}
