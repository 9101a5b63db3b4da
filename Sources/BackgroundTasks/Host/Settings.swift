// What the library is told by the environment, and how long it waits for a daemon.
internal import BGRunCalendar
internal import BGRunClient
internal import BGRunJob
internal import BGRunLinux
internal import Foundation

/// Read once, when the library is first used.
struct Settings: Sendable {
    /// Where the daemon listens: `BGRUN_SOCKET`, else the system's daemon. Never one for the other.
    let socket: String
    /// `BGRUN_APPLICATION`: which of its user's applications the program is, where its executable does not say it.
    let application: JobIdentifier?
    /// `BGRUN_HOST`: which start of the daemon's has brought the process; nil in a process that somebody else started.
    let host: String?
    /// `BGRUN_LOG=quiet`: nothing is written to standard error.
    let isQuiet: Bool
    /// What is wrong with a variable.
    let complaint: String?
    var patience = Patience()

    /// How long what may take.
    struct Patience: Sendable {
        /// For a daemon that lets nobody in, and for the answer to the first `register`.
        var connection: Duration = .seconds(1)
        /// For the answer of a daemon that has accepted the connection. A slow disk takes seconds.
        var answer: Duration = .seconds(5)
        /// From the last `register` to the end of launch, where nobody serves the main queue.
        var launch: Duration = .milliseconds(500)
        /// Between two attempts to attach again.
        var attempt: Duration = .milliseconds(200)
        /// Between two looks at the progress of continued tasks.
        var sample: Duration = .seconds(1)
    }

    /// - Parameter variable: looks up a variable of the environment.
    init(_ variable: (String) -> String?) {
        func text(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
        // Of the usual socket it is always known where it lies.
        let path = (try? SocketChoice.usual.path(environment: text)) ?? SocketChoice.system
        let isWhole = path.hasPrefix("/") || path.hasPrefix("@")
        socket = isWhole ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
        let name = text("BGRUN_APPLICATION")
        application = name.flatMap { JobIdentifier($0) }
        host = text("BGRUN_HOST")
        isQuiet = text("BGRUN_LOG") == "quiet"
        complaint =
            name != nil && application == nil
            ? "BGRUN_APPLICATION is no identifier and is ignored; set it to the name of an application" : nil
    }

    /// Those of the process. A program with more rights than who started it does not listen to its environment.
    static let ofProcess = Settings { OwnProcess.variable($0) }
}
