// The statements of a write, each compiled once for the life of the store.

/// One prepared statement for each thing a transaction does.
struct Statements: ~Copyable {
    var begin: Statement
    var commit: Statement
    var saveJob: Statement
    var saveProgress: Statement
    var forgetJob: Statement
    var saveEnd: Statement
    var forgetEnd: Statement
    var appendHistory: Statement
    var trimHistory: Statement
    var isKept: Statement
    var appendSkip: Statement
    var trimSkips: Statement
    var appendCondition: Statement
    var appendHold: Statement
    var savePause: Statement
    var forgetPause: Statement
    var rememberFile: Statement
    var forgetFile: Statement
    var bindOwner: Statement
    var saveApplication: Statement
    var forgetApplication: Statement
    var appendLoss: Statement
    var saveMeta: Statement

    init(on connection: borrowing DatabaseConnection) {
        begin = connection.statement("BEGIN IMMEDIATE")
        commit = connection.statement("COMMIT")
        saveJob = connection.statement(JobRows.upsert)
        saveProgress = connection.statement(JobRows.updateProgress)
        forgetJob = connection.statement(JobRows.delete)
        saveEnd = connection.statement(EndedJobRows.upsert)
        forgetEnd = connection.statement(EndedJobRows.delete)
        appendHistory = connection.statement(HistoryRows.upsert)
        trimHistory = connection.statement(HistoryRows.trim)
        isKept = connection.statement(HistoryRows.isKept)
        appendSkip = connection.statement(SkipRows.insert)
        trimSkips = connection.statement(SkipRows.trim)
        appendCondition = connection.statement(ConditionRows.insert)
        appendHold = connection.statement(HoldRows.insert)
        savePause = connection.statement(PauseRows.upsert)
        forgetPause = connection.statement(PauseRows.delete)
        rememberFile = connection.statement(FinishedFileRows.upsert)
        forgetFile = connection.statement(FinishedFileRows.delete)
        bindOwner = connection.statement(OwnerRows.upsert)
        saveApplication = connection.statement(ApplicationRows.upsert)
        forgetApplication = connection.statement(ApplicationRows.delete)
        appendLoss = connection.statement(LossRows.insert)
        saveMeta = connection.statement(MetaRows.upsert)
    }
}
