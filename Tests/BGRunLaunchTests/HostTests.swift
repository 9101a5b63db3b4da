// Hosts that are started: what they are given, and that they end whole with their main process.
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import Glibc
import TestConditions
import Testing

@testable import BGRunLaunch

@Suite struct `A started host` {
    @Test(arguments: Way.all) func `ends once, with its code, and leaves nothing`(way: Way) throws {
        let bench = try Bench(way)
        let gate = try NamedPipe(at: bench.sharedDirectory() + "/gate")
        let main = try bench.startHost(shell: "echo dropped; read x <$GATE; exit 37", ["GATE": gate.path])
        #expect(bench.leftovers.count == 1)
        #expect(bench.launcher.hasHosts && !bench.launcher.hasRuns)
        try gate.write("go")
        #expect(try bench.endOfHost() == .code(37))
        #expect(try bench.launcher.events().isEmpty)
        #expect(bench.events == [.hostStarted(.first, process: main), .hostEnded(.first, .code(37))])
        #expect(bench.leftovers.isEmpty && !bench.launcher.hasHosts)
        #expect(try bench.launcher.keptOutputs().isEmpty)
    }

    @Test(arguments: Way.all) func `that a signal ends says which`(way: Way) throws {
        let bench = try Bench(way)
        try bench.startHost(shell: "kill -USR1 $$")
        #expect(try bench.endOfHost() == .signal(SIGUSR1))
    }

    @Test func `has its owner's clean environment with what bgrun tells it, and nothing of a run`() throws {
        let bench = try Bench(.sessions) { $0.language = "de_DE.UTF-8" }
        let own = [
            "A": "b c", "SHELL": "/bin/own", "BGRUN_RUN": "x", "BGRUN_ERRAND": "x", "BGRUN_IDENTIFIER": "x",
            "BGRUN_STATE_DIRECTORY": "x", "BGRUN_STOP_REASON_FILE": "x", "BGRUN_HOST": "x",
            "BGRUN_APPLICATION": "x", "BGRUN_SOCKET": "x",
        ]
        let report = try bench.report("exec cat /proc/$$/environ | tr '\\0' '\\n'", own)
        let account = try #require(try UserAccount.with(user: geteuid()))
        let path =
            Bench.isRoot
            ? "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
            : "/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games"
        #expect(
            report == [
                "A=b c", "BGRUN_APPLICATION=org.example.photos", "BGRUN_HOST=\(bench.settings.instance)-1",
                "BGRUN_SOCKET=unix:/run/bgrun/test", "HOME=\(account.home)", "LANG=de_DE.UTF-8",
                "LOGNAME=\(account.name)", "PATH=\(path)", "REPORT=\(bench.scratch.path("shared/report"))",
                "SHELL=/bin/own", "USER=\(account.name)",
            ])
        #expect(bench.settings.host(ofMark: "\(bench.settings.instance)-1") == .first)
    }

    @Test(arguments: Way.all) func `gives way to others, reads nothing, and inherits no descriptor`(way: Way)
        throws
    {
        let bench = try Bench(way)
        let leaked = fcntl(0, F_DUPFD, 300)
        defer { close(leaked) }
        let report = try bench.report(
            """
            nice; ionice; readlink /proc/self/fd/0; grep NoNewPrivs /proc/self/status; umask
            readlink /proc/$$/fd/2 | cut -d: -f1; cut -d' ' -f5,6 /proc/$$/stat; echo $$ $$
            """
        ) { $0.noNewPrivileges = true }
        #expect(
            report.prefix(6) == [
                "\(max(10, Machine.nice))", "idle", "/dev/null", "NoNewPrivs:\t1", "0022", "pipe",
            ])
        #expect(report.count == 8 && report[6] == report[7])
        // ls opens the directory it lists as 3.
        #expect(try Self.descriptors(Bench(way)) == ["0", "1", "2", "3"])
    }

    private static func descriptors(_ bench: Bench) throws -> [String] {
        try bench.report("exec ls /proc/self/fd")
    }

    @Test func `begins in its manifest's directory, else in its owner's home`() throws {
        let account = try #require(try UserAccount.with(user: geteuid()))
        #expect(try Bench(.sessions).report("pwd", in: "/usr") == ["/usr"])
        #expect(try Bench(.sessions).report("pwd", in: nil) == [try File.resolve(account.home)])
    }

    @Test(.root, arguments: Way.all) func `has all of its owner's rights and no more`(way: Way) throws {
        let report = try Bench(way).report("id -u; id -G", of: Bench.nobody)
        #expect(report == ["65534", "65534"])
    }

    @Test(.cgroups) func `is in a cgroup of its own`() throws {
        let bench = try Bench(.cgroups)
        let report = try bench.report("grep ^0:: /proc/self/cgroup")
        #expect(report.first?.hasSuffix("/user-\(Bench.us)/host-\(bench.settings.instance)-1") == true)
    }

    @Test(.root, arguments: Way.all) func `that can't be started says why and leaves nothing`(way: Way) throws
    {
        let bench = try Bench(way)
        #expect(throws: LaunchFailure.program(name: "no-such-program", errno: ENOENT)) {
            try bench.start(Bench.order(["no-such-program"]))
        }
        #expect(throws: LaunchFailure.workingDirectory(path: "/nowhere", errno: ENOENT)) {
            try bench.start(Bench.order(["true"], number: 2, in: "/nowhere"))
        }
        #expect(throws: LaunchFailure.noAccount(UserID(4_000_000_000))) {
            try bench.start(Bench.order(["true"], number: 3, of: UserID(4_000_000_000)))
        }
        #expect(bench.leftovers.isEmpty && bench.launcher.trees.isEmpty)
        #expect(!bench.events.contains { if case .hostEnded = $0 { true } else { false } })
    }

    /// Else a daemon that has lost its store would begin a second beside what it is still ending.
    @Test func `is refused while one of its name is being ended`() throws {
        let bench = try Bench(.sessions)
        try bench.startHost(shell: "exec sleep 1000")
        bench.launcher.trees[.host(RunID(1))]?.isLeft = true
        #expect(!bench.launcher.hasHosts)
        let failure = #expect(throws: LaunchFailure.self) {
            try bench.launcher.startHost(Bench.order(["true"]))
        }
        #expect(failure?.fault == .shortage(reason: failure?.description ?? ""))
        bench.launcher.killHost(.first)
        try bench.wait { bench.launcher.trees.isEmpty }
        #expect(bench.events.count == 1)
    }
}

