// The options of every subcommand that talks to a daemon.
import ArgumentParser
import BGRunClient
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire

/// Which daemon, and whose jobs.
struct DaemonOptions: ParsableArguments {
    @Flag(help: "Talk to your own daemon, not the system's.")
    var user = false

    @Option(help: ArgumentHelp("Talk to the daemon at this socket.", valueName: "path"))
    var socket: String?

    @Option(
        help: ArgumentHelp("Whose jobs are meant, by name or number; for root.", valueName: "user"),
        transform: Words.owner)
    var owner: UserID?

    @Flag(help: "Take names of jobs for whole identifiers alone, as scripts should.")
    var exact = false

    /// Whose jobs a call is about that names no owner.
    var asker: UserID { owner ?? UserID(Machine.effectiveUser) }

    func validate() throws {
        if socket == "" { throw ValidationError("--socket takes a path") }
        if user, socket != nil { throw ValidationError("give either --user or --socket") }
    }

    /// For what does not heed `--owner`: taken all the same, it would leave root's rights where another's were asked for.
    func refuseOwner(because reason: String) throws {
        if owner != nil { throw Failure.usage(reason, advice: "leave out --owner") }
    }

    /// To a daemon others' jobs are unknown ones, so the answer would read as if they had none. How root's stand, administrators see.
    private func checkOwner() throws {
        let me = UserID(Machine.effectiveUser)
        guard let owner, me != .root, owner != me, owner != .root else { return }
        throw Failure.usage(
            "--owner names another user, which only root may",
            advice: "put sudo before the command, or leave it out")
    }

    /// Does what may ask for a job by its name. Of one that there is not more can be said, or another may be meant.
    func naming<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as ClientError {
            guard case .refused(.scheduler(.unknownJob(let identifier))) = error else { throw error }
            throw UnknownJob(identifier: identifier, daemon: self)
        }
    }

    /// The same about one job: what is advised then has its name.
    func advising<Value>(about job: Target, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as ClientError {
            throw Failure(error, about: job.identifier.text)
        }
    }

    func connect() throws -> Connection {
        let path = try path()
        var connection = try Connection(to: path, silence: Self.silence(at: path))
        // A daemon that leaves waits for its runs: one of them that waits for the next daemon would be killed.
        connection.waitsForNextDaemon = Machine.environment("BGRUN_RUN") == nil
        return connection
    }

    /// A daemon answers in milliseconds, or in the time that its disk takes for a save.
    private static func silence(at socket: String) -> Connection.Silence {
        Connection.Silence(of: .seconds(5)) {
            let complaint = Complaint(
                "the daemon at \(socket.visible) does not answer yet",
                advice: "this goes on waiting; \(Failure.doctor(at: socket))")
            Terminal.writeError("bgrun: \(complaint.text)\n")
        }
    }

    /// The file of the daemon's settings, where nobody says another; nil where the daemon is chosen by its socket.
    var usualPolicy: String? {
        func variable(_ name: String) -> String? {
            Machine.environment(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        if user {
            let home = variable("HOME").map { "\($0)/.config" }
            return (variable("XDG_CONFIG_HOME") ?? home).map { "\($0)/bgrun/bgrund.json" }
        }
        return socket == nil && variable("BGRUN_SOCKET") == nil ? "/etc/bgrun/bgrund.json" : nil
    }

    /// The daemon's socket.
    func path() throws -> String {
        try checkOwner()
        let choice: SocketChoice = socket.map { .path($0) } ?? (user ? .user : .usual)
        do throws(SocketChoice.NoRuntimeDirectory) {
            return try choice.path(environment: Machine.environment)
        } catch {
            throw Failure.usage(
                "your own daemon can't be found: XDG_RUNTIME_DIR is not set",
                advice: "log in as a user with a session, or give --socket")
        }
    }
}
