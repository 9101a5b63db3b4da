// Which daemon is talking.
import BGRunCalendar
import BGRunJob

/// A daemon's own facts.
package struct DaemonReport: WireObject, Hashable {
    /// Whose jobs it keeps.
    package enum Scope: String, CaseIterable, Sendable {
        /// Every user's: the system service.
        case system
        /// Those of the one user it runs as.
        case user
    }

    package var scope: Scope
    /// The user it runs as.
    package var owner: UserID
    package var version: String
    package var process: Int32
    package var started: WallTime
    package var stateDirectory: String

    package init(
        scope: Scope, owner: UserID, version: String, process: Int32, started: WallTime,
        stateDirectory: String
    ) {
        self.scope = scope
        self.owner = owner
        self.version = version
        self.process = process
        self.started = started
        self.stateDirectory = stateDirectory
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        scope = try fields.required("scope", .choice(Scope.self))
        owner = try fields.required("owner", .user)
        version = try fields.required("version", .string)
        process = try fields.required("process", .integer(Int32.self))
        started = try fields.required("started", .date)
        stateDirectory = try fields.required("stateDirectory", .string)
    }

    package var fields: [Field] {
        [
            Field("scope", .choice(Scope.self), scope),
            Field("owner", .user, owner),
            Field("version", .string, version),
            Field("process", .integer(Int32.self), process),
            Field("started", .date, started),
            Field("stateDirectory", .string, stateDirectory),
        ]
    }
}
