// Where a started host stands; each case carries exactly the data that is valid in it.
import BGRunCalendar

/// Where a host stands that the daemon has started. A guest has no phase: it is there while its stream and its process
/// are.
package enum HostPhase: Hashable, Sendable {
    /// Its program is ordered or runs, and has not said what it serves.
    case starting
    /// It has runs, or is about to be given one.
    case serving
    /// It has nothing to do, and is kept for a while.
    case lingering(until: AwakeTime)
    /// It is killed for a run that has overstayed, once its others have had their grace period.
    case condemned(until: AwakeTime)
    /// SIGTERM is out. It means only "leave": no run of it is wanted any more, or nobody can be told of one.
    case leaving(killAt: AwakeTime)
    /// SIGKILL is out, and is sent again at `repeatAt` while the end has not been seen.
    case killed(repeatAt: AwakeTime)

    /// When time alone brings it on.
    package var instant: AwakeTime? {
        switch self {
        case .starting, .serving: nil
        case .lingering(let instant), .condemned(let instant), .leaving(let instant), .killed(let instant):
            instant
        }
    }
}

/// What can happen to a started host. Past tense.
package enum HostInput: Hashable, Sendable {
    /// It has said what it has handlers for.
    case served
    /// A run more was given to it, or it is finishing something of its own.
    case busied
    /// No run of it is wanted any more; it may be kept for so long.
    case emptied(linger: Duration)
    /// The grace period of a run in it is over; the longest of the others' is this.
    case overstayed(longestGrace: Duration)
    case timeOver
    /// Its stream has ended: it can't be told of anything.
    case streamLost
    /// The daemon leaves, or the application is forbidden.
    case dismissed
    /// Its main process and all that it has started are gone.
    case ended
}
