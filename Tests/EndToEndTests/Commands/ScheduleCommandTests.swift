// The program bgrun on schedules: what comes next, what lint doubts, what submit takes.
import BGRunTestSupport
import Foundation
import Testing

@Suite struct `Schedules on the command line` {
    private func bgrun(_ arguments: String..., input: String = "") throws -> Command {
        try Command.run(
            [Repository.program("bgrun")] + arguments, environment: ["PATH": "/usr/bin:/bin", "TZ": "UTC"],
            input: input)
    }

    private func object(_ command: Command) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(command.output.utf8)) as? [String: Any])
    }

    // B-13
    @Test func `next tells instants with their offsets, and what clock changes do to them`() throws {
        let next = try bgrun(
            "next", "--cron", "30 2 * * *", "--zone", "Europe/Berlin", "--from", "2026-03-27T12:00:00Z", "-n",
            "3")
        #expect(next.status == 0, "\(next.errors)")
        let lines = next.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("Sat 2026-03-28 02:30:00 +01:00  "))
        #expect(
            lines[1]
                == "Sun 2026-03-29 03:00:00 +02:00  clocks go forward 1 h this day; "
                + "02:30 does not exist, runs at 03:00")
        #expect(lines[2] == "Mon 2026-03-30 02:30:00 +02:00")
    }

    // B-13
    @Test func `next prints JSON of a stable shape`() throws {
        let next = try object(
            try bgrun(
                "next", "--calendar", "02:30 Europe/Berlin", "--from", "2026-10-24T12:00:00Z", "-n", "2",
                "--json"))
        #expect(Set(next.keys) == ["next"])
        let instants = try #require(next["next"] as? [[String: Any]])
        #expect(
            instants.map { $0["at"] as? String } == [
                "2026-10-25T02:30:00+02:00", "2026-10-26T02:30:00+01:00",
            ])
        #expect(instants.allSatisfy { Set($0.keys) == ["at", "zone", "latest", "opens", "clockChange"] })
        #expect(instants.map { $0["zone"] as? String } == ["Europe/Berlin", "Europe/Berlin"])
        let change = try #require(instants[0]["clockChange"] as? [String: String])
        #expect(
            change == [
                "by": "-1h", "at": "2026-10-25T02:00:00+01:00", "effect": "comesTwice",
                "named": "2026-10-25T02:30:00",
            ])
        #expect(instants[1]["clockChange"] is NSNull && instants[1]["latest"] is NSNull)
    }

    @Test func `next refuses what it can't read with what, where and what to do`() throws {
        let refusals: [([String], [String])] = [
            (["--cron", "61 * * * *"], ["--cron: ", "61", "; write"]),
            (["--cron", "0 0 30 2 *"], ["--cron: ", "never fires", "; write"]),
            (["--calendar", "02:30 Europe/Berln"], ["--calendar: ", "Berln", "\"Europe/Berlin\""]),
            (["--cron", "@daily", "--zone", "Europe/Berln"], ["--zone: ", "\"Europe/Berlin\""]),
            (["--calendar", "02:30 UTC", "--zone", "UTC"], ["--calendar: ", "zone already", "; remove"]),
            (["--cron", "@daily", "-n", "0"], ["-n", "1000"]), (["--cron", "@daily", "-n", "1001"], ["-n"]),
            (["--cron", "@daily", "--from", "soon"], ["soon", "2026"]),
            (["--cron", "@daily", "--calendar", "daily"], ["give one of"]),
            (["a.job", "--from", "2026-01-01T00:00:00Z"], ["--from"]),
        ]
        for (arguments, words) in refusals {
            let refused = try Command.run(
                [Repository.program("bgrun"), "next"] + arguments, environment: ["PATH": "/usr/bin:/bin"])
            #expect(refused.status == 2, "\(arguments)")
            #expect(refused.output.isEmpty, "\(arguments)")
            #expect(words.allSatisfy(refused.errors.contains), "\(arguments): \(refused.errors)")
        }
    }

    @Test func `next asks a daemon about a job, and says so when there is none`() throws {
        #expect(try bgrun("next", "a.job", "--socket", "/nonexistent/socket").status == 4)
    }

    @Test func `next says so when nothing lies ahead`() throws {
        let past = try bgrun("next", "--calendar", "2020-01-01")
        #expect(past.status == 0 && past.output == "no instant lies ahead\n")
        #expect(
            try object(try bgrun("next", "--calendar", "2020-01-01", "--json"))["next"] as? [String] == [])
    }

    @Test func `lint doubts a schedule, and strictly refuses it`() throws {
        let job = #"{"identifier": "a", "command": ["/bin/true"], "schedule": {"calendar": "2020-01-01"}}"#
        let doubted = try bgrun("lint", "-", input: job)
        #expect(doubted.status == 0 && doubted.output == "-: a is valid\n")
        #expect(
            doubted.errors == """
                -: warning: schedule.calendar: no such date lies ahead, so this is never due; \
                write a date to come, or remove the entry

                """)
        #expect(try bgrun("lint", "--strict", "-", input: job).status == 2)
    }

    @Test func `lint names the nearest zone of a misspelt one`() throws {
        let bad = try bgrun(
            "lint", "-",
            input: """
                {"identifier": "a", "command": ["/bin/true"],
                 "schedule": [{"cron": "@daily", "timeZone": "Europe/Berln"}, {"calendar": "02:30 Asia/Tokio"}]}
                """)
        #expect(bad.status == 2 && bad.output.isEmpty)
        let lines = bad.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("-: schedule[0].timeZone: ") && lines[0].contains("\"Europe/Berlin\""))
        #expect(lines[1].hasPrefix("-: schedule[1].calendar: ") && lines[1].contains("\"Asia/Tokyo\""))
    }

    @Test func `lint prints JSON of a stable shape`() throws {
        let scratch = try ScratchDirectory()
        let doubted = try scratch.file(
            "a.json", #"{"identifier": "a", "command": ["/bin/true"], "maxRuns": 2}"#)
        let bad = try scratch.file("b.json", #"{"identifier": "b", "command": [], "timeBudget": 5}"#)
        let lint = try bgrun("lint", "--json", doubted, bad)
        #expect(lint.status == 2 && lint.errors.isEmpty)
        let files = try #require(try object(lint)["files"] as? [[String: Any]])
        #expect(files.map { $0["file"] as? String } == [doubted, bad])
        let keys: Set<String> = [
            "file", "instance", "identifier", "application", "fingerprint", "mistakes", "warnings",
        ]
        #expect(files.allSatisfy { Set($0.keys) == keys && $0["application"] is NSNull })
        #expect(files[0]["identifier"] as? String == "a" && files[1]["identifier"] is NSNull)
        #expect((files[0]["fingerprint"] as? String)?.count == 16 && files[1]["fingerprint"] is NSNull)
        let warnings = try #require(files[0]["warnings"] as? [[String: String]])
        #expect(warnings.map { $0["keyPath"] } == ["maxRuns"] && warnings[0]["warning"] == "runsOnce")
        #expect(Set(warnings[0].keys) == ["warning", "keyPath", "reason", "advice", "basis"])
        #expect(warnings[0]["basis"] == "descriptor")
        let mistakes = try #require(files[1]["mistakes"] as? [[String: String]])
        #expect(mistakes.map { $0["keyPath"] } == ["command", "timeBudget"])
        #expect(Set(mistakes[0].keys) == ["keyPath", "reason", "advice"])
    }

    @Test func `the jobs that are shipped leave lint without a doubt about their schedules`() throws {
        let directory = Repository.path("jobs.d")
        let files = try FileManager.default.contentsOfDirectory(atPath: directory)
            .filter { $0.hasSuffix(".json") }.map { "\(directory)/\($0)" }.sorted()
        #expect(files.count >= 5)
        let lint = try Command.run(
            [Repository.program("bgrun"), "lint", "--json"] + files, environment: ["PATH": "/usr/bin:/bin"])
        let reports = try #require(try object(lint)["files"] as? [[String: Any]])
        for report in reports {
            let warnings = try #require(report["warnings"] as? [[String: String]])
            // What this machine lacks says nothing of them.
            #expect(warnings.filter { $0["basis"] == "descriptor" }.isEmpty, "\(report)")
        }
    }

    @Test func `submit refuses a schedule as a file's is refused`() throws {
        let refusals: [([String], [String])] = [
            (["--cron", "61 * * * *"], ["schedule.cron: ", "61"]),
            (["--calendar", "Mob 02:30"], ["schedule.calendar: "]),
            (
                ["--cron", "@daily", "--zone", "Europe/Berln"],
                ["schedule.timeZone: ", "\"Europe/Berlin\""]
            ),
            (["--calendar", "02:30 UTC", "--zone", "UTC"], ["schedule.timeZone: ", "zone already"]),
            (["--cron", "@daily", "--every", "6h"], ["--every, --cron, --calendar and --nightly"]),
            (["--zone", "UTC"], ["--zone goes with"]),
            (["--key", "watchdog"], ["\"watchdog\" is no KEY=VALUE"]),
            (["--key", "watchdg=2m"], ["watchdg: unknown key; did you mean \"watchdog\"?"]),
            (["--key", "watchdog=soon"], ["watchdog: "]),
            (["--key", "resources={"], ["the value of \"resources\" is no JSON: "]),
            (["--key", "timeBudget=1h", "--budget", "2h"], ["--key timeBudget: the key is given twice"]),
            (["--key", "shell=true"], ["--key shell: the command stands behind --"]),
        ]
        for (options, words) in refusals {
            let refused = try Command.run(
                [Repository.program("bgrun"), "submit"] + options + ["--", "true"],
                environment: ["PATH": "/usr/bin:/bin", "BGRUN_SOCKET": "/nonexistent/socket"])
            #expect(refused.status == 2, "\(options): \(refused.errors)")
            #expect(words.allSatisfy(refused.errors.contains), "\(options): \(refused.errors)")
        }
        let sound = try bgrun(
            "submit", "--cron", "30 2 * * 1-5", "--zone", "Europe/Berlin", "--socket",
            "/nonexistent/socket",
            "--", "true")
        // Sound as it is, it gets as far as the daemon that is not there.
        #expect(sound.status == 4)
    }
}

@Suite struct `A command's options` {
    // B-21
    @Test func `may be any key of a descriptor, as JSON or as a text that is none`() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let person = Person(daemon: daemon)
        _ = try person.says(
            "submit", "--identifier", "a", "--in", "2h", "--key", "title=Photos of 2026", "--key",
            "retry=true",
            "--key", #"resources={"nice": 5}"#, "--key", "workingDirectory=/", "--", "true")
        let status = try #require(try daemon.status().jobs.first { $0.identifier.text == "a" })
        #expect(status.title == "Photos of 2026")
        let text = try person.says("cat", "a")
        for key in [#""retry": true"#, #""nice": 5"#, #""workingDirectory": "/""#] {
            #expect(text.contains(key), "\(text)")
        }
    }
}

@Suite struct `A scheduled job on the command line` {
    private func bgrun(_ daemon: DaemonFixture, _ arguments: String...) throws -> Command {
        try Command.run(
            [Repository.program("bgrun")] + arguments,
            environment: ["PATH": "/usr/bin:/bin", "BGRUN_SOCKET": daemon.socket, "TZ": "UTC"])
    }

    // B-13
    @Test func `is shown on the clock of its zone, with what clock changes do to it`() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let submitted = try bgrun(
            daemon, "submit", "--identifier", "a.b", "--calendar", "2099-*-28..30 02:30", "--zone",
            "Europe/Berlin", "--", "true")
        #expect(submitted.status == 0, "\(submitted.errors)")
        let shown = try bgrun(daemon, "next", "a.b", "-n", "9").output.split(separator: "\n")
        #expect(shown.count == 9)
        let changed = shown.filter { $0.contains("clocks") }.map(String.init)
        #expect(
            changed == [
                "Sun 2099-03-29 03:00:00 +02:00  Europe/Berlin  clocks go forward 1 h this day; 02:30 does not exist, runs at 03:00"
            ])
        let elsewhere = try bgrun(daemon, "next", "a.b", "-n", "9", "--zone", "Asia/Tokyo").output
        #expect(elsewhere.split(separator: "\n").contains("Sun 2099-03-29 10:00:00 +09:00"))
    }

    @Test func `may have no instants, and says where to look then`() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let file = try daemon.scratch.file(
            "job.json", #"{"identifier": "a.b", "command": ["true"], "schedule": {"event": "wake"}}"#)
        #expect(try bgrun(daemon, "submit", file).status == 0)
        #expect(
            try bgrun(daemon, "next", "a.b").output == "no instant lies ahead; bgrun why a.b tells more\n")
        #expect(try bgrun(daemon, "next", "no.job").status == 5)
    }
}
