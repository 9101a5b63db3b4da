// bgrun hold: let the machine's sleep, and its shutdown, wait some seconds for a command that is finishing something.
import ArgumentParser
import BGRunCalendar
import BGRunClient
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire
import Glibc

struct HoldCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hold",
        abstract: "Run a command, and have sleep and shutdown wait for its end, 4 s at most.",
        usage: "bgrun hold --why TEXT [--limit DURATION] -- COMMAND…",
        discussion: """
            The command is sent SIGTERM when its limit is near, when sleep or shutdown is announced, and when the \
            daemon leaves. Its exit status is passed on, 128 and the signal where one ended it; 127 where there is no \
            such program. Without a daemon nothing is held, and the command runs all the same, with its limit.
            """)

    @Option(help: ArgumentHelp("What is being finished, for people.", valueName: "text"))
    var why: String

    @Option(
        help: ArgumentHelp(
            "How long it may take, 30s unless given; the daemon's policy sets the most.",
            valueName: "duration"),
        transform: Words.duration)
    var limit: Duration?

    @Argument(
        parsing: .postTerminator, help: ArgumentHelp("What is run meanwhile.", valueName: "command"))
    var command: [String] = []

    @OptionGroup var daemon: DaemonOptions

    /// How long a daemon may take to let us in, and to grant it: what is to be finished waits meanwhile.
    private static let patience: Duration = .seconds(5)

    func validate() throws {
        if command.isEmpty { throw ValidationError("give the command after --, such as -- cp a b") }
        if why.visible.allSatisfy(\.isWhitespace) {
            throw ValidationError("--why takes what is being finished, such as \"saving the draft\"")
        }
        if let limit, limit <= .zero {
            throw ValidationError("--limit takes a duration above zero, such as 90s")
        }
        if daemon.owner != nil {
            throw ValidationError("--owner means nothing here: what is held is the caller's")
        }
    }

    func run() throws {
        let held: HeldCommand
        do {
            held = try HeldCommand(
                OwnProcess.bytes(ofLast: command), why, hold(),
                for: min(limit ?? AssertionLimit.usual, AssertionLimit.most))
        } catch {
            let complaint = Complaint(
                "\(command[0].visible) can't be started: \(SystemError.text(of: error.errno))",
                advice: "check its name, or give its full path")
            Terminal.writeError("bgrun: \(complaint.text)\n")
            Glibc.exit(error.errno == ENOENT ? 127 : 126)
        }
        Glibc.exit(try held.waitForExit())
    }

    /// Nil where nothing is held, which is said once.
    private func hold() -> AssertionStream? {
        do {
            let assertion = try AssertionStream(
                AssertCall(why: why, limit: limit), at: daemon.path(), connecting: Self.patience,
                answering: Self.patience)
            if let limit, assertion.span < limit {
                Terminal.writeError("bgrun: the policy allows \(assertion.span.text), and not more\n")
            }
            return assertion
        } catch {
            let failure = (error as? ClientError).map(Failure.init) ?? error as? Failure
            let reason = failure?.complaint?.text ?? "\(error)"
            Terminal.writeError("bgrun: nothing is held, and the command runs all the same: \(reason)\n")
            return nil
        }
    }
}
