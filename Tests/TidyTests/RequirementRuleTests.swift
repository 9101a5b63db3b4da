// What a new requirement touches: ARCHITECTURE.md has the list, and no other file tells requirements apart.
import BGRunTestSupport
import Testing

/// A file that tells so many of them apart in its `case`s knows all of them.
private let many = 8

/// The names of the cases that `text` declares between two texts.
private func cases(in path: String, from start: String, to end: String) throws -> Set<String> {
    let code = try SourceText(path: path).code
    let begin = try #require(code.firstRange(of: start)?.upperBound)
    let finish = try #require(code[begin...].firstRange(of: end)?.lowerBound)
    return Set(
        code[begin..<finish].split(separator: "\n").filter { $0.contains("case ") }.flatMap { line in
            line.matches(of: /\b(\w+)(?:\([^)]*\))?(?:,|\s*$)/).map { String($0.1) }
        })
}

/// Those of the names that the labels of the file's `case`s have.
private func told(_ names: Set<String>, in source: SourceText) -> Set<String> {
    var found: Set<String> = []
    for label in source.code.matches(of: /\bcase\s([^:{}]*?):/) {
        for name in label.1.matches(of: /\.(\w+)/) where names.contains(String(name.1)) {
            found.insert(String(name.1))
        }
    }
    return found
}

@Suite struct `A new requirement` {
    private let names: Set<String>

    init() throws {
        names = try cases(
            in: "Sources/BGRunJob/Requirement/Requirement.swift", from: "enum Kind", to: "}"
        ).union(
            try cases(in: "Sources/BGRunJob/Reading/Subject.swift", from: "enum Subject", to: "}")
        ).union(
            try cases(in: "Sources/BGRunJob/Reading/Observation.swift", from: "enum Observation", to: "}"))
    }

    /// The files that the page's recipe names.
    private func recipe() throws -> Set<String> {
        let page = try Repository.text("ARCHITECTURE.md")
        let begin = try #require(page.firstRange(of: "- A new requirement")?.lowerBound)
        let rest = page[begin...].dropFirst()
        let end = rest.firstRange(of: "\n- ")?.lowerBound ?? rest.endIndex
        return Set(rest[..<end].matches(of: /`([\w+]+\.swift)`/).map { String($0.1) })
    }

    private func files(below directory: String) throws -> Set<String> {
        Set(
            try SourceText.all(below: directory).filter { told(names, in: $0).count >= many }
                .map { String($0.path.split(separator: "/").last ?? "") })
    }

    @Test func `has a name that is found`() {
        #expect(names.isSuperset(of: ["externalPower", "command", "locks", "check", "present"]))
        #expect(names.isDisjoint(with: ["case", "Kind", "String", "unmeteredNetwork"]))
    }

    @Test func `touches the files that the recipe names, and no other tells requirements apart`() throws {
        let told = try files(below: "Sources").union(try files(below: "Tests"))
        let named = try recipe()
        #expect(told.subtracting(named).isEmpty, "these are not in the recipe of ARCHITECTURE.md")
        #expect(named.subtracting(told).isEmpty, "the recipe of ARCHITECTURE.md names these for nothing")
    }

    @Test func `is found in a file that has a switch over all of them`() {
        let text = """
            switch kind {
            case .load, .lid: "case .vpn: a"
            case .vpn(let name), .idle: b
            case .locked: c
            }
            """
        #expect(
            told(
                ["load", "lid", "vpn", "idle", "locked", "ssid"], in: SourceText(path: "a.swift", text: text))
                == ["load", "lid", "vpn", "idle", "locked"])
    }
}
