// What the program bgrun doubts at lint and at submit, with a daemon and without.
import BGRunJSON
import BGRunTestSupport
import Foundation
import Testing

// B-51
@Suite struct `The doubts about a descriptor` {
    private let daemon: DaemonFixture
    private let person: Person

    init() throws {
        daemon = try DaemonFixture()
        person = Person(daemon: daemon)
    }

    private func write(_ name: String, _ text: String) throws {
        try text.write(toFile: daemon.scratch.path(name), atomically: true, encoding: .utf8)
    }

    private let impossible = #""requires": {"batteryLevel": 80, "not": {"batteryLevel": 60}}"#

    @Test func `count for who wants none, but not those about this machine`() throws {
        let lacking =
            #"{"identifier": "a", "command": ["/nonexistent/program"], "schedule": {"path": "/nonexistent/x"}}"#
        let lint = try person.bgrun("lint", "--strict", "-", input: lacking)
        #expect(lint.status == 0, "\(lint.errors)")
        #expect(
            lint.errors == """
                -: note: command: "/nonexistent/program" is not there; install it, or correct its name
                -: note: schedule.path: nothing is there; check the path; it is looked at again when that changes

                """)
        for (number, (content, said)) in Self.programs.enumerated() {
            let path = daemon.scratch.path("program-\(number)")
            if let content {
                _ = try daemon.scratch.file("program-\(number)", content, mode: 0o755)
            } else {
                mkfifo(path, 0o755)
            }
            // So it is with a hook, whose PATH is the job's.
            let words = #"{"identifier": "a", "command": ["/bin/true"], "#
            for (key, start) in [
                ("command", #"{"identifier": "a", "command": "#), ("onFailure", words + #""onFailure": "#),
                ("onSuccess.command", words + #""onSuccess": {"command": "#),
            ] {
                let job = start + "[\"\(path)\"]" + (key.hasSuffix(".command") ? "}}" : "}")
                let told = try person.bgrun("lint", "-", input: job).errors
                #expect(told == (said.isEmpty ? "" : "-: note: \(key): \"\(path)\" \(said)\n"))
            }
        }
        let wrong = #"{"identifier": "a", "command": ["/bin/true"], \#(impossible)}"#
        #expect(try person.bgrun("lint", "--strict", "-", input: wrong).status == 2)
    }

    /// What a program holds, and what is said of it; nil is a pipe, which nobody writes to.
    private static let programs: [(content: String?, said: String)] = [
        (
            "echo hello\n",
            "can't be executed here: it has no #! line; write #!/bin/sh as its first line, or name /bin/sh before it"
        ),
        (nil, "can't be executed here: it is a named pipe, no program; correct its name"),
        (
            "#!/bin/sh -e\r\n",
            "can't be executed here: its first line ends in a carriage return; save the script with line feeds alone"
        ),
        (
            "#!python3\n",
            "may fail: its interpreter python3 is looked for in the job's working directory; write its full path in the first line"
        ),
        (
            "#!/usr/bin/env no-such\n",
            "may fail: its first line names no-such, which is not on the job's PATH; install it there, or write its full path in the first line"
        ),
        (
            "#!/usr/bin/env -S no-such -x\n",
            "may fail: its first line names no-such, which is not on the job's PATH; install it there, or write its full path in the first line"
        ),
        (
            "#!/usr/bin/env sh -x\n",
            "may fail: its first line names sh -x, which is not on the job's PATH; write #!/usr/bin/env -S sh -x"
        ),
        ("#!/usr/bin/env -S sh -x\n", ""), ("#!/usr/bin/env sh\n", ""), ("#!/usr/bin/env -S A=1 sh\n", ""),
    ]

    // B-51 B-18
    @Test func `are told of marks that were copied from a screen, where values are hidden`() throws {
        let copied =
            #"{"identifier": "a", "command": ["/bin/true"], "environment": {"A": "…", "B": "a…"}, "standardInput": "…"}"#
        let lint = try person.bgrun("lint", "-", input: copied)
        let lines = lint.errors.split(separator: "\n")
        #expect(
            lines.map { $0.prefix { $0 != "\"" } } == [
                "-: warning: environment.A: ", "-: warning: standardInput: ",
            ])
        #expect(lint.errors.contains("write the value"))
    }

