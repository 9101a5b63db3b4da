// What SQLite said when it refused, and what that means for us.
import CSQLite

/// One failed call of SQLite.
struct SQLiteError: Error, Equatable {
    /// The extended result code (<https://www.sqlite.org/rescode.html>).
    let code: Int32
    let message: String
    /// The errno behind it, 0 where there is none.
    let systemError: Int32

    init(code: Int32, message: String, systemError: Int32 = 0) {
        self.code = code
        self.message = message
        self.systemError = systemError
    }

    /// The error a connection has just reported.
    init(code: Int32, on connection: OpaquePointer?) {
        self.code = code
        message = unsafe String(cString: sqlite3_errmsg(connection))
        systemError = unsafe sqlite3_system_errno(connection)
    }

    private var primaryCode: Int32 { code & 0xFF }

    /// Whether the bytes in the file are to blame, so that trying again can't help.
    ///
    /// A missing column (`SQLITE_ERROR`) and a value over every limit (`SQLITE_TOOBIG`) count too: our own
    /// statements fit our own schema, so the file is not what its header says. So does `SQLITE_NOMEM`, which SQLite also
    /// says of a damaged schema: where there is no memory, Swift ends the process before SQLite comes to say so.
    var blamesContents: Bool {
        switch primaryCode {
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT, SQLITE_TOOBIG, SQLITE_ERROR, SQLITE_MISMATCH,
            SQLITE_NOMEM:
            true
        case _: false
        }
    }

    /// In plain words, for people.
    var reason: String {
        switch primaryCode {
        case SQLITE_FULL: "the disk is full"
        case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_READONLY:
            systemError == 0 ? message : StoreFailure.words(for: systemError)
        case SQLITE_BUSY, SQLITE_LOCKED: "another process is using it"
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_NOMEM: "its contents are damaged (\(message))"
        case _: message
        }
    }
}
