// Who asks, and where the answer goes.
import BGRunJob

/// A request, with the number its answer goes to and the user the kernel says is asking.
package struct Requester: Hashable, Sendable {
    package let request: RequestID
    package let user: UserID
    /// The user has no session at a seat of this machine. Said only where that makes a difference.
    package let isAway: Bool

    package init(request: RequestID, user: UserID, isAway: Bool = false) {
        self.request = request
        self.user = user
        self.isAway = isAway
    }
}
