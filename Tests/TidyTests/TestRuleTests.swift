// Rules about the tests: none waits by the clock, none is switched off or passes without a word, none is empty; how many there are.
import Testing

/// A function of no arguments that is called `sleep` plays a sleep, and waits for nothing. One function may let time
/// pass: `window(seconds:)`, on one line, for a test that measures how nothing happens.
private func waits(_ source: SourceText) -> [String] {
    SourceText.places(
        of: /\b(?:Task\.sleep|Thread\.sleep|u?sleep|nanosleep)\b\s*\(\s*[^)\s]/, with: ["sleep"],
        in: source.codeLines.map { $0.has("private func window(seconds: Double) {") ? "" : $0 },
        path: source.path)
}

/// TestConditions has all that a test may need of the machine; where it is missing, that is told.
private func switchedOff(_ source: SourceText) -> [String] {
    guard source.room != "TestConditions" else { return [] }
    return source.places(
        of: /[.]disabled\s*\(|[.]enabled\(if|\bwithKnownIssue\b|\bXCTSkip\w*/,
        with: [".disabled", ".enabled", "withKnownIssue", "XCTSkip"])
        + source.places(of: /^\s*#if\s+(?:false|0)\b/, with: ["#if"])
}

/// Tests that return, leave out a part, or fail, where the machine or the user lacks something.
private func silent(_ source: SourceText) -> [String] {
    guard source.room != "TestConditions" else { return [] }
    return source.places(
        of: /\bguard\b[^{]*(?:\bisRoot\b|\bgeteuid\(\) == 0|\bisPossible\b|\bCgroups\.root\b)[^{]*\{ return/,
        with: ["guard "])
        + source.places(of: /\bif \w+\.isRoot \{\s*$/, with: ["isRoot"])
        + source.places(of: /#require\(geteuid\(\)/, with: ["geteuid"])
}

/// Tests in name spaces of their own that do not say that they need root.
private func unasked(_ source: SourceText) -> [String] {
    let needs = /\.(?:root|\w+NameSpace|muteMount)\b/
    let lines = source.codeLines
    return lines.indices.filter { lines[$0].has("try inNamespaces {") }.filter { line in
        let attributes = ["@Test", "@Suite"].compactMap { word in lines[..<line].lastIndex { $0.has(word) } }
        return !attributes.contains { lines[$0].contains(needs) }
    }.map { "\(source.path):\($0 + 1): a test in name spaces of its own needs .root" }
}

/// What the compiler spends most of a clean build of the tests on: 44 ms of a processor for each test, 10 ms for each expectation
/// (measured with Swift 6.3 at -Onone). Tests that differ by a value are one, with `arguments:`; a scenario is a text in a file.
/// Whoever raises a bound says here what for: 7 and 30 for what administrators see of root's jobs; 8 and 30 for the pages that are
/// played, and for batteries at rest and homes that appear; 14 and 60 for the scheduler of tests, what examples show, and property lists.
private let bounds = ["@Test": 2690, "#expect": 7520, "#require": 490]

private func count(_ macro: String, in source: SourceText) -> Int {
    source.codeLines.reduce(0) { $0 + $1.split(separator: macro, omittingEmptySubsequences: false).count - 1 }
}

/// Tests whose body holds nothing. The body may begin some lines below its attribute.
private func empties(_ source: SourceText) -> [String] {
    source.code.matches(of: /[@]Test\b[^{}]*\{\s*\}/).map { match in
        let line = source.code[..<match.range.lowerBound].count { $0 == "\n" } + 1
        return "\(source.path):\(line): a test without a body"
    }
}

@Suite struct `The tests` {
    private func expectNone(_ rule: (SourceText) -> [String]) throws {
        let faults = try SourceText.all(below: "Tests").flatMap(rule)
        #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    }

    @Test func `wait for events and never for the clock`() throws { try expectNone(waits) }

    @Test func `are all switched on`() throws { try expectNone(switchedOff) }

    @Test func `say what they need and lack`() throws {
        try expectNone(silent)
        try expectNone(unasked)
    }

    @Test(arguments: bounds.keys.sorted()) func `are no more than their bound`(macro: String) throws {
        let number = try SourceText.all(below: "Tests").reduce(0) { $0 + count(macro, in: $1) }
        let bound = try #require(bounds[macro])
        print("figure: \(macro): \(number) of at most \(bound)")
        #expect(number <= bound)
    }

    @Test func `all have a body`() throws { try expectNone(empties) }
}

@Suite struct `The rules about tests` {
    private func source(_ text: String) -> SourceText { SourceText(path: "a.swift", text: text) }

    @Test(arguments: ["sleep(1)", "usleep(10)", "try await Task.sleep(for: .seconds(1))", "Thread.sleep (1)"])
    func `find a wait by the clock`(_ code: String) {
        #expect(!waits(source(code)).isEmpty)
        #expect(waits(source("run(\"\(code)\") // \(code)")).isEmpty)
        #expect(waits(source("try world.sleep()")).isEmpty)
        #expect(waits(source("private func window(seconds: Double) { \(code) }")).isEmpty)
    }

    @Test(arguments: [
        "@Test(.disabled()) func a() { b() }", "@Test(.enabled(if: c)) func a() { b() }", "#if false",
    ])
    func `find a test that is switched off`(_ code: String) {
        #expect(!switchedOff(source(code)).isEmpty)
    }

    @Test func `find a test that passes without a word`() {
        #expect(!silent(source("guard Person.isRoot, try a() else { return }")).isEmpty)
        #expect(!silent(source("guard geteuid() == 0 else { return }")).isEmpty)
        #expect(silent(source("guard let user else { return }")).isEmpty)
        #expect(!silent(source("if Bench.isRoot {")).isEmpty)
        #expect(!silent(source("try #require(geteuid() == 0)")).isEmpty)
        #expect(!unasked(source("@Suite struct A {\n@Test func b() {\ntry inNamespaces {")).isEmpty)
        #expect(unasked(source("@Test(.root) func b() {\ntry inNamespaces {")).isEmpty)
    }

    @Test func `find an empty test`() {
        #expect(
            empties(source("let a = 1\n@Test func a() {\n // nothing\n}")) == [
                "a.swift:2: a test without a body"
            ])
        #expect(empties(source("@Test(arguments: [1]) func a(_ b: Int) { c(b) }")).isEmpty)
    }
}
