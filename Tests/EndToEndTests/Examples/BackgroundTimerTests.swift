// The program background-timer: what its README shows is what happens.
import BGRunClient
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Glibc
import Testing

@Suite struct `The program background-timer` {
    private let daemon: DaemonFixture
    private let job = "com.example.timer.end"
    private let clock = ContinuousClock()

    init() throws {
        daemon = try DaemonFixture()
        try daemon.scratch.file("policy.json", #"{"applications": {"linger": "1s"}}"#)
        try daemon.permit(
            "com.example.timer", "BackgroundTimer", tasks: #"{"\#(job)": {}}"#, more: #", "spacing": "0s""#)
    }

    /// What it has counted.
    private func numbers(_ lines: [String]) -> [Int] { lines.compactMap { Int($0) } }

    private func timer(_ arguments: String...) throws -> ExampleProgram {
        try ExampleProgram("BackgroundTimer", arguments, in: daemon)
    }

    /// It was stopped, and nobody has sent it on yet.
    private func stop(_ program: ExampleProgram) throws {
        program.send(SIGTSTP)
        try daemon.settles("stopped") { program.state == "T" }
    }

    @Test func `counts on from what is left when it comes back, and ends at zero`() throws {
        try daemon.start()
        let launch = clock.now
        let program = try timer("15", "--second=0.2")
        try program.writes("15")
        let begun = clock.now
        try stop(program)
        let before = numbers(program.lines).count
        window(seconds: 2)
        let back = clock.now
        program.send(SIGCONT)
        let lines = try program.writes("on from there") { numbers($0).count > before }
        let seen = clock.now
        let first = numbers(lines)[before]
        // A machine that is busy is late, so what is right lies between two numbers. Without a delay it is 5.
        let most = 15 - begun.duration(to: back) / .seconds(0.2)
        let least = 15 - launch.duration(to: seen) / .seconds(0.2)
        #expect(first <= Int(most.rounded(.up)) && first >= max(0, Int(least.rounded(.up))))
        try program.writes("finished")
        #expect(program.end() == 0)
        let all = numbers(program.lines)
        #expect(all == all.sorted(by: >) && Set(all).count == all.count)
        #expect(all.last == 0)
        // It has seen the end itself, so nobody is started: there is nothing pending, and there was no run.
        #expect(try daemon.status().jobs.isEmpty)
        #expect(throws: ClientError.self) { try daemon.history(job) }
    }

    @Test func `is started for the end where it does not live to see it`() throws {
        try daemon.start()
        let program = try timer("5", "--second=0.6")
        try program.writes("5")
        let begun = clock.now
        try daemon.job(job, becomes: "pending") { $0.state == .scheduled }
        try program.kill()
        #expect(try daemon.wait(job).outcome == .succeeded)
        // The interval was counted from a moment before.
        #expect(begun.duration(to: clock.now) > .seconds(1))
        #expect(try daemon.logs(job) == "finished\n")
        #expect(try daemon.history(job).map(\.outcome) == [.succeeded])
    }

    @Test func `ends by the daemon's word where that comes first, as it may after a suspend`() throws {
        try daemon.start()
        let program = try timer("15")
        try program.writes("15")
        try daemon.job(job, becomes: "pending") { $0.state == .scheduled }
        _ = try daemon.call(SimulateCall(Target(identifier: try daemon.name(job)), .launch))
        try program.writes("finished")
        #expect(program.end() == 0)
        #expect(program.lines.count { $0 == "finished" } == 1 && program.lines.last == "finished")
        #expect(try daemon.history(job).map(\.outcome) == [.succeeded])
        try daemon.status(becomes: "nothing pending") { $0.jobs.isEmpty }
    }

    @Test func `tells of each end in a process that sees several`() throws {
        try daemon.scratch.file("policy.json", #"{"applications": {"linger": "1m"}}"#)
        try daemon.start()
        for count in 1...2 {
            let program = try timer("5", "--second=0.6")
            try program.writes("5")
            try daemon.job(job, becomes: "pending") { $0.state == .scheduled }
            try program.kill()
            #expect(try daemon.wait(job).outcome == .succeeded)
            #expect(try daemon.logs(job) == "finished\n", "end \(count)")
        }
    }

    @Test func `has the same end when the daemon is restarted in its middle`() throws {
        try daemon.start()
        let program = try timer("20", "--second=0.7")
        try program.writes("20")
        let due = try #require(try daemon.job(job, becomes: "pending") { $0.state == .scheduled }.due)
        _ = try daemon.stop()
        try daemon.start()
        let later = try #require(try daemon.job(job, becomes: "pending") { $0.state == .scheduled }.due)
        let moved = due.duration(to: later)
        #expect((.milliseconds(-100) ... .milliseconds(100)).contains(moved), "\(moved)")
        try program.kill()
        #expect(try daemon.wait(job).outcome == .succeeded)
        #expect(try daemon.logs(job) == "finished\n")
    }

    @Test func `stands still while it is paused, and nobody waits for its end`() throws {
        try daemon.start()
        let program = try timer("10", "--second=0.5")
        try program.writes("10")
        try program.type("pause")
        let paused = try program.writes("paused") { $0.last?.hasPrefix("paused") ?? false }
        try daemon.status(becomes: "nothing pending") { $0.jobs.isEmpty }
        window(seconds: 1)
        #expect(program.lines == paused)
        try program.type("resume")
        try daemon.job(job, becomes: "pending") { $0.state == .scheduled }
        let lines = try program.writes("finished")
        let left = try #require(paused.last?.split(separator: " ").last.flatMap { Int($0) })
        #expect(numbers(lines)[(paused.count - 1)...].first == left)
        #expect(lines.count { $0 == "finished" } == 1)
        #expect(program.end() == 0)
    }

    @Test func `passes zero, and starts by itself at each return, where it counts as articles do`() throws {
        let program = try timer("5", "--second=0.1", "--article")
        try program.writes("5")
        try stop(program)
        window(seconds: 1)
        program.send(SIGCONT)
        let lines = try program.writes("ended")
        let below = numbers(lines).filter { $0 < 0 }
        #expect(below.count == 1 && lines.suffix(2) == ["\(below.first ?? 0)", "ended"])
        // Nobody has started it again.
        try stop(program)
        program.send(SIGCONT)
        try program.writes("counting anew") { lines in lines.count { $0 == "ended" } == 2 }
        try program.kill()
    }

    @Test func `counts without a daemon, as long as it lives`() throws {
        let program = try timer("3", "--second=0.1")
        try program.writes("finished")
        #expect(program.end() == 0)
        #expect(program.lines.contains { $0.hasPrefix("nobody else will see the end: ") })
    }

    private func window(seconds: Double) { Thread.sleep(forTimeInterval: seconds) }
}
