// What somebody stumbles over who types their first commands: wrong names, jobs that have left, silence, a full disk.
import BGRunTestSupport
import Foundation
import TestConditions
import Testing

@Suite struct `Somebody new to bgrun` {
    private func start() throws -> Person {
        let daemon = try DaemonFixture()
        try daemon.start()
        return Person(daemon: daemon)
    }

    // B-20
    @Test func `is told that there is no job of a name, and which one may be meant`() throws {
        let person = try start()
        _ = try person.says("submit", "--identifier", "nightly", "--in", "1h", "--", "/bin/true")
        for command in ["history", "status", "why", "logs", "run", "stop", "wait", "pause", "next"] {
            let said = try person.bgrun(command, "nihgtly")
            #expect(said.status == 5 && said.output.isEmpty, "\(command)")
            #expect(
                said.errors
                    == "bgrun: there is no job nihgtly; did you mean nightly? bgrun status lists your jobs\n")
        }
        #expect(try person.bgrun("history", "x").errors.hasPrefix("bgrun: there is no job x; bgrun status"))
        #expect(try person.says("history", "nightly") == "no run has ended yet\n")
    }

    // B-20
    @Test func `is told how a job has ended that is no more`() throws {
        let person = try start()
        _ = try person.bgrun("submit", "--wait", "--identifier", "once", "--", "/bin/false")
        #expect(try person.says("history", "once").contains("failed: exit 1"))
        for command in ["status", "why"] {
            #expect(try person.says(command, "once").contains("outcome   failed: exit 1"))
        }
        for command in ["next", "pause"] {
            let said = try person.bgrun(command, "once")
            #expect(said.status == 5)
            #expect(said.errors.hasPrefix("bgrun: there is no job once any more: run 1 ended "))
            #expect(
                said.errors.hasSuffix(
                    ": failed: exit 1; bgrun history once lists its runs, bgrun run once submits it again\n"))
        }
        // Whoever cancels it has heard of it.
        #expect(try person.says("status").contains("1 failing"))
        _ = try person.says("cancel", "once")
        #expect(
            try person.says("status").hasSuffix("no jobs wait or run; bgrun history lists what has run\n"))
        #expect(try person.bgrun("cancel", "once").status == 5)
    }

    @Test func `is told when the output could not be written`() throws {
        let person = try start()
        for command in ["status", "history", "doctor", "conditions --json", "--help", "--version"] {
            let said = try Command.run(
                ["/bin/sh", "-c", "\(Repository.program("bgrun")) \(command) >/dev/full"],
                environment: ["PATH": "/usr/bin:/bin", "BGRUN_SOCKET": person.daemon.socket])
            #expect(said.status == 74, "\(command)")
            #expect(
                said.errors.hasPrefix("bgrun: the output could not be written: No space left on device; "))
        }
    }

    @Test func `sees on a terminal what is waited for, and elsewhere nothing but the end`() throws {
        let person = try start()
        func typed(_ line: String) throws -> String {
            try Command.run(
                [
                    "script", "--quiet", "--return", "--command", "\(Repository.program("bgrun")) \(line)",
                    "/dev/null",
                ],
                environment: ["PATH": "/usr/bin:/bin", "BGRUN_SOCKET": person.daemon.socket, "TZ": "UTC"]
            ).output
        }
        _ = try person.says("submit", "--identifier", "later", "--in", "3h", "--", "/bin/true")
        #expect(
            try typed("wait later --timeout 1s").hasPrefix(
                "bgrun: waiting for later to end: scheduled, starts "))
        let both = try typed("submit --wait --identifier now -- /bin/true")
        #expect(both.contains("now was accepted") && both.contains("succeeded"))
        let silent = try person.bgrun("wait", "later", "--timeout", "1s")
        #expect(silent.errors.hasPrefix("bgrun: later has not ended within 1s"))
    }

    @Test func `may name an owner instead of their number`() throws {
        let person = try start()
        let (named, numbered) = try (
            person.says("status", "--owner", "root"), person.says("status", "--owner", "0")
        )
        // What is advised has what was typed.
        #expect(named.replacing("--owner root", with: "--owner 0") == numbered)
        let said = try person.bgrun("status", "--owner", "no-such-user")
        #expect(said.status == 2 && said.errors.contains("is no user; write a name, or a number"))
    }

    // B-51
    @Test func `is warned of a date that has passed, and refused one that was typed`() throws {
        let person = try start()
        let date = "2026-01-01T00:00:00Z"
        let typed = try person.bgrun("submit", "--at", date, "--", "/bin/true")
        let said = try person.bgrun("submit", "--key", "earliestBeginDate=\(date)", "--", "/bin/true")
        #expect(said.status == 0 && typed.status == 2 && typed.errors.contains("has passed"))
        #expect(
            said.errors.hasPrefix(
                "warning: earliestBeginDate: 2026-01-01 00:00 has passed, so the job is due"))
    }
}

@Suite struct `Root` {
    // B-20
    @Test(.root) func `sees whose the jobs and runs of others are, and can choose one user's`() throws {
        let daemon = try DaemonFixture.system()
        try daemon.start()
        let root = Person(daemon: daemon)
        let owner = ["--owner", "nobody"]
        #expect(
            try root.bgrun(["submit", "--wait", "--identifier", "a"] + owner + ["--", "/bin/true"]).status
                == 0)
        _ = try root.bgrun(["submit", "--identifier", "b", "--in", "1h"] + owner + ["--", "/bin/true"])
        #expect(try root.says("history").contains("RUN  JOB  OWNER   STARTED"))
        #expect(try root.says("status").contains("JOB  OWNER   STATE"))
        #expect(try root.says("history", "--owner", "nobody").contains("nobody"))
        #expect(try root.says("history", "--owner", "root") == "no run has ended yet\n")
        #expect(try daemon.stop() == 0)
    }
}
