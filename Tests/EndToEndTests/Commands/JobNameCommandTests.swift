// Jobs by parts of their names, by patterns, and several at once, with a real daemon.
import BGRunTestSupport
import Foundation
import Testing

@Suite struct `Jobs that are named at the command line` {
    // B-115
    @Test func `may be named by a part, by a pattern or several at once, and are written out to be ended`()
        throws
    {
        let daemon = try DaemonFixture()
        try daemon.start()
        let person = Person(daemon: daemon)
        for name in ["org.example.backup", "org.example.mail", "net.example.sync"] {
            _ = try person.says(
                "submit", "--identifier", name, "--key", #"tags="night""#, "--in", "3h", "--", "/bin/sleep",
                "100")
        }
        #expect(try person.says("start", "mail") == "run 1 of org.example.mail started\n")
        // On a terminal somebody is asked.
        func typed(_ line: String, _ answer: String) throws -> String {
            try Command.run(
                [
                    "script", "--quiet", "--return", "--command",
                    "\(Repository.program("bgrun")) \(line)", "/dev/null",
                ],
                environment: ["PATH": "/usr/bin:/bin", "BGRUN_SOCKET": daemon.socket], input: answer
            ).output
        }
        for (line, question) in [
            ("stop --all", "stop org.example.mail? [y/N]"),
            ("stop --tag night", "stop org.example.mail? [y/N]"),
            ("cancel --all", "cancel these 3 jobs: "), ("cancel --tag night", "cancel these 3 jobs: "),
            ("cancel --purge --all", "cancel --purge these 3 jobs: "),
            ("pause --all", "pause these 3 jobs: "), ("disable --tag night", "disable these 3 jobs: "),
            ("cancel mail", "cancel org.example.mail? [y/N]"),
        ] { #expect(try typed(line, "n\n").contains(question), "\(line)") }
        for (line, advice) in [
            (["run", "--wait", "mail"], "bgrun wait org.example.mail waits for its end"),
            (["run", "mail"], "bgrun stop org.example.mail ends it"),
            (
                ["logs", "backup", "--socket", daemon.socket],
                "bgrun why --socket \(daemon.socket) org.example.backup tells"
            ),
            (
                ["why", "backpu", "--socket", daemon.socket],
                "did you mean org.example.backup? bgrun status --socket \(daemon.socket) lists"
            ),
            (
                ["kill", "mail", "--socket", daemon.socket],
                "write:\n  bgrun stop --socket \(daemon.socket) org.example.mail"
            ),
        ] { #expect(try person.bgrun(line).errors.contains("; \(advice)"), "\(line)") }
        let status = try person.says("ls", "org.*", "sync", "--json")
        #expect(status.contains("org.example.backup") && status.contains("net.example.sync"))
        #expect(try person.says("list", "*.mail").contains("mail"))
        #expect(!(try person.says("list", "*.mail").contains("backup")))
        for command in ["show", "why", "next", "forecast", "cat"] {
            #expect(try person.says(command, "sync").contains("net.example.sync") || command == "next")
        }
        // Whole names that are over come before parts of those that are there.
        let doubt = try person.bgrun("info", "org")
        #expect(doubt.status == 5)
        #expect(
            doubt.errors
                == "bgrun: org may be any of 2 jobs: org.example.backup, org.example.mail; write more of its name\n"
        )
        for line in [["kill", "mail"], ["rm", "mail"], ["cancel", "--purge", "*"], ["pause", "org.*"]] {
            let said = try person.bgrun(line)
            #expect(said.status == 5 && said.output.isEmpty, "\(line)")
            #expect(said.errors.contains("; write:\n  bgrun "), "\(said.errors)")
        }
        #expect(try person.says("pause", "backup").hasPrefix("org.example.backup is paused"))
        let several = try person.bgrun("stop", "org.example.backup", "org.example.mail", "nothing")
        #expect(several.status == 5)
        #expect(several.output == "the run of org.example.mail was told to end\n")
        #expect(
            several.errors.contains(
                "bgrun: org.example.backup: no run of the job is active; bgrun why org.example.backup "))
        #expect(several.errors.contains("bgrun: there is no job nothing"))
        _ = try person.says("submit", "--identifier", "org.over", "--wait", "--", "/bin/echo", "past")
        #expect(try person.says("logs", "org.*").contains("past"))
        let lines = try person.says(
            "cancel", "org.example.backup", "net.example.sync", "org.example.backup", "--json")
        #expect(lines.split(separator: "\n").count == 2)
        #expect(try daemon.job("org.example.mail") != nil)
        #expect(try typed("cancel --all", "y\n").contains("org.example.mail was cancelled"))
    }

