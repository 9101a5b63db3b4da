// The manual pages say what the programs take: every key, every command, every option, and nothing else.
import BGRunTestSupport
import Foundation
import Testing

/// One page of packaging/man.
private struct Page {
    let lines: [Substring]

    init(_ name: String) throws {
        let text = try String(contentsOfFile: Repository.path("packaging/man/\(name)"), encoding: .utf8)
        lines = text.split(separator: "\n")
    }

    /// The items of a kind in the part that a line begins, up to the next line that begins like it.
    func items(_ kind: String, from start: String, before ends: [String]) -> [String] {
        guard let first = lines.firstIndex(where: { $0 == start }) else { return [] }
        return lines[(first + 1)...].prefix { line in !ends.contains { line.hasPrefix($0) } }
            .filter { $0.hasPrefix(".It \(kind)") }.map { String($0.dropFirst(5 + kind.count)) }
    }

    func keys(of section: String) -> Set<String> {
        Set(items("Ic", from: section, before: [".Sh", ".Ss"]))
    }

    /// The options of each command, by its name.
    var commands: [String: Set<String>] {
        var commands: [String: Set<String>] = [:]
        var name = ""
        for line in lines.drop(while: { $0 != ".Sh COMMANDS" }).dropFirst().prefix(while: {
            !$0.hasPrefix(".Sh")
        }) {
            if line.hasPrefix(".It Cm ") {
                let words = line.split(separator: " ").dropFirst(2)
                name = words.prefix { $0.first?.isLowercase == true }.joined(separator: " ")
                commands[name] = []
            } else if line.hasPrefix(".It Fl ") {
                commands[name]?.formUnion(Self.options(line))
            }
        }
        return commands
    }

    /// `-w` and `--watch` of `.It Fl w , Fl -watch`.
    static func options(_ line: Substring) -> Set<String> {
        let words = line.split(separator: " ")
        return Set(zip(words, words.dropFirst()).filter { $0.0 == "Fl" }.map { "-\($0.1)" })
    }
}

/// What a program says of itself.
private struct Help {
    let text: String

    init(_ program: String, _ arguments: [String] = []) throws {
        text = try Command.run([Repository.program(program)] + arguments + ["--help"]).output
    }

    /// The options at the beginnings of lines.
    var options: Set<String> {
        Set(
            text.split(separator: "\n").filter { $0.hasPrefix("  -") }.flatMap { line in
                line.split(whereSeparator: { $0 == " " || $0 == "," }).prefix { $0.hasPrefix("-") }.map(
                    String.init)
            })
    }

    var subcommands: [String] {
        text.split(separator: "\n").drop { !$0.hasPrefix("SUBCOMMANDS") }.dropFirst()
            .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.hasPrefix("  See ") }
            .compactMap { $0.split(whereSeparator: { $0 == " " || $0 == "," }).first.map(String.init) }
    }
}

@Suite struct `The manual` {
    private static let pages = ["bgrun.1", "bgrun.json.5", "bgrun-application.5", "bgrund.8"]

    private func properties(_ value: Any?) -> Set<String> {
        Set(((value as? [String: Any])?["properties"] as? [String: Any] ?? [:]).keys)
    }

    /// The keys of the first object in a schema that has this one.
    private func properties(with key: String, in value: Any?) -> Set<String> {
        let found = properties(value)
        if found.contains(key) { return found }
        let inner: [Any] = (value as? [String: Any]).map { Array($0.values) } ?? value as? [Any] ?? []
        return inner.lazy.map { properties(with: key, in: $0) }.first { !$0.isEmpty } ?? []
    }

    @Test func `has every key of a descriptor`() throws {
        // The schema is printed from the table that reads descriptors, which another test sees to.
        let file = Repository.path("packaging/schema/descriptor.schema.json")
        let schema = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: file))) as? [String: Any])
        let shared = schema["$defs"] as? [String: Any]
        let requirements = shared?["requirements"]
        let page = try Page("bgrun.json.5")
        #expect(page.keys(of: ".Sh KEYS") == properties(schema))
        #expect(page.keys(of: ".Sh SCHEDULE") == properties(shared?["schedule"]))
        #expect(page.keys(of: ".Sh REQUIREMENTS") == properties(requirements))
        let inner = (requirements as? [String: Any])?["properties"] as? [String: Any]
        for (name, key) in [
            ("network", "ssid"), ("pressure", "cpu"), ("freeSpace", "atLeast"), ("command", "timeBudget"),
        ] {
            let keys = properties(with: key, in: inner?[name])
            #expect(!keys.isEmpty && page.keys(of: ".Ss Inside \(name)") == keys, "\(name)")
        }
        let own = schema["properties"] as? [String: Any]
        #expect(
            page.keys(of: ".Ss Inside prefers")
                == properties(own?["prefers"]).subtracting(properties(requirements)))
        #expect(page.keys(of: ".Sh KEEPING AWAKE") == properties(with: "when", in: own?["keepAwake"]))
    }

    @Test func `has every key of a manifest`() throws {
        let file = Repository.path("packaging/schema/manifest.schema.json")
        let schema = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: file))) as? [String: Any])
        let page = try Page("bgrun-application.5")
        #expect(page.keys(of: ".Sh KEYS") == properties(schema))
        let own = schema["properties"] as? [String: Any]
        let tasks = properties(with: "timeBudget", in: own?["tasks"])
        #expect(!tasks.isEmpty && page.keys(of: ".Sh TASKS") == tasks)
    }

    @Test func `has every command with its options, and the help of each has three examples`() throws {
        var names: [String] = []
        for name in try Help("bgrun").subcommands {
            let below = try Help("bgrun", [name]).subcommands.map { "\(name) \($0)" }
            names += below.isEmpty ? [name] : below
        }
        let page = try Page("bgrun.1")
        let commands = page.commands
        #expect(Set(commands.keys) == Set(names) && names.count > 20)
        let common = Set(
            page.lines.prefix { $0 != ".Sh COMMANDS" }.filter { $0.hasPrefix(".It Fl") }
                .flatMap(Page.options))
        for name in names {
            let help = try Help("bgrun", name.split(separator: " ").map(String.init))
            let examples = help.text.split(separator: "\n").filter { $0.hasPrefix("  bgrun \(name)") }
            #expect(examples.count == 3, "\(name)")
            let options = help.options
            // What hold prints is its command's.
            let common = name == "hold" ? common.subtracting(["--json", "--no-pager"]) : common
            #expect(options.isSuperset(of: common), "\(name)")
            #expect(commands[name] == options.subtracting(common), "\(name)")
        }
    }

    @Test func `has every option of the daemon`() throws {
        let items = try Page("bgrund.8").lines.filter { $0.hasPrefix(".It Fl") }
        let text = try Help("bgrund").text
        let options = Set(text.matches(of: /--[a-z-]+/).map { String($0.0) })
        #expect(Set(items.flatMap(Page.options)) == options && !options.isEmpty)
    }

    @Test(arguments: pages)
    func `is written as mandoc wants it`(_ page: String) throws {
        let lint = try Command.run(
            ["mandoc", "-T", "lint", "-W", "warning", Repository.path("packaging/man/\(page)")])
        #expect(lint.status == 0, "\(lint.output)\(lint.errors)")
    }
}
