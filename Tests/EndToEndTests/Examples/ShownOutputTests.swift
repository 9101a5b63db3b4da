// What the READMEs of the examples and the tutorial show of commands has the columns that the commands print today.
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

@Suite struct `What examples and the tutorial show` {
    /// A command in a text, with what is shown of its output.
    private struct Shown {
        let place: String
        let command: String
        var lines: [String] = []
        var heading: [Substring]? {
            lines.first { $0.hasPrefix("JOB ") || $0.hasPrefix("RUN ") || $0.hasPrefix("APPLICATION ") }?
                .split(separator: " ")
        }
    }

    private static let commands = ["status", "history", "applications"]

    private func shown() throws -> [Shown] {
        let resources = "Sources/BackgroundTasks/BackgroundTasks.docc/Resources"
        let files =
            try Repository.files(below: "Examples", suffix: "README.md")
            + Repository.files(below: resources, suffix: ".txt")
        var found: [Shown] = []
        for file in files {
            var current: Shown?
            for line in try Repository.text(file).split(separator: "\n", omittingEmptySubsequences: false) {
                let text = line.drop { $0 == " " }
                if text.hasPrefix("$ ") {
                    if let current { found.append(current) }
                    // The last command of a line is whose output is seen.
                    let words =
                        text.split(separator: ";").last?.split(separator: " ").filter { $0 != "$" } ?? []
                    let isMeant =
                        words.count > 1 && words[0] == "bgrun" && Self.commands.contains(String(words[1]))
                    current = isMeant ? Shown(place: file, command: String(words[1])) : nil
                } else {
                    current?.lines.append(String(text))
                }
            }
            if let current { found.append(current) }
        }
        return found
    }

    @Test func `has the columns of today`() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let person = Person(daemon: daemon)
        _ = try person.says("permit", "org.a", "--task", "org.a.b", "--", "/bin/true")
        _ = try person.says("submit", "--identifier", "a", "--wait", "--", "/bin/true")
        var today: [String: [Substring]] = [:]
        for command in Self.commands {
            today[command] =
                Shown(
                    place: command, command: command,
                    lines: try person.says(command).split(separator: "\n").map {
                        String($0.drop { $0 == " " })
                    }
                ).heading
        }
        #expect(today.count == Self.commands.count)
        let tables = try shown().filter { $0.heading != nil }
        // Each kind is shown somewhere, or nothing was found.
        #expect(Set(tables.map(\.command)) == Set(Self.commands))
        for table in tables {
            // A narrow terminal leaves columns out.
            var left = (today[table.command] ?? [])[...]
            let isSame = (table.heading ?? []).allSatisfy { word in
                left = left.drop { $0 != word }
                return left.popFirst() != nil
            }
            #expect(
                isSame,
                "\(table.place) shows `bgrun \(table.command)` with other columns: \(table.heading ?? [])")
            guard table.command == "status",
                let first = table.lines.firstIndex(where: { $0.hasPrefix("JOB ") })
            else { continue }
            let hasHeadline = table.lines[..<first].contains {
                $0.hasPrefix("all is well") || $0.first?.isNumber == true && $0.contains("failing")
            }
            #expect(hasHeadline, "\(table.place) shows `bgrun status` without its headline")
        }
    }
}