    // B-115
    @Test func `are told from commands that there are not, and a missing -- is noticed`() throws {
        func errors(_ arguments: String...) throws -> String { try errors(arguments) }
        func errors(_ arguments: [String]) throws -> String {
            let said = try Command.run(
                [Repository.program("bgrun")] + arguments, environment: ["PATH": "/usr/bin:/bin"])
            #expect(said.status == 2)
            return said.errors
        }
        #expect(
            try errors("statsu")
                == "bgrun: there is no command statsu; did you mean status? bgrun --help lists them\n")
        #expect(
            try errors("org.example.x")
                == "bgrun: there is no command org.example.x; bgrun --help lists them\n")
        #expect(try errors("help", "adpot").contains("did you mean adopt?"))
        #expect(try errors("simulate", "lunch").contains("did you mean launch?"))
        #expect(
            try errors("submit", "--every", "6h", "sleep", "-x", "it's")
                == "bgrun: the -- before the command is missing; write:\n  bgrun submit --every 6h -- sleep -x 'it'\\''s'\n"
        )
        #expect(try errors("submit", "--network", "sleep", "3").contains("--network -- sleep 3\n"))
        #expect(try errors("submit", "sleep", "3").contains("bgrun submit -- sleep 3\n"))
        let scratch = try ScratchDirectory()
        let script = try scratch.file("script", "#!/bin/sh\n")
        // A value given twice, words of other programs, and what can't be executed.
        for (line, whole) in [
            (
                ["submit", "--battry", "50", "--", "true"],
                "submit has no option --battry; did you mean --battery? bgrun help submit lists those it has"
            ),
            (
                ["submit", "--titel", "sleep"],
                "submit has no option --titel; did you mean --title? bgrun help submit lists those it has"
            ),
            (
                ["status", "--socket", "/a", "--socket=/b"],
                "--socket is given twice, and takes one value; give it once"
            ),
            (["pause", "x", "--for"], "--for needs a value (duration); bgrun help pause tells more"),
            (
                ["pause", "x", "--for", "q"],
                #"--for: "q" is no duration; write one such as 90s, 15m, 1h30m or 3d"#
            ),
            (["next", "-n", "q"], #"-n: "q" is no count; bgrun help next tells more"#),
            (["simulate", "expire"], "<identifier> is missing; bgrun help simulate expire tells more"),
            (["hold", "--", "true"], "--why <text> is missing; bgrun help hold tells more"),
            (["why", "a", "b"], "b is one argument too many; bgrun help why tells more"),
            (["why", "a", "b", "c"], "there are 2 arguments too many: b, c; bgrun help why tells more"),
            (
                ["--for", "2h", "pause", "x"],
                "--for is an option of pause and stands before it; write it behind that"
            ),
            (
                ["run", "x", "--", "--force"],
                "--force stands behind --, where no option is read; write it before --"
            ),
            (["logs", "-fx"], "there is no option -x; bgrun help logs tells more"),
            (["status", "--all=3"], "--all takes no value; leave out =3"),
            (["doctor", "q'"], #""q'" is no topic; write power, network or service"#),
            (["--socket", ""], "--socket takes a path; bgrun --help tells more"),
            (
                ["submit", "--in", "1m", "--", "/bin/echo hello"],
                "\"/bin/echo hello\" is one word, and no program is called so; write:\n  bgrun submit --in 1m -- /bin/echo hello"
            ),
            (
                ["permit", "a", "--task", "b", "--", "echo hello"],
                "\"echo hello\" is one word, and no program is called so; write:\n  bgrun permit a --task b -- echo hello"
            ),
            (
                ["submit", "--", "sleep 5; echo x"],
                "\"sleep 5; echo x\" is a line for a shell; write:\n  bgrun submit -- sh -c 'sleep 5; echo x'"
            ),
            (
                ["submit", "--", "cd /"],
                "\"cd /\" is a line for a shell; write:\n  bgrun submit -- sh -c 'cd /'"
            ),
            (
                ["submit", "--", "A=1", "B=2", "true"],
                "A=1 is a variable and no program; write:\n  bgrun submit --env A=1 --env B=2 -- true"
            ),
            (
                ["new", "command", "--", "A=1", "true"],
                "A=1 is a variable and no program; write:\n  bgrun new command -- env A=1 true"
            ),
            (
                ["submit", "--", "cd", "/tmp"],
                "cd belongs to the shell; bgrun submit --key workingDirectory=DIRECTORY says where a command runs"
            ),
            (
                ["submit", "--", "export", "X=1"],
                "export belongs to the shell; bgrun submit --env NAME=VALUE sets a variable"
            ),
            (["submit", "--", script], "\(script) can't be run: nobody may execute it; chmod +x \(script)"),
        ] { #expect(try errors(line) == "bgrun: \(whole)\n") }
        // What is advised is taken, so that it fails for another reason: there is no daemon.
        for line in [
            ["next", "--every", "q"], ["next", "--every", "6h", "--from", "q"],
            ["pause", "x", "--until", "q"],
            ["pause", "x", "--for", "q"], ["pause", "x", "--for", "0s"], ["snooze", "x", "--for", "0s"],
            ["history", "--since", "q"], ["logs", "x", "--run", "q"], ["status", "--tag", "q q"],
            ["why", "x", "--at", "q"], ["submit", "--key", "q", "--", "/bin/true"],
            ["wait", "x", "--timeout", "q"],
            ["submit", "--idle", "0s", "--", "/bin/true"], ["simulate", "condition", "q"],
            ["hold", "--why", "a", "--limit", "0s", "--", "/bin/true"],
        ] {
            let advice = try #require(try errors(line).firstMatch(of: /such as ([^;\n]*)/)).1
            for text in advice.replacing(" or ", with: ", ").split(separator: ", ") {
                let word = String(text.filter { $0 != "\"" })
                let followed = try Command.run(
                    [Repository.program("bgrun")] + line.map { ["q", "q q", "0s"].contains($0) ? word : $0 },
                    environment: ["PATH": "/usr/bin:/bin"])
                if followed.status == 2 { Issue.record("\(line) with \(word): \(followed.errors)") }
            }
        }
        for (line, answer) in [
            (["restart", "x"], "bgrun stop JOB"), (["tail", "x"], "bgrun logs -f JOB"),
            (["top"], "bgrun status --watch"), (["jobs"], "bgrun status"),
            (["export", "x"], "bgrun cat JOB"),
            (["submit", "-n", "--", "true"], "--print"),
            (["submit", "--once", "--", "true"], "leave it out"),
            (["submit", "--plugged", "--", "true"], "--external-power"),
            (["mask", "x"], "bgrun disable JOB"),
            (["submit", "--name", "x", "--", "true"], "--identifier NAME"),
            (["new", "restic", "--to", "nas"], "--repository PLACE"),
            (["cancel", "x", "-y"], "nothing is asked"), (["logs", "-5"], "-n 5"),
            (["status", "-f"], "--watch"),
        ] { #expect(try errors(line).contains("; ") && errors(line).contains(answer), "\(line)") }
    }
}