@Suite struct `Ending a host` {
    @Test(arguments: Way.all) func `kills whatever its main process leaves behind`(way: Way) throws {
        let bench = try Bench(way)
        let pipe = try NamedPipe(at: bench.sharedDirectory() + "/pids")
        let gate = try NamedPipe(at: pipe.path + ".go")
        try bench.startHost(
            shell: """
                child='trap "" TERM HUP; echo $$; while :; do sleep 1000; done'
                { setsid sh -c "$child" & sh -c "$child" & } | { read a; read b; echo $a $b >$PIDS; cat >/dev/null; } &
                read x <$PIDS.go; exit 5
                """, ["PIDS": pipe.path])
        let pids = try pipe.numbers()
        #expect(pids.count == 2 && !pids.contains(where: Bench.isOver))
        try gate.write("go")
        #expect(try bench.endOfHost() == .code(5))
        #expect(pids.allSatisfy(Bench.isOver))
        #expect(bench.leftovers.isEmpty)
        #expect(bench.events.filter { if case .hostEnded = $0 { true } else { false } }.count == 1)
    }

    @Test(arguments: Way.all) func `tells all of it to leave, and gives no reason`(way: Way) throws {
        let bench = try Bench(way)
        let pipe = try NamedPipe(at: bench.sharedDirectory() + "/words")
        try bench.startHost(
            shell: """
                setsid sh -c 'trap "echo 2 >$WORDS; exit" TERM; echo 1 >$WORDS; while :; do sleep 1000 & wait $!; done' &
                trap 'wait; exit 75' TERM
                wait
                """, ["WORDS": pipe.path])
        #expect(try pipe.numbers() == [1])
        bench.launcher.terminateHost(.first)
        #expect(try pipe.numbers() == [2])
        #expect(try bench.endOfHost() == .code(75))
        #expect(access(bench.scratch.path("runtime/stop-reasons"), F_OK) != 0)
        bench.launcher.terminateHost(.first)
        bench.launcher.killHost(.first)
        #expect(try bench.launcher.events().isEmpty)
    }

    @Test(arguments: Way.all) func `by kill leaves nobody who ignored the first signal`(way: Way) throws {
        let bench = try Bench(way)
        let pipe = try NamedPipe(at: bench.sharedDirectory() + "/pids")
        try bench.startHost(
            shell: """
                trap '' TERM
                setsid sh -c 'trap "" TERM HUP; echo $$ $PPID >$PIDS; exec sleep 1000' &
                while :; do sleep 1000; done
                """, ["PIDS": pipe.path])
        let pids = try pipe.numbers()
        bench.launcher.terminateHost(.first)
        try bench.launcher.freezeHost(.first)
        bench.launcher.killHost(.first)
        #expect(try bench.endOfHost() == .signal(SIGKILL))
        #expect(pids.count == 2 && pids.allSatisfy(Bench.isOver))
    }

