// What a row of a damaged database can be, beside a job and what is stored once.
import BGRunJob

/// A row that is what it should be.
enum SalvagedRow {
    case run(HistoryEntry)
    case skip(SkipRows.Row)
    case condition(ConditionChange)
    case hold(HoldChange)
    case ended(EndedJob)
    case loss(Opening.Loss)
    case finishedFile(FinishedFile)
    case application(PermittedApplication)
    case owner(UserID, name: String)
    case pause(PauseScope, Pause)

    /// Whether it tells what happened to jobs, or of the machine.
    var isHistory: Bool {
        switch self {
        case .run, .skip, .condition, .hold: true
        case .ended, .loss, .finishedFile, .application, .owner, .pause: false
        }
    }
}
