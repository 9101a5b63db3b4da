// What bgrun tells of what has been, and of all jobs' next instants.
import BGRunTestSupport
import Foundation
import Testing

@Suite struct `The past on the command line` {
    // B-118 B-119 B-120
    @Test func `is told of several jobs together, by time, stream and outcome`() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let person = Person(daemon: daemon)
        let good = try person.bgrun(
            "submit", "--wait", "--identifier", "org.a.good", "--", "sh", "-c", "echo one; echo two >&2")
        #expect(good.status == 0)
        #expect(good.output == "one\n")
        #expect(good.errors == "org.a.good was accepted\ntwo\norg.a.good, run 1, succeeded\n")
        let bad = try person.bgrun(
            "submit", "--wait", "--quiet", "--identifier", "org.a.bad", "--", "sh", "-c",
            "echo no >&2; exit 3")
        #expect(bad.errors == "")
        #expect(bad.output.hasSuffix("failed: exit 3; bgrun logs org.a.bad shows what it has written\n"))

        let all = try person.says("logs").split(separator: "\n")
        #expect(
            Set(all) == ["org.a.good[1]   one", "org.a.good[1] ! two", "org.a.bad[2] ! no"] && all.count == 3)
        #expect(all.last == "org.a.bad[2] ! no")
        #expect(try person.says("logs", "-n", "1") == "org.a.bad[2] ! no\n")
        #expect(try person.says("logs", "--failed") == "org.a.bad[2] ! no\n")
        #expect(
            try person.says("logs", "org.a.good", "org.a.bad", "--since", "1d").split(separator: "\n") == all)
        #expect(
            try person.says("logs", "--since", "2020-01-01", "--json").contains(#""stream":"standardError""#))
        #expect(try person.says("logs", "org.a.bad") == "no\n")
        let timed = try person.says("logs", "org.a.bad", "-t")
        #expect(
            timed.wholeMatch(of: /20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00 ! no\n/) != nil, "\(timed)")

        let failed = try person.says("history", "--failed").split(separator: "\n")
        #expect(failed.count == 2 && failed[1].hasSuffix("failed: exit 3"))
        _ = try person.says(
            "submit", "--identifier", "org.a.later", "--every", "6h", "--in", "1h", "--", "true")
        #expect(try person.says("next").contains("org.a.later"))
        let whole = try person.says("next", "--all", "--days", "2")
        #expect(whole.contains("none of them has to wait for another") && whole.contains("free from "))
        #expect(try person.says("next", "--all", "--json").contains(#""collisions": []"#))
        #expect(try person.says("why", "org.a.later", "--at", "1s").contains("did not run"))

        for wrong in [
            ["logs", "--run", "1"], ["logs", "a", "b", "--run", "1"], ["logs", "-f", "--failed"],
            ["logs", "-n", "0"],
            ["next", "a", "--all"], ["next", "--days", "3"], ["why", "a", "--at", "2999-01-01"],
            ["why", "a", "--at", "some day"], ["why", "a", "--at", "1h", "--history"],

            ["events", "a", "--tag", "x"],
        ] {
            #expect(try person.bgrun(wrong).status == 2, "\(wrong)")
        }
        // Any byte, a character that is cut off, and no line feed at the end.
        let bytes =
            "for i in 0 1 2 3; do for j in 0 1 2 3 4 5 6 7; do for k in 0 1 2 3 4 5 6 7; do "
            + "printf \\\\$i$j$k; done; done; done; printf '\\360\\237'"
        let program = try daemon.scratch.file("bytes", "#!/bin/sh\n\(bytes)\n", mode: 0o755)
        _ = try person.says("submit", "--wait", "--quiet", "--identifier", "org.a.bytes", "--", program)
        let same = try Command.run(
            [
                "/bin/sh", "-c",
                "\(program) > \(daemon.scratch.path("all")); $BGRUN logs org.a.bytes | cmp - \(daemon.scratch.path("all"))",
            ],
            environment: [
                "PATH": "/usr/bin:/bin", "BGRUN": Repository.program("bgrun"), "BGRUN_SOCKET": daemon.socket,
            ])
        #expect(same.status == 0, "\(same.output)\(same.errors)")
    }

    // B-118 B-120
    @Test func `is followed with all that starts, and told in sentences`() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let file = daemon.scratch.path("followed")
        let told = daemon.scratch.path("told")
        let bgrun = Repository.program("bgrun")
        let followers = try Command.run(
            [
                "/bin/sh", "-c",
                """
                \(bgrun) logs -f >\(file) & logs=$!
                \(bgrun) events 'org.a.*' >\(told) & events=$!
                until n=$((n + 1)); \(bgrun) submit --now-or-fail --wait --quiet --identifier org.a.x$n -- sh -c 'echo heard' >/dev/null &&
                    grep -q heard \(file) && grep -q leaves \(told); do :; done
                kill $logs $events
                """,
            ],
            environment: ["PATH": "/usr/bin:/bin", "BGRUN_SOCKET": daemon.socket, "TZ": "UTC"])
        #expect(followers.errors == "")
        let followed = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        #expect(followed.allSatisfy { $0.hasPrefix("org.a.x") && $0.hasSuffix("]   heard") })
        let sentences = try String(contentsOfFile: told, encoding: .utf8)
        for words in [#"started \(run"#, #"succeeded, after \d s \(run"#, "is over and leaves the list"] {
            let sentence = try Regex(#"org\.a\.x\d+ "# + words)
            #expect(sentences.contains(sentence), "\(sentences)")
        }
    }
}