    @Test(.muteMount, arguments: Way.all) func `before its program has begun gives it up`(way: Way) throws {
        let bench = try Bench(way)
        let mute = try MuteMount(at: bench.scratch.path("mute"))
        let program = "\(mute.path)/photos"
        try bench.launcher.startHost(Bench.order([program]))
        try bench.wait { !bench.launcher.accounts.isWaiting(.host(RunID(1))) }
        // Others are not held up.
        try bench.startHost(2, shell: "exit 0")
        #expect(try bench.endOfHost(2) == .code(0))
        bench.launcher.killHost(.first)
        try bench.wait { bench.launcher.trees.isEmpty }
        #expect(bench.events.last == .hostFailed(.first, .programInTime(name: program)))
        #expect(!bench.events.contains { if case .hostStarted(.first, _) = $0 { true } else { false } })
        #expect(bench.leftovers.isEmpty)
    }

    @Test(arguments: [true, false]) func `while its owner is asked for gives it up too`(byKill: Bool) throws {
        let bench = try Bench(.sessions)
        try bench.launcher.startHost(Bench.order(["true"]))
        #expect(bench.launcher.hasHosts && bench.launcher.hasWaiting)
        if byKill { bench.launcher.killHost(.first) } else { bench.launcher.terminateHost(.first) }
        #expect(!bench.launcher.hasHosts)
        try bench.wait { !bench.events.isEmpty && bench.launcher.trees.isEmpty }
        #expect(bench.events == [.hostFailed(.first, .accountInTime(Bench.us))])
    }

    @Test func `leaves runs, errands and other hosts alone, whatever their numbers`() throws {
        let bench = try Bench(.sessions)
        try bench.launch(1, shell: "echo up; exec sleep 1000")
        try bench.wait(forOutput: "up\n")
        let errand = try bench.start(shell: "exec sleep 1000")
        try bench.startHost(1, shell: "exec sleep 1000")
        try bench.startHost(2, shell: "exec sleep 1000")
        bench.launcher.killHost(.first)
        #expect(try bench.endOfHost(1) == .signal(SIGKILL))
        bench.launcher.terminate(RunID(1), because: .userRequest)
        #expect(try bench.exit() == .signal(SIGTERM))
        bench.launcher.endErrand(errand)
        #expect(try bench.end(of: errand) == .signal(SIGKILL))
        #expect(bench.launcher.trees.keys.map { $0 } == [.host(RunID(2))])
        bench.launcher.terminateHost(.started(RunID(2)))
        #expect(try bench.endOfHost(2) == .signal(SIGTERM))
    }

    @Test func `does nothing to a guest`() throws {
        let bench = try Bench(.sessions)
        try bench.startHost(3, shell: "exec sleep 1000")
        let guest = HostID.guest(3)
        bench.launcher.terminateHost(guest)
        bench.launcher.killHost(guest)
        try bench.launcher.freezeHost(guest)
        try bench.launcher.thawHost(guest)
        #expect(try bench.launcher.isHostFrozen(guest))
        #expect(try !bench.launcher.isHostFrozen(.started(RunID(3))))
        bench.launcher.terminateHost(.started(RunID(3)))
        #expect(try bench.endOfHost(3) == .signal(SIGTERM))
    }
}

@Suite struct `Freezing a host` {
    /// Waits until the last process has halted, which is no event that anyone could wait for.
    private func freeze(_ bench: Bench) throws {
        try bench.launcher.freezeHost(.first)
        let deadline = Clock.read(.monotonic) + 30_000_000
        while try !bench.launcher.isHostFrozen(.first) {
            guard Clock.read(.monotonic) < deadline else { throw Bench.TimedOut(events: bench.events) }
            beat()
        }
    }

    @Test(arguments: Way.all) func `halts all of it until it is thawed`(way: Way) throws {
        let bench = try Bench(way)
        let pipe = try NamedPipe(at: bench.sharedDirectory() + "/answers")
        let gate = try NamedPipe(at: pipe.path + ".go")
        try bench.startHost(
            shell: "setsid sh -c 'read x <$ANSWERS.go; echo 7 >$ANSWERS' & echo 1 >$ANSWERS; wait",
            ["ANSWERS": pipe.path])
        #expect(try pipe.numbers() == [1])
        try freeze(bench)
        try gate.write("go")
        // A second host answers meanwhile; the frozen one does not.
        try bench.startHost(2, shell: "exit 0")
        #expect(try bench.endOfHost(2) == .code(0))
        #expect(try !pipe.hasLine())
        try bench.launcher.thawHost(.first)
        #expect(try pipe.numbers() == [7])
        #expect(try bench.endOfHost() == .code(0))
    }

