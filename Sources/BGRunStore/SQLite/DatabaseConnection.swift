// One open SQLite database, set up so that a hostile file can do no harm and a commit is on disk.
import CSQLite

/// An open database, closed when this value goes.
@safe struct DatabaseConnection: ~Copyable {
    private let handle: OpaquePointer
    /// What SQLite tells of its log at each commit.
    private let noted: UnsafeMutablePointer<csqlite_log>

    private init(owning handle: OpaquePointer) {
        unsafe self.handle = unsafe handle
        unsafe noted = .allocate(capacity: 1)
        unsafe noted.initialize(to: csqlite_log(frames: 0, commits: 0))
    }

    /// Opens an existing file for reading and writing; `path` may contain no symbolic link.
    ///
    /// No memory is shared with other processes and no mutex is taken: one thread owns the connection. Until
    /// ``trust()`` nothing in the file is changed, not even by closing it.
    static func open(_ path: String) throws(SQLiteError) -> DatabaseConnection {
        stayingSmall
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW
        let result = unsafe sqlite3_open_v2(path, &opened, flags, nil)
        guard let opened = unsafe opened else { throw SQLiteError(code: result, message: "out of memory") }
        let connection = unsafe DatabaseConnection(owning: opened)
        try connection.check(result)
        try connection.harden()
        return connection
    }

    /// Once for the process, before SQLite is used: afterwards it takes no settings of this kind.
    private static let stayingSmall: Void = csqlite_stay_small()

    deinit {
        // v2 waits for statements that are still there, so the order in which owners go does not matter.
        unsafe sqlite3_close_v2(handle)
        unsafe noted.deallocate()
    }

    /// How many pages the log holds since the last commit, and how many commits this connection has made.
    var log: (frames: Int, commits: Int) {
        unsafe (Int(noted.pointee.frames), Int(noted.pointee.commits))
    }

    /// Brings what the log holds into the database itself.
    ///
    /// - Returns: Whether nothing in the log is needed any more.
    func foldLog() -> Bool {
        var (all, folded): (Int32, Int32) = (-1, -1)
        let result = unsafe sqlite3_wal_checkpoint_v2(
            handle, nil, SQLITE_CHECKPOINT_PASSIVE, &all, &folded)
        return result == SQLITE_OK && all == folded
    }

    /// Whether the statements that `body` runs have made a row.
    func makesRow(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) -> Bool {
        unsafe sqlite3_set_last_insert_rowid(handle, 0)
        try body()
        return unsafe sqlite3_last_insert_rowid(handle) != 0
    }

    /// The file may come from an enemy: nothing stored in it is executed, and sizes are bounded.
    private func harden() throws(SQLiteError) {
        unsafe sqlite3_extended_result_codes(handle, 1)
        try check(unsafe csqlite_harden(handle))
        try check(unsafe csqlite_keep_log_on_close(handle, 1))
        unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.longestValue)
        unsafe sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, 16_384)
        unsafe sqlite3_limit(handle, SQLITE_LIMIT_COLUMN, 96)
        unsafe sqlite3_limit(handle, SQLITE_LIMIT_EXPR_DEPTH, 256)
        unsafe sqlite3_limit(handle, SQLITE_LIMIT_COMPOUND_SELECT, 2)
        unsafe sqlite3_limit(handle, SQLITE_LIMIT_VARIABLE_NUMBER, 96)
        unsafe sqlite3_limit(handle, SQLITE_LIMIT_FUNCTION_ARG, 16)
        unsafe sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
        unsafe sqlite3_limit(handle, SQLITE_LIMIT_TRIGGER_DEPTH, 1)
        unsafe sqlite3_limit(handle, SQLITE_LIMIT_WORKER_THREADS, 0)
        // Before anything that reads, as even PRAGMA cache_size does: only then is the log's index kept on the
        // heap instead of in a `-shm` file, which would need room on a disk that may be full.
        try execute("PRAGMA locking_mode = EXCLUSIVE")
        try execute("PRAGMA cell_size_check = ON")
        try execute("PRAGMA mmap_size = 0")
        try execute("PRAGMA temp_store = MEMORY")
        try execute("PRAGMA cache_size = -256")
    }

    /// From here on the file is ours to write: FULL waits for the disk at each commit. The store folds the log back.
    func trust() throws(SQLiteError) {
        // Counts only for a file that has no page yet.
        try execute("PRAGMA page_size = \(StateDirectory.pageSize)")
        guard try text("PRAGMA journal_mode = WAL") == "wal" else {
            throw SQLiteError(code: SQLITE_CANTOPEN, message: "its file system can't hold a write-ahead log")
        }
        try execute("PRAGMA synchronous = FULL")
        unsafe csqlite_watch_log(handle, noted)
        try execute("PRAGMA journal_size_limit = 2097152")
        try check(unsafe csqlite_keep_log_on_close(handle, 0))
    }

    /// Closing changes nothing on disk again. A log that stays behind makes the next start check the whole file.
    func distrust() {
        _ = unsafe csqlite_keep_log_on_close(handle, 1)
    }

    /// The longest value in bytes: two descriptors of 64 KiB, escaped and quoted, with room to spare.
    private static let longestValue: Int32 = 4 << 20

    /// Runs SQL whose rows do not matter.
    func execute(_ sql: String) throws(SQLiteError) {
        try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// A statement that is kept for the life of the connection, compiled when it is first used.
    func statement(_ sql: @autoclosure @escaping () -> String) -> Statement {
        unsafe Statement(sql, of: handle, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
    }

    /// A statement that is used once.
    func prepareOnce(_ sql: String) throws(SQLiteError) -> Statement {
        var statement = unsafe Statement({ sql }, of: handle, flags: 0)
        try statement.compile()
        return statement
    }

    /// Whether SQLite takes the file for one that nobody may write: its file system, its mode or its own header says so.
    var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

    /// How many rows the last statement that writes has changed.
    var changedRows: Int32 { unsafe sqlite3_changes(handle) }

    /// The one integer that `sql` selects.
    func integer(_ sql: String) throws(SQLiteError) -> Int64 {
        var statement = try prepareOnce(sql)
        guard try statement.step() else {
            throw SQLiteError(code: SQLITE_CORRUPT, message: "no answer to \(sql)")
        }
        return statement.rawInteger()
    }

    /// The one text that `sql` selects, empty where it selects none.
    func text(_ sql: String) throws(SQLiteError) -> String {
        var statement = try prepareOnce(sql)
        return try statement.step() ? statement.rawText() : ""
    }

    /// Ends a transaction that has failed; SQLite has ended some of them itself.
    func rollBack() {
        guard unsafe sqlite3_get_autocommit(handle) == 0 else { return }
        _ = unsafe sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
    }

    /// Gives up the pages that are kept to be read faster; the next statement reads again what it needs.
    func releaseMemory() { unsafe sqlite3_db_release_memory(handle) }

    private func check(_ result: Int32) throws(SQLiteError) {
        if result != SQLITE_OK { throw unsafe SQLiteError(code: result, on: handle) }
    }
}
