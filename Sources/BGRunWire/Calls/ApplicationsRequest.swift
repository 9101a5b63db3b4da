// A call of org.bgrun.Applications as the daemon gets it, sorted by how it is answered.
import BGRunJob

/// What an application, or somebody who permits one, asks of the daemon.
package enum ApplicationsRequest: Sendable {
    case command(Command)
    case query(Query)
    /// The caller's process is a host from now on, until its stream ends.
    case attach(AttachCall)
    /// The caller is finishing something, until its stream ends.
    case assert(AssertCall)

    /// What the scheduler has to decide.
    package enum Command: Sendable {
        case serve(ServeCall)
        case submitTask(SubmitTaskCall)
        case cancelTask(CancelTaskCall)
        case cancelAllTasks(CancelAllTasksCall)
        case taskBegan(TaskBeganCall)
        case taskProgressed(TaskProgressedCall)
        case taskEnded(TaskEndedCall)
        case permit(PermitCall)
        case forbid(ForbidCall)
    }

    /// What is looked up once the turn has been carried out.
    package enum Query: Sendable {
        case pendingTasks(PendingTasksCall)
        case list(ListApplicationsCall)
    }

    /// Whether nothing comes of it but its answer.
    package var onlyAsks: Bool {
        switch self {
        case .command: false
        // Nobody would be there to be told of runs, or to be finishing anything.
        case .query, .attach, .assert: true
        }
    }
}
