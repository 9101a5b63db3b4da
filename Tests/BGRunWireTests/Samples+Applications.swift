// The same for org.bgrun.Applications.
import BGRunCalendar
import BGRunJSON
import BGRunJob

@testable import BGRunWire

extension Samples {
    static let application = identifier("org.example")

    /// One of each kind, full and bare.
    static let taskRequests =
        [
            TaskRequest(
                identifier: backup, kind: .processing, earliestBegin: .date(later),
                requiresExternalPower: true,
                requiresNetwork: true),
            TaskRequest(
                identifier: backup, kind: .continued, earliestBegin: .after(.seconds(900)),
                title: "Ex\u{1B}port",
                subtitle: "1 of 2", strategy: .fail, resources: [.gpu]),
        ] + TaskRequest.Kind.allCases.map { TaskRequest(identifier: backup, kind: $0) }
        + TaskRequest.Protection.allCases.map {
            TaskRequest(identifier: backup, kind: .healthResearch, protection: $0)
        }

    static let hosts: [HostID] = [.started(RunID(17)), .guest(3)]
    static let patterns: [TaskPattern] = [.exact(backup), .below(application)]

    static let applicationReports = [
        ApplicationReport(
            application: application, owner: owner, title: "Photos", path: "/etc/bgrun/applications.d/x.json",
            isEnabled: false, fault: "line 1: remove it", permitted: patterns,
            hosts: hosts.map {
                ApplicationReport.Host(
                    host: $0, process: 4711, identifiers: patterns, runs: [RunID(7), RunID(8)])
            }, pending: [backup]),
        ApplicationReport(
            application: application, owner: nil, title: nil, path: nil, isEnabled: true, fault: nil,
            permitted: [],
            hosts: [ApplicationReport.Host(host: hosts[1], process: nil, identifiers: [], runs: [])],
            pending: []),
    ]

    /// The parameters of each method.
    static let applicationsCalls: [any ApplicationsCall] =
        [
            AttachCall(
                application: application, host: "0f-17",
                busy: [AttachCall.Busy(run: RunID(7), identifier: backup)]),
            AttachCall(version: 9), ServeCall(host: hosts[0], identifiers: patterns),
            ServeCall(host: hosts[1], identifiers: []),
            CancelTaskCall(application: application, identifier: backup),
            CancelTaskCall(application: nil, identifier: backup),
            CancelAllTasksCall(application: application),
            CancelAllTasksCall(application: nil), PendingTasksCall(application: application),
            PendingTasksCall(application: nil), TaskBeganCall(host: hosts[0], run: RunID(7)),
            TaskProgressedCall(
                host: hosts[0], run: RunID(7),
                progress: TaskProgress(completedUnits: 1, totalUnits: 2, title: "t", subtitle: "s")),
            TaskProgressedCall(
                host: hosts[1], run: RunID(7), progress: TaskProgress(completedUnits: .min, totalUnits: .max)),
            TaskEndedCall(host: hosts[0], run: RunID(7), success: true),
            PermitCall(manifest: ["application": "org.example", "command": ["true"]], owner: owner),
            PermitCall(manifest: [:]), ForbidCall(application: application, owner: owner),
            ForbidCall(application: application), ListApplicationsCall(owner: owner), ListApplicationsCall(),
            AssertCall(why: "Ex\u{1B}port", limit: .seconds(90)), AssertCall(why: ""),
        ] + taskRequests.map { SubmitTaskCall(application: application, request: $0) }
        + [SubmitTaskCall(application: nil, request: taskRequests[0])]

    /// What each method answers.
    static let applicationsReplies: [(ApplicationsMethod, any WireObject)] =
        [
            (
                .attach,
                AttachCall.Reply(
                    attached: AttachCall.Attached(
                        host: hosts[1], application: application, permitted: patterns))
            ),
            (.attach, AttachCall.Reply()), (.serve, ServeCall.Reply(refused: patterns)),
            (.serve, ServeCall.Reply(refused: [])), (.cancelTask, NoFields()), (.cancelAllTasks, NoFields()),
            (.pendingTasks, PendingTasksCall.Reply(requests: taskRequests)),
            (.pendingTasks, PendingTasksCall.Reply(requests: [])), (.taskBegan, NoFields()),
            (.taskProgressed, NoFields()), (.taskEnded, NoFields()),
            (.permit, PermitCall.Reply(application: application, isReplaced: true)), (.forbid, NoFields()),
            (.listApplications, ListApplicationsCall.Reply(applications: applicationReports)),
            (
                .assert,
                AssertCall.Reply(
                    granted: AssertCall.Granted(
                        assertion: AssertionID(3), until: later, left: .milliseconds(30_500)))
            ),
            (
                .assert,
                AssertCall.Reply(expiring: AssertCall.Expiring(reason: .systemSleep, left: .seconds(4)))
            ),
            (.assert, AssertCall.Reply()),
        ]
        + taskRequests.map {
            (
                .attach,
                AttachCall.Reply(launch: AttachCall.Launch(run: RunID(7), request: $0, isSimulated: true))
            )
        }
        + StopReason.all.map {
            (
                .attach,
                AttachCall.Reply(
                    expire: AttachCall.Expire(run: RunID(7), reason: $0, grace: .milliseconds(10_250)))
            )
        }
        + Acceptance.ofTasks.map {
            (.submitTask, SubmitTaskCall.Reply(identifier: backup, acceptance: $0))
        }

    static let applicationsErrors: [ApplicationsError] = [
        .notPermitted(reason: "the manifest does not have it"),
        .tooManyPending(kind: .processing, limit: 10),
        .notImmediate(blockers.map(BlockerReport.init)), .notAnApplication(reason: "two fit: a and b"),
        .notAHost(reason: "its host has attached already"), .notYourHost, .withdrawn,
        .versionNotSupported(supported: [1, 2]),
        .invalidManifest(
            DescriptorMistake(keyPath: "tasks.a", reason: "no task", advice: "name one"),
            others: [DescriptorMistake(keyPath: "", reason: "too long", advice: "shorten it")]),
        .tooManyApplications(limit: 100), .tooManyAssertions(limit: 32),
        .unknownApplication(application: "x"), .ownerNotAllowed,
        .unavailable(reason: "its manifest is disabled"), .storageFailed(reason: "the disk is full"),
        .shuttingDown,
    ]
}