    // B-51 B-98
    @Test func `are told of what submit takes together, and of nothing that comes with it`() throws {
        try daemon.start()
        let folder = daemon.scratch.path("folder")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (name, keys) in [("one", #","after":"two""#), ("two", #","conflicts":"three""#), ("three", "")] {
            try write(
                "folder/\(name).json", #"{"identifier":"\#(name)","command":["/bin/true"]\#(keys)}"#)
        }
        let sound = try person.bgrun("lint", folder)
        #expect(sound.status == 0 && sound.errors == "", "\(sound.errors)")
        #expect(sound.output.contains("\(folder)/one.json: one is fine"), "\(sound.output)")
        try write(
            "list.jsonl",
            "{\"identifier\":\"four\",\"command\":[\"/bin/true\"],\"after\":\"six\"}\n{\"identifier\":4}\n")
        let list = daemon.scratch.path("list.jsonl")
        let mixed = try person.bgrun("lint", list)
        let isNoted = mixed.errors.contains("\(list):1: note: after: there is no job six now")
        #expect(mixed.status == 2 && isNoted, "\(mixed.errors)")
        #expect(mixed.errors.contains("\(list):2: identifier: found a number"), "\(mixed.errors)")
        // What the daemon that is asked refuses, lint refuses in its words.
        let first = #"{"identifier":"w","command":["/bin/true"],"after":"v","schedule":{"every":"1d"}}"#
        _ = try person.says("submit", "-", input: first)
        let jobs = [#""timeBudget":"400d""#, #""after":"w""#].map {
            #"{"identifier":"v","command":["/bin/true"],\#($0)}"#
        }
        for input in jobs {
            let told = try person.bgrun("lint", "-", input: input).errors.split(separator: "\n")
            let refused = try person.bgrun("submit", "-", input: input).errors
            #expect(
                !told.isEmpty
                    && told.allSatisfy {
                        refused.contains($0.replacing("-: ", with: "  ")) || refused.contains("  \($0)\n")
                    },
                "\(told)\(refused)")
        }
        // What several have alike is said once, behind all.
        try write(
            "alike.jsonl",
            [1, 2, 3, 3].map { "{\"identifier\":\"a\($0)\",\"command\":[\"/none/a\"]}\n" }.joined())
        let alike = daemon.scratch.path("alike.jsonl")
        #expect(
            try person.bgrun("lint", alike).errors
                == "\(alike):4: warning: identifier: another of these jobs has the same, so submit refuses them together; give each its own\nall 4 of them: note: command: \"/none/a\" is not there; install it, or correct its name\n"
        )
    }

    @Test func `are shown by submit, which accepts all the same`() throws {
        try daemon.start()
        let file = try daemon.scratch.file("a", "1")
        let job = """
            {"identifier": "a", "command": ["/bin/true"], \(impossible), "schedule": {"path": "\(file)/"}}
            """
        let submitted = try person.bgrun("submit", "-", input: job)
        #expect(submitted.status == 0 && submitted.output == "a was accepted\n")
        let noDirectory = "can't watch what is in \(file), because it is no directory"
        #expect(submitted.errors.hasPrefix("warning: requires.not.batteryLevel: "), "\(submitted.errors)")
        #expect(submitted.errors.contains("\nnote: schedule.path: \(noDirectory)"), "\(submitted.errors)")
        #expect(try daemon.job("a")?.state == .scheduled)
    }

    // B-22
    @Test func `about a path are what why says, until it is mended`() throws {
        try daemon.start()
        let file = try daemon.scratch.file("a", "1")
        _ = try person.says(
            "submit", "-",
            input:
                #"{"identifier": "a", "command": ["/bin/true"], "schedule": {"path": "\#(file)/", "settle": "0s"}}"#
        )
        let reason = "(can't watch what is in \(file), because it is no directory)"
        try daemon.job("a", becomes: "known to wait in vain") {
            $0.blockers.first?.reason.contains(reason) == true
        }
        #expect(try person.says("why", "a").contains("because it is no directory"))
        unlink(file)
        try daemon.scratch.file("a/b", "1")
        try daemon.job("a", becomes: "run once") { $0.occurrence == 2 && $0.state == .scheduled }
    }

    @Test func `take in how long earlier runs took, where a daemon answers`() throws {
        let job = #"{"identifier": "a", "shell": "sleep 60", "timeBudget": "1s", "onExpiration": "drop"}"#
        #expect(try person.bgrun("lint", "-", input: job).errors.isEmpty)
        try daemon.start()
        #expect(try person.bgrun("lint", "-", input: job).errors.isEmpty)
        #expect(try person.bgrun("submit", "--wait", "-", input: job).status == 1)
        let lint = try person.bgrun("lint", "--strict", "-", input: job)
        #expect(lint.status == 0)
        #expect(lint.errors.hasPrefix("-: note: timeBudget: the last run took longer than 1 s, up to "))
        let again = try person.bgrun("submit", "-", input: job)
        #expect(again.errors.hasPrefix("note: timeBudget: the last run took longer than 1 s"))
    }
}
