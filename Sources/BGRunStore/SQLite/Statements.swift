// The statements of a write, each compiled once for the life of the store.

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

    init(on connection: borrowing Connection) {
        begin = connection.statement("BEGIN IMMEDIATE")
        commit = connection.statement("COMMIT")
        saveJob = connection.statement(JobTable.upsert)
        saveProgress = connection.statement(JobTable.updateProgress)
        forgetJob = connection.statement(JobTable.delete)
        appendHistory = connection.statement(HistoryTable.upsert)
        trimHistory = connection.statement(HistoryTable.trim)
        appendSkip = connection.statement(SkipTable.insert)
        trimSkips = connection.statement(SkipTable.trim)
        appendCondition = connection.statement(ConditionTable.insert)
        appendHold = connection.statement(HoldTable.insert)
        savePause = connection.statement(PauseTable.upsert)
        forgetPause = connection.statement(PauseTable.delete)
        rememberFile = connection.statement(FinishedFileTable.upsert)
        forgetFile = connection.statement(FinishedFileTable.delete)
        saveMeta = connection.statement(MetaTable.upsert)
    }
}
