// From arguments to an exit code: parse, run, and say what went wrong.
import ArgumentParser
import BGRunLinux
import BGRunText
import Glibc

/// One run of the program.
enum Program {
    static func run(_ arguments: [String]) -> Never {
        // A reader that has seen enough (`bgrun status | head`) ends us without a word, whatever we
        // inherited.
        _ = signal(SIGPIPE, SIG_DFL)
        do {
            try refuseBytes(arguments)
        } catch {
            leave(error)
        }
        if arguments.first == "version" { return run(["--version"] + arguments.dropFirst()) }
        if arguments == ["help"] {
            Terminal.write(HelpText.short)
            exit(ExitCode.done.rawValue)
        }
        if arguments == ["help", "version"] {
            Terminal.write(
                "bgrun version prints the version of bgrun; bgrun doctor tells that of the daemon\n")
            exit(ExitCode.done.rawValue)
        }
        // The parser shows the help of all commands for one that there is not.
        if arguments.first == "help", let failure = Mistyped(Array(arguments.dropFirst())).unknownCommand {
            leave(failure)
        }
        do {
            var command = try Bgrun.parseAsRoot(arguments)
            // The parser takes the last of several values in silence.
            if mayRepeat(arguments), let failure = Mistyped(arguments).twice { throw failure }
            try command.run()
        } catch {
            if let failure = Failure(any: error) { leave(failure) }
            leave(parserError: error, arguments)
        }
        leave(with: .done)
    }

    /// Words become text of descriptors and messages, or names that these can't hold. The command that `hold` runs is handed on as
    /// it is.
    private static func refuseBytes(_ arguments: [String]) throws(Failure) {
        let given = OwnProgram.argumentBytes.dropFirst()
        guard let place = given.firstIndex(where: { String(validating: $0, as: UTF8.self) == nil }) else {
            return
        }
        let line = TypedLine(arguments)
        if let dashes = given.firstIndex(of: Array("--".utf8)), dashes < place,
            line.command == HoldCommand.self
        {
            return
        }
        let index = given.distance(from: given.startIndex, to: place)
        let option = line.options.last { $0.place <= index && index < $0.place + line.words(of: $0).count }
        _ = try CallerProgram.text(given[place], option.flatMap { $0.place == index ? nil : $0.name })
    }

    /// Whoever has pressed Ctrl-C has ended the program, which had something to say before.
    private static func leave(with code: ExitCode) -> Never {
        if let number = unsafe Terminal.interruption { SignalQueue.endProcess(by: number) }
        exit(code.rawValue)
    }

    /// Whether an option stands there twice, perhaps; to be sure takes longer.
    private static func mayRepeat(_ arguments: [String]) -> Bool {
        var seen: Set<Substring> = []
        return arguments.prefix { $0 != "--" }.contains { word in
            word.hasPrefix("-") && !seen.insert(word.prefix { $0 != "=" }).inserted
        }
    }

    private static func leave(_ failure: Failure) -> Never {
        if let complaint = failure.complaint { Terminal.writeError("bgrun: \(complaint.text)\n") }
        leave(with: failure.code)
    }

    /// Help and the version are no errors; anything else the parser throws is about usage.
    private static func leave(parserError error: any Error, _ arguments: [String]) -> Never {
        guard Bgrun.exitCode(for: error).isSuccess else {
            leave(Mistyped(arguments).failure(Bgrun.message(for: error)))
        }
        let text = Bgrun.fullMessage(for: error)
        if arguments.first == "--generate-completion-script" {
            Terminal.write(CompletionScript(text).completed + "\n")
        } else {
            Terminal.write(text + "\n" + HelpText(arguments).end)
        }
        exit(ExitCode.done.rawValue)
    }
}
