// A request for a short refresh.
internal import BGRunJob

/// A request for a short task that brings content up to date.
///
/// Its time budget is 30 s unless the manifest says otherwise, and one may be pending at a time in an application
/// (policy `applications`). (Apple's contract, with Apple's usual numbers.)
open class BGAppRefreshTaskRequest: BGTaskRequest {
    /// A request to run the task once, at once.
    public init(identifier: String) { super.init(ofTask: identifier) }

    override func blank() -> BGTaskRequest { BGAppRefreshTaskRequest(identifier: identifier) }
    override var kind: TaskRequest.Kind? { .refresh }
}
