// The pages of the manual and docs/descriptor.md: made from the tables of the programs, whole, and as mandoc wants them.
import BGRunJSON
import BGRunTestSupport
import Foundation
import Testing

private func lint(_ page: String) throws -> String {
    let lint = try Command.run(["mandoc", "-T", "lint", "-W", "warning", Repository.path(page)])
    return lint.output + lint.errors
}

@Suite struct `The manual` {
    @Test func `is made from the tables of commands and keys`() throws {
        for template in try Template.all() {
            do {
                try GoldenFile(template.page).compare(with: try template.text())
            } catch let mismatch as GoldenFile.Mismatch {
                // All that differ are told, and recorded, at once.
                Issue.record(mismatch)
            }
        }
    }

    @Test func `has a page for each file, and no file without one`() throws {
        let pages = try FileManager.default.contentsOfDirectory(atPath: Repository.path("packaging/man"))
        let made = try Template.all().map(\.page).filter { $0.hasPrefix("packaging/man/") }
        #expect(Set(pages.map { "packaging/man/\($0)" }) == Set(made) && made.count > 8)
    }

    @Test func `has every command on one page, with three examples`() throws {
        let tree = try CommandTree.ofProgram.get()
        let told = try Template.all().flatMap { $0.values(of: "commands") }
        #expect(told.sorted() == tree.groups.map(\.name).sorted())
        let commands = tree.groups.flatMap(\.commands)
        #expect(commands.count > 40)
        for command in commands where !command.isHeading {
            #expect(command.examples.count == 3, "\(command.name)")
            #expect(command.examples.allSatisfy { $0.line.hasPrefix(command.name) }, "\(command.name)")
        }
    }

    @Test func `gives every command the options of all`() throws {
        let tree = try CommandTree.ofProgram.get()
        #expect(
            tree.common.flatMap(\.spellings).sorted() == [
                "--exact", "--help", "--json", "--no-pager", "--owner", "--socket", "--user", "--version",
                "-h",
            ])
    }

    @Test(arguments: [
        ("descriptor", "bgrun-job.5"), ("descriptor", "descriptor.md"), ("manifest", "bgrun-application.5"),
        ("policy", "bgrund.json.5"),
    ])
    func `has every key of every object of a file`(_ schema: String, _ page: String) throws {
        // A manifest's conditions are those of a descriptor, which its page refers to.
        let pages = schema == "manifest" ? [page, "bgrun-job.5"] : [page]
        let places = try pages.flatMap { try Template($0).values(of: "keys") }
        let listed = try places.map { Set(try KeyList($0).keys.map(\.name)) }
        let root = try #require(Schema.named(schema))
        let objects = root.objects
        #expect(objects.count > 2)
        for object in objects {
            // Keys that another list of the page has already need not be told again: prefers has those of requires.
            let missing = object.filter { key in !listed.contains { $0.contains(key) } }
            let isListed =
                listed.contains { object.isSubset(of: $0) } || listed.contains { $0.isSubset(of: object) }
            #expect(missing.isEmpty && isListed, "\(missing.sorted()) of \(object.sorted())")
        }
    }

    @Test func `refers to pages that there are`() throws {
        let templates = try Template.all().filter { !$0.name.hasSuffix(".md") }
        let names = Set(templates.map(\.name))
        for template in templates {
            let found = try template.text().matches(of: /\.Xr (bgrun[a-z.-]*) (\d)/).map { "\($0.1).\($0.2)" }
            #expect(!found.isEmpty && Set(found).isSubset(of: names), "\(template.name): \(found)")
            #expect(!found.contains(template.name), "\(template.name) refers to itself")
        }
    }

    @Test func `is written as mandoc wants it`() throws {
        for template in try Template.all() where !template.name.hasSuffix(".md") {
            #expect(try lint(template.page) == "", "\(template.name)")
        }
    }

    @Test func `is what help names, also for the commands that share a page`() throws {
        let pages = try Template.all().filter { $0.name.hasSuffix(".1") }.map(\.page)
        let names = try pages.flatMap { page in
            try Repository.text(page).matches(of: /(?m)^\.Nm (bgrun-[a-z]+)(?: ,)?$/).map { String($0.1) }
        }
        let tree = try CommandTree.ofProgram.get()
        let commands = Set(tree.groups.flatMap(\.commands).map { "bgrun-" + $0.name.prefix { $0 != " " } })
        #expect(Set(names) == commands)
    }
}

extension Schema {
    /// The keys of each object in it that has its own.
    fileprivate var objects: Set<Set<String>> {
        var found: Set<Set<String>> = []
        func look(_ value: JSONValue) {
            switch value {
            case .object(let object):
                if case .object(let properties)? = object["properties"],
                    object["additionalProperties"] == .bool(false)
                {
                    found.insert(Set(properties.members.map(\.key)))
                }
                for member in object.members { look(member.value) }
            case .array(let values): values.forEach(look)
            case .null, .bool, .integer, .number, .string: break
            }
        }
        look(.object(value))
        return found
    }
}

@Suite struct `The completion of a shell` {
    @Test(arguments: [("bash", "bgrun.bash"), ("zsh", "_bgrun"), ("fish", "bgrun.fish")])
    func `is the one that the program prints`(_ shell: String, _ file: String) throws {
        let printed = try Command.run(
            [Repository.program("bgrun"), "--generate-completion-script", shell],
            environment: ["PATH": "/usr/bin:/bin"])
        #expect(printed.status == 0)
        // It is read by a shell and never started: what names an interpreter belongs in none.
        let text =
            printed.output.hasPrefix("#!")
            ? printed.output.drop { $0 != "\n" }.dropFirst() : printed.output[...]
        try GoldenFile("packaging/completions/\(file)").compare(with: String(text))
    }
}

@Suite struct `Text of the tables` {
    @Test func `becomes a line for each sentence, and literals macros`() {
        #expect(
            Mdoc.lines(
                "Until `unpause`; with --for 2h.\nIt is \"x\". RFC 3339, 4 s at most. See `a - b`.\n\nMore…")
                == [
                    "Until", ".Ql \"unpause\" ;", "with \\-\\-for 2h.", "It is \"x\".",
                    "RFC 3339, 4 s at most.", "See", ".Ql \"a \\- b\" .", ".Pp", "More\\[u2026]",
                ])
    }

    @Test func `keeps what would be a command to mandoc`() {
        #expect(Mdoc.lines(".json is \\ and 'x'") == ["\\&.json is \\e and 'x'"])
        #expect(Mdoc.lines("'.jsonl'") == ["\\&'.jsonl'"])
    }
}
