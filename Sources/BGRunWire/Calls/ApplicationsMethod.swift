// The methods of org.bgrun.Applications.

/// The methods of `org.bgrun.Applications`, by their names.
package enum ApplicationsMethod: String, InterfaceMethod {
    case attach = "Attach"
    case serve = "Serve"
    case submitTask = "SubmitTask"
    case cancelTask = "CancelTask"
    case cancelAllTasks = "CancelAllTasks"
    case pendingTasks = "PendingTasks"
    case taskBegan = "TaskBegan"
    case taskProgressed = "TaskProgressed"
    case taskEnded = "TaskEnded"
    case permit = "Permit"
    case forbid = "Forbid"
    case listApplications = "ListApplications"
    case assert = "Assert"

    package static var interface: String { ApplicationsInterface.name }

    /// Whether nothing comes of a call but its answer, so that it may be made again.
    package var onlyAsks: Bool {
        switch self {
        case .pendingTasks, .listApplications: true
        case .attach, .serve, .submitTask, .cancelTask, .cancelAllTasks, .taskBegan, .taskProgressed,
            .taskEnded, .permit, .forbid, .assert:
            false
        }
    }
}

/// One call of `org.bgrun.Applications`.
package protocol ApplicationsCall: InterfaceCall where Method == ApplicationsMethod {}
