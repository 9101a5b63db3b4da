// One prepared statement: values go in by order, columns come out by order, and no column is trusted.
import BGRunJob
import CSQLite

/// A statement, finalised when this value goes.
@safe struct Statement: ~Copyable {
    /// Nil until it is compiled: that takes kilobytes, and an idle daemon has no need of most statements.
    private var handle: OpaquePointer?
    private let connection: OpaquePointer
    private let sql: () -> String
    private let flags: UInt32
    private var parameter: Int32 = 0
    private var column: Int32 = 0
    /// Of the values that went in, or of the columns that came out of this row.
    var seal = Seal()

    /// A statement of an open connection; what compiles it are its first value or step.
    init(_ sql: @escaping () -> String, of connection: OpaquePointer, flags: UInt32) {
        unsafe self.connection = unsafe connection
        self.sql = sql
        self.flags = flags
    }

    /// Does nothing where it is compiled already.
    mutating func compile() throws(SQLiteError) {
        guard unsafe handle == nil else { return }
        try check(unsafe sqlite3_prepare_v3(connection, sql(), -1, flags, &handle, nil))
        if unsafe handle == nil {
            throw SQLiteError(code: SQLITE_MISUSE, message: "an empty statement was prepared")
        }
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    // MARK: Values in

    /// Gives the next parameter; nil is NULL.
    mutating func bind(_ value: Int64?) throws(SQLiteError) {
        try compile()
        parameter += 1
        seal.take(value)
        if let value {
            try check(unsafe sqlite3_bind_int64(handle, parameter, value))
        } else {
            try check(unsafe sqlite3_bind_null(handle, parameter))
        }
    }

    mutating func bind(_ value: String?) throws(SQLiteError) {
        guard var value else { return try bind(Int64?.none) }
        try compile()
        parameter += 1
        let index = parameter
        let statement = unsafe handle
        let result = value.withUTF8 { bytes in
            unsafe seal.take(bytes)
            // An empty text may have no address, and an address of nil would be NULL.
            guard let start = bytes.baseAddress else {
                return unsafe csqlite_bind_text(statement, index, "", 0)
            }
            return unsafe start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                unsafe csqlite_bind_text(statement, index, $0, Int32(clamping: bytes.count))
            }
        }
        try check(result)
    }

    /// The same of a column that rows of before do not have: NULL is left out of the seal, which so stays what it was.
    mutating func bindAdded(_ value: String?) throws(SQLiteError) {
        let part = seal.part
        defer { seal.part = part }
        if value == nil { seal.part = nil }
        try bind(value)
    }

    /// The same of a number.
    mutating func bindAdded(_ value: Int64?) throws(SQLiteError) {
        let part = seal.part
        defer { seal.part = part }
        if value == nil { seal.part = nil }
        try bind(value)
    }

    /// Runs a statement to its end with the values that `bindValues` gives, and forgets them.
    mutating func run(
        _ bindValues: (inout Statement) throws(SQLiteError) -> Void = { _ in }
    ) throws(SQLiteError) {
        defer { reset() }
        try bindValues(&self)
        while try step() {}
    }

    /// The same with one value, as the table it goes to binds it.
    mutating func run<Value>(
        _ value: Value, _ bindValue: (Value, inout Statement) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        try run { statement throws(SQLiteError) in try bindValue(value, &statement) }
    }

    /// The same with a job's name.
    mutating func run(_ job: JobID) throws(SQLiteError) {
        try run { statement throws(SQLiteError) in try statement.bind(job) }
    }

