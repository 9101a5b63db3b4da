// The statements of a write, compiled once for the life of the store.

/// One prepared statement for each thing a transaction does.
struct Statements: ~Copyable {
    var begin: Statement
    var commit: Statement
    var saveJob: Statement
    var saveProgress: Statement
    var forgetJob: Statement
    var appendHistory: Statement
    var trimHistory: Statement
    var appendSkip: Statement
    var trimSkips: Statement
    var appendCondition: Statement
    var appendHold: Statement
    var savePause: Statement
    var forgetPause: Statement
    var rememberFile: Statement
    var forgetFile: Statement
    var saveMeta: Statement

    static func prepare(on connection: borrowing Connection) throws(SQLiteError) -> Statements {
        Statements(
            begin: try connection.prepare("BEGIN IMMEDIATE"),
            commit: try connection.prepare("COMMIT"),
            saveJob: try connection.prepare(JobTable.upsert),
            saveProgress: try connection.prepare(JobTable.updateProgress),
            forgetJob: try connection.prepare(JobTable.delete),
            appendHistory: try connection.prepare(HistoryTable.upsert),
            trimHistory: try connection.prepare(HistoryTable.trim),
            appendSkip: try connection.prepare(SkipTable.insert),
            trimSkips: try connection.prepare(SkipTable.trim),
            appendCondition: try connection.prepare(ConditionTable.insert),
            appendHold: try connection.prepare(HoldTable.insert),
            savePause: try connection.prepare(PauseTable.upsert),
            forgetPause: try connection.prepare(PauseTable.delete),
            rememberFile: try connection.prepare(FinishedFileTable.upsert),
            forgetFile: try connection.prepare(FinishedFileTable.delete),
            saveMeta: try connection.prepare(MetaTable.upsert))
    }
}
