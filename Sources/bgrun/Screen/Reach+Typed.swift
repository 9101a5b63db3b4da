// The options by which this program was told which daemon is meant, and whose jobs.
import ArgumentParser
import BGRunLinux
import BGRunText

extension Reach {
    private static let names = ["--user", "--socket", "--owner"]

    /// As they were typed.
    static let typed: Reach = {
        let words = Array(OwnProgram.arguments.dropFirst())
        // A line is read by what all commands take, which costs more than a whole status.
        guard words.contains(where: { word in names.contains(where: word.hasPrefix) }) else { return .usual }
        let line = TypedLine(words)
        let given = line.options.filter { names.contains($0.name) }.map {
            Option(name: $0.name, text: Mistyped.typed(line.words(of: $0)))
        }
        // Behind `bgrun job` a run asks its own.
        var commands: [[String]: [String]] = [:]
        for command in Bgrun.configuration.subcommands where command != JobCommand.self {
            commands[command.names] = command.configuration.subcommands.flatMap { $0.names }
        }
        return Reach(given, commands: commands)
    }()
}

extension Line {
    /// With ``Reach/typed`` of a line that is a sentence of ours.
    var reaching: Line {
        var line = self
        line.spans = Reach.typed.added(to: spans)
        return line
    }
}
