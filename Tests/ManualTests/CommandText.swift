// What a page of the manual says of commands, as lines of mdoc(7).
import Foundation

enum CommandText {
    typealias Group = CommandTree.Group

    /// The names by which the page is found: one for each command that is typed behind `bgrun`.
    static func names(_ group: Group) -> [String] {
        let names = group.commands.map(\.name).filter { !$0.contains(" ") }
        return names.map { name in ".Nm bgrun-\(name)" + (name == names.last ? "" : " ,") }
    }

    /// A line or more for each command.
    static func synopsis(_ group: Group) -> [String] {
        var lines: [String] = []
        for command in group.commands where !command.isHeading {
            for line in command.usage {
                lines += [".Nm bgrun", usage(line)]
            }
            guard command.usage.isEmpty else { continue }
            lines += [".Nm bgrun", ".Cm \(command.name)"]
            lines += command.arguments.map { usage($0) }
        }
        return lines
    }

    /// A part for each command.
    ///
    /// - Parameter toldOnce: Words of arguments that another page has for all.
    static func commands(_ group: Group, _ toldOnce: Set<String>) -> [String] {
        var lines: [String] = []
        for command in group.commands {
            lines.append(".Ss bgrun \(command.name)")
            lines += Mdoc.lines(command.abstract)
            if !command.discussion.isEmpty {
                lines.append(".Pp")
                lines += Mdoc.lines(command.discussion)
            }
            if !command.aliases.isEmpty {
                lines += [".Pp", "Also " + command.aliases.joined(separator: ", ") + "."]
            }
            let arguments = command.arguments.filter { !toldOnce.contains($0.abstract ?? "") }
            if !arguments.isEmpty { lines += list(arguments) }
        }
        return lines
    }

    /// Options and words, each with what help says of it.
    static func list(_ arguments: [CommandArgument]) -> [String] {
        var lines = [".Bl -tag -width Ds"]
        for argument in arguments {
            let value = "Ar \(argument.valueName ?? "value")"
            let names = argument.spellings.map { Mdoc.flag($0) }.joined(separator: " , ")
            switch argument.kind {
            case .positional: lines.append(".It \(value)")
            case .option: lines.append(".It \(names) \(value)")
            case .flag: lines.append(".It \(names)")
            }
            lines += Mdoc.lines(argument.words)
        }
        lines.append(".El")
        return lines
    }

    static func examples(_ group: Group) -> [String] {
        var lines = [".Bl -tag -width Ds"]
        for example in group.commands.flatMap(\.examples) {
            lines.append(".It Li \(Mdoc.literal("bgrun " + example.line))")
            lines += Mdoc.lines(example.use.capitalizedFirst + ".")
        }
        lines.append(".El")
        return lines
    }

    /// The commands of a group with what each is for, and the page that tells more.
    static func overview(_ group: Group, page: String) -> [String] {
        var lines = [".Ss \(group.name)", ".Bl -tag -width applications -compact"]
        for command in group.commands where !command.name.contains(" ") {
            lines.append(".It Cm \(command.name)")
            lines += Mdoc.lines(command.abstract)
        }
        lines += [".El", ".Pp", "More is in", ".Xr \(page.replacing(".", with: " ")) ."]
        return lines
    }

    /// Exit codes of a sentence such as "Exit codes: 0 done, 1 the job did not succeed."
    static func exits(_ discussion: String) throws -> [String] {
        let sentence = discussion.components(separatedBy: "\n\n").first { $0.hasPrefix("Exit codes: ") } ?? ""
        var lines = [".Bl -tag -width Ds -compact"]
        for found in sentence.matches(of: /(\d+) (.+?)(?=, \d+ |\.$)/) {
            lines.append(".It \(found.1)")
            lines += Mdoc.lines(String(found.2).capitalizedFirst + ".")
        }
        guard lines.count > 4 else { throw Template.Fault(description: "help names no exit codes") }
        lines.append(".El")
        return lines
    }

    // MARK: - Usage

    private static func usage(_ argument: CommandArgument) -> String {
        let value = argument.valueName ?? "value"
        let words =
            switch argument.kind {
            case .positional: "Ar \(value)\(argument.isRepeating ? " ..." : "")"
            case .option: "\(name(argument)) Ar \(value)\(argument.isRepeating ? " ..." : "")"
            case .flag: name(argument)
            }
        return argument.isOptional ? ".Op \(words)" : ".\(words)"
    }

    private static func name(_ argument: CommandArgument) -> String {
        let names = argument.names ?? []
        return (names.first { $0.kind == "long" } ?? names.first).map { Mdoc.flag($0.spelling) } ?? ""
    }

    /// A line as help has it: `bgrun submit [options] -- COMMAND…`.
    private static func usage(_ line: String) -> String {
        let spaced = line.trimmingCharacters(in: .whitespaces).replacing("…", with: " ...")
            .replacing("[", with: " [ ").replacing("]", with: " ] ").replacing("|", with: " | ")
        let words = spaced.split(separator: " ").dropFirst().map { macro(String($0)) }
        return "." + words.joined(separator: " ")
    }

    private static func macro(_ word: String) -> String {
        switch word {
        case "[": "Oo"
        case "]": "Oc"
        case "|", "...": word
        case "--": "Fl -"
        case "options": "Ar options"
        case _ where word.hasPrefix("-"): Mdoc.flag(word)
        case _ where word == word.uppercased(): "Ar \(word.lowercased())"
        case _: "Cm \(word)"
        }
    }
}
