// Rules about the tests: none waits by the clock, none is switched off, none is empty.
import Testing

/// A function of no arguments that is called `sleep` plays a sleep, and waits for nothing. One function may let time
/// pass: `window(seconds:)`, on one line, for a test that measures how nothing happens.
private func waits(_ source: SourceText) -> [String] {
    SourceText.places(
        of: /\b(?:Task\.sleep|Thread\.sleep|u?sleep|nanosleep)\b\s*\(\s*[^)\s]/, with: ["sleep"],
        in: source.codeLines.map { $0.has("private func window(seconds: Double) {") ? "" : $0 },
        path: source.path)
}

private func switchedOff(_ source: SourceText) -> [String] {
    source.places(
        of: /[.]disabled\s*\(|[.]enabled\(if|\bwithKnownIssue\b|\bXCTSkip\w*/,
        with: [".disabled", ".enabled", "withKnownIssue", "XCTSkip"])
        + source.places(of: /^\s*#if\s+(?:false|0)\b/, with: ["#if"])
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

    @Test func `find an empty test`() {
        #expect(
            empties(source("let a = 1\n@Test func a() {\n // nothing\n}")) == [
                "a.swift:2: a test without a body"
            ])
        #expect(empties(source("@Test(arguments: [1]) func a(_ b: Int) { c(b) }")).isEmpty)
    }
}
