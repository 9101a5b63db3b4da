// Submitting many jobs, and jobs exactly once, with a real daemon.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

@Suite struct `bgrun submit` {
    private let daemon: DaemonFixture

    init() throws {
        daemon = try DaemonFixture(isPlugged: false)
        try daemon.start()
    }

    private func bgrun(_ arguments: String..., input: String = "") throws -> Command {
        try Command.run(
            [Repository.program("bgrun")] + arguments,
            environment: ["PATH": "/usr/bin:/bin", "BGRUN_SOCKET": daemon.socket, "TZ": "UTC"],
            directory: daemon.scratch.path, input: input)
    }

    private func write(_ name: String, _ text: String) throws {
        let file = URL(filePath: daemon.scratch.path(name))
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    private func job(_ name: String, _ command: String = #"["/bin/true"]"#, _ more: String = "") -> String {
        #"{"identifier": "\#(name)", "command": \#(command)\#(more)}"#
    }

    // B-97 B-98
    // B-120
    @Test func `tells who waits of a run that was over before they were heard`() throws {
        let before = WallTime(microseconds: Clock.read(.realtime))
        try daemon.submit([
            "identifier": "org.a.quick", "command": ["true"], "schedule": ["every": "1000h"],
        ])
        try daemon.settles("its run has ended") { try daemon.job("org.a.quick")?.lastRun != nil }
        let job = Target(identifier: try daemon.name("org.a.quick"))
        #expect(try daemon.call(WaitCall(job, since: before)).outcome == .succeeded)
        let all = try daemon.call(WaitAllCall([job.identifier], since: before))
        #expect(all.ends.map(\.end.outcome) == [.succeeded])
    }

    @Test func `takes directories, lists and several files together, and waits for all`() throws {
        try write("many/a.json", job("a", #"["/bin/true"]"#, #", "after": "b""#))
        try write("many/b.json", job("b"))
        try write("many/c.txt", "no descriptor")
        try write("many/.d.json", "none either")
        try write("many/below/e.json", "nor this")
        try write("more.jsonl", job("l1") + "\n\n" + job("l2", #"["/bin/false"]"#) + "\n")
        let said = try bgrun("submit", "many", "more.jsonl", "--wait")
        #expect(said.status == 1, "\(said.errors)")
        #expect(said.output == "")
        let lines = said.errors.split(separator: "\n").map { $0.replacing(/run \d+/, with: "run N") }
        #expect(
            lines == [
                "a was accepted", "b was accepted", "l1 was accepted", "l2 was accepted",
                "a, run N, succeeded", "b, run N, succeeded", "l1, run N, succeeded",
                "l2, run N, failed: exit 1",
            ])
        let listed = try bgrun("submit", "-", "--json", input: job("x") + "\n" + job("y"))
        #expect(listed.status == 0, "\(listed.errors)")
        #expect(listed.output.contains(#""jobs""#) && listed.output.contains(#""identifier": "y""#))
        // One descriptor on several lines is one.
        let one = try bgrun(
            "submit", "-", input: "{\n\"identifier\": \"z\",\n\"command\": [\"/bin/true\"]}\n")
        #expect(one.output == "z was accepted\n")
    }

    // B-116
    @Test func `prints the descriptor that options make, with what is to be doubted, and submits nothing`()
        throws
    {
        let said = try bgrun(
            "submit", "--identifier", "n", "--nightly", "--unmetered", "--battery", "30", "--idle", "1h30m",
            "--env", "TOKEN=a=b", "--env", "TZ", "--dry-run", "--", "cp", "~/a", "./b")
        #expect(said.status == 0, "\(said.errors)")
        #expect(
            said.errors.hasPrefix(
                "warning: command[1]: no shell reads a command, so \"~\" in \"~/a\" stays as it is; "))
        let object = try JSONSerialization.jsonObject(with: Data(said.output.utf8)) as? NSDictionary
        let expected: NSDictionary = [
            "identifier": "n", "command": ["/usr/bin/cp", "~/a", "./b"],
            "workingDirectory": daemon.scratch.path, "schedule": ["calendar": "02:00"], "fixedDelay": "1h",
            "requiresExternalPower": true, "environment": ["TOKEN": "a=b", "TZ": "UTC"],
            "requires": ["network": ["unmetered": true], "idle": "90m", "batteryLevel": 30],
        ]
        #expect(object == expected)
        try write("n.json", said.output)
        #expect(try bgrun("submit", "n.json", "--print").output == said.output)
        #expect(try daemon.status().jobs.isEmpty)
        #expect(try bgrun("submit", "n.json").output == "n was accepted\n")
        for line in [
            ["--nightly", "--every", "6h"], ["--print", "--wait"], ["--env", "=x"], ["--battery", "130"],
        ] {
            let refused = try Command.run(
                [Repository.program("bgrun"), "submit"] + line + ["--", "/bin/true"],
                environment: ["PATH": "/usr/bin:/bin"])
            #expect(refused.status == 2, "\(line)")
        }
        #expect(
            try bgrun("submit", "--at", "tomorrow 02:00", "--identifier", "t", "--", "/bin/true").status == 0)
        #expect(try bgrun("status", "t").output.contains("tomorrow 02:00"))
        #expect(try bgrun("pause", "t", "--until", "2h").output.hasSuffix("(for 2 h)\n"))
        try write("s.sh", "#!/bin/sh\r\ntrue\r\n")
        #expect(try bgrun("lint", "s.sh").errors.hasPrefix("s.sh: this is a script, and no descriptor; "))
        #expect(
            try bgrun("submit", "-", input: "job: x\n").errors.hasPrefix("bgrun: -: this looks like YAML; "))
    }

    // B-97
    @Test func `has so many entries of schedules at most, since all are planned at once`() throws {
        let entries = (0..<16).map { "{\"cron\": \"\($0) 3 * * *\"}" }.joined(separator: ", ")
        let jobs = (0..<126).map { job("s\($0)", #"["/bin/true"]"#, ", \"schedule\": [\(entries)]") }
        let many = try bgrun("submit", "-", input: jobs.joined(separator: "\n") + "\n")
        #expect(many.status == 2)
        #expect(
            many.errors.contains(
                "these jobs have more than 2000 entries of schedules together; submit them in parts"),
            "\(many.errors)")
        let fewer = try bgrun("submit", "-", input: jobs.dropLast().joined(separator: "\n") + "\n")
        #expect(fewer.status == 0, "\(fewer.errors)")
    }

    // B-97 B-98
    @Test func `tells of every mistake, and accepts none then`() throws {
        try write("many/a.json", job("a", #"["/bin/true"]"#, #", "requiresExternalPower": true"#))
        try write("many/b.json", #"{"identifier": "b", "comand": ["/bin/true"]}"#)
        try write("list.jsonl", job("l1") + "\n{\"identifier\": 3}\n")
        let mistaken = try bgrun("submit", "many", "list.jsonl", "missing.json")
        #expect(mistaken.status == 2)
        for part in ["many/b.json: comand: ", "list.jsonl:2: identifier: ", "missing.json: can't be read: "] {
            #expect(mistaken.errors.contains(part), "\(mistaken.errors)")
        }
        try write("many/b.json", job("b"))
        try write("twice.json", job("b"))
        let twice = try bgrun("submit", "many", "twice.json")
        #expect(twice.status == 2)
        #expect(
            twice.errors == """
                bgrun: none of the jobs was accepted:
                  twice.json: identifier: another of these jobs has the same; give each its own

                """)
        #expect(try bgrun("submit", "many/a.json").status == 0)
        let there = try bgrun("submit", "many", "--if-exists", "fail")
        #expect(there.status == 5)
        #expect(
            there.errors == """
                bgrun: none of the jobs was accepted:
                  many/a.json: there is a job a already; --if-exists replace puts this one in its place, keep leaves it as it is

                """)
        #expect(try bgrun("status", "b").status == 5)
        let kept = try bgrun("submit", "many", "--if-exists", "keep")
        #expect(kept.output == "a is there already and was kept as it is\nb was accepted\n")
        #expect(kept.status == 0)
        try write("empty/readme", "")
        #expect(
            try bgrun("submit", "empty").errors
                == "bgrun: empty: no file in it ends in .json; check its name\n")
    }

    // B-95 B-96
    @Test func `keeps what is there, and starts a job now or not at all`() throws {
        let blocked = try bgrun(
            "submit", "--now-or-fail", "--identifier", "p", "--external-power", "--", "true")
        #expect(blocked.status == 5)
        #expect(blocked.errors.hasPrefix("bgrun: the job can't start now:\n  "), "\(blocked.errors)")
        #expect(blocked.errors.hasSuffix("\nwithout --now-or-fail the job waits for that\n"))
        #expect(try bgrun("status", "p").status == 5)
        let looked = #", "requires": {"freeSpace": {"path": "/", "atLeast": "1M"}}"#
        let asked = try bgrun(
            "submit", "-", "--now-or-fail", "--wait", input: job("q", #"["/bin/true"]"#, looked))
        #expect(asked.errors.hasPrefix("q was accepted and starts now\nq, run "), "\(asked.errors)")
        #expect(asked.status == 0)
        let scheduled = try bgrun(
            "submit", "-", "--now-or-fail",
            input: job("q", #"["/bin/true"]"#, #", "schedule": {"every": "1d"}"#))
        #expect(scheduled.status == 2)
        #expect(scheduled.errors.contains("schedule: a job that starts now or not at all has no schedule"))
        for contradiction in [["--in", "1h", "--", "true"], ["--if-exists", "keep", "--", "true"]] {
            let said = try Command.run(
                [Repository.program("bgrun"), "submit", "--now-or-fail"] + contradiction,
                environment: ["PATH": "/usr/bin:/bin", "BGRUN_SOCKET": daemon.socket],
                directory: daemon.scratch.path, input: "")
            #expect(said.status == 2)
            #expect(said.errors.contains("--now-or-fail starts "), "\(said.errors)")
        }
        #expect(try bgrun("submit", "--identifier", "s", "--", "sleep", "600").status == 0)
        let kept = try bgrun("submit", "--identifier", "s", "--if-exists", "keep", "--json", "--", "true")
        #expect(kept.status == 0)
        #expect(kept.output.contains(#""acceptance": "kept""#))
        let refused = try bgrun("submit", "--identifier", "s", "--if-exists", "fail", "--", "true")
        #expect(refused.status == 5)
        #expect(
            refused.errors
                == "bgrun: there is a job s already; --if-exists replace puts this one in its place, keep leaves it as it is\n"
        )
        let running = try bgrun("submit", "--identifier", "s", "--now-or-fail", "--", "true")
        #expect(running.status == 5)
        #expect(running.errors.contains("of the job is active already"))
    }
}
