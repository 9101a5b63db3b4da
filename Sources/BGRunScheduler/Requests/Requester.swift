// Who asks, and where the answer goes.
import BGRunJob

/// A request, with the number its answer goes to and the user the kernel says is asking.
package struct Requester: Hashable, Sendable {
    package let request: RequestID
    package let user: UserID

    package init(request: RequestID, user: UserID) {
        self.request = request
        self.user = user
    }
}
