// One requirement of a job, as `why` shows it.
import BGRunCalendar

/// Where a job's requirement stands, met or not.
package struct RequirementStatus: Hashable, Sendable {
    package enum State: String, CaseIterable, Sendable {
        case holds
        /// It holds, and does not count yet.
        case settling
        case lacking
        /// Nobody can know, so the job waits.
        case unknown
    }

    package var requirement: Requirement
    package var state: State
    /// What was seen, with progress: "battery 43 %, needs 60 %".
    package var reason: String
    /// Since when it has been so; nil where it was never read.
    package var since: WallTime?
    /// When it counts or holds by itself, where that is known.
    package var until: WallTime?
    /// The alternative that it belongs to, as in `anyOf 1`; nil where it is asked for on its own.
    package var alternative: String?
    /// It is only preferred.
    package var isPreferred: Bool
    /// The value is simulated by `bgrun simulate condition`.
    package var isSimulated: Bool

    package init(
        requirement: Requirement, state: State, reason: String, since: WallTime? = nil,
        until: WallTime? = nil, alternative: String? = nil, isPreferred: Bool = false,
        isSimulated: Bool = false
    ) {
        self.requirement = requirement
        self.state = state
        self.reason = reason
        self.since = since
        self.until = until
        self.alternative = alternative
        self.isPreferred = isPreferred
        self.isSimulated = isSimulated
    }
}
