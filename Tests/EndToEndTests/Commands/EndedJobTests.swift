// Jobs that are over or fail, as people find them.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import TestConditions
import Testing

@Suite struct `A job that is over` {
    @Test func `stays in status for a day, and answers with its end`() throws {  // B-90
        let daemon = try DaemonFixture()
        // It is submitted three times within a second.
        try daemon.scratch.file("policy.json", #"{"spacing": "0s"}"#)
        try daemon.start()
        let person = Person(daemon: daemon)
        let ended = try person.bgrun("submit", "--identifier", "org.a.bad", "--wait", "--", "false")
        #expect(ended.status == 1)
        #expect(try person.says("submit", "--identifier", "org.a.later", "--in", "2h", "--", "true") != "")
        let rows = try person.says("status").split(separator: "\n").filter { $0.contains("org.a.") }
        try #require(rows.count == 2)
        #expect(rows[0].hasPrefix("✗  org.a.bad    over       ✗       –     failed "), "\(rows[0])")
        #expect(rows[0].hasSuffix(": exit 1; bgrun logs org.a.bad shows what it has written"), "\(rows[0])")
        #expect(rows[1].hasPrefix("·  org.a.later  scheduled"), "\(rows[1])")
        for command in ["status", "why"] {
            let end = try person.says(command, "org.a.bad")
            #expect(end.contains("state     over") && end.contains("outcome   failed: exit 1"), "\(end)")
            #expect(try person.bgrun(command, "org.a.none").status == 5)
        }
        #expect(try daemon.status().ended.map(\.job.identifier.text) == ["org.a.bad"])
        // It is shown, and who runs or edits it brings it back.
        #expect(
            try person.says("cat", "bad").hasPrefix(
                "# submitted\n# over; bgrun run org.a.bad submits it again\n{\n  \"identifier\": \"org.a.bad\""
            ))
        let again = try person.bgrun("run", "org.a.bad", "--wait")  // B-138
        #expect(
            again.status == 1
                && again.errors.hasPrefix(
                    "org.a.bad was over and is submitted again; it starts as soon as it may\n"),
            "\(again)")
        let edited = try Command.run(
            [Repository.program("bgrun"), "edit", "org.a.bad"],
            environment: [
                "PATH": "/usr/bin:/bin", "BGRUN_SOCKET": daemon.socket, "EDITOR": "sed -i s/false/true/",
            ])
        #expect(edited.output == "org.a.bad was over and is submitted again, as it is now written\n")
        try daemon.settles("run as it is now written") {
            try person.says("history", "org.a.bad").contains("succeeded")
        }
        #expect(try person.says("status", "org.a.bad").contains("outcome   succeeded"))
        // It is what it was once more as soon as it is submitted again.
        _ = try person.says("submit", "--identifier", "org.a.bad", "--in", "2h", "--", "true")
        #expect(try daemon.status().ended.isEmpty)
    }

    @Test(.root) func `is gone at once where the policy wants it so, and is nobody else's business`() throws {
        let daemon = try DaemonFixture.system()
        try daemon.scratch.file("policy.json", #"{"showEnded": "0s"}"#)
        try daemon.start()
        let person = Person(daemon: daemon)
        #expect(try person.bgrun("submit", "--identifier", "org.a.bad", "--wait", "--", "false").status == 1)
        #expect(try daemon.status().ended.isEmpty)
        #expect(try person.says("status", "org.a.bad").contains("failed: exit 1"))
        let other = Person(daemon: daemon, user: Person.nobody)
        #expect(try other.bgrun("status", "org.a.bad").status == 5)
        #expect(try other.bgrun("why", "org.a.bad").status == 5)
    }
}

@Suite struct `A job that only fails` {
    @Test func `is tried again, warned of and disabled`() throws {  // B-87 B-89
        let daemon = try DaemonFixture()
        try daemon.start()
        let person = Person(daemon: daemon)
        try daemon.submit([
            "identifier": "org.a.flaky", "shell": "echo $BGRUN_RUN >> $BGRUN_STATE_DIRECTORY/runs; exit 3",
            "schedule": ["every": "1h"], "retry": ["initial": "1s", "attempts": 2], "disableAfterFailures": 1,
        ])
        try daemon.settles("given up") { try daemon.status().jobs.first?.state == .disabled }
        let history = try person.says("history")
        #expect(history.contains("failed: exit 3, attempt 1 of 2"))
        #expect(history.contains("failed: exit 3, attempt 2 of 2"))
        let status = try person.says("status")
        #expect(status.contains("1 failing\n") && status.contains("✗✗"), "\(status)")
        #expect(
            status.contains(": exit 3; disabled after a failure; bgrun enable org.a.flaky ends it"),
            "\(status)")
        #expect(try person.bgrun("doctor").output.contains("  org.a.flaky: failed 2 times since "))
        #expect(daemon.log.contains("org.a.flaky of user \(geteuid()) failed "))
        #expect(
            try person.says("why", "org.a.flaky").contains(
                "is disabled after a failure; bgrun enable org.a.flaky ends it"))
        #expect(!(try person.says("status", "org.a.flaky").contains("by hand")))
        _ = try person.says("enable", "org.a.flaky")
        #expect(try daemon.status().jobs.first?.health.failing == nil)
        // A success, but for what it could not do. (B-88)
        try daemon.submit([
            "identifier": "org.a.partly", "shell": "exit 3", "successExitCodes": [3],
            "schedule": ["every": "1h"],
        ])
        try daemon.settles("done in part") {
            try person.says("status", "org.a.partly").contains("~  1 succeeded")
        }
    }
}
