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

    static func prepare(on connection: borrowing DatabaseConnection) throws(SQLiteError) -> Statements {
        Statements(
            begin: try connection.prepare("BEGIN IMMEDIATE"),
            commit: try connection.prepare("COMMIT"),
            saveJob: try connection.prepare(JobRows.upsert),
            saveProgress: try connection.prepare(JobRows.updateProgress),
            forgetJob: try connection.prepare(JobRows.delete),
            appendHistory: try connection.prepare(HistoryRows.upsert),
            trimHistory: try connection.prepare(HistoryRows.trim),
            appendSkip: try connection.prepare(SkipRows.insert),
            trimSkips: try connection.prepare(SkipRows.trim),
            appendCondition: try connection.prepare(ConditionRows.insert),
            appendHold: try connection.prepare(HoldRows.insert),
            savePause: try connection.prepare(PauseRows.upsert),
            forgetPause: try connection.prepare(PauseRows.delete),
            rememberFile: try connection.prepare(FinishedFileRows.upsert),
            forgetFile: try connection.prepare(FinishedFileRows.delete),
            saveMeta: try connection.prepare(MetaRows.upsert))
    }
}