    /// Goes to the next row; false after the last.
    mutating func step() throws(SQLiteError) -> Bool {
        try compile()
        column = 0
        seal = Seal()
        switch unsafe sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw unsafe SQLiteError(code: code, on: connection)
        }
    }

    /// Ready for new values. The error of the last step, which this repeats, was thrown there.
    mutating func reset() {
        guard unsafe handle != nil else { return }
        _ = unsafe sqlite3_reset(handle)
        // A descriptor of 64 KiB would otherwise stay here until the next one takes its place.
        _ = unsafe sqlite3_clear_bindings(handle)
        parameter = 0
        seal = Seal()
    }

    // MARK: Columns out

    /// The next column, which must be an integer.
    mutating func integer() throws(RowFault) -> Int64 {
        guard let value = try optionalInteger() else { throw fault("is missing") }
        return value
    }

    /// The next column, an integer or NULL.
    mutating func optionalInteger() throws(RowFault) -> Int64? {
        defer { column += 1 }
        switch unsafe sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER:
            let value = unsafe sqlite3_column_int64(handle, column)
            seal.take(value)
            return value
        case SQLITE_NULL:
            seal.take(nil)
            return nil
        case _: throw RowFault(column: name(of: column), problem: "is not an integer")
        }
    }

    /// The next column, an integer within `range`.
    mutating func integer(in range: ClosedRange<Int64>) throws(RowFault) -> Int64 {
        guard let value = try optionalInteger(in: range) else { throw fault("is missing") }
        return value
    }

    mutating func optionalInteger(in range: ClosedRange<Int64>) throws(RowFault) -> Int64? {
        guard let value = try optionalInteger() else { return nil }
        guard range.contains(value) else { throw fault("is \(value), which can't be") }
        return value
    }

    /// The next column, which must be text in UTF-8.
    mutating func text() throws(RowFault) -> String {
        guard let value = try optionalText() else { throw fault("is missing") }
        return value
    }

    /// The next column, text or NULL.
    mutating func optionalText() throws(RowFault) -> String? {
        guard let bytes = unsafe try textBytes() else { return nil }
        guard let value = unsafe String(validating: bytes, as: UTF8.self) else { throw fault("is not UTF-8") }
        return value
    }

    /// The next column, text or NULL, as ``bindAdded(_:)`` has sealed it.
    mutating func optionalAddedText() throws(RowFault) -> String? {
        let part = seal.part
        defer { seal.part = part }
        if unsafe sqlite3_column_type(handle, column) == SQLITE_NULL { seal.part = nil }
        return try optionalText()
    }

    /// The next column, a number of a range or NULL, as ``bindAdded(_:)`` has sealed it.
    mutating func optionalAddedInteger(in range: ClosedRange<Int64>) throws(RowFault) -> Int64? {
        let part = seal.part
        defer { seal.part = part }
        if unsafe sqlite3_column_type(handle, column) == SQLITE_NULL { seal.part = nil }
        return try optionalInteger(in: range)
    }

    /// The next column, text of at most so many bytes.
    mutating func text(atMost bytes: Int) throws(RowFault) -> String {
        guard let value = try optionalText(atMost: bytes) else { throw fault("is missing") }
        return value
    }

    /// The next column, text of at most so many bytes or NULL.
    mutating func optionalText(atMost bytes: Int) throws(RowFault) -> String? {
        let value = try optionalText()
        if let value, value.utf8.count > bytes { throw fault("has more than \(bytes) bytes") }
        return value
    }

    /// The next column, the bytes of a text that its reader will check itself, or NULL.
    mutating func optionalBytes() throws(RowFault) -> [UInt8]? {
        unsafe try textBytes().map { unsafe Array($0) }
    }

    /// The bytes belong to SQLite and are there until the next step.
    private mutating func textBytes() throws(RowFault) -> UnsafeBufferPointer<UInt8>? {
        defer { column += 1 }
        switch unsafe sqlite3_column_type(handle, column) {
        case SQLITE_TEXT: break
        case SQLITE_NULL:
            seal.take(nil)
            return nil
        case _: throw RowFault(column: name(of: column), problem: "is not text")
        }
        // The text first, then its length: the other way round SQLite might still convert it.
        let start = unsafe sqlite3_column_text(handle, column)
        let bytes = unsafe UnsafeBufferPointer(
            start: start, count: Int(unsafe sqlite3_column_bytes(handle, column)))
        unsafe seal.take(bytes)
        return unsafe bytes
    }

    /// The next column, an integer of SQLite's own making.
    mutating func rowNumber() -> Int64 {
        defer { column += 1 }
        return unsafe sqlite3_column_int64(handle, column)
    }

    /// A fault in the column read last.
    func fault(_ problem: String) -> RowFault {
        RowFault(column: name(of: max(column - 1, 0)), problem: problem)
    }

    private func name(of column: Int32) -> String {
        unsafe sqlite3_column_name(handle, column).map { unsafe String(cString: $0) } ?? "\(column)"
    }

    /// The first column as SQLite makes an integer of it, for answers that SQLite itself computes.
    func rawInteger() -> Int64 { unsafe sqlite3_column_int64(handle, 0) }

    /// The first column as SQLite makes text of it.
    func rawText() -> String {
        unsafe sqlite3_column_text(handle, 0).map { unsafe String(cString: $0) } ?? ""
    }

    private func check(_ result: Int32) throws(SQLiteError) {
        if result != SQLITE_OK { throw unsafe SQLiteError(code: result, on: connection) }
    }
}

/// The first thing wrong with a row.
struct RowFault: Error, Equatable {
    let column: String
    /// The rest of the sentence that begins with the column: "is not an integer".
    let problem: String

    var reason: String { "\(column) \(problem)" }
}
