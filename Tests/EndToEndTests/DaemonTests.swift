// A real daemon on a directory of its own: what it promises to those who submit, run and look.
import BGRunClient
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

@Suite struct `A daemon` {
    private let daemon: DaemonFixture

    init() throws {
        daemon = try DaemonFixture()
        try daemon.start()
    }

    @Test func `runs a submitted job and keeps its output and its end`() throws {
        let reply = try daemon.submit([
            "identifier": "org.example.hello",
            "shell": "echo out; echo err >&2; echo $GREETING; test $BGRUN_IDENTIFIER = org.example.hello",
            "environment": ["GREETING": "grüß dich"],
        ])
        #expect(reply.acceptance == .new)
        let end = try daemon.wait("org.example.hello")
        #expect(end.outcome == .succeeded)
        // Each stream in its own order.
        let lines = try daemon.logs("org.example.hello").split(separator: "\n")
        #expect(lines.filter { $0 != "err" } == ["out", "grüß dich"] && lines.count == 3)
        let entry = try #require(try daemon.history("org.example.hello").first)
        #expect(entry.exit == .code(0))
        #expect(try daemon.job("org.example.hello") == nil)
        // B-18
        #expect(!daemon.log.contains("grüß"))
    }

    @Test func `says with which code a job failed`() throws {
        try daemon.submit(["identifier": "a", "command": ["/bin/sh", "-c", "exit 7"]])
        #expect(try daemon.wait("a").outcome == .failed)
        #expect(try daemon.history("a").first?.exit == .code(7))
    }

    @Test func `says why a program could not be executed`() throws {
        try daemon.submit(["identifier": "a", "command": ["/nonexistent/program"]])
        #expect(try daemon.wait("a").outcome == .couldNotLaunch)
        #expect(try daemon.history("a").first?.failure?.contains("/nonexistent/program") == true)
    }

    // B-9
    @Test func `ends a run whose budget is over, and all its processes, with the reason in its hands`() throws
    {
        let pids = daemon.scratch.path("pids")
        let reason = daemon.scratch.path("reason")
        try daemon.submit([
            "identifier": "a", "timeBudget": "1s", "gracePeriod": "1s", "onExpiration": "drop",
            "shell": .string(
                "trap 'cat $BGRUN_STOP_REASON_FILE > \(reason)' TERM\n"
                    + "setsid sh -c 'trap \"\" TERM; echo $$ >> \(pids); while :; do sleep 1; done' &\n"
                    + "echo $$ >> \(pids); while :; do sleep 0.1; done"),
        ])
        #expect(try daemon.wait("a").outcome == .expired)
        #expect(try daemon.scratch.text("reason") == "timeBudget\n")
        let processes = try daemon.scratch.text("pids").split(separator: "\n").compactMap { Int($0) }
        #expect(processes.count == 2)
        #expect(processes.filter(isAlive) == [])
    }

    // B-5
    @Test func `replaces the pending job of the same name`() throws {
        try daemon.submit(["identifier": "a", "shell": "exit 1", "earliestBeginDate": "+1d"])
        let reply = try daemon.submit(["identifier": "a", "shell": "exit 0"])
        #expect(reply.acceptance == .replaced)
        #expect(try daemon.wait("a").outcome == .succeeded)
        #expect(try daemon.history("a").count == 1)
    }

    @Test func `answers every wait, however quickly the job has ended`() throws {
        for round in 1...40 {
            let name = "quick-\(round)"
            try daemon.submit(["identifier": .string(name), "command": ["/bin/true"]])
            #expect(try daemon.wait(name).outcome == .succeeded, "round \(round)")
        }
    }

    @Test func `cancels one job, and then all the others`() throws {
        for name in ["a", "b", "c"] {
            try daemon.submit([
                "identifier": .string(name), "shell": "exit 0", "earliestBeginDate": "+1d",
            ])
        }
        let one = try daemon.call(CancelCall(.job(Target(identifier: try daemon.name("b")))))
        #expect(one.cancelled.map(\.text) == ["b"])
        let rest = try daemon.call(CancelCall(.all(owner: nil)))
        #expect(rest.cancelled.map(\.text) == ["a", "c"])
        #expect(try daemon.status().jobs.isEmpty)
        #expect(try daemon.call(CancelCall(.all(owner: nil))).cancelled.isEmpty)
    }

    @Test func `follows the output of a run until it ends`() throws {
        let gate = daemon.scratch.path("gate")
        #expect(mkfifo(gate, 0o600) == 0)
        try daemon.submit(["identifier": "a", "shell": .string("echo one; cat \(gate); echo three")])
        try daemon.job("a", becomes: "running") { $0.state == .running }
        var connection = try Connection(to: daemon.socket)
        let deadline = Connection.deadline(in: .seconds(30))
        try connection.stream(LogsCall(Target(identifier: try daemon.name("a")), follow: true))
        var text = ""
        while !text.contains("one\n") {
            text += try connection.receive(LogsCall.self, until: deadline).value.text
        }
        try "two\n".write(toFile: gate, atomically: false, encoding: .utf8)
        var isOver = false
        while !isOver {
            switch try connection.receive(LogsCall.self, until: deadline) {
            case .more(let reply): text += reply.text
            case .last(let reply):
                text += reply.text
                isOver = true
            }
        }
        #expect(text == "one\ntwo\nthree\n")
    }

    @Test func `tells each change to those who listen`() throws {
        var connection = try Connection(to: daemon.socket)
        let deadline = Connection.deadline(in: .seconds(30))
        try connection.stream(EventsCall())
        try daemon.submit(["identifier": "a", "shell": "exit 0"])
        var kinds: [Transition.Kind] = []
        while kinds.last != .jobLeft {
            let event = try connection.receive(EventsCall.self, until: deadline).value.event
            if event.job != nil { kinds.append(event.kind) }
        }
        #expect(kinds.first == .jobChanged)
        #expect(kinds.contains(.runStarted))
        #expect(kinds.contains(.runEnded))
    }

    // B-21
    @Test func `refuses a descriptor that breaks a rule, and goes on`() throws {
        #expect(throws: ClientError.self) { try daemon.submit(["identifier": "a", "comand": ["true"]]) }
        #expect(throws: ClientError.self) { try daemon.submit(["identifier": "..", "shell": "exit 0"]) }
        #expect(try daemon.status().jobs.isEmpty)
    }

    @Test func `explains how it works here`() throws {
        let doctor = try daemon.call(DoctorCall())
        #expect(doctor.power.supplies.map(\.name) == ["AC", "BAT0"])
        #expect(doctor.daemon.scope == .user)
        #expect(doctor.faults.isEmpty)
    }

    @Test func `lets no second daemon near its state`() throws {
        #expect(try daemon.startInVain() == 69)
        #expect(daemon.log.contains("another bgrund is using it"))
        _ = try daemon.status()
    }

    // B-9
    @Test func `ends its runs by the ladder when it is told to leave`() throws {
        let file = daemon.scratch.path("said")
        try daemon.submit([
            "identifier": "a", "gracePeriod": "20s",
            "shell": .string(
                "trap 'cat $BGRUN_STOP_REASON_FILE > \(file); exit 1' TERM; "
                    + "while :; do sleep 0.1; done"),
        ])
        try daemon.job("a", becomes: "running") { $0.state == .running }
        #expect(try daemon.stop() == 0)
        #expect(try daemon.scratch.text("said") == "shutdown\n")
        #expect(!FileManager.default.fileExists(atPath: daemon.socket))
        try daemon.start()
        #expect(try daemon.history("a").first?.outcome == .interrupted)
    }
}
