// The program refresh-and-process: what its README shows is what happens.
import BGRunCalendar
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Glibc
import Testing

@Suite struct `The program refresh-and-process` {
    private let daemon: DaemonFixture
    private let five = (1...5).map { "this operation id is \($0)" }
    private let refresh = "com.example.news.refresh"
    private let process = "com.example.news.process"

    init() throws {
        daemon = try DaemonFixture(isPlugged: false)
        try daemon.scratch.file(
            "policy.json",
            #"{"settle": {"externalPower": "0s"}, "applications": {"spacing": "0s", "linger": "1s"}}"#)
    }

    private func permit(_ arguments: [String] = []) throws {
        try daemon.permit(
            "com.example.news", "RefreshAndProcess", arguments: arguments,
            tasks: #"{"\#(refresh)": {}, "\#(process)": {}}"#)
    }

    private func simulate(_ what: SimulateCall) throws { _ = try daemon.call(what) }

    @Test func `waits for the plug and for its date, and asks for the next refresh each time`() throws {
        try permit()
        try daemon.start()
        let program = try ExampleProgram("RefreshAndProcess", in: daemon)
        try program.writes("registered: true true")
        program.goToBackground()
        try program.writes("in the background")
        let status = try daemon.status(becomes: "two pending") { $0.jobs.count == 2 }
        let waiting = try #require(status.jobs.first { $0.identifier.text == process })
        #expect(waiting.blockers.map(\.requirement) == ["externalPower"])
        let first = try #require(status.jobs.first { $0.identifier.text == refresh }?.due)
        let ahead = WallTime(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000)).duration(
            to: first)
        #expect((.seconds(898) ... .seconds(902)).contains(ahead), "\(ahead)")

        try daemon.plugIn()
        #expect(try daemon.wait(process).outcome == .succeeded)
        try program.writes("five lines") { $0.filter { $0.hasPrefix("this") } == five }
        #expect(try daemon.history(process).map(\.outcome) == [.succeeded])
        // Its handler has submitted the next refresh first thing, in place of the one before.
        let later = try daemon.job(refresh, becomes: "later") { $0.due.map { first < $0 } ?? false }
        #expect(later.state == .scheduled)
    }

    @Test(arguments: [[], ["--article"]])
    func `is refreshed when its date comes, and waits for the next`(_ form: [String]) throws {
        try permit()
        try daemon.start()
        let program = try ExampleProgram("RefreshAndProcess", ["--interval=1"] + form, in: daemon)
        program.goToBackground()
        try program.writes("two refreshes") { $0.filter { $0.hasPrefix("this") }.starts(with: five + five) }
        try daemon.job(refresh, becomes: "pending again") { $0.state == .scheduled }
        #expect(try daemon.history(refresh).allSatisfy { $0.outcome == .succeeded })
    }

    @Test func `is started where it does not run`() throws {
        try permit()
        try daemon.start()
        let program = try ExampleProgram("RefreshAndProcess", in: daemon)
        program.goToBackground()
        try daemon.status(becomes: "two pending") { $0.jobs.count == 2 }
        try program.kill()
        try simulate(SimulateCall(Target(identifier: try daemon.name(process)), .launch))
        #expect(try daemon.wait(process).outcome == .succeeded)
        let lines = try daemon.logs(process).split(separator: "\n").map(String.init)
        #expect(lines == five)
        let run = try #require(try daemon.history(process).first)
        #expect(run.isSimulated)
    }

    @Test(arguments: [(false, Outcome.succeeded), (true, .expired)])
    func `is warned in the middle, and reports success for what was cut short unless it is honest`(
        isHonest: Bool, outcome: Outcome
    ) throws {
        try permit()
        try daemon.start()
        let arguments = ["--slow=1"] + (isHonest ? ["--honest"] : [])
        let program = try ExampleProgram("RefreshAndProcess", arguments, in: daemon)
        program.goToBackground()
        try daemon.status(becomes: "two pending") { $0.jobs.count == 2 }
        try simulate(SimulateCall(Target(identifier: try daemon.name(process)), .launch))
        try program.writes(five[1])
        try simulate(SimulateCall(Target(identifier: try daemon.name(process)), .stop(.timeBudget)))
        #expect(try daemon.wait(process).outcome == outcome)
        #expect(program.lines.filter { $0.hasPrefix("this") } == Array(five[..<2]))
    }

    @Test func `says what Apple's framework would where there is no daemon, or no permission`() throws {
        let alone = try ExampleProgram("RefreshAndProcess", in: daemon)
        try alone.writes("registered: true true")
        alone.goToBackground()
        try alone.writes(
            "Could not schedule com.example.news.process: BGTaskSchedulerErrorDomain Code=1")
        try daemon.start()
        let stranger = try ExampleProgram("RefreshAndProcess", in: daemon)
        try stranger.writes("registered: false false")
        stranger.goToBackground()
        try stranger.writes(
            "Could not schedule com.example.news.process: BGTaskSchedulerErrorDomain Code=3")
        #expect(stranger.lines.contains { $0.contains("bgrun permit") })
    }

    @Test func `is trapped where it registers one identifier twice, as who copies the code does`() throws {
        try permit()
        try daemon.start()
        let program = try ExampleProgram("RefreshAndProcess", ["--copied"], in: daemon)
        #expect(try #require(program.end()) > 128)
        #expect(
            program.lines.contains {
                $0.contains("a handler for com.example.news.refresh is registered already")
            })
    }
}
