// The program assertion-operation: what its README shows is what happens.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Glibc
import Testing

@Suite struct `The program assertion-operation` {
    private let laptop: EmulatedLaptop
    private var daemon: DaemonFixture { laptop.daemon }

    init() throws { laptop = try EmulatedLaptop([]) }

    private func start(limit: String = "10m") throws {
        try daemon.scratch.file(
            "policy.json", #"{\#(EmulatedLaptop.atOnce), "assertions": {"limit": "\#(limit)"}}"#)
        try daemon.start()
    }

    private func program(_ arguments: String...) throws -> ExampleProgram {
        try ExampleProgram("AssertionOperation", arguments, in: daemon)
    }

    private func held() throws -> [String] { try daemon.status().assertions.map(\.why) }

    private func holds(_ names: String...) throws {
        try daemon.settles("\(names) is held") { try held() == names }
    }

    /// What is said of an operation when it has ended.
    private func outcome(of name: String, _ program: ExampleProgram) throws -> String {
        func isOutcome(_ line: String) -> Bool {
            line.hasPrefix("\(name): stopped") || line.hasPrefix("\(name): all")
        }
        return try program.writes("how \(name) ended") { $0.contains(where: isOutcome) }.last(
            where: isOutcome) ?? ""
    }

    private func isDelayed() throws -> Bool {
        try (laptop.bus.ask("inhibitors") ?? "").contains("bgrun:delay:sleep")
    }

    @Test(arguments: [[], ["--article"]])
    func `stops when its time is over, after one cleanup, and holds nothing then`(_ form: [String]) throws {
        try start(limit: "2s")
        let program = try ExampleProgram("AssertionOperation", form, in: daemon)
        try program.writes("work: begins")
        let outcome = try outcome(of: "work", program)
        #expect(outcome.hasSuffix(", isCancelled"))
        let pages = outcome.split { !$0.isNumber }.first.flatMap { Int($0) }
        #expect((1..<10_000).contains(pages ?? 0), "\(outcome)")
        #expect(program.lines.filter { $0.hasPrefix("work") } == ["work: begins", "work: cleanup", outcome])
        try holds()
        program.goToBackground()
        #expect(program.end() == 0)
    }

    @Test func `ends by itself where its work is short`() throws {
        try start(limit: "2s")
        let program = try program("--pages=5", "--size=1000")
        #expect(try outcome(of: "work", program).hasPrefix("work: all 5 pages, sum "))
        #expect(!program.lines.contains("work: cleanup"))
        try holds()
    }

    @Test func `holds one assertion at a time where three depend on each other`() throws {
        try start()
        let program = try program("--names=first,second,third")
        for name in ["first", "second", "third"] {
            try holds(name)
            try program.writes("\(name): begins")
            try program.type("cancel \(name)")
            #expect(try outcome(of: name, program).hasSuffix("isCancelled"))
        }
        try holds()
        #expect(
            program.lines.filter { $0.hasSuffix("begins") } == [
                "first: begins", "second: begins", "third: begins",
            ])
    }

    @Test func `ends early, and its assertion with it, where somebody cancels it in its middle`() throws {
        try start()
        let program = try program()
        try program.writes("work: begins")
        try holds("work")
        try program.type("cancel work")
        #expect(try outcome(of: "work", program).hasSuffix("isCancelled"))
        #expect(!program.lines.contains("work: cleanup"))
        try holds()
    }

    @Test func `leaves its assertion open there where it is written as in articles`() throws {
        try start()
        let program = try program("--article")
        try program.writes("work: begins")
        try holds("work")
        try program.type("cancel work")
        #expect(try outcome(of: "work", program).hasSuffix("isCancelled"))
        // Nobody works any more.
        #expect(try held() == ["work"])
        try program.kill()
        try holds()
    }

    @Test func `never asks for an assertion where it is cancelled in the queue`() throws {
        try start()
        let program = try program("--names=first,second")
        try holds("first")
        try program.type("cancel second")
        try program.type("cancel first")
        #expect(try outcome(of: "second", program) == "second: stopped after page 0, isCancelled")
        #expect(!program.lines.contains("second: begins"))
        // The next that is granted is the second one ever.
        let next = try self.program()
        try holds("work")
        #expect(try daemon.status().assertions.map(\.id) == [AssertionID(2)])
        try next.kill()
    }

    @Test func `keeps nothing back once it is killed`() throws {
        try start()
        let program = try program()
        try holds("work")
        try daemon.settles("sleep is delayed") { try isDelayed() }
        try program.kill()
        let killed = ContinuousClock.now
        try daemon.settles("sleep is free") { try !isDelayed() }
        // A second, and what a busy machine takes.
        #expect(killed.duration(to: .now) < .seconds(5))
        #expect(try held().isEmpty)
    }

    @Test func `is warned of sleep, which waits until it has stopped`() throws {
        try start()
        let program = try program()
        try program.writes("work: begins")
        try daemon.settles("sleep is delayed") { try isDelayed() }
        try laptop.bus.play("sleep 1")
        #expect(try outcome(of: "work", program).hasSuffix("isCancelled"))
        #expect(program.lines.contains("work: cleanup"))
        try daemon.settles("sleep is free") { try !isDelayed() }
        #expect(try held().isEmpty)
    }

    @Test func `has sleep wait four seconds at most where it does not stop`() throws {
        try start()
        let program = try program("--stubborn")
        try program.writes("work: begins")
        try daemon.settles("sleep is delayed") { try isDelayed() }
        let begin = ContinuousClock.now
        try laptop.bus.play("sleep 1")
        try program.writes("work: cleanup")
        try daemon.settles("sleep is free") { try !isDelayed() }
        // Four seconds, and what a busy machine takes.
        #expect((.seconds(3) ... .seconds(10)).contains(begin.duration(to: .now)))
        #expect(try held() == ["work"])
    }
}
