// A request for minutes of work.
internal import BGRunJob

/// A request for a task that works for minutes.
///
/// Its time budget is 10 min unless the manifest says otherwise, and ten may be pending at a time in an application
/// (policy `applications`). Unlike Apple's, it waits for an idle machine only where the manifest says so.
open class BGProcessingTaskRequest: BGTaskRequest {
    /// Whether the task waits for a network, and is told to end when it is lost; false by default, and then there may be
    /// none. (Apple's contract.)
    open var requiresNetworkConnectivity = false

    /// Whether the task waits for external power, and is told to end when it is lost; false by default, and then it may run
    /// on battery. (Apple's contract; there is no limit on processor time here that it could lift.)
    open var requiresExternalPower = false

    /// A request to run the task once, at once, whatever power and network are.
    public init(identifier: String) { super.init(ofTask: identifier) }

    override func blank() -> BGTaskRequest { BGProcessingTaskRequest(identifier: identifier) }

    override func taking(from other: BGTaskRequest) -> BGTaskRequest {
        if let other = other as? BGProcessingTaskRequest {
            requiresNetworkConnectivity = other.requiresNetworkConnectivity
            requiresExternalPower = other.requiresExternalPower
        }
        return super.taking(from: other)
    }

    override var kind: TaskRequest.Kind? { .processing }

    override func describe(in request: inout TaskRequest) {
        request.requiresNetwork = requiresNetworkConnectivity
        request.requiresExternalPower = requiresExternalPower
    }

    override func take(from request: TaskRequest) {
        requiresNetworkConnectivity = request.requiresNetwork
        requiresExternalPower = request.requiresExternalPower
    }
}
