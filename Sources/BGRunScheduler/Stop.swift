// The order to end a run.
import BGRunJob

/// An order to end a run, with its reason.
package struct Stop: Hashable, Sendable {
    package let reason: StopReason
    package let isSimulated: Bool

    package init(_ reason: StopReason, isSimulated: Bool = false) {
        self.reason = reason
        self.isSimulated = isSimulated
    }
}
