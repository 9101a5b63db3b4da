// The program observe-behaviour: the published experiment with four tasks, sixty times faster.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

@Suite struct `The program observe-behaviour` {
    private let laptop: EmulatedLaptop
    private let collector: Collector
    private var daemon: DaemonFixture { laptop.daemon }

    init() throws {
        laptop = try EmulatedLaptop(
            [],
            policy: #", "maxRuns": 3, "spacing": "0s", "applications": {"spacing": "25s", "linger": "1s"}"#)
        collector = try Collector(in: laptop.daemon)
    }

    private func name(_ task: Int) -> String { "com.example.observe.task\(task)" }

    /// Submits as the program's user does, and is gone.
    ///
    /// - Parameter grace: Nothing here waits for it, so it is not scaled, but where it runs out.
    private func submit(_ arguments: [String] = [], grace: String = "10s") throws -> [String] {
        let rules =
            #"{"timeBudget": "4830ms", "gracePeriod": "\#(grace)", "requires": {"idle": "1s"}, "#
            + #""onRequirementLost": "freeze"}"#
        let tasks = (1...11).map { #""\#(name($0))": \#(rules)"# }.joined(separator: ", ")
        let arguments = ["--collector=\(collector.address)", "--every=1.05"] + arguments
        try daemon.permit(
            "com.example.observe", "ObserveBehaviour", arguments: arguments, tasks: "{\(tasks)}")
        try daemon.start()
        let program = try ExampleProgram("ObserveBehaviour", arguments, in: daemon)
        #expect(program.end() == 0)
        return program.lines
    }

    private func rest(_ isIdle: Bool) throws {
        if isIdle { try collector.note("idle", "1") }
        try laptop.rest(isIdle)
    }

    private func plugIn() throws {
        try collector.note("power", "1")
        try daemon.plugIn()
    }

    private func isOver(_ task: Int, _ runs: Int = 1) throws {
        try collector.takes("run \(runs) of task \(task)") {
            let all = collector.runs(of: task)
            return all.count == runs && all.last?.last == "expire"
        }
    }

    /// From 0 without a gap, at most five, and the word that it is over. A machine in a hurry may write fewer.
    private func isCounted(_ run: [String], atMost: Int = 5) {
        let counted = Array(run.dropLast())
        let wanted = counted.indices.map { "\($0)" }
        #expect(run.last == "expire" && (1...atMost).contains(counted.count), "\(run)")
        #expect(counted == wanted, "\(run)")
    }

    @Test func `runs three at once and the fourth right after, stands still in use, and starts anew`() throws
    {
        #expect(try submit() == (1...4).map { "task \($0) is pending" })
        try plugIn()
        for task in 1...4 { try daemon.job(name(task), waitsFor: ["idle"]) }
        #expect(collector.lines.map(\.subject) == ["power"])
        try rest(true)
        let crowded = try daemon.status(becomes: "three at once, the fourth waiting") { status in
            status.jobs.count { $0.state == .running } == 3
                && status.jobs.contains { $0.blockers.map(\.requirement) == ["limit"] }
        }
        let last = try #require(crowded.jobs.first { $0.state != .running }).identifier.text
        let fourth = try #require(last.last?.wholeNumberValue)
        // It starts as soon as one of the three has ended, and is interrupted in its middle.
        try collector.takes("the fourth's second line") { collector.lines(of: fourth).count == 2 }
        for task in 1...4 where task != fourth { try isOver(task) }
        try rest(false)
        try daemon.job(last, becomes: "standing still") { $0.state == .frozen }
        let still = try collector.note("idle", "0")
        window(seconds: 2.1)
        let before = collector.lines(of: fourth).count
        for task in 1...4 where task != fourth { isCounted(try #require(collector.runs(of: task).first)) }
        try rest(true)
        let again = try #require(collector.lines.last { $0.subject == "idle" }?.time)
        try isOver(fourth)
        #expect(collector.lines(of: fourth).allSatisfy { $0.time < still || again < $0.time })
        // The next number of the same loop; the budget does not begin anew, but for a line that was due meanwhile.
        let interrupted = try #require(collector.runs(of: fourth).first)
        isCounted(interrupted, atMost: 6)
        #expect(before < interrupted.count)
        for task in 1...2 { try isOver(task, 2) }
        try expectPast(fourth)
    }

    /// Two lines' time, in which none is to come.
    private func window(seconds: Double) { Thread.sleep(forTimeInterval: seconds) }

    /// What history and the table have in the end.
    private func expectPast(_ fourth: Int) throws {
        for task in 1...4 {
            let outcomes = Array(repeating: Outcome.expired, count: task <= 2 ? 2 : 1)
            // What a task says comes before its end is stored.
            try daemon.settles("\(outcomes.count) runs of task \(task) have expired") {
                try daemon.history(name(task)).map(\.outcome) == outcomes
            }
        }
        for task in 1...2 {
            let starts = collector.lines(of: task).filter { $0.value == "0" }.map(\.time)
            // 25 s from the end of a run that took nearly 5 s; and none beside itself.
            #expect(29 < starts[1] - starts[0], "\(starts)")
            #expect(collector.runs(of: task).allSatisfy { $0.count { $0 == "0" } == 1 })
        }
        let told = try #require(collector.lines.first { $0.value == "expire" }?.time)
        let start = try #require(collector.lines(of: fourth).first?.time)
        #expect(told <= start)
        // 3 and 4 have asked for nothing more.
        let pending = try daemon.call(ListApplicationsCall()).applications.flatMap(\.pending).map(\.text)
        #expect(Set(pending).isSubset(of: [name(1), name(2)]))
    }

    @Test(arguments: [[], ["--article"]])
    func `begins when nobody has touched the machine for the time, and on battery what needs no plug`(
        _ form: [String]
    ) throws {
        #expect(try submit(form) == (1...4).map { "task \($0) is pending" })
        try daemon.status(becomes: "in use") { $0.jobs.count == 4 }
        try rest(true)
        for task in [1, 3] { try isOver(task) }
        for task in [2, 4] { try daemon.job(name(task), waitsFor: ["externalPower"]) }
        #expect(collector.lines(of: 2).isEmpty && collector.lines(of: 4).isEmpty)
        try plugIn()
        for task in [2, 4] { try isOver(task) }
        for task in 1...4 { isCounted(try #require(collector.runs(of: task).first)) }
        let plugged = try #require(collector.lines.first { $0.subject == "power" }?.time)
        #expect((collector.lines(of: 2) + collector.lines(of: 4)).allSatisfy { plugged < $0.time })
    }

    @Test func `has ten requests pending, and the eleventh is refused`() throws {
        #expect(
            try submit(["--tasks=11"])
                == (1...10).map { "task \($0) is pending" }
                + ["task 11 is refused: BGTaskSchedulerErrorDomain Code=2"])
    }

    @Test func `loses its process where a task never completes, and what else ran there is due again`() throws
    {
        _ = try submit(["--stubborn=3"], grace: "1s")
        try plugIn()
        try rest(true)
        try daemon.settles("the end of task 3") { try daemon.history(name(3)).map(\.outcome) == [.expired] }
        // The fourth was told that it has to make room, and comes up again in a new process.
        try daemon.settles("the end of task 4") {
            try daemon.history(name(4)).first?.outcome == .expired
        }
        let last = try #require(collector.runs(of: 4).last)
        isCounted(last)
    }
}
