// A call as the daemon gets it, whichever interface it is of.

/// What somebody asks of the daemon.
package enum Request: Sendable {
    case scheduler(SchedulerRequest)
    case applications(ApplicationsRequest)

    /// Whether nothing comes of it but its answer.
    package var onlyAsks: Bool {
        switch self {
        case .scheduler(let request): request.onlyAsks
        case .applications(let request): request.onlyAsks
        }
    }
}
