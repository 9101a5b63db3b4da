// A line that the argument parser does not understand: the command that may be meant, or the dashes that are missing.
import ArgumentParser
import BGRunJSON
import BGRunText

/// What is said of such a line in place of the parser's words, or behind them.
struct Mistyped {
    private let arguments: [String]

    init(_ arguments: [String]) { self.arguments = arguments }

    /// There is no command of the first word, or below that of the second.
    var unknownCommand: Failure? {
        var (command, path): (any ParsableCommand.Type, String) = (Bgrun.self, "bgrun")
        for word in arguments {
            let below = command.configuration.subcommands
            if below.isEmpty || word.hasPrefix("-") || word == "help" { return nil }
            if let next = below.first(where: { $0.answers(to: word) }) {
                command = next
                path += " \(next.configuration.commandName ?? word)"
                continue
            }
            let names = below.flatMap { $0.names }
            let advice = "\(path) --help lists them"
            return .usage(
                path == "bgrun"
                    ? "there is no command \(word.visible)" : "\(path) has no command \(word.visible)",
                advice: NearestSpelling.of(word, among: names).map { "did you mean \($0)? \(advice)" }
                    ?? advice)
        }
        return nil
    }

    /// Options of `submit` that take no value: a program may stand right behind them.
    private static let flags: Set = [
        "--external-power", "--network", "--unmetered", "--nightly", "--wait", "--quiet", "-q",
        "--now-or-fail",
        "--print", "--dry-run", "--json", "--no-pager", "--user",
    ]

    /// Where a program stands in a line of `submit` without the dashes before it: the line as it may be meant.
    ///
    /// - Parameter complaint: The parser's; an option that it does not know and that stands before the program comes first.
    func missingDashes(_ complaint: String = "") -> String? {
        guard arguments.first == "submit", !arguments.contains("--") else { return nil }
        let told = complaint.split(separator: "'")
        let unknown = arguments.firstIndex { $0.hasPrefix("-") && told.contains($0[...]) }
        let place = arguments.indices.dropFirst().first { place in
            let (word, before) = (arguments[place], arguments[place - 1])
            // What follows any other option is its value.
            return !word.hasPrefix("-") && (!before.hasPrefix("-") || Self.flags.contains(before))
                && !word.hasSuffix(".json") && !word.hasSuffix(".jsonl")
                && (try? CallerProgram.path(of: word)) != nil
        }
        guard let place, place < unknown ?? .max else { return nil }
        return Self.line(arguments[..<place] + ["--"] + arguments[place...])
    }

    /// As it is typed into a shell.
    private static func line(_ words: some Sequence<String>) -> String {
        (["bgrun"] + words).map(ShellWord.short).joined(separator: " ").visible
    }
}

extension ParsableCommand {
    /// What it is called by.
    fileprivate static var names: [String] {
        [configuration.commandName].compactMap(\.self) + configuration.aliases
    }

    /// Whether it is called so.
    static func answers(to word: String) -> Bool { names.contains(word) }
}
