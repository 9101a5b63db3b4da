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

@Suite struct `The rooms` {
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
