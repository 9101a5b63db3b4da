// The table of all methods of org.bgrun.Applications: what each takes and answers, and the request it comes to.

extension ApplicationsMethod {
    package var row: MethodRow<ApplicationsRequest> {
        switch self {
        case .attach:
            MethodRow(
                """
                Makes the caller's process a host of its application for as long as the stream is open. Needs more. The \
                first reply has attached. Then each one has launch, a run whose handler is to be entered after TaskBegan, \
                or expire, the warning that a run must end in so many seconds. Whoever does not know a reply's one member \
                ignores it. busy: runs of before whose handlers have not let go of their task.
                """, AttachCall.wire, once: { _ in nil }, stream: { .attach($0) })
        case .serve:
            MethodRow(
                """
                The host has handlers for these tasks, and for no others. Nothing is handed to it before. refused: those \
                its manifest does not permit, and all behind the first 1024.
                """, ServeCall.wire, once: { .command(.serve($0)) })
        case .submitTask:
            MethodRow(
                """
                Accepts a request of the caller's application: the reply comes after it is stored for good. It replaces \
                the pending one for the task, or follows the run whose handler was entered, or that the caller was started for. \
                identifier is the job's.
                """, SubmitTaskCall.wire, once: { .command(.submitTask($0)) })
        case .cancelTask:
            MethodRow(
                "Takes the pending request for a task back, where there is one. A run whose handler was entered goes on.",
                CancelTaskCall.wire, once: { .command(.cancelTask($0)) })
        case .cancelAllTasks:
            MethodRow(
                "The same for all tasks of the caller's application.", CancelAllTasksCall.wire,
                once: { .command(.cancelAllTasks($0)) })
        case .pendingTasks:
            MethodRow(
                "The requests of the caller's application whose handlers were not entered yet.",
                PendingTasksCall.wire, once: { .query(.pendingTasks($0)) })
        case .taskBegan:
            MethodRow(
                """
                Asked before a handler is entered: after the reply the run has begun. Withdrawn: the handler is not to be \
                entered.
                """, TaskBeganCall.wire, once: { .command(.taskBegan($0)) })
        case .taskProgressed:
            MethodRow(
                "How far a continued task has come.", TaskProgressedCall.wire,
                once: { .command(.taskProgressed($0)) })
        case .taskEnded:
            MethodRow(
                """
                The task of a run is complete. Of a run whose time is over it only tells that its handler has let go.
                """, TaskEndedCall.wire, once: { .command(.taskEnded($0)) })
        case .permit:
            MethodRow(
                "Lets an application of the caller's, or of the owner's, have tasks, in place of what was permitted before.",
                PermitCall.wire, once: { .command(.permit($0)) })
        case .forbid:
            MethodRow(
                "Takes that back. Pending requests are cancelled; runs go on to their end.", ForbidCall.wire,
                once: { .command(.forbid($0)) })
        case .listApplications:
            MethodRow(
                "The applications that the caller may use: those it has permitted, and those that files bring.",
                ListApplicationsCall.wire, isInParts: true, once: { .query(.list($0)) })
        case .assert:
            MethodRow(
                """
                Holds an assertion for as long as the stream is open, at most until its limit: the caller is finishing \
                something. The machine's sleep and its shutdown wait for it some seconds, and a host that was started is \
                kept. Needs more. The first reply has granted. Then each one has expiring, the warning that it must end, \
                and the last one has nothing: it is over. Closing the connection ends it. limit: 30 s unless given \
                ("90s"), and cut to what the policy allows. Anybody may call it, not only applications.
                """, AssertCall.wire, once: { _ in nil }, stream: { .assert($0) })
        }
    }
}
