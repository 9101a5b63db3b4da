// The order to end a run.
import BGRunJob

/// An order to end a run, with its reason.
package struct StopOrder: Hashable, Sendable {
    package let reason: StopReason
    /// Ordered by `bgrun simulate`: the occurrence rests after it.
    package let isSimulated: Bool
    /// The requirement was lost in a simulation; all else is as if it were so.
    package let underSimulation: Bool

    package init(_ reason: StopReason, isSimulated: Bool = false, underSimulation: Bool = false) {
        self.reason = reason
        self.isSimulated = isSimulated
        self.underSimulation = underSimulation
    }

    /// Whether history marks it as simulated.
    package var isMarkedSimulated: Bool { isSimulated || underSimulation }
}