    @Test(arguments: Way.all) func `leaves it able to leave in its own way`(way: Way) throws {
        let bench = try Bench(way)
        let pipe = try NamedPipe(at: bench.sharedDirectory() + "/up")
        try bench.startHost(
            shell: "trap 'exit 9' TERM; echo 1 >$UP; while :; do sleep 1000 & wait $!; done",
            ["UP": pipe.path])
        #expect(try pipe.numbers() == [1])
        try freeze(bench)
        bench.launcher.terminateHost(.first)
        #expect(try bench.endOfHost() == .code(9))
    }
}

// B-17
@Suite struct `Hosts after the daemon's sudden end` {
    private static let family = """
        setsid sh -c 'trap "" HUP; echo $$ $PPID >$PIDS; exec sleep 1000' & wait
        """

    /// Starts a host of two processes, and gives these.
    private func start(_ bench: Bench, _ number: Int64 = 1, _ shell: String = family) throws -> [Int32] {
        let pipe = try NamedPipe(at: bench.sharedDirectory() + "/pids-\(number)")
        try bench.startHost(number, shell: shell, ["PIDS": pipe.path])
        return try pipe.numbers()
    }

    @Test(arguments: Way.all) func `are found, have the time they are given, and are reported as lost`(
        way: Way
    ) throws {
        let bench = try Bench(way)
        let pids = try start(bench)
        try bench.crash()
        try bench.adoptHost()
        bench.launcher.endLeftHosts()
        #expect(bench.events.isEmpty && bench.launcher.hasHosts)
        #expect(pids.count == 2 && !pids.contains(where: Bench.isOver))
        bench.launcher.terminateHost(.first)
        #expect(try bench.endOfHost() == .lost)
        #expect(bench.events == [.hostEnded(.first, .lost)])
        #expect(pids.allSatisfy(Bench.isOver) && bench.leftovers.isEmpty)
        waitpid(pids[1], nil, 0)
    }

    /// One that is deaf is killed like any other; nothing it still starts outlives it.
    @Test(arguments: Way.all) func `are killed where they won't leave`(way: Way) throws {
        let bench = try Bench(way)
        let pids = try start(bench, 1, "trap '' TERM; \(Self.family)")
        try bench.crash()
        try bench.adoptHost()
        bench.launcher.terminateHost(.first)
        bench.launcher.killHost(.first)
        #expect(try bench.endOfHost() == .lost)
        #expect(pids.count == 2 && pids.allSatisfy(Bench.isOver))
        waitpid(pids[1], nil, 0)
    }

    @Test(arguments: Way.all) func `are reported at once where nothing is left`(way: Way) throws {
        let bench = try Bench(way)
        try bench.startHost(shell: "exit 0")
        _ = try bench.endOfHost()
        try bench.crash()
        try bench.adoptHost()
        #expect(bench.events == [.hostEnded(.first, .lost)])
        #expect(bench.leftovers.isEmpty && !bench.launcher.hasHosts)
    }

    @Test(arguments: Way.all) func `are ended where nobody adopts them, and nobody is told`(way: Way) throws {
        let bench = try Bench(way)
        let (ours, adopted) = (try start(bench), try start(bench, 2))
        let neighbour = try Bench(way)
        let theirs = try start(neighbour)
        try bench.crash()
        try bench.adoptHost(2)
        bench.launcher.endLeftHosts()
        #expect(bench.launcher.trees[.host(RunID(2))]?.isLeft == false)
        try bench.wait { bench.launcher.trees.count == 1 }
        #expect(bench.events.isEmpty)
        #expect(ours.count == 2 && ours.allSatisfy(Bench.isOver))
        #expect(!(adopted + theirs).contains(where: Bench.isOver))
        waitpid(ours[1], nil, 0)
        bench.launcher.killHost(.started(RunID(2)))
        #expect(try bench.endOfHost(2) == .lost)
        waitpid(adopted[1], nil, 0)
        #expect(bench.leftovers.isEmpty)
        neighbour.launcher.killHost(.first)
        #expect(try neighbour.endOfHost() == .signal(SIGKILL))
    }

    @Test(arguments: ["", "x-1", "-1", "65534-x-1", "+1-INSTANCE-1", "1-INSTANCE-+1", "1-INSTANCE"])
    func `are not looked for by names that are none`(name: String) throws {
        let bench = try Bench(.sessions)
        let file = name.replacingOccurrences(of: "INSTANCE", with: bench.settings.instance)
        if !file.isEmpty { try bench.scratch.file("runtime/hosts/\(file)", "") }
        bench.launcher.endLeftHosts()
        #expect(bench.launcher.trees.isEmpty)
    }
}
