// Figures to read, never limits: how long files and functions are.
import BGRunTestSupport
import Testing

private struct Length {
    let name: String
    let lines: Int
}

/// The functions and initialisers of a file that have a body, from their first line to the closing brace.
private func functions(_ source: SourceText) -> [Length] {
    let lines = source.codeLines
    return lines.indices.compactMap { start -> Length? in
        guard lines[start].has("func ") || lines[start].has("init") else { return nil }
        guard let match = lines[start].firstMatch(of: /\b(?:func\s+([\w`]+|\S+?)\s*[(<]|(init)[?]?\s*[(<])/)
        else {
            return nil
        }
        var depth = 0
        var hasBody = false
        for end in start..<lines.count {
            for byte in lines[end].utf8 {
                if byte == UInt8(ascii: "{") { (depth, hasBody) = (depth + 1, true) }
                if byte == UInt8(ascii: "}") { depth -= 1 }
                // A requirement of a protocol has no body: its protocol's brace closes first.
                if depth < 0 { return nil }
            }
            if hasBody, depth == 0 {
                return Length(
                    name: "\(source.path):\(start + 1) \(match.output.1 ?? "init")", lines: end - start + 1)
            }
        }
        return nil
    }
}

/// One line: how many, their median, the ninth in ten, the longest three.
private func figure(_ what: String, _ lengths: [Length]) -> String {
    let sorted = lengths.sorted { ($0.lines, $0.name) < ($1.lines, $1.name) }
    guard let longest = sorted.last else { return "\(what): none" }
    let median = sorted[sorted.count / 2].lines
    let ninth = sorted[min(sorted.count - 1, sorted.count * 9 / 10)].lines
    let names = sorted.suffix(3).reversed().map { "\($0.name) (\($0.lines))" }.joined(separator: ", ")
    return "\(what): \(sorted.count), median \(median), p90 \(ninth), longest \(longest.lines): \(names)"
}

@Suite struct `The figures` {
    @Test func `are printed`() throws {
        for directory in ["Sources", "Tests"] {
            let sources = try SourceText.all(below: directory)
            let files = sources.map { Length(name: $0.path, lines: $0.lines.count - 1) }
            #expect(!files.isEmpty)
            print("figure: \(figure("\(directory), lines of files", files))")
            print("figure: \(figure("\(directory), lines of functions", sources.flatMap(functions)))")
        }
    }
}

@Suite struct `The rules about figures` {
    @Test func `measure functions with a body`() {
        let text = """
            protocol P {
                func a()
            }
            func b() { c() }
            struct S {
                init() {
                    let d = "}"
                }
                func e(
                    f: Int
                ) -> Int {
                    { 1 }()
                }
            }
            """
        let found = functions(SourceText(path: "t.swift", text: text))
        #expect(found.map(\.lines) == [1, 3, 5])
        #expect(found.map(\.name) == ["t.swift:4 b", "t.swift:6 init", "t.swift:9 e"])
    }

    @Test func `find the median, the ninth in ten and the longest`() {
        let lengths = (1...10).map { Length(name: "n\($0)", lines: $0) }
        #expect(figure("x", lengths) == "x: 10, median 6, p90 10, longest 10: n10 (10), n9 (9), n8 (8)")
        #expect(figure("x", []) == "x: none")
    }
}
