// The options of every subcommand that talks to a daemon.
import ArgumentParser
import BGRunCalendar
import BGRunClient
import BGRunJSON
import BGRunJob
import BGRunLinux
import BGRunWire

/// Which daemon, and whose jobs.
struct DaemonOptions: ParsableArguments {
    @Flag(help: "Talk to your own daemon, not the system's.")
    var user = false

    @Option(help: ArgumentHelp("Talk to the daemon at this socket.", valueName: "path"))
    var socket: String?

    @Option(
        help: ArgumentHelp("Whose jobs are meant, by user number; for root.", valueName: "uid"),
        transform: Words.owner)
    var owner: UserID?

    func validate() throws {
        if user, socket != nil { throw ValidationError("give either --user or --socket") }
    }

    func connect() throws -> Connection {
        let choice: SocketChoice = socket.map { .path($0) } ?? (user ? .user : .usual)
        let path: String
        do throws(SocketChoice.NoRuntimeDirectory) {
            path = try choice.path(environment: Environment.value)
        } catch {
            throw Failure.usage(
                "your own daemon can't be found: XDG_RUNTIME_DIR is not set",
                advice: "log in as a user with a session, or give --socket")
        }
        return try Connection(to: path)
    }
}

/// A job by its identifier.
struct JobArgument: ParsableArguments {
    @Argument(help: "The job's identifier.", transform: Words.identifier)
    var identifier: JobIdentifier
}

/// How the answer is printed.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON, for programs.")
    var json = false
}

/// Words of the command line to values; what can't be read says why.
enum Words {
    static func identifier(_ text: String) throws -> JobIdentifier {
        guard let identifier = JobIdentifier(text) else {
            throw ValidationError("\(QuotedText(text)): \(JobIdentifier.fault(in: text) ?? "no identifier")")
        }
        return identifier
    }

    static func owner(_ text: String) throws -> UserID {
        guard let number = UInt32(text) else {
            throw ValidationError("\(QuotedText(text)) is no user number; write one such as 1000")
        }
        return UserID(number)
    }

    static func duration(_ text: String) throws -> Duration {
        guard let duration = Duration(text: text) else {
            throw ValidationError("\(QuotedText(text)) is no duration; write one such as 90s, 15m, 6h or 3d")
        }
        return duration
    }

    static func stopReason(_ text: String) throws -> StopReason {
        guard let reason = StopReason(text) else {
            let known = StopReason.all.map(\.description).joined(separator: ", ")
            throw ValidationError("\(QuotedText(text)) is no stop reason; write one of \(known)")
        }
        return reason
    }

    static func run(_ text: String) throws -> RunID {
        guard let number = Int64(text), number > 0 else {
            throw ValidationError("\(QuotedText(text)) is no run; write its number, such as 12")
        }
        return RunID(number)
    }

    /// A user's name where the machine knows one.
    static func name(of user: UserID) -> String {
        let account = try? UserAccount.with(user: user.rawValue)
        return account?.name ?? user.description
    }
}

extension Terminal {
    /// An answer as JSON: its own shape, unchanged.
    static func write(json answer: some WireObject) {
        write(answer.json.text(layout: .pretty) + "\n")
    }

    /// An answer of a stream, on one line.
    static func writeLine(json answer: some WireObject) {
        write(answer.json.text(layout: .compact) + "\n")
    }
}
