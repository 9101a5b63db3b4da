// From arguments to an exit code: parse, run, and say what went wrong.
import ArgumentParser
import BGRunClient
import BGRunText
import BGRunWire
import Glibc

/// One run of the program.
enum Program {
    static func run(_ arguments: [String]) -> Never {
        // A reader that has seen enough (`bgrun status | head`) ends us without a word, whatever we
        // inherited.
        _ = signal(SIGPIPE, SIG_DFL)
        do {
            var command = try Bgrun.parseAsRoot(arguments)
            try command.run()
        } catch let failure as Failure {
            leave(failure)
        } catch let error as ClientError {
            leave(Failure(error))
        } catch {
            leave(parserError: error)
        }
        exit(ExitCode.done.rawValue)
    }

    private static func leave(_ failure: Failure) -> Never {
        if let complaint = failure.complaint { Terminal.writeError("bgrun: \(complaint.text)\n") }
        exit(failure.code.rawValue)
    }

    /// Help and the version are no errors; anything else the parser throws is about usage.
    private static func leave(parserError error: any Error) -> Never {
        let text = Bgrun.fullMessage(for: error)
        guard Bgrun.exitCode(for: error).isSuccess else {
            Terminal.writeError(text + "\n")
            exit(ExitCode.usage.rawValue)
        }
        Terminal.write(text + "\n")
        exit(ExitCode.done.rawValue)
    }
}

/// The exit codes, which are part of the contract.
enum ExitCode: Int32 {
    case done = 0
    case unsuccessful = 1
    case usage = 2
    case timedOut = 3
    case noDaemon = 4
    case refused = 5
    case `internal` = 70
}

/// Why the program leaves early, and with which code.
struct Failure: Error {
    let code: ExitCode
    /// Nil where everything was said.
    let complaint: Complaint?

    init(_ code: ExitCode, _ complaint: Complaint?) {
        self.code = code
        self.complaint = complaint
    }

    static func usage(_ what: String, advice: String? = nil) -> Failure {
        Failure(.usage, Complaint(what, advice: advice))
    }

    init(_ error: ClientError) {
        switch error {
        case .noDaemon(let socket):
            self.init(
                .noDaemon,
                Complaint(
                    "no daemon listens at \(socket.visible)",
                    advice: "start it (systemctl start bgrund), or ask your own with --user"))
        case .unreachable(let socket, let reason):
            self.init(
                .noDaemon,
                Complaint(
                    "the daemon at \(socket.visible) can't be reached: \(reason)",
                    advice: "check the socket and its permissions"))
        case .connectionLost:
            self.init(
                .noDaemon, Complaint("the daemon closed the connection", advice: "see its log and try again"))
        case .senselessAnswer(let what):
            self.init(
                .internal,
                Complaint(
                    "the daemon's answer makes no sense: \(what.visible)",
                    advice: "use a bgrun of the daemon's version"))
        case .timedOut:
            self.init(.timedOut, Complaint("the daemon did not answer in time", advice: "see its log"))
        case .refused(let error):
            self.init(Self.code(of: error), error.complaint(LocalZone.clock))
        }
    }

    /// A bad descriptor is bad input, wherever it was noticed; all else is the daemon's "no".
    private static func code(of error: CallError) -> ExitCode {
        switch error {
        case .scheduler(.invalidDescriptor): .usage
        case .scheduler, .service, .unknown: .refused
        }
    }
}
