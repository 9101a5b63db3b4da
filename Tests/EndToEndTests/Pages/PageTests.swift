// README.md, the pages of docs and its recording: what they show is played, and what came of it compared; RECORD=1 writes it anew.
import BGRunJob
import BGRunTestSupport
import Foundation
import TestConditions
import Testing

/// Blocks that hold no command, with the reason why nothing of them is played.
private let others = [
    "swift": "compiled by the tests of the library", "python": "the library of another language",
    "text": "no command: lines of a file, a message, or a story, which another test plays",
]

/// Commands of `sh` blocks, by their beginnings, with the reason why they are not played.
private let unplayed = [
    "git ": "asks a network", "make ": "builds", "sudo ": "changes the machine",
    "systemctl ": "needs systemd",
    "asciinema ": "plays for two minutes", "crontab -e": "asks a person",
    "(umask 077": "makes a secret", "install -m": "puts a secret in its place", "restic ": "asks a server",
    "BORG_": "asks a server",
    "python ": "the library of another language", "bgrun --user ": "asks for a daemon of systemd's",
    "bgrun import ": "reads what this machine has", "bgrun new ": "asks a server",
]

@Suite struct `The pages` {
    private static let paths =
        ["README.md"]
        + ((try? Repository.files(below: "docs", suffix: ".md")) ?? []).filter { !$0.contains("decisions") }

    @Test(arguments: paths) func `have no block that is neither played nor says why not`(path: String) throws
    {
        for case .block(let block) in try Page(path).pieces
        where block.kind != "json" && others[block.kind] == nil {
            let silent = block.lines.filter { line in !unplayed.keys.contains { line.hasPrefix($0) } }
            #expect(block.kind == "sh" && silent.isEmpty, "\(path):\(block.line): \(block.kind): \(silent)")
        }
    }

    @Test(.mountNameSpace, arguments: paths.filter { (try? Page($0).isPlayed) ?? true })
    func `show what really happens`(path: String) throws {
        let page = try Page(path)
        let person = try PageLaptop()
        var changed: [(place: Range<Int>, lines: [String])] = []
        for piece in page.pieces {
            switch piece {
            case .shown(let command, let place):
                let seen = try person.types(command).lines
                if Masked(seen) != Masked(page.lines[place]) { changed.append((place, seen)) }
            case .hidden(let command, let line):
                let done = try person.types(command)
                #expect(done.status == 0, "\(path):\(line): \(command): \(done.lines)")
            case .block(let block) where block.kind == "json": try lint(block, path, person)
            case .block: break
            }
        }
        try GoldenFile(path).compare(with: page.replacing(changed))
    }

    /// What is drawn, without where and in which colours.
    private func words(of picture: String) -> Masked {
        let text = picture.replacing(/<[^>]*>/, with: " ")
        return Masked(text.split(separator: "\n").map(String.init))
    }

    @Test(.mountNameSpace) func `have a picture of what a terminal shows now`() throws {
        let kept = "docs/plug.svg"
        let scratch = try ScratchDirectory()
        let programs = URL(filePath: Repository.program("bgrun")).deletingLastPathComponent()
        let drawn = try Command.run(
            [Repository.path("Examples/picture"), scratch.path("plug.svg")],
            environment: ["PATH": "/usr/bin:/bin", "BUILT": programs.path(percentEncoded: false)])
        #expect(drawn.status == 0, "\(drawn.errors)")
        let now = try scratch.text("plug.svg")
        guard (try? words(of: Repository.text(kept))) != words(of: now) else { return }
        try GoldenFile(kept).compare(with: now)
    }

    @Test(.mountNameSpace) func `have a recording of what the first minutes are now`() throws {
        let kept = Recording(cast: try Repository.text("docs/first-minutes.cast"))
        let typed = #"unset NO_COLOR; PAUSE=0 BUILT=${PATH%%:*} "$REPOSITORY"/Examples/first-minutes.sh"#
        let now = Recording(showing: try PageLaptop().types(typed).lines)
        let changes = now.words.difference(from: kept.words)
        #expect(changes.isEmpty, "record it anew, as Examples/first-minutes.sh says")
    }

    @Test func `name no command and no option that there is not`() throws {
        var helps: [[String]: Command] = [:]
        func help(_ command: [String]) throws -> Command {
            let line = [Repository.program("bgrun")] + command + ["--help"]
            let help = try helps[command] ?? Command.run(line, environment: ["PATH": "/usr/bin:/bin"])
            helps[command] = help
            return help
        }
        let all = try help([]).output
        for path in Self.paths {
            for (typed, line) in try Page(path).typed {
                let words = typed.split(separator: " ").dropFirst().prefix { $0 != "--" }.map {
                    $0.prefix { $0 != "=" }
                }
                let command = words.prefix { !$0.hasPrefix("-") }.map(String.init)
                let told = try help(command)
                let isKnown =
                    told.status == 0 && (told.output != all || ["", "help"].contains(command.joined()))
                let unknown = words.filter { $0.hasPrefix("-") && !told.output.contains($0) }
                #expect(isKnown && unknown.isEmpty, "\(path):\(line): \(typed): \(unknown) \(told.errors)")
            }
        }
    }

    /// A whole descriptor, which then lies in the home as IDENTIFIER.json; some of a descriptor's keys; or settings of the daemon.
    private func lint(_ block: Page.Block, _ path: String, _ person: PageLaptop) throws {
        let text = block.lines.joined(separator: "\n")
        var identifier = text.firstMatch(of: /"identifier": "([^"]+)"/).map { String($0.1) }
        var whole = text
        if identifier == nil {
            if (try? Policy(json: Array(text.utf8)) { _ in nil }) != nil { return }
            let keys = text.hasPrefix("{") ? String(text.dropFirst().dropLast()) : text
            identifier = "org.example.some"
            whole = #"{"identifier": "org.example.some", "command": ["/bin/true"], \#(keys)}"#
        }
        let file = try person.laptop.daemon.scratch.file("linted.json", whole)
        let name = "\(identifier ?? "").json"
        let said = try person.types("cp \(file) \(name) && bgrun lint \(name)")
        #expect(said.status == 0, "\(path):\(block.line): \(said.lines)")
    }
}

@Suite struct `A page` {
    private let page = Page(
        "page.md",
        text: """
            Type `bgrun status`.

            <!-- $ plug -->
            ```console
            $ echo one \\
                two
            one two
            $ true
            ```

                bgrun why me
            - a list

                goes on
            """)

    @Test func `has commands with their output, hidden ones, and other blocks`() {
        let found = page.pieces.map { piece in
            switch piece {
            case .shown(let command, let output): "\(command): \(output)"
            case .hidden(let command, let line): "\(line): \(command)"
            case .block(let block): "\(block.kind) \(block.line): \(block.lines)"
            }
        }
        #expect(
            found == [
                "3: plug", "echo one \\\n    two: 6..<7", "true: 8..<8",
                "indented 10: [\"    bgrun why me\"]",
            ])
        #expect(page.typed.map(\.command) == ["bgrun status"])
        #expect(page.replacing([(6..<7, ["1", "2"])]).contains("two\n1\n2\n$ true"))
    }

    @Test func `says the same at another time, and not in other words`() {
        let first = Masked(["mail  starts 07:59 (in 14 min 59 s)", "job  waits since Fri 2026-11-27 08:00"])
        #expect(first == Masked(["mail    starts tomorrow 00:01", "   (in 2 h)", "job waits since 08:00"]))
        #expect(first != Masked(["mail  starts 07:59 (in 14 min 59 s)", "job  runs since 08:00"]))
    }
}
