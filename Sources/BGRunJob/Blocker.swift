// Why a job is not running: each blocker carries its facts and says them in one plain sentence.
import BGRunCalendar

/// One thing that keeps a due or scheduled job from starting now.
///
/// Blockers are always reported all together, in the order of these cases.
package enum Blocker: Hashable, Sendable {
    /// The occurrence lies ahead.
    case earliestBeginDate(WallTime)
    case disabled
    /// The file that brought the job does not parse any more.
    case invalidFile(String)
    /// The last run of this occurrence did not finish; the next one may start at the date.
    case resting(until: WallTime, after: Outcome)
    /// The requirement does not hold. `since` is when it was seen lost, nil where it never held.
    case unmet(Requirement, reason: String, since: WallTime?)
    /// The requirement holds again, and counts once it has held for its settle time.
    case settling(Requirement, until: WallTime)
    /// As many runs are active as the policy allows.
    case limit(running: Int, allowed: Int)
    /// The state directory can't be written, so no start could be recorded.
    case storage(String)
    case shutdown

    /// The spelling in JSON and the log. A requirement goes by its own name.
    package var name: String {
        switch self {
        case .earliestBeginDate: "earliestBeginDate"
        case .disabled: "disabled"
        case .invalidFile: "invalid"
        case .resting: "resting"
        case .unmet(let requirement, _, _): requirement.rawValue
        case .settling: "settling"
        case .limit: "limit"
        case .storage: "storage"
        case .shutdown: "shutdown"
        }
    }

    /// One sentence without a full stop, for people; `date` turns an instant into their words.
    package func reason(date: (WallTime) -> String) -> String {
        switch self {
        case .earliestBeginDate(let begin): "not before \(date(begin))"
        case .disabled: "the descriptor says \"enabled\": false"
        case .invalidFile(let fault): "its file can't be read: \(fault)"
        case .resting(let until, let outcome): "its last run \(outcome.words); rests until \(date(until))"
        case .unmet(let requirement, let reason, _): "needs \(requirement.words): \(reason)"
        case .settling(let requirement, let until):
            "\(requirement.words) is back, and counts from \(date(until)) on"
        case .limit(let running, let allowed): "\(running) of at most \(allowed) runs are active"
        case .storage(let fault): "its start can't be recorded: \(fault)"
        case .shutdown: "the daemon is shutting down"
        }
    }

    /// Since when it blocks, where that is known.
    package var since: WallTime? {
        switch self {
        case .unmet(_, _, let since): since
        case .earliestBeginDate, .disabled, .invalidFile, .resting, .settling, .limit, .storage, .shutdown:
            nil
        }
    }

    /// When it ends by itself, where that is known.
    package var until: WallTime? {
        switch self {
        case .earliestBeginDate(let date), .resting(let date, _), .settling(_, let date): date
        case .disabled, .invalidFile, .unmet, .limit, .storage, .shutdown: nil
        }
    }
}

extension Outcome {
    /// In a sentence: "its last run expired".
    package var words: String {
        switch self {
        case .succeeded: "succeeded"
        case .failed: "failed"
        case .expired: "expired"
        case .interrupted: "was interrupted"
        case .deferred: "asked to be run later"
        case .cancelled: "was cancelled"
        case .couldNotLaunch: "could not be launched"
        }
    }
}
