// The program health-sync: what its README shows is what happens.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Glibc
import Testing

@Suite struct `The program health-sync` {
    private let daemon: DaemonFixture
    private let sync = "com.example.health.bgTask"

    init() throws {
        daemon = try DaemonFixture()
        try daemon.scratch.file(
            "policy.json", #"{\#(EmulatedLaptop.atOnce), "applications": {"spacing": "0s", "linger": "1s"}}"#)
        try daemon.scratch.directory("records")
        for kind in ["samples", "electrocardiograms"] { try add(0..<100, to: kind) }
        try daemon.scratch.file("records/token", "right")
    }

    /// Records as they come: at the end of their file.
    private func add(_ numbers: Range<Int>, to kind: String) throws {
        let series = kind == "samples" ? "72" : "[0.1, 0.9, -0.3]"
        let lines = numbers.map { #"{"id": "\#(kind)-\#($0)", "value": \#(series)}"# + "\n" }.joined()
        let file = daemon.scratch.path("records/\(kind).jsonl")
        let old = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        try daemon.scratch.file("records/\(kind).jsonl", old + lines)
    }

    private var all: Set<String> {
        Set((0..<100).flatMap { ["samples-\($0)", "electrocardiograms-\($0)"] })
    }

    private var successes: Int {
        let names =
            (try? FileManager.default.contentsOfDirectory(atPath: daemon.scratch.path("records"))) ?? []
        return names.count { $0.hasPrefix("HealthKit") }
    }

    private func start(_ server: RecordServer, rest: Int = 0, interval: String? = "--interval=86400") throws
        -> [String]
    {
        let arguments = try permit(server, rest: rest, interval: interval)
        try daemon.start()
        return arguments
    }

    @discardableResult
    private func permit(_ server: RecordServer, rest: Int = 0, interval: String? = "--interval=86400") throws
        -> [String]
    {
        let arguments =
            [
                "--folder=\(daemon.scratch.path("records"))", "--server=\(server.address)", "--rest=\(rest)",
            ] + [interval].compactMap { $0 }
        try daemon.permit(
            "com.example.health", "HealthSync", arguments: arguments,
            tasks: #"{"bgTask": {"gracePeriod": "30s"}, "bgRenewTask": {}}"#)
        return arguments
    }

    /// A program that has gone to the background, with its request pending.
    private func program(_ arguments: [String]) throws -> ExampleProgram {
        let program = try ExampleProgram("HealthSync", arguments, in: daemon)
        program.goToBackground()
        try program.writes("in the background")
        try isPendingOnce()
        // Else its task is started in a process of the daemon's.
        try daemon.settles("both handlers are known") {
            try daemon.call(ListApplicationsCall()).applications.flatMap(\.hosts).contains {
                $0.identifiers.count == 2
            }
        }
        return program
    }

    private func isPendingOnce() throws {
        let jobs = try daemon.status(becomes: "one request, pending") { status in
            status.jobs.count { $0.identifier.text == sync } == 1
                && status.jobs.allSatisfy { $0.state == .scheduled }
        }.jobs
        #expect(jobs.map(\.identifier.text) == [sync])
    }

    private func simulate(_ simulation: Simulation) throws {
        _ = try daemon.call(SimulateCall(Target(identifier: try daemon.name(sync)), simulation))
    }

    /// Each record is there once, and each cut may have cost one batch a second sending.
    private func expectAll(_ server: RecordServer, cuts: Int) {
        #expect(server.records.count == 200 && Set(server.records) == all)
        #expect(server.requests.count <= 10 + cuts)
    }

    @Test func `sends each record once, also what comes meanwhile, and asks for the next night`() throws {
        let server = try RecordServer(in: daemon, token: "right")
        try server.holdAnswers()
        let early = Date()
        let program = try program(try start(server, interval: nil))
        let due = try #require(try daemon.job(sync, becomes: "planned") { $0.due != nil }.due)
        let night = Date(timeIntervalSince1970: Double(due.microseconds) / 1_000_000)
        #expect(try [early, Date()].map(twoAtNight).contains(night))
        try simulate(.launch)
        try server.takes("the first batch") { $0.count == 1 }
        try add(100..<107, to: "electrocardiograms")
        try server.answer()
        #expect(try daemon.wait(sync).outcome == .succeeded)
        try program.writes("uploaded electrocardiograms-100-7")
        #expect(server.records.count == 207 && server.requests.count == 11)
        #expect(successes == 1)
        try isPendingOnce()
    }

    private func twoAtNight(after date: Date) throws -> Date {
        try #require(
            Calendar.current.nextDate(
                after: date, matching: DateComponents(hour: 2, minute: 0), matchingPolicy: .nextTime))
    }

    @Test
    func `sends all of a kind at once, and asks anew first thing in both tasks, where it is the articles'`()
        throws
    {
        let server = try RecordServer(in: daemon, token: "right")
        let arguments = try start(server) + ["--article"]
        let program = try ExampleProgram("HealthSync", arguments, in: daemon)
        program.goToBackground()
        try program.writes("in the background")
        try simulate(.launch)
        #expect(try daemon.wait(sync).outcome == .succeeded)
        #expect(Set(server.records) == all && server.requests.count == 2)
        try program.writes("both kinds") { lines in lines.count { $0.hasPrefix("uploaded") } == 2 }
        _ = try daemon.call(
            SimulateCall(Target(identifier: try daemon.name("com.example.health.bgRenewTask")), .launch))
        #expect(try daemon.wait("com.example.health.bgRenewTask").outcome == .succeeded)
        let jobs = try daemon.status(becomes: "both pending") {
            $0.jobs.count { $0.state == .scheduled } == 2
        }.jobs
        #expect(jobs.allSatisfy { $0.blockers.first?.requirement == "earliestBeginDate" })
    }

    @Test
    func `is told to end after each upload, and goes on in the next run with nothing lost or sent twice`()
        throws
    {
        let server = try RecordServer(in: daemon, token: "right")
        let program = try program(try start(server, rest: 600))
        for cut in 0..<10 {
            try simulate(.launch)
            try program.writes("upload \(cut)") { $0.count { $0.hasPrefix("uploaded") } == cut + 1 }
            try simulate(.stop(.timeBudget))
            try daemon.settles("cut \(cut)") { try daemon.history(sync).count == cut + 1 }
            try isPendingOnce()
        }
        #expect(try daemon.history(sync).allSatisfy { $0.outcome == .expired })
        try simulate(.launch)
        try program.writes("all sent")
        expectAll(server, cuts: 0)
        #expect(successes == 1)
    }

    @Test func `lets go of a server that does not answer when it is told to end, and has asked anew`() throws
    {
        let server = try RecordServer(in: daemon, token: "right")
        let program = try program(try start(server, rest: 600))
        for cut in 0..<10 {
            try server.holdAnswers()
            try simulate(.launch)
            // Two of each batch before, and now this one.
            try server.takes("batch \(cut)") { $0.count == 2 * cut + 1 }
            try simulate(.stop(.timeBudget))
            try daemon.settles("cut \(cut)") { try daemon.history(sync).count == 2 * cut + 1 }
            try isPendingOnce()
            try server.answer()
            // The same batch again, and no more.
            try simulate(.launch)
            try program.writes("upload \(cut)") { $0.count { $0.hasPrefix("uploaded") } == cut + 1 }
            try simulate(.stop(.timeBudget))
            try daemon.settles("cut after \(cut)") { try daemon.history(sync).count == 2 * cut + 2 }
            try isPendingOnce()
        }
        #expect(try daemon.history(sync).map(\.outcome) == Array(repeating: .expired, count: 20))
        try simulate(.launch)
        try program.writes("all sent")
        expectAll(server, cuts: 10)
    }

    @Test func `is killed while each batch is on its way and after it, and no record counts twice`() throws {
        let server = try RecordServer(in: daemon, token: "right")
        let arguments = try start(server, rest: 600)
        for cut in 0..<20 {
            if cut.isMultiple(of: 2) { try server.holdAnswers() }
            let program = try program(arguments)
            let before = server.requests.count
            try simulate(.launch)
            if cut.isMultiple(of: 2) {
                try server.takes("one more") { before < $0.count }
            } else {
                try program.writes("upload") { $0.contains { $0.hasPrefix("uploaded") } }
            }
            try program.kill()
            try daemon.settles("cut \(cut)") { try daemon.history(sync).count == cut + 1 }
            if cut.isMultiple(of: 2) { try server.answer() }
        }
        #expect(try daemon.history(sync).allSatisfy { $0.outcome == .failed })
        let program = try program(arguments)
        try simulate(.launch)
        try program.writes("all sent")
        expectAll(server, cuts: 10)
    }

    /// A cut after a full batch leaves nothing to grow into it.
    @Test(arguments: [false, true])
    func `is cut at a batch that is not full while records come, and sends that very batch again`(
        isKilled: Bool
    ) throws {
        for kind in ["samples", "electrocardiograms"] {
            try daemon.scratch.file("records/\(kind).jsonl", "")
            try add(0..<5, to: kind)
        }
        let server = try RecordServer(in: daemon, token: "right")
        try server.holdAnswers()
        let arguments = try start(server)
        let program = try program(arguments)
        try simulate(.launch)
        try server.takes("a batch of five") { $0.count == 1 }
        for kind in ["samples", "electrocardiograms"] { try add(5..<12, to: kind) }
        if isKilled { try program.kill() } else { try simulate(.stop(.timeBudget)) }
        try daemon.settles("the cut") { try daemon.history(sync).count == 1 }
        // It has them, and nobody was told.
        try server.answer()
        let next = isKilled ? try self.program(arguments) : program
        try isPendingOnce()
        try simulate(.launch)
        try next.writes("all sent")
        #expect(
            server.requests.map(\.key) == [
                "samples-0-5", "samples-0-5", "samples-5-7", "electrocardiograms-0-12",
            ])
        #expect(server.records.count == 24 && Set(server.records).count == 24)
    }

    @Test func `goes on after restarts of the daemon in the middle of its runs, though nobody starts it`()
        throws
    {
        let server = try RecordServer(in: daemon, token: "right")
        try program(try start(server, rest: 600)).kill()
        for cut in 0..<3 {
            try simulate(.launch)
            try daemon.logs(sync, tell: "uploaded")
            _ = try daemon.stop()
            try daemon.start()
            // Its handler has asked anew while the daemon left.
            try isPendingOnce()
            try daemon.settles("cut \(cut)") { try isInterrupted(cut + 1) }
            try daemon.settles("free to begin") { try daemon.blockers(sync) == ["earliestBeginDate"] }
        }
        try simulate(.launch)
        try daemon.logs(sync, tell: "uploaded")
        // Here it may find nobody to ask, and the request itself is due again; or it asks the new daemon for the next day.
        try daemon.kill()
        try permit(server)
        try daemon.start()
        try daemon.settles("all sent, or asked anew") { try successes == 1 || hasAskedAnew() }
        if successes == 0 { try simulate(.launch) }
        try daemon.settles("all sent") { successes == 1 }
        try daemon.settles("its last run") {
            try daemon.history(sync).map(\.outcome) == [.succeeded] + Array(repeating: .interrupted, count: 4)
        }
        try isPendingOnce()
        expectAll(server, cuts: 0)
    }

    /// The job first: who has run since then is in history.
    private func hasAskedAnew() throws -> Bool {
        try daemon.blockers(sync) == ["earliestBeginDate"] && isInterrupted(4)
    }

    private func isInterrupted(_ times: Int) throws -> Bool {
        try daemon.history(sync).map(\.outcome) == Array(repeating: .interrupted, count: times)
    }

    @Test func `has its token renewed by the other task`() throws {
        let server = try RecordServer(in: daemon, token: "new")
        let program = try program(try start(server))
        try simulate(.launch)
        try program.writes("not uploaded: notAuthorised")
        // There is a network, and it has no date.
        try program.writes("token renewed")
        try isPendingOnce()
        try simulate(.launch)
        try program.writes("all sent")
        #expect(server.records.count == 200)
        try daemon.settles("two runs") { try daemon.history(sync).map(\.outcome) == [.succeeded, .failed] }
        #expect(try daemon.history("com.example.health.bgRenewTask").map(\.outcome) == [.succeeded])
    }
}
