// Scenarios as files: each is played, and how a file of them is read.
import BGRunJob
import Testing

@Suite struct `Each scenario` {
    @Test(arguments: try ScenarioFile.chosen())
    func `plays as it is written`(_ scenario: WrittenScenario) {
        check(scenario.text, policy: scenario.policy, sourceLocation: scenario.place)
    }
}

@Suite struct `A file of scenarios` {
    private func read(_ text: String) throws -> [WrittenScenario] {
        try ScenarioFile(path: "Scenarios/power-lost.log", text: text).scenarios
    }

    @Test func `without names is one, named for the file`() throws {
        let scenarios = try read("# An excerpt.\n> saved\n\n< forget a\n")
        #expect(scenarios.map(\.slug) == ["power-lost"])
        #expect(scenarios.map(\.text) == ["> saved\n< forget a"])
    }

    @Test func `names each by its subject, and where it begins`() throws {
        let scenarios = try read("= A run (B-1)\n== ends (B-2, B-3)\n> a\n== starts (d01)\n> b\n")
        #expect(scenarios.map(\.title) == ["A run ends", "A run starts (d01)"])
        #expect(scenarios.map(\.place.line) == [2, 4])
    }

    @Test func `has what is given stand before what follows, with its keys`() throws {
        let text = """
            given one:
            > a {KEYS}
            given one more:
            given one "b":1
            > c
            == plays
            given one more
            > d
            """
        #expect(try read(text).map(\.text) == ["> a {\"b\":1}\n> c\n> d"])
    }

    @Test func `plays one as often as it has values for its words`() throws {
        let scenarios = try read("== plays\nwith A=1 B=2\nwith A=3 B=\npolicy {\"maxRuns\":7}\n> A B\n")
        #expect(scenarios.map(\.text) == ["> 1 2", "> 3 "])
        #expect(scenarios.map(\.policy.maxRuns) == [7, 7])
    }

    @Test func `has lines repeated`() throws {
        #expect(try read("== plays\nrepeat 3\n> a\nend\n> b\n").map(\.text) == ["> a\n> a\n> a\n> b"])
    }

    @Test(arguments: [
        ("== a\nrepeat 3\n> a\n", "1: no `end`"),
        ("= A\n> a\n== b\n", "2: no scenario has begun: > a"),
        ("== a\n== b\n> c\n", "1: nothing is played"), ("# Nothing.\n", "1: nothing is played"),
        ("> a\ngiven b\n", "2: nothing above is called: b"),
        ("given a:\n> b\ngiven a:\n> b\n== c\n", "3: given twice: a"),
        ("== a\n> b\n== a\n> b\n", "3: a scenario has this name already:  a"),
        ("== a\nwith b\n", "2: `with` takes WORD=VALUE, not b"),
        ("== a\nwith B=1\n> c\n", "1: no line has the word B"),
        ("given a:\nwith B=1\n> B\n== c\n", "1: what is given has no"),
        ("given a:\n> b\n== c\ngiven a ,d\n", "4: nothing in `a` has the word KEYS"),
        ("== a\nrepeat b\n", "2: `repeat` takes a number"),
        ("== a\nend\n", "2: `end` without `repeat`"),
        ("== a\npolicy {\"a\":1}\n", "2: a"),
    ])
    func `with a fault is refused, with its line`(text: String, words: String) {
        let fault = #expect(throws: ScenarioFile.Fault.self) { try read(text) }
        #expect(fault?.description.hasPrefix("Scenarios/power-lost.log:\(words)") == true, "\(fault as Any)")
    }
}
