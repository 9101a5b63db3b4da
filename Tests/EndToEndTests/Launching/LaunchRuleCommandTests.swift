// What a run may use and inherits, as people write it and see it.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import TestConditions
import Testing

@Suite struct `What a job's runs may use` {
    // B-82
    @Test func `is said to be without effect where nothing holds a run to it`() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let person = Person(daemon: daemon)
        let unheld = try daemon.call(DoctorCall()).unheldResources
        // A machine where the kernel's controllers are the daemon's holds runs to all.
        let isWithoutEffect = unheld.contains("memoryMax") && unheld.contains("cpuWeight")
        #expect(try person.says("doctor").contains("not held to") == isWithoutEffect)
        let job = #"""
            {"identifier": "a", "command": ["/bin/true"], "resources": {"nice": 3, "cpuWeight": 1, "memoryMax": "500M"}}
            """#
        let submitted = try person.bgrun("submit", "--wait", "-", input: job)
        #expect((submitted.status != 0) == isWithoutEffect)
        #expect(submitted.errors.contains("note: resources.cpuWeight: ") == isWithoutEffect)
        #expect(submitted.errors.contains("note: resources.memoryMax: ") == isWithoutEffect)
        let past = try person.says("history")
        #expect(past.contains("nothing holds a run to memoryMax here") == isWithoutEffect)
    }

    // B-82
    @Test(.root) func `is no more than users may have`() throws {
        let daemon = try DaemonFixture.system()
        try daemon.start()
        let job = #"{"identifier": "a", "shell": "nice", "resources": {"nice": -5}}"#
        let refused = try Person(daemon: daemon, user: Person.nobody).bgrun("submit", "-", input: job)
        #expect(refused.status != 0)
        #expect(refused.errors.contains("resources.nice: only root's jobs go before what others do"))
        #expect(try Person(daemon: daemon).bgrun("submit", "--wait", "-", input: job).status == 0)
        #expect(try Person(daemon: daemon).says("logs", "a").contains("-5"))
    }

    // B-83, B-46
    @Test(.root) func `are another's rights for jobs of root's alone, and nobody's place in memory`() throws {
        let daemon = try DaemonFixture.system()
        try daemon.start()
        let job =
            #"{"identifier": "a", "shell": "id -un; cat /proc/self/oom_score_adj", "user": "nobody", "workingDirectory": "/"}"#
        for command in ["submit", "lint"] {
            let said = try Person(daemon: daemon, user: Person.nobody).bgrun(command, "-", input: job)
            #expect(
                (said.status == 0) == (command == "lint")
                    && said.errors.contains("user: only root's jobs may have the rights of others"))
        }
        #expect(try Person(daemon: daemon).bgrun("submit", "--wait", "-", input: job).status == 0)
        // Root need not have the right to it.
        let lowered = "echo -500 >/proc/self/oom_score_adj; cat /proc/self/oom_score_adj"
        let mine = try Command.run(["sh", "-c", lowered]).output
        let own = try String(
            contentsOfFile: "/proc/\(daemon.processIdentifier)/oom_score_adj", encoding: .utf8)
        #expect(try Person(daemon: daemon).says("logs", "a").contains("nobody\n0\n") && own == mine)
    }

    // B-84 B-85
    @Test func `are secrets that nothing shows`() throws {
        let daemon = try DaemonFixture()
        try daemon.scratch.file("password", "hunter2")
        try daemon.scratch.file("variables", "TOKEN=hunter2\n")
        try daemon.start()
        let shell = "test -n $TOKEN && test -s $CREDENTIALS_DIRECTORY/password && sleep 1000"
        let job = """
            {"identifier": "a", "shell": "\(shell)", "environmentFile": "\(daemon.scratch.path("variables"))",
             "credentials": {"password": "\(daemon.scratch.path("password"))"}}
            """
        let person = Person(daemon: daemon)
        _ = try person.says("submit", "-", input: job)
        try daemon.settles("it runs") { try daemon.status().jobs.first?.run?.process ?? 0 != 0 }
        for words in [
            ["status", "a"], ["status", "--json"], ["history", "--json"], ["doctor", "--report"],
        ] {
            let said = try person.bgrun(words)
            #expect(!said.output.contains("hunter2"), "\(words)")
        }
        #expect(!daemon.log.contains("hunter2"))
        _ = try person.says("cancel", "a")
    }

    // B-86
    @Test func `is summed up by job`() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let person = Person(daemon: daemon)
        #expect(try person.says("stats").contains("no run has ended yet"))
        for (name, command) in [("a", "true"), ("b", "false"), ("a", "true")] {
            let job = #"{"identifier": "\#(name)", "command": ["\#(command)"]}"#
            _ = try person.bgrun("submit", "--wait", "-", input: job)
        }
        let lines = try person.says("stats", "--since", "1h").split(separator: "\n")
        #expect(lines.count == 3 && lines[1].hasPrefix("a    2 ") && lines[1].hasSuffix("2 succeeded"))
        #expect(lines[2].hasSuffix("1 failed"))
        let json = try person.says("stats", "b", "--json")
        #expect(json.contains("\"failed\": 1") && !json.contains("\"a\""))
        #expect(try person.bgrun("stats", "c").status != 0)
    }

    // B-80
    @Test func `ends with the signal that its job names`() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let person = Person(daemon: daemon)
        let file = daemon.scratch.path("said")
        let shell =
            "trap '' TERM; trap 'echo saved > \(file); exit 0' USR2; touch \(file).up; while :; do sleep 1000 & wait; done"
        let job = #"{"identifier": "a", "shell": "\#(shell)", "stopSignal": "USR2"}"#
        _ = try person.says("submit", "-", input: job)
        try daemon.settles("it runs") { FileManager.default.fileExists(atPath: "\(file).up") }
        _ = try person.says("stop", "a")
        try daemon.settles("it has ended well") { try daemon.past("a") == ["run succeeded"] }
        #expect(daemon.lines("said") == ["saved"])
        #expect(try person.says("status", "a").contains("outcome   succeeded: it was stopped by hand"))
    }

    // B-51 B-84 B-85
    @Test func `is doubted where an account, a directory or a file of theirs is not there`() throws {
        let daemon = try DaemonFixture()
        let there = try daemon.scratch.file("there", "")
        let link = daemon.scratch.path("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: there)
        let lost = #""/nonexistent/x""#
        let cases = [
            #""environmentFile": \#(lost)"#: #"environmentFile: \#(lost) is not there"#,
            #""environmentFile": "-/nonexistent/x""#: "",
            #""credentials": {"lost": \#(lost), "there": "\#(there)"}"#:
                #"credentials.lost: \#(lost) is not there"#,
            #""user": "nobody", "group": "daemon""#: "",
            #""user": "nobody-here""#: #"user: there is no user "nobody-here" here"#,
            #""user": "nobody", "group": "none-here""#: #"group: there is no group "none-here" here"#,
            #""workingDirectory": \#(lost)"#:
                #"workingDirectory: \#(lost) is not there; make it, or write {"path":\#(lost),"make":true}"#,
            #""workingDirectory": {"path": \#(lost), "make": true}"#: "",
            #""workingDirectory": \#(lost), "requires": {"mounted": "/nonexistent"}"#: "",
            #""workingDirectory": "\#(there)""#: #"workingDirectory: "\#(there)" is no directory"#,
            #""workingDirectory": "\#(there)", "enabled": false"#: "",
            #""standardOutput": "\#(there)", "standardError": "\#(there).new""#: "",
            #""standardOutput": \#(lost)"#: #"standardOutput: the directory "/nonexistent" is not there"#,
            #""requires": {"freeSpace": {"path": \#(lost), "atLeast": "1G"}}"#:
                #"requires.freeSpace: \#(lost) is not there; make it"#,
            #""requires": {"command": {"command": [\#(lost)], "every": "10m"}}"#:
                #"requires.command: \#(lost) is not there; install it"#,
            #""standardError": "/usr""#: #"standardError: "/usr" is no regular file"#,
            #""standardError": "\#(link)""#: #"standardError: "\#(link)" is a link"#,
        ]
        let person = Person(daemon: daemon)
        for (keys, doubt) in cases {
            let said = try person.bgrun(
                "lint", "-", input: #"{"identifier": "a", "command": ["/bin/true"], \#(keys)}"#
            ).errors.split(separator: "\n").filter { !$0.contains("requires.mounted") }
            #expect(
                said.count == (doubt.isEmpty ? 0 : 1)
                    && said.allSatisfy { $0.hasPrefix("-: note: \(doubt)") },
                "\(keys): \(said)")
        }
    }
}
