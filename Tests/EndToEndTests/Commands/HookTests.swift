// Programs that tell of ends, as people use them.
import BGRunJob
import BGRunTestSupport
import Foundation
import TestConditions
import Testing

@Suite struct `A job's hook` {
    @Test func `mails the first failure, and its own failure is in history`() throws {  // B-104
        let daemon = try DaemonFixture()
        let mail = daemon.scratch.path("mail")
        try daemon.scratch.file(
            "bin/sendmail",
            "#!/bin/sh\necho \"$@\" > \(mail).new; cat >> \(mail).new; mv \(mail).new \(mail)\n",
            mode: 0o755)
        try daemon.start()
        let person = Person(daemon: daemon)
        let job = daemon.scratch.path("works")
        try daemon.submit([
            "identifier": "org.a.backup", "title": "Nächtliches Backup", "schedule": ["every": "1h"],
            "shell": .string("echo 'disk is full'; test -e \(job)"),
            "environment": [
                "MAILTO": "me@example.org", "PATH": .string("\(daemon.scratch.path("bin")):/usr/bin:/bin"),
            ],
            "onFailure": [.string(Repository.path("packaging/libexec/mail-report"))],
            "onRecovery": ["/no/such/program"],
            "onSuccess": ["command": ["/bin/sleep", "100"], "timeBudget": "1s"],
        ])
        try daemon.settles("a mail") { FileManager.default.fileExists(atPath: mail) }
        let letter = try String(contentsOfFile: mail, encoding: .utf8)
        #expect(
            letter.hasPrefix("-i -- me@example.org\nTo: me@example.org\nSubject: =?UTF-8?B?"), "\(letter)")
        #expect(
            letter.contains("\n\nNächtliches Backup failed ") && letter.hasSuffix("\n\ndisk is full\n"),
            "\(letter)")
        try "".write(toFile: job, atomically: true, encoding: .utf8)
        _ = try person.says("run", "org.a.backup")
        try daemon.settles("both calls are over") {
            try person.says("history").contains("onSuccess took too long")
        }
        let history = try person.says("history")
        #expect(history.contains("onRecovery could not be started: /no/such/program"), "\(history)")
        #expect(!history.contains("onFailure"))
        #expect(try person.says("history", "--json").contains(#""result": "exit 0""#))
        #expect(daemon.log.contains(", run 2: took too long."))
        #expect(try person.says("status").contains("its onSuccess fails: took too long"))
        #expect(
            try person.bgrun("doctor").output.contains(
                "  org.a.backup: its onSuccess fails: took too long; bgrun why"))
    }

    @Test(.root) func `has nothing of what another user's process is given`() throws {  // B-104
        let daemon = try DaemonFixture.system()
        try daemon.start()
        let told = daemon.scratch.path("told")
        let job = """
            {"identifier": "a", "shell": "test $THEIRS = 1 && exit 3", "user": "nobody", "workingDirectory": "/",
             "environment": {"THEIRS": "1"},
             "onFailure": ["/bin/sh", "-c", "{ id -u; env; } >\(told).new; mv \(told).new \(told)"]}
            """
        #expect(try Person(daemon: daemon).bgrun("submit", "--wait", "-", input: job).status != 0)
        try daemon.settles("the hook has run") { FileManager.default.fileExists(atPath: told) }
        let words = try String(contentsOfFile: told, encoding: .utf8)
        #expect(words.hasPrefix("0\n") && words.contains("BGRUN_EXIT_CODE=3"), "\(words)")
        #expect(!words.contains("THEIRS"), "\(words)")
    }

    @Test func `posts to a web address that nobody sees`() throws {  // B-104
        let scratch = try ScratchDirectory()
        // It says what it was given in place of sending it.
        try scratch.file(
            "bin/curl", "#!/bin/sh\nfor word; do last=$word; done; echo \"$@\"; cat \"$last\"; cat\n",
            mode: 0o755)
        func post(_ form: String?, url: String?, file: String? = nil) throws -> Command {
            var environment = [
                "PATH": scratch.path("bin") + ":/usr/bin:/bin", "BGRUN_SUMMARY": #"a "b" failed"#,
            ]
            environment["WEBHOOK_URL"] = url
            return try Command.run(
                [Repository.path("packaging/libexec/webhook-report")] + [form, file].compactMap(\.self),
                environment: environment, input: "a \"b\\\" failed\u{1b}\n\nend\n")
        }
        let json = try post(nil, url: "https://example.org/secret")
        let lines = json.output.split(separator: "\n").map(String.init)
        #expect(lines.first?.contains("secret") == false)
        #expect(
            lines.dropFirst() == [
                #"url = "https://example.org/secret""#, #"header = "Content-Type: application/json""#,
                #"{"text": "a \"b\\\" failed\n\nend\n"}"#,
            ], "\(json.output)")
        #expect(
            try post("text", url: "https://ntfy.sh/x").output.contains(#"header = "Title: a \"b\" failed""#))
        try scratch.file("address", "https://ntfy.sh/y\n", mode: 0o600)
        #expect(
            try post("text", url: nil, file: scratch.path("address")).output.contains(
                #"url = "https://ntfy.sh/y""#))
        #expect(try post("text", url: nil, file: "/none").status == 1)
        #expect(try post(nil, url: nil).errors.contains("WEBHOOK_URL is not set"))
        #expect(try post("xml", url: "https://a").status == 1)
    }
}
