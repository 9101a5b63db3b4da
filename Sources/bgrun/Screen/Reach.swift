// Commands that are advised, as they reach the daemon that was asked.
import ArgumentParser
import BGRunLinux
import BGRunText

/// The options by which this program was told which daemon is meant, and whose jobs.
enum Reach {
    private static let names = ["--user", "--socket", "--owner"]

    /// As they were typed, each with its name.
    private static let given: [(name: String, text: String)] = {
        let words = Array(OwnProgram.arguments.dropFirst())
        // A line is read by what all commands take, which costs more than a whole status.
        guard words.contains(where: { word in names.contains(where: word.hasPrefix) }) else { return [] }
        let line = TypedLine(words)
        return line.options.filter { names.contains($0.name) }.map {
            ($0.name, Mistyped.typed(line.words(of: $0)))
        }
    }()

    /// The commands that talk to a daemon. Behind `bgrun job` a run asks its own.
    private static let commands = Bgrun.configuration.subcommands.filter { $0 != JobCommand.self }

    /// A text of ours with these options behind each command in it that lacks them: pasted, it does what was meant.
    static func added(to text: String) -> String {
        guard !given.isEmpty, text.contains("bgrun ") else { return text }
        let pieces = text.split(separator: "bgrun ", omittingEmptySubsequences: false)
        var result = String(pieces[0])
        for piece in pieces.dropFirst() {
            // A path ends so too, and a longer name.
            let isOurs = result.last.map { " \n(".contains($0) } ?? true
            result += "bgrun " + (isOurs ? added(behind: piece) : String(piece))
        }
        return result
    }

    /// - Parameter words: What stands behind `bgrun`, up to the next command.
    private static func added(behind words: Substring) -> String {
        var name = words.prefix { $0 == "-" || $0.isASCII && $0.isLetter }
        guard let command = commands.first(where: { $0.answers(to: String(name)) }) else {
            return String(words)
        }
        let second = words[name.endIndex...].dropFirst().prefix { $0.isASCII && $0.isLetter }
        if command.configuration.subcommands.contains(where: { $0.answers(to: String(second)) }) {
            name = words[..<second.endIndex]
        }
        let rest = words[name.endIndex...]
        let said = rest.prefix { $0 != ";" && $0 != "\n" }
        let isChosen = ["--user", "--socket"].contains(where: said.contains)
        let missing = given.filter { !said.contains($0.name) && !(isChosen && $0.name != "--owner") }
        return ([String(name)] + missing.map(\.text)).joined(separator: " ") + rest
    }
}

extension Line {
    /// The same of a line that is a sentence of ours.
    var reaching: Line {
        var line = self
        for place in line.spans.indices { line.spans[place].text = Reach.added(to: line.spans[place].text) }
        return line
    }
}
