// The promises of docs/behaviour.md and the tests that keep them: each has the other.
import BGRunTestSupport
import Testing

/// The numbers of the lines that begin with `**B-17.**`, in their order.
private func promised(_ document: String) -> [Int] {
    document.matches(of: /(?m)^\*\*B-([0-9]+)\.\*\*/).compactMap { Int($0.output.1) }
}

/// The numbers that comments of the tests name, with a place for each: `// B-17`.
private func cited(_ sources: [SourceText]) -> [Int: String] {
    var places: [Int: String] = [:]
    for source in sources {
        for (index, (line, code)) in zip(source.lines, source.codeLines).enumerated() {
            // What is blank in the code is a comment or a literal; the mark of a comment is blanked with it.
            guard line.has("B-"), let mark = line.range(of: "//"), !code.contains("//") else { continue }
            let comment = line[mark.upperBound...]
            let isComment = code.dropFirst(line.distance(from: line.startIndex, to: mark.lowerBound))
                .allSatisfy { $0 == " " }
            guard isComment else { continue }
            for match in comment.matches(of: /\bB-([0-9]+)\b/) {
                if let number = Int(match.output.1) { places[number] = "\(source.path):\(index + 1)" }
            }
        }
    }
    return places
}

/// The numbers that names in a file of scenarios end with, with a place for each: `== ends (B-2, B-3)`.
private func cited(inScenarios text: String, path: String) -> [Int: String] {
    var places: [Int: String] = [:]
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        guard line.hasPrefix("="), let list = line.firstMatch(of: /\((B-[0-9]+(?:, B-[0-9]+)*)\)$/) else {
            continue
        }
        for word in list.output.1.split(separator: ", ") {
            if let number = Int(word.dropFirst(2)) { places[number] = "\(path):\(index + 1)" }
        }
    }
    return places
}

private func differences(promised: [Int], cited: [Int: String]) -> [String] {
    let untested = promised.filter { cited[$0] == nil }.map { "B-\($0) is promised and no test names it" }
    let unpromised = cited.keys.sorted().filter { !promised.contains($0) }
        .map { "\(cited[$0] ?? ""): B-\($0) is not promised" }
    let disorder = zip(promised, promised.dropFirst()).filter { $0 >= $1 }.map { "B-\($1) follows B-\($0)" }
    return untested + unpromised + disorder
}

@Suite struct `Each behaviour that is promised` {
    @Test func `is named by a test, and each that is named is promised`() throws {
        // The samples below are no citations.
        let tests = try SourceText.all(below: "Tests").filter { $0.room != "TidyTests" }
        let numbers = promised(try Repository.text("docs/behaviour.md"))
        #expect(!numbers.isEmpty)
        let scenarios = try Repository.files(below: "Tests", suffix: ".scenario")
            .map { cited(inScenarios: try Repository.text($0), path: $0) }
        let all = scenarios.reduce(cited(tests)) { $0.merging($1) { first, _ in first } }
        let found = differences(promised: numbers, cited: all)
        #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
    }
}

@Suite struct `The rules about behaviours` {
    @Test func `read numbers at the beginning of a line`() {
        #expect(promised("**B-1.** One.\ntext **B-2.**\n\n**B-13.** Two, see B-1.") == [1, 13])
    }

    @Test func `read citations in comments alone`() {
        let text = "a // B-1, B-12\n// also B-3 here\nlet b = \"// B-4\"\nB-5\n"
        let found = cited([SourceText(path: "t.swift", text: text)])
        #expect(found == [1: "t.swift:1", 12: "t.swift:1", 3: "t.swift:2"])
    }

    @Test func `read citations behind the names of scenarios alone`() {
        let text = "# (B-9)\n= A run (B-1)\n\n== ends (B-2, B-12)\n> a (B-3)\n"
        #expect(cited(inScenarios: text, path: "s") == [1: "s:2", 2: "s:4", 12: "s:4"])
    }

    @Test func `name each promise without a test and each citation without a promise`() {
        #expect(
            differences(promised: [1, 3, 2], cited: [1: "a:1", 2: "a:2", 9: "a:3"]) == [
                "B-3 is promised and no test names it", "a:3: B-9 is not promised", "B-2 follows B-3",
            ])
    }
}
