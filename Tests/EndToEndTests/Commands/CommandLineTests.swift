// The program bgrun as people and scripts use it: exit codes, both kinds of output, errors.
import BGRunTestSupport
import Foundation
import Testing

/// bgrun, talking to one daemon.
private struct Shell {
    let daemon: DaemonFixture

    func bgrun(_ arguments: String..., environment: [String: String] = [:], input: String = "") throws
        -> Command
    {
        try run([Repository.program("bgrun")] + arguments, environment: environment, input: input)
    }

    func run(_ arguments: [String], environment: [String: String] = [:], input: String = "") throws -> Command
    {
        let usual = [
            "PATH": "/usr/bin:/bin", "BGRUN_SOCKET": daemon.socket, "TZ": "UTC",
            "BGRUN": Repository.program("bgrun"),
        ]
        return try Command.run(
            arguments, environment: usual.merging(environment) { $1 }, directory: daemon.scratch.path,
            input: input)
    }
}

@Suite struct `The command line` {
    private func start(isPlugged: Bool = true) throws -> Shell {
        let daemon = try DaemonFixture(isPlugged: isPlugged)
        try daemon.start()
        return Shell(daemon: daemon)
    }

    private func object(_ command: Command) throws -> [String: Any] {
        #expect(command.status == 0, "\(command.errors)")
        return try #require(
            try JSONSerialization.jsonObject(with: Data(command.output.utf8)) as? [String: Any])
    }

    @Test func `runs a command and tells how it ended by its exit code`() throws {
        let shell = try start()
        let good = try shell.bgrun(
            "submit", "--wait", "--identifier", "good", "--", "sh", "-c", "pwd; printf end; echo no >&2")
        #expect(good.status == 0)
        // Standard output is what the command has written, to the byte.
        #expect(good.output == "\(shell.daemon.scratch.path)\nend")
        #expect(good.errors == "good was accepted\nno\ngood, run 1, succeeded\n")
        // The order of what both streams got at once is nobody's.
        #expect(
            try shell.bgrun("logs", "good").output.sorted()
                == "\(shell.daemon.scratch.path)\nendno\n".sorted())
        let bad = try shell.bgrun("submit", "--wait", "--quiet", "--identifier", "bad", "--", "false")
        #expect(bad.status == 1)
        #expect(
            bad.output
                == "bad was accepted\nbad, run 2, failed: exit 1; bgrun logs bad shows what it has written\n")
        let history = try shell.bgrun("history").output.split(separator: "\n")
        #expect(history.count == 3)
        #expect(history[1].hasSuffix("failed: exit 1"))
    }

    @Test func `pauses one job or all, and switches them off and on`() throws {
        let shell = try start()
        func says(_ arguments: [String]) throws -> String {
            let said = try shell.run([Repository.program("bgrun")] + arguments)
            #expect(said.status == 0, "\(said.errors)")
            return said.output
        }
        func row() throws -> [Substring] {
            let lines = try says(["status", "--all"]).split(separator: "\n")
            return try #require(lines.first { $0.contains("  a  ") }).split(separator: " ").dropFirst().map {
                $0
            }
        }
        _ = try says(["submit", "--identifier", "a", "--in", "1h", "--", "true"])
        let paused = try says(["pause", "a", "--for", "2h"])
        #expect(paused.hasPrefix("a is paused until ") && paused.hasSuffix(" (for 2 h)\n"))
        #expect(try row()[1...6].joined(separator: " ") == "paused – – – paused until")
        #expect(try says(["why", "a"]).hasPrefix("a is paused until "))
        #expect(try says(["unpause", "a"]) == "a is no longer paused\n")
        #expect(try row()[1] == "scheduled")
        #expect(
            try says(["pause", "--all"])
                == "all jobs that you may change are paused; bgrun unpause --all ends it\n")
        #expect(
            try says(["unpause", "a"])
                == "a is still paused, as all jobs are; bgrun unpause --all ends it\n")
        #expect(try says(["unpause", "--all", "--json"]) == "{}\n")
        #expect(try row()[1] == "scheduled")
        #expect(try says(["disable", "a"]) == "a is disabled; bgrun enable a ends it\n")
        #expect(try row()[1] == "disabled")
        #expect(try says(["enable", "a"]) == "a is enabled\n")
        #expect(try row()[1] == "scheduled")
    }

    @Test func `turns no switch where it is not clear whose`() throws {
        let shell = try start()
        for command in ["pause", "unpause", "enable", "disable", "stop", "cancel"] {
            for arguments in [[command], [command, "a", "--all"]] {
                let said = try shell.run([Repository.program("bgrun")] + arguments)
                #expect(said.status == 2)
                #expect(
                    said.errors
                        == "bgrun: give either identifiers, --tag or --all; bgrun help \(command) tells more\n"
                )
            }
        }
        for command in ["pause", "unpause", "enable", "disable"] {
            let root = try shell.bgrun(command, "--all", "--owner", "0")
            #expect(root.status == 2)
            let stranger = try shell.bgrun(command, "nothing")
            #expect(stranger.status == 5)
            #expect(stranger.errors == "bgrun: there is no job nothing; bgrun status lists your jobs\n")
        }
        for span in ["0s", "soon", "-1h"] {
            #expect(try shell.bgrun("pause", "a", "--for=\(span)").status == 2)
        }
    }

    @Test func `takes a descriptor from a file and from standard input`() throws {
        let shell = try start()
        let text = #"{"identifier": "org.example.later", "command": ["true"], "earliestBeginDate": "+1h"}"#
        let file = try shell.daemon.scratch.file("job.json", text)
        #expect(try shell.bgrun("submit", file).output == "org.example.later was accepted\n")
        #expect(
            try shell.bgrun("submit", "-", input: text).output
                == "org.example.later was accepted in place of the one before\n")
        let wrong = try shell.bgrun("submit", "-", input: #"{"identifier": "a", "comand": ["true"]}"#)
        #expect(wrong.status == 2)
        #expect(wrong.errors.contains("comand") && wrong.errors.contains("command"))
        #expect(try shell.bgrun("cancel", "org.example.later").status == 0)
    }

    // B-2 B-15
    @Test func `says what a job waits for, and refuses to run it meanwhile`() throws {
        let shell = try start(isPlugged: false)
        #expect(try shell.bgrun("submit", "--identifier", "b", "--external-power", "--", "true").status == 0)
        let status = try shell.bgrun("status")
        #expect(status.output.contains("needs external power: "))
        #expect(!status.output.contains("\u{1B}"))
        let why = try object(try shell.bgrun("why", "b", "--json"))
        let blockers = try #require(why["blockers"] as? [[String: Any]])
        #expect(blockers.map { $0["requirement"] as? String } == ["externalPower"])
        #expect(
            Set(blockers[0].keys)
                == ["requirement", "reason", "since", "until", "latest", "relaxesAt", "preferred"])
        let refused = try shell.bgrun("run", "b")
        #expect(refused.status == 5)
        #expect(refused.errors.contains("needs external power"))
        #expect(refused.errors.contains("--when-possible"))
        #expect(try shell.bgrun("run", "--force", "b").output == "run 1 of b started\n")
    }

    @Test func `prints the status as JSON of a stable shape`() throws {
        let shell = try start()
        let submitted = try shell.bgrun(
            "submit", "-",
            input: """
                {"identifier": "b", "title": "B", "command": ["true"], "environment": {"TOKEN": "hunter2"},
                 "earliestBeginDate": "+1h"}
                """)
        #expect(submitted.status == 0)
        let output = try shell.bgrun("status", "--json")
        // B-18
        #expect(!output.output.contains("hunter2") && output.output.contains("TOKEN"))
        let status = try object(output)
        let device = try #require(status["device"] as? [String: Any])
        #expect(device["externalPower"] as? String == "yes")
        #expect(device["batteryLevel"] as? Int == 80)
        let jobs = try #require(status["jobs"] as? [[String: Any]])
        #expect(jobs.map { $0["identifier"] as? String } == ["b"])
        #expect(jobs[0]["state"] as? String == "scheduled")
    }

    @Test func `has an exit code for each kind of failure`() throws {
        let shell = try start()
        _ = try shell.bgrun("submit", "--identifier", "b", "--in", "1h", "--", "true")
        let codes: [(Int32, [String])] = [
            (2, ["frobnicate"]), (2, ["why", "a..b"]), (2, ["submit"]), (2, ["submit", "/nonexistent.json"]),
            (2, ["submit", "--", "no-such-program"]), (2, ["run", "--force", "--when-possible", "b"]),
            (2, ["cancel"]), (2, ["cancel", "b", "--all"]), (2, ["submit", "--in", "soon", "--", "true"]),
            (2, ["submit", "--budget", "0s", "--", "true"]), (2, ["simulate", "stop", "--reason", "x", "b"]),
            (2, ["doctor", "power", "--sysfs-root", "/nonexistent"]),
            (3, ["wait", "b", "--timeout", "10ms"]),
            (4, ["status", "--socket", "/nonexistent/socket"]), (5, ["why", "nothing"]), (5, ["stop", "b"]),
            (0, ["--help"]), (0, ["--version"]), (0, ["doctor", "power"]), (0, ["doctor", "network"]),
            (0, ["conditions"]), (0, ["status", "b"]), (0, ["cancel", "--all"]),
        ]
        for (code, arguments) in codes {
            let command = try shell.run([Repository.program("bgrun")] + arguments)
            #expect(command.status == code, "\(arguments): \(command.errors)")
            #expect(command.errors.isEmpty == (code == 0), "\(arguments): \(command.errors)")
        }
    }

    @Test func `colours a terminal unless it is asked not to`() throws {
        let shell = try start()
        let terminal = ["script", "--quiet", "--return", "--command", "\"$BGRUN\" status", "/dev/null"]
        #expect(try shell.run(terminal, environment: ["TERM": "xterm"]).output.contains("\u{1B}[1m"))
        #expect(try !shell.run(terminal, environment: ["TERM": "dumb"]).output.contains("\u{1B}["))
        #expect(
            try !shell.run(terminal, environment: ["TERM": "xterm", "NO_COLOR": "1"]).output.contains(
                "\u{1B}["))
    }

    @Test func `shows on a terminal what it shows in a pipe, and goes on`() throws {
        let shell = try start()
        let watch = [
            "script", "--quiet", "--return", "--command",
            "stty cols 80 rows 30; timeout --foreground 2 \"$BGRUN\" status --watch",
            "/dev/null",
        ]
        let shown = try shell.run(watch, environment: ["TERM": "xterm", "NO_COLOR": "1"]).output
        #expect(shown.contains("\u{1B}[H"), "\(shown)")
        let piped = try shell.run(["bash", "-c", #"timeout 2 "$BGRUN" status --watch"#]).output
        let heading = try #require(piped.split(separator: "\n").first.map(String.init))
        #expect(shown.contains(heading.prefix(40)) && !shown.contains("Sequence"), "\(shown)")
    }

    @Test func `ends without a word when nobody reads on`() throws {
        let shell = try start()
        let piped = try shell.run(["bash", "-c", #""$BGRUN" status | true; echo "${PIPESTATUS[0]}""#])
        // 128 and SIGPIPE; or 0 where all was written before the reader left.
        #expect(["141\n", "0\n"].contains(piped.output))
        #expect(piped.errors.isEmpty)
    }

    // B-116
    @Test func `is taken as it was given, whatever is preloaded, and refused where it is not UTF-8`() throws {
        let scratch = try ScratchDirectory()
        let source = try scratch.file(
            "library.c",
            """
            #include <stdlib.h>
            __attribute__((constructor)) static void set(void) { setenv("ANOTHER", "1", 1); }

            """)
        let library = scratch.path("library.so")
        let made = try Command.run(["clang", "-shared", "-fPIC", "-o", library, source])
        try #require(made.status == 0, "\(made.errors)")
        let environment = [
            "PATH": "/usr/bin:/bin", "LD_PRELOAD": library, "BGRUN_SOCKET": scratch.path("none"),
            "BGRUN": Repository.program("bgrun"),
        ]
        let cancel = try Command.run([Repository.program("bgrun"), "cancel", "a"], environment: environment)
        #expect(cancel.status == 4 && cancel.errors.contains(scratch.path("none")), "\(cancel.output)")
        let version = try Command.run([Repository.program("bgrund"), "--version"], environment: environment)
        #expect(version.output.hasPrefix("bgrund "))
        for line in [
            "cd \"$(printf 'a\\377')\"; $BGRUN submit -- true",
            "$BGRUN submit -- echo \"$(printf 'b\\377')\"",
            "$BGRUN new rsync --repository /b --path \"$(printf 'b\\377')\"",
            "$BGRUN pause a --note \"$(printf 'b\\377')\"", "$BGRUN lint \"$(printf 'b\\377')\"",
            "$BGRUN submit --env B=\"$(printf 'b\\377')\" -- true",
            "export B=\"$(printf 'b\\377')\"; $BGRUN submit --env B -- true",
        ] {
            let said = try Command.run(
                ["/bin/sh", "-c", "mkdir -p \"$(printf 'a\\377')\"; \(line)"], environment: environment,
                directory: scratch.path)
            #expect(
                said.status == 2 && said.errors.contains(" is not UTF-8, and a descriptor can't "),
                "\(said.errors)")
        }
    }
}

@Suite struct `Without a daemon` {
    private func bgrun(_ arguments: String...) throws -> Command {
        try Command.run(
            [Repository.program("bgrun")] + arguments, environment: ["PATH": "/usr/bin:/bin", "TZ": "UTC"])
    }

    @Test func `lint reads descriptors as strictly as the daemon`() throws {
        let scratch = try ScratchDirectory()
        let good = try scratch.file(
            "org.example.a.json", #"{"identifier": "org.example.a", "command": ["/bin/true"]}"#)
        #expect(try bgrun("lint", good).output == "\(good): org.example.a is fine\n")
        let misnamed = try scratch.file(
            "b.json", #"{"identifier": "org.example.b", "command": ["/bin/true"]}"#)
        #expect(
            try bgrun("lint", misnamed).status == 0 && bgrun("lint", "--strict", misnamed).status == 2)
        // What a shell hands over is read; for who may write to a named pipe nobody waits.
        let pipe = scratch.path("pipe")
        let piped = try Command.run(
            [
                "/bin/bash", "-c",
                "mkfifo \(pipe); $BGRUN lint <(cat \(good)); $BGRUN lint /dev/stdin <\(good); $BGRUN lint \(pipe) /dev/zero",
            ], environment: ["PATH": "/usr/bin:/bin", "BGRUN": Repository.program("bgrun")])
        let reason = "this is no regular file; check its name; - reads a pipe"
        #expect(
            piped.output.hasPrefix("/dev/fd/") && piped.output.contains("/dev/stdin: org.example.a is fine\n")
                && piped.errors == "\(pipe): \(reason)\n/dev/zero: \(reason)\n", "\(piped)")
        let bad = try scratch.file("c.json", #"{"identifier": "c", "command": [], "timeBudget": 5}"#)
        let both = try bgrun("lint", good, bad)
        #expect(both.status == 2)
        #expect(both.errors.contains("\(bad): command: "))
        #expect(both.errors.contains("\(bad): timeBudget: "))
    }

    // B-6
    @Test func `doctor power judges a tree of sysfs`() throws {
        let scratch = try ScratchDirectory()
        try scratch.file("class/power_supply/AC/type", "Mains\n")
        try scratch.file("class/power_supply/AC/online", "0\n")
        try scratch.file("class/power_supply/BAT0/type", "Battery\n")
        try scratch.file("class/power_supply/BAT0/status", "Discharging\n")
        try scratch.file("class/power_supply/BAT0/capacity", "87\n")
        let judged = try bgrun("doctor", "power", "--sysfs-root", scratch.path, "--json")
        #expect(judged.status == 0)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(judged.output.utf8)) as? [String: Any])
        #expect(object["externalPower"] as? String == "no")
        #expect(object["batteryLevel"] as? Int == 87)
        #expect((object["supplies"] as? [[String: Any]])?.count == 2)
        #expect(object["why"] is String)
    }
}
