// The sequences of power events in docs/requirements.md and the tests that play them: each has the other.
import BGRunTestSupport
import Testing

/// The numbers at the beginning of the table's rows: `| d01 |`.
private func listed(_ document: String) -> [String] {
    document.matches(of: /(?m)^\| (d[0-9]{2}) \|/).map { String($0.output.1) }
}

/// The numbers behind what tests and scenarios say, with a place for each: `(d08, d09)`.
private func played(_ text: String, path: String) -> [String: String] {
    var places: [String: String] = [:]
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where line.has("(d") && (line.has("`") || line.hasPrefix("== ")) {
        guard let list = line.firstMatch(of: /\((d[0-9]{2}(?:, d[0-9]{2})*)\)(?:`|$| \(B-)/) else { continue }
        for word in list.output.1.split(separator: ", ") { places[String(word)] = "\(path):\(index + 1)" }
    }
    return places
}

@Suite struct `Each sequence of power events` {
    @Test func `is played by a test, and each that a test names is listed`() throws {
        let numbers = listed(try Repository.text("docs/requirements.md"))
        #expect(numbers == (1...24).map { $0 < 10 ? "d0\($0)" : "d\($0)" })
        let texts =
            try SourceText.all(below: "Tests").filter { $0.room != "TidyTests" }.map { ($0.path, $0.text) }
            + Repository.files(below: "Tests", suffix: ".scenario").map { ($0, try Repository.text($0)) }
        let places = texts.reduce(into: [:]) { $0.merge(played($1.1, path: $1.0)) { first, _ in first } }
        let missing = numbers.filter { places[$0] == nil }
        #expect(missing.isEmpty, "no test plays \(missing.joined(separator: ", "))")
        let unlisted = places.keys.sorted().filter { !numbers.contains($0) }
        #expect(unlisted.isEmpty, "\(unlisted.map { "\(places[$0] ?? ""): \($0) is not listed" })")
    }
}

@Suite struct `The rules about sequences` {
    @Test func `read numbers at the beginning of a row, and behind a name`() {
        #expect(listed("| d01 | a (d02) |\n| x | d03 |\n| d24 | b |") == ["d01", "d24"])
        let text =
            "== starts (d01)\n// (d02)\n@Test func `stops (d08, d09)`() {}\n== ends (d03) (B-3)\n`(d1)`"
        let found = played(text, path: "a")
        #expect(found.keys.sorted() == ["d01", "d03", "d08", "d09"])
    }
}
