// Errands: an owner's short processes, ended with all they started, reported once, and never left behind.
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import Glibc
import TestConditions
import Testing

@testable import BGRunLaunch

@Suite struct `An errand` {
    @Test(arguments: Way.all) func `ends once, with its code, and leaves nothing`(way: Way) throws {
        let bench = try Bench(way)
        let errand = try bench.start(shell: "exit 3")
        #expect(bench.leftovers.count == 1)
        #expect(try bench.end(of: errand) == .code(3))
        #expect(try bench.launcher.events().isEmpty)
        #expect(bench.events == [.errandEnded(errand, .code(3))])
        #expect(bench.leftovers.isEmpty)
        #expect(try bench.launcher.keptOutputs().isEmpty)
    }

    @Test(arguments: Way.all) func `that a signal ends says which`(way: Way) throws {
        let bench = try Bench(way)
        let errand = try bench.start(shell: "kill -USR1 $$")
        #expect(try bench.end(of: errand) == .signal(SIGUSR1))
    }

    @Test(.root, arguments: Way.all) func `that can't be started says why and leaves nothing`(way: Way) throws
    {
        let bench = try Bench(way)
        #expect(throws: LaunchFailure.program(name: "no-such-program", errno: ENOENT)) {
            try bench.end(of: try bench.launcher.start(Errand(.command(["no-such-program"]), for: Bench.us)))
        }
        #expect(bench.leftovers.isEmpty)
        #expect(throws: LaunchFailure.noAccount(UserID(4_000_000_000))) {
            try bench.end(
                of: try bench.launcher.start(Errand(.command(["true"]), for: UserID(4_000_000_000))))
        }
    }

    // B-20
    @Test(arguments: Way.all) func `has its owner's rights, and nothing of the daemon's`(way: Way) throws {
        let bench = try Bench(way)
        let report = try bench.sharedDirectory() + "/report"
        let leak = try File.open("/dev/null", O_RDONLY)
        #expect(fcntl(leak.rawValue, F_SETFD, 0) == 0)
        let script = """
            exec >$REPORT
            echo $(id -u) $(id -G) $(umask) $PWD
            readlink /proc/self/fd/0
            set -- /proc/$$/fd/*; echo $#
            cut -d' ' -f5,6 /proc/$$/stat
            echo $$
            cut -d' ' -f19 /proc/$$/stat
            until grep -x 500 /proc/$$/oom_score_adj; do :; done
            """
        // The last is written by the daemon once the process is there, which may be ahead of it.
        let errand = try bench.start(shell: script, of: Bench.person, ["REPORT": report])
        #expect(try bench.end(of: errand) == .code(0))
        let lines = try String(contentsOfFile: report, encoding: .utf8).split(separator: "\n")
        try #require(lines.count == 7)
        let account = try #require(try UserAccount.with(user: Bench.person.rawValue))
        let home = access(account.home, X_OK) == 0 ? account.home : "/"
        let groups = Set(try account.groups().map { "\($0)" })
        let words = lines[0].split(separator: " ").map(String.init)
        #expect(words.first == "\(Bench.person)")
        let shown = Set(words.dropFirst().dropLast(2))
        #expect(shown == groups)
        let ending = Array(words.suffix(2))
        #expect(ending == ["0022", home])
        #expect(lines[1] == "/dev/null")
        // 0, 1, 2 and the shell's own one for the directory at most; a pipe for a count would be there too, now and then.
        #expect(Int(lines[2].trimmingCharacters(in: .whitespaces)).map { $0 <= 4 } == true)
        // It leads a process group and a session of its own.
        #expect(lines[3] == "\(lines[4]) \(lines[4])")
        #expect(lines[5] == "10")
        #expect(lines[6] == "500")
        withExtendedLifetime(leak) {}
    }

    @Test func `has its owner's clean environment, and nothing of a job`() throws {
        let bench = try Bench(.sessions)
        let report = try bench.sharedDirectory() + "/report"
        let errand = try bench.launcher.start(
            Errand(
                .command(["/bin/sh", "-c", "env >$REPORT"]), for: Bench.us, environment: ["REPORT": report]))
        #expect(try bench.end(of: errand) == .code(0))
        let text = try String(contentsOfFile: report, encoding: .utf8)
        let names = Set(
            text.split(separator: "\n").compactMap { $0.split(separator: "=").first.map(String.init) })
        #expect(
            names.subtracting(["PWD", "OLDPWD", "_", "SHLVL"]) == [
                "BGRUN_ERRAND", "BGRUN_SOCKET", "HOME", "LOGNAME", "PATH", "REPORT", "SHELL", "USER",
            ])
    }

    @Test(.root) func `starts elsewhere where its owner's home is not there`() throws {
        let bench = try Bench(.sessions)
        // The home of Debian's user nobody does not exist.
        let errand = try bench.start(shell: "[ $PWD = / ]", of: Bench.nobody)
        #expect(try bench.end(of: errand) == .code(0))
    }

    @Test func `reads what it is given, which its arguments don't show`() throws {
        let bench = try Bench(.sessions)
        let errand = try bench.start(
            shell:
                "read line; [ $line = s\"\"ecret ] && ! grep -q '[s]ecret' /proc/$$/cmdline /proc/$$/environ",
            input: "secret\n")
        #expect(try bench.end(of: errand) == .code(0))
    }

    // B-33
    @Test(arguments: Way.all) func `is ended with everything it has started`(way: Way) throws {
        let bench = try Bench(way)
        let pipe = try NamedPipe(at: bench.sharedDirectory() + "/pids")
        let errand = try bench.start(
            shell: """
                trap '' TERM
                setsid sh -c 'trap "" TERM HUP; echo $$ $PPID >$PIDS; exec sleep 1000' &
                wait
                """, ["PIDS": pipe.path])
        let pids = try pipe.numbers()
        bench.launcher.endErrand(errand)
        #expect(try bench.end(of: errand) == .signal(SIGKILL))
        #expect(pids.count == 2 && pids.allSatisfy(Bench.isOver))
        #expect(bench.leftovers.isEmpty)
        bench.launcher.endErrand(errand)
    }

    @Test(arguments: Way.all) func `is over when what it left behind is`(way: Way) throws {
        let bench = try Bench(way)
        let pipe = try NamedPipe(at: bench.sharedDirectory() + "/pids")
        let gate = try NamedPipe(at: pipe.path + ".go")
        let errand = try bench.start(
            // It executes nothing more: for a moment of that it has no environment to be known by.
            shell: """
                setsid sh -c 'trap "" TERM HUP; echo $$ >$PIDS; while :; do sleep 1000; done' & read x <$PIDS.go
                """, ["PIDS": pipe.path])
        let pid = try #require(try pipe.numbers().first)
        try gate.write("go")
        _ = try bench.end(of: errand)
        #expect(Bench.isOver(pid))
    }

    @Test func `leaves runs and other errands alone`() throws {
        let bench = try Bench(.sessions)
        try bench.launch(shell: "echo up; exec sleep 1000")
        try bench.wait(forOutput: "up\n")
        let one = try bench.start(shell: "exec sleep 1000")
        let other = try bench.start(shell: "exec sleep 1000")
        bench.launcher.endErrand(one)
        _ = try bench.end(of: one)
        #expect(!bench.events.contains { if case .exited = $0 { true } else { false } })
        #expect(!bench.events.contains(.errandEnded(other, .signal(SIGKILL))))
        bench.launcher.endErrands()
        _ = try bench.end(of: other)
        bench.launcher.terminate(RunID(1), because: .userRequest)
        #expect(try bench.exit() == .signal(SIGTERM))
    }

    @Test func `is refused beside eight others of its owner's, and beside no one else's`() throws {
        let bench = try Bench(.sessions)
        var errands: [ErrandID] = []
        for _ in 0..<8 { errands.append(try bench.start(shell: "exec sleep 1000")) }
        #expect(throws: LaunchFailure.tooManyErrands(limit: 8)) { try bench.start(shell: "true") }
        try asRoot("an errand of another owner") {
            let end = try bench.end(of: bench.start(shell: "true", of: Bench.nobody))
            #expect(end == .code(0))
        }
        bench.launcher.endErrands()
        for errand in errands { #expect(try bench.end(of: errand) == .signal(SIGKILL)) }
        #expect(try bench.end(of: bench.start(shell: "true")) == .code(0))
    }

    // B-17
    @Test(arguments: Way.all) func `does not outlive the daemon's sudden end, and nobody is told`(way: Way)
        throws
    {
        let bench = try Bench(way)
        let pipe = try NamedPipe(at: bench.sharedDirectory() + "/pids")
        _ = try bench.start(
            shell: "setsid sh -c 'echo $$ $PPID >$PIDS; exec sleep 1000' & wait", of: Bench.person,
            ["PIDS": pipe.path])
        let pids = try pipe.numbers()
        let main = try #require(pids.last)
        // Another daemon's errands are not touched.
        let neighbour = try Bench(way)
        let theirs = try neighbour.start(shell: "exec sleep 1000")
        try bench.crash()
        try bench.wait { bench.leftovers.isEmpty }
        #expect(bench.events.isEmpty)
        #expect(pids.count == 2 && pids.allSatisfy(Bench.isOver))
        waitpid(main, nil, 0)
        #expect(try neighbour.launcher.events().isEmpty)
        neighbour.launcher.endErrand(theirs)
        #expect(try neighbour.end(of: theirs) == .signal(SIGKILL))
    }

    @Test(.root) func `is known by its mark, and a stranger who carries that is not touched`() throws {
        let bench = try Bench(.sessions)
        let id = ErrandID(owner: .root, era: 1, number: 1)
        let null = try File.open("/dev/null", O_RDWR)
        var request = SpawnRequest(
            arguments: ["sleep", "1000"],
            environment: ["PATH=/usr/bin:/bin", bench.settings.variable(of: .errand(id))],
            workingDirectory: "/", standardInput: null.rawValue, standardOutput: null.rawValue,
            standardError: null.rawValue)
        request.identity = UserRights(user: 65534, group: 65534, groups: [])
        let stranger = try Spawn.begin(request)
        try TreeMarks(.errands, in: bench.scratch.path("runtime")).add(bench.settings.mark(of: id))
        try bench.crash()
        #expect(bench.leftovers.isEmpty)
        #expect(try stranger.reap() == nil)
        try stranger.send(signal: SIGKILL)
        _ = try stranger.waitForExit()
    }

    @Test func `has a name that can be read back, and nothing else is one`() {
        let id = ErrandID(owner: UserID(1000), era: 77, number: 5)
        #expect(ErrandID("\(id)") == id)
        for text in ["", "1-2", "1-2-3-4", "+1-2-3", "1-2-x", "-1-2-3", "1--2-3", "4294967296-1-1"] {
            #expect(ErrandID(text) == nil)
        }
    }
}
