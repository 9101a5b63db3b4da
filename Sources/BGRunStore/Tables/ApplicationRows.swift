// The table of applications that users have permitted.
import BGRunJSON
import BGRunJob

enum ApplicationRows {
    /// `identifier` is the application's name, and `manifest` its canonical text.
    static let columns = ["owner", "identifier", "manifest"]

    static let select = "SELECT rowid, \(columns.joined(separator: ", ")) FROM applications ORDER BY rowid"
    static let upsert = """
        INSERT INTO applications (owner, identifier, manifest) VALUES (?, ?, ?)
        ON CONFLICT (owner, identifier) DO UPDATE SET manifest = excluded.manifest
        """
    static let delete = "DELETE FROM applications WHERE owner = ? AND identifier = ?"

    static func bind(_ permitted: PermittedApplication, to statement: inout Statement) throws(SQLiteError) {
        try bind(permitted.id, to: &statement)
        try statement.bind(permitted.manifest.json.text())
    }

    static func bind(_ application: ApplicationID, to statement: inout Statement) throws(SQLiteError) {
        try statement.bind(Int64(application.owner.rawValue))
        try statement.bind(application.name.text)
    }

    static func decode(_ row: inout Statement) throws(RowFault) -> PermittedApplication {
        let id = try row.job()
        guard let bytes = try row.optionalBytes() else { throw row.fault("is missing") }
        let manifest: ApplicationManifest
        do {
            manifest = try ApplicationManifest(json: bytes)
        } catch {
            // What exactly is wrong is not said: the text may hold secrets, and this goes to the log.
            throw row.fault("is not a valid manifest")
        }
        guard manifest.application == id.identifier else { throw row.fault("names another application") }
        return PermittedApplication(manifest, owner: id.owner)
    }
}
