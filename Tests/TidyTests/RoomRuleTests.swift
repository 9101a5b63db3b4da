// The arrows between rooms: the table in ARCHITECTURE.md says what the files import, no less and no more.
import BGRunTestSupport
import Testing

/// Which modules each room imports.
private typealias Arrows = [String: Set<String>]

/// Reads the table that begins with `| room | may import |`.
private func table(_ document: String) -> Arrows {
    var arrows: Arrows = [:]
    let rows = document.split(separator: "\n", omittingEmptySubsequences: false)
        .drop { $0 != "| room | may import |" }
        .prefix { $0.hasPrefix("|") }
        .dropFirst(2)
    for row in rows {
        let cells = row.split(separator: "|").map { $0.matches(of: /`(\w+)`/).map { String($0.output.1) } }
        guard let room = cells.first?.first, let modules = cells.dropFirst().first else { continue }
        arrows[room] = Set(modules)
    }
    return arrows
}

/// Every import of every room, whatever attribute, access level or submodule it is written with.
private func imports(of sources: [SourceText]) -> Arrows {
    var arrows: Arrows = [:]
    for source in sources {
        let modules = source.codeLines.filter { $0.has("import ") }.compactMap { line in
            line.firstMatch(
                of:
                    /^\s*(?:#if.*|@\w+(?:\(\w+\))?\s+|(?:package|private|internal|fileprivate|public)\s+)*import\s+(?:(?:struct|class|enum|protocol|func|let|var|typealias)\s+)?(\w+)/
            ).map { String($0.output.1) }
        }
        arrows[source.room, default: []].formUnion(modules)
    }
    return arrows
}

private func differences(table: Arrows, imports: Arrows) -> [String] {
    Set(table.keys).union(imports.keys).sorted().flatMap { room -> [String] in
        guard let allowed = table[room] else { return ["\(room): is not in the table"] }
        guard let found = imports[room] else { return ["\(room): is in the table and not in Sources"] }
        return found.subtracting(allowed).sorted().map {
            "\(room): imports \($0), and the table has no such arrow"
        }
            + allowed.subtracting(found).sorted().map {
                "\(room): imports no \($0), and the table has the arrow"
            }
    }
}

/// How many files stand side by side where a person can still find the one that is looked for.
private let mostFiles = 24

/// Folders in which too many files stand side by side.
private func crowdedFolders(_ paths: [String]) -> [String] {
    var counts: [Substring: Int] = [:]
    for path in paths { counts[path[..<(path.lastIndex(of: "/") ?? path.startIndex)], default: 0] += 1 }
    return counts.filter { $0.value > mostFiles }.map { "\($0.key): \($0.value) files" }.sorted()
}

/// Types of at most eight lines that one other file of their room uses and nobody else: their place is in that file.
private func lonelyTypes(_ sources: [SourceText]) -> [String] {
    sources.compactMap { source in
        let name = String(source.path.split(separator: "/").last?.dropLast(".swift".count) ?? "")
        let lines = source.codeLines.filter { !$0.allSatisfy(\.isWhitespace) && !$0.hasPrefix("import ") }
        // What programs see by its name is a file of its own, however short it is.
        guard lines.count <= 8, !name.isEmpty, !name.contains("+"), !source.code.has("open class ") else {
            return nil
        }
        let users = sources.filter { $0.path != source.path && $0.code.has(name) && $0.names(name) }
        guard users.count == 1, users[0].room == source.room else { return nil }
        return "\(source.path): is used by \(users[0].path) alone"
    }
}

extension SourceText {
    /// Whether the word stands in the code by itself.
    fileprivate func names(_ word: String) -> Bool {
        code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { $0 == word }
    }
}

@Suite struct `The rooms` {
    @Test func `have folders of at most 24 files`() throws {
        let paths = try ["Sources", "Tests"].flatMap { try SourceText.all(below: $0) }.map(\.path)
        let found = crowdedFolders(paths)
        #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
    }

    @Test func `keep a tiny type in the one file that uses it`() throws {
        // A subcommand is a file of its own, however short it is.
        let found = lonelyTypes(try SourceText.all(below: "Sources").filter { $0.room != "bgrun" })
        #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
    }

    @Test func `import what ARCHITECTURE.md says, no less and no more`() throws {
        let found = differences(
            table: table(try Repository.text("ARCHITECTURE.md")),
            imports: imports(of: try SourceText.all(below: "Sources")))
        #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
    }

    @Test func `are explained in at most 200 lines`() throws {
        #expect(try Repository.text("ARCHITECTURE.md").count { $0 == "\n" } <= 200)
    }
}

@Suite struct `The rules about rooms` {
    private let document = """
        text

        | room | may import |
        | --- | --- |
        | `A` | nothing |
        | `B` | `A`, `Glibc` |

        | `C` | `A` |
        """

    @Test func `read the table and no other`() {
        #expect(table(document) == ["A": [], "B": ["A", "Glibc"]])
    }

    @Test func `find a folder that is too full, and no other`() {
        let crowd = (1...25).map { "Sources/A/B/\($0).swift" }
        #expect(crowdedFolders(crowd + ["Sources/A/1.swift"]) == ["Sources/A/B: 25 files"])
        #expect(crowdedFolders(Array(crowd.dropLast())).isEmpty)
    }

    @Test func `find a tiny type that one file of its room uses`() {
        let tiny = SourceText(path: "Sources/A/Tiny.swift", text: "// Tiny.\nimport B\nstruct Tiny {}\n")
        let user = SourceText(path: "Sources/A/User.swift", text: "let tiny = Tiny()")
        let other = SourceText(path: "Sources/B/Other.swift", text: "let tiny = Tiny()")
        #expect(lonelyTypes([tiny, user]) == ["Sources/A/Tiny.swift: is used by Sources/A/User.swift alone"])
        #expect(lonelyTypes([tiny, user, other]).isEmpty)
        #expect(lonelyTypes([tiny, other]).isEmpty)
    }

    @Test func `read every way to write an import`() {
        let text = """
            // import Comment
            import A
            package import B
            @_exported import C
            @preconcurrency public import D
            import struct E.Name
            let a = "import F"
            """
        let source = SourceText(path: "Sources/Room/a.swift", text: text)
        #expect(imports(of: [source]) == ["Room": ["A", "B", "C", "D", "E"]])
    }

    @Test func `name each arrow too many and each too few`() {
        let found = differences(
            table: ["A": [], "B": ["A", "Glibc"], "D": []], imports: ["A": ["B"], "B": ["A"], "C": []])
        #expect(
            found == [
                "A: imports B, and the table has no such arrow",
                "B: imports no Glibc, and the table has the arrow",
                "C: is not in the table", "D: is in the table and not in Sources",
            ])
    }
}
