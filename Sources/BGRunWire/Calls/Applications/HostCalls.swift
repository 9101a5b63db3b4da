// What a host says of its handlers and its runs.
import BGRunJob

/// The tasks that a host has handlers for.
package struct ServeCall: ApplicationsCall, WireObject {
    package var method: ApplicationsMethod { .serve }
    package var host: HostID
    package var identifiers: [TaskPattern]

    package init(host: HostID, identifiers: [TaskPattern]) {
        self.host = host
        self.identifiers = identifiers
    }

    package static let wire = WireTable<ServeCall>(
        .key("host", .host, \.host), .key("identifiers", .list(.taskPattern), \.identifiers),
        make: ServeCall.init)

    package struct Reply: WireObject, Hashable {
        package var refused: [TaskPattern]

        package init(refused: [TaskPattern]) { self.refused = refused }

        package static let wire = WireTable<Reply>(
            .of("refused", .list(.taskPattern), \.refused), make: Reply.init)
    }
}

/// A run's handler is about to be entered.
package struct TaskBeganCall: ApplicationsCall, WireObject {
    package typealias Reply = NoFields
    package var method: ApplicationsMethod { .taskBegan }
    package var host: HostID
    package var run: RunID

    package init(host: HostID, run: RunID) {
        self.host = host
        self.run = run
    }

    package static let wire = WireTable<TaskBeganCall>(
        .key("host", .host, \.host), .key("run", .run, \.run), make: TaskBeganCall.init)
}

/// How far a continued task has come.
package struct TaskProgressedCall: ApplicationsCall, WireObject {
    package typealias Reply = NoFields
    package var method: ApplicationsMethod { .taskProgressed }
    package var host: HostID
    package var run: RunID
    package var progress: TaskProgress

    package init(host: HostID, run: RunID, progress: TaskProgress) {
        self.host = host
        self.run = run
        self.progress = progress
    }

    package static let wire = WireTable<TaskProgressedCall>(
        .key("host", .host, \.host), .key("run", .run, \.run),
        .keys(TaskProgress.wire, \.progress), make: TaskProgressedCall.init)
}

extension TaskProgress: WireObject {
    package static let wire = WireTable<TaskProgress>(
        named: "TaskProgress", about: "How far a run is, as it tells.",
        .key("completedUnits", .integer, \.completedUnits),
        .key("totalUnits", .integer, \.totalUnits, "0: nobody knows"),
        .key("title", .optional(.string), \.title, "for people; 200 bytes of it are kept"),
        .key("subtitle", .optional(.string), \.subtitle, "the same"),
        make: TaskProgress.init)
}

/// The task of a run is complete.
package struct TaskEndedCall: ApplicationsCall, WireObject {
    package typealias Reply = NoFields
    package var method: ApplicationsMethod { .taskEnded }
    package var host: HostID
    package var run: RunID
    package var success: Bool

    package init(host: HostID, run: RunID, success: Bool) {
        self.host = host
        self.run = run
        self.success = success
    }

    package static let wire = WireTable<TaskEndedCall>(
        .key("host", .host, \.host), .key("run", .run, \.run), .key("success", .bool, \.success),
        make: TaskEndedCall.init)
}
