// The words that stand for a closed list of reasons: why runs ended, and how.
import BGRunJob

extension StopReason {
    /// A clause that says why a run was told to end: `external power was lost`.
    package var words: String {
        switch self {
        case .timeBudget: "its time was over"
        case .unresponsive: "it gave no sign of life"
        case .requirementLost(let kind): "\(kind.row.title) was lost"
        case .allowedHours: "its hours were over"
        case .systemSleep: "the machine was about to sleep"
        case .shutdown: "the daemon or the machine was shut down"
        case .preempted: "another job needed its place"
        case .userRequest: "by hand"
        case .cancelled: "cancelled"
        case .daemonRestart: "the daemon had ended under it"
        }
    }
}

extension Outcome {
    /// One word or two for a table: `ran out of time`.
    package var title: String { RecentEnds.End(self).words }
}
