// From arguments to an exit code: parse, run, and say what went wrong.
import ArgumentParser
import BGRunClient
import BGRunText
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
