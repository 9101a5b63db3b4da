// A page of the manual or of docs as a person has written it, with the places that the programs' own tables fill.
import BGRunTestSupport
import Foundation

/// A file of packaging/manual. Its lines that begin with @ say what stands in their place.
struct Template {
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// `bgrun-submit.1`.
    let name: String
    let lines: [Substring]

    static let folder = "packaging/manual"

    /// All of them, by their names.
    static func all() throws -> [Template] {
        try FileManager.default.contentsOfDirectory(atPath: Repository.path(folder)).sorted().map(
            Template.init)
    }

    init(_ name: String) throws {
        self.name = name
        lines = try Repository.text("\(Self.folder)/\(name)")
            .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }

    private var isManual: Bool { !name.hasSuffix(".md") }

    /// Where the page lies that is made of it.
    var page: String { isManual ? "packaging/man/\(name)" : "docs/\(name)" }

    /// What stands behind this word in the lines that it begins.
    func values(of word: String) -> [String] {
        lines.filter { $0.hasPrefix("@\(word) ") }.map { String($0.dropFirst(word.count + 2)) }
    }

    /// The page.
    func text() throws -> String {
        let tree = try CommandTree.ofProgram.get()
        let origin =
            "Made from \(Self.folder)/\(name) and what the programs say of themselves; RECORD=1 makes it anew."
        var page = [isManual ? ".\\\" " + origin : "<!-- " + origin + " -->"]
        for line in lines {
            if line.hasPrefix("@") {
                page += try filled(String(line.dropFirst()), tree)
            } else {
                page.append(String(line))
            }
        }
        return page.joined(separator: "\n") + "\n"
    }

    private func filled(_ line: String, _ tree: CommandTree) throws -> [String] {
        let word = line.prefix { $0 != " " }
        let value = line.dropFirst(word.count + 1).description
        switch word {
        case "keys":
            let list = try KeyList(value)
            return isManual ? list.mdoc : list.markdown
        case "names": return CommandText.names(try tree.group(value))
        case "synopsis": return CommandText.synopsis(try tree.group(value))
        case "commands": return CommandText.commands(try tree.group(value), tree.toldOnce)
        case "examples": return CommandText.examples(try tree.group(value))
        case "groups": return try groups(of: tree)
        case "options": return CommandText.list(tree.common)
        case "exits": return try CommandText.exits(tree.discussion)
        case "daemon": return try DaemonHelp().mdoc
        case _: throw Fault(description: "\(name): @\(word) stands for nothing")
        }
    }

    /// Every command with its group's page.
    private func groups(of tree: CommandTree) throws -> [String] {
        let templates = try Self.all()
        return try tree.groups.flatMap { group in
            guard let page = templates.first(where: { $0.values(of: "commands").contains(group.name) }) else {
                throw Fault(description: "no page has @commands \(group.name)")
            }
            return CommandText.overview(group, page: page.name)
        }
    }
}

/// The options of bgrund, as its help lists them.
struct DaemonHelp {
    let options: [(spelling: String, value: String?, words: String)]

    init() throws {
        let help = try Command.run([Repository.program("bgrund"), "--help"]).output
        var options: [(spelling: String, value: String?, words: String)] = []
        for line in help.split(separator: "\n") {
            if let option = line.wholeMatch(of: /\s{2}(--[a-z-]+)(?: ([A-Z]+))?(?: {2,}(.*))?/) {
                options.append((String(option.1), option.2.map(String.init), option.3.map(String.init) ?? ""))
            } else if line.hasPrefix("          "), !options.isEmpty {
                options[options.count - 1].words += " " + line.trimmingCharacters(in: .whitespaces)
            }
        }
        self.options = options.map { ($0.spelling, $0.value, $0.words.trimmingCharacters(in: .whitespaces)) }
    }

    var mdoc: [String] {
        var lines = [".Bl -tag -width Ds"]
        for option in options {
            var item = ".It " + Mdoc.flag(option.spelling)
            if let value = option.value {
                item += " Ar " + (value == "DIR" ? "directory" : value.lowercased())
            }
            lines.append(item)
            lines += Mdoc.lines(option.words.capitalizedFirst + ".")
        }
        lines.append(".El")
        return lines
    }
}
