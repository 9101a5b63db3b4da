// The commands of bgrun as the program itself tells of them: the argument parser's tree, and its help.
import BGRunTestSupport
import Foundation

/// An option, a flag or a word of a command.
struct CommandArgument: Decodable {
    enum Kind: String, Decodable { case positional, option, flag }

    struct Name: Decodable {
        let kind: String
        let name: String

        /// `-w` or `--watch`.
        var spelling: String { kind == "long" ? "--\(name)" : "-\(name)" }
    }

    let kind: Kind
    let shouldDisplay: Bool
    let isOptional: Bool
    let isRepeating: Bool
    let names: [Name]?
    let valueName: String?
    let defaultValue: String?
    let allValues: [String]?
    let abstract: String?

    var spellings: [String] { (names ?? []).map(\.spelling).sorted { $0.count < $1.count } }

    /// What help says of it, with the words that it takes.
    var words: String {
        let notes = [
            kind == .option ? allValues.map { "one of \($0.joined(separator: ", "))" } : nil,
            defaultValue.map { "default: \($0)" },
        ].compactMap(\.self)
        return (abstract ?? "") + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
    }
}

/// A command with those below it.
struct CommandNode: Decodable {
    let commandName: String
    let aliases: [String]?
    let abstract: String?
    let discussion: String?
    let arguments: [CommandArgument]?
    let subcommands: [CommandNode]?
}

/// One command as a page tells of it.
struct DescribedCommand {
    /// A line without `bgrun`, and what it is for.
    typealias Example = (line: String, use: String)

    /// `simulate stop`.
    let name: String
    let aliases: [String]
    let abstract: String
    let discussion: String
    /// Its own arguments; those of all commands are left out.
    let arguments: [CommandArgument]
    /// The lines of its usage that its author has written; empty where the parser made one up.
    let usage: [String]
    let examples: [Example]
    /// Whether there are commands below it.
    let isHeading: Bool
}

/// All commands, in the groups in which help lists them.
struct CommandTree {
    struct Group {
        let name: String
        let commands: [DescribedCommand]
    }

    /// What all commands take.
    let common: [CommandArgument]
    let discussion: String
    let groups: [Group]

    /// Asked of the program once.
    static let ofProgram = Result { try CommandTree() }

    private struct Dump: Decodable { let command: CommandNode }

    private init() throws {
        let dump = try Self.bgrun(["--experimental-dump-help"])
        let root = try JSONDecoder().decode(Dump.self, from: Data(dump.utf8)).command
        let common = (root.arguments ?? []).filter(\.shouldDisplay)
        let shared = Set(common.flatMap(\.spellings))
        self.common = common
        discussion = root.discussion ?? ""
        groups = try Self.groups(of: try Self.bgrun(["--help"])).map { name, commands in
            Group(
                name: name,
                commands: try commands.flatMap { command in
                    let node = root.subcommands?.first { $0.commandName == command }
                    return try node.map { try Self.described($0, below: [], shared) } ?? []
                })
        }
    }

    func group(_ name: String) throws -> Group {
        guard let group = groups.first(where: { $0.name == name }) else {
            throw Template.Fault(description: "help has no group of commands called \(name)")
        }
        return group
    }

    /// Words of arguments that are told once for all: three commands and more have them.
    var toldOnce: Set<String> {
        let all = groups.flatMap(\.commands).flatMap { command in
            command.arguments.filter { $0.kind == .positional }.compactMap(\.abstract)
        }
        return Set(all.filter { text in all.count { $0 == text } >= 3 })
    }

    // MARK: - From what the program prints

    private static func bgrun(_ arguments: [String]) throws -> String {
        let run = try Command.run(
            [Repository.program("bgrun")] + arguments,
            environment: ["PATH": "/usr/bin:/bin", "COLUMNS": "10000"])
        guard run.status == 0 else {
            throw Template.Fault(description: "bgrun \(arguments.joined(separator: " ")): \(run.errors)")
        }
        return run.output
    }

    /// The commands below each heading such as "LOOK BACK SUBCOMMANDS:".
    private static func groups(of help: String) -> [(name: String, commands: [String])] {
        var groups: [(name: String, commands: [String])] = []
        for line in help.split(separator: "\n") {
            if let heading = line.wholeMatch(of: /([A-Z ]+) SUBCOMMANDS:/) {
                groups.append((heading.1.lowercased().capitalizedFirst, []))
            } else if let command = line.firstMatch(of: /^ {2}([a-z]+)/), !groups.isEmpty {
                groups[groups.count - 1].commands.append(String(command.1))
            }
        }
        return groups
    }

    private static func described(
        _ node: CommandNode, below path: [String], _ shared: Set<String>
    ) throws -> [DescribedCommand] {
        let path = path + [node.commandName]
        let help = try bgrun(path + ["--help"])
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        let usage = lines.drop { !$0.hasPrefix("USAGE: ") }.prefix { !$0.isEmpty }
            .map { String($0.dropFirst("USAGE: ".count)) }
        let examples = lines.drop { $0 != "EXAMPLES:" }.dropFirst().prefix { !$0.isEmpty }
            .map { $0.trimmingCharacters(in: .whitespaces) }
        let below = (node.subcommands ?? []).filter { $0.commandName != "help" }
        let own = (node.arguments ?? []).filter { argument in
            argument.shouldDisplay && !argument.spellings.contains { shared.contains($0) }
        }
        var pairs: [DescribedCommand.Example] = []
        for place in stride(from: 0, to: examples.count - 1, by: 2) {
            pairs.append((String(examples[place].dropFirst("bgrun ".count)), examples[place + 1]))
        }
        let command = DescribedCommand(
            name: path.joined(separator: " "), aliases: node.aliases ?? [], abstract: node.abstract ?? "",
            discussion: node.discussion ?? "", arguments: own,
            usage: usage.contains { $0.contains("<") } ? [] : usage, examples: pairs,
            isHeading: !below.isEmpty)
        var all = [command]
        for node in below { all += try described(node, below: path, shared) }
        return all
    }
}

extension String {
    /// With a capital letter at its beginning.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
