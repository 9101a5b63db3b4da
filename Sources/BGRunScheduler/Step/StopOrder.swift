// The order to end a run.
import BGRunJob

/// An order to end a run, with its reason.
package struct StopOrder: Hashable, Sendable {
    package let reason: StopReason
    /// Played by hand: the occurrence rests after it.
    package let isPlayed: Bool
    /// The requirement was lost in a simulation; all else is as if it were so.
    package let underSimulation: Bool

    package init(_ reason: StopReason, isPlayed: Bool = false, underSimulation: Bool = false) {
        self.reason = reason
        self.isPlayed = isPlayed
        self.underSimulation = underSimulation
    }

    /// Whether history marks it.
    package var isSimulated: Bool { isPlayed || underSimulation }
}
