// What a run is given, and what it is not.
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import Glibc
import TestConditions
import Testing

@testable import BGRunLaunch

@Suite struct `A launched run` {
    @Test(arguments: Way.all) func `ends once, with its code and what it used`(way: Way) throws {
        let bench = try Bench(way)
        try bench.launch(shell: "exit 37")
        #expect(try bench.exit() == .code(37))
        let exits = bench.events.filter { if case .exited = $0 { true } else { false } }
        #expect(exits.count == 1)
        guard case .exited(_, _, let usage) = exits.first else { return }
        // It took less than we do, who started it, so the kernel has told of us.
        #expect(try #require(usage.processes).peakMemoryKiB == 0)
        #expect(try bench.launcher.events().isEmpty)
    }

    @Test(arguments: Way.all) func `that takes more memory than its launcher has its peak told`(way: Way)
        throws
    {
        var own = rusage()
        getrusage(RUSAGE_SELF.rawValue, &own)
        let size = own.ru_maxrss + 50_000
        let bench = try Bench(way)
        try bench.launch(shell: "dd if=/dev/zero of=/dev/null bs=\(size)K count=1 2>/dev/null")
        #expect(try bench.exit() == .code(0))
        let usages = bench.events.compactMap { if case .exited(_, _, let usage) = $0 { usage } else { nil } }
        #expect(try #require(usages.first?.processes).peakMemoryKiB >= size)
    }

    // B-1
    @Test(arguments: Way.all) func `that has begun as it is given up for being slow goes on, and is told of`(
        way: Way
    )
        throws
    {
        let bench = try Bench(way)
        let begun = "\(bench.scratch.path)/begun"
        let descriptor = JobDescriptor(
            identifier: Bench.job().identifier, program: .shell("echo >\(begun); exec sleep 600"),
            workingDirectory: "/")
        try bench.launcher.launch(RunID(1), of: Bench.job(), as: descriptor)
        try bench.wait { !bench.launcher.accounts.isWaiting(.run(RunID(1))) }
        // Nobody hears the launcher meanwhile, as where the machine is busy. What another thread has begun just then holds the
        // end of the report too, until it is a program itself.
        let deadline = Clock.read(.monotonic) + 30_000_000
        let beginning = try #require(bench.launcher.trees[.run(RunID(1))]?.beginning)
        while access(begun, F_OK) != 0 || beginning.giveUp() != nil, Clock.read(.monotonic) < deadline {
            beat()
        }
        bench.launcher.kill(RunID(1))
        var process: Int32?
        try bench.wait {
            for case .launched(RunID(1), let number) in bench.events { process = number }
            return process != nil
        }
        #expect(!Bench.isOver(try #require(process)))
        bench.launcher.kill(RunID(1))
        #expect(try bench.exit() == .signal(SIGKILL))
    }

    @Test(arguments: Way.all) func `that a signal ends says which`(way: Way) throws {
        let bench = try Bench(way)
        try bench.launch(shell: "kill -USR1 $$")
        #expect(try bench.exit() == .signal(SIGUSR1))
    }

    @Test(arguments: Way.all) func `has both outputs kept, each in its order`(way: Way) throws {
        let bench = try Bench(way)
        let lines = try bench.run("echo one; echo two >&2; echo three; echo four >/dev/stderr")
            .split(separator: "\n")
        #expect(lines.filter { $0 == "one" || $0 == "three" } == ["one", "three"])
        #expect(lines.filter { $0 == "two" || $0 == "four" } == ["two", "four"] && lines.count == 4)
    }

    @Test func `has a clean environment with what bgrun tells it`() throws {
        let bench = try Bench(.sessions) { $0.language = "de_DE.UTF-8" }
        let job = Bench.job()
        let descriptor = JobDescriptor(
            identifier: job.identifier, program: .command(["/usr/bin/env"]),
            environment: [.init(name: "A", value: "b c"), .init(name: "SHELL", value: "/bin/own")],
            workingDirectory: "/")
        try bench.launch(RunID(1), of: job, as: descriptor)
        #expect(try bench.exit() == .code(0))
        let account = try #require(try UserAccount.with(user: geteuid()))
        let state = "\(bench.scratch.path)/state/jobs/\(geteuid())/org.example.job"
        let path =
            Bench.isRoot
            ? "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
            : "/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games"
        #expect(
            try bench.output() == """
                A=b c
                BGRUN_IDENTIFIER=org.example.job
                BGRUN_RUN=\(bench.settings.instance)-1
                BGRUN_SOCKET=unix:/run/bgrun/test
                BGRUN_STATE_DIRECTORY=\(state)
                BGRUN_STOP_REASON_FILE=\(bench.scratch.path)/runtime/stop-reasons/1
                HOME=\(account.home)
                LANG=de_DE.UTF-8
                LOGNAME=\(account.name)
                NOTIFY_SOCKET=\(bench.scratch.path)/runtime/notify/\(geteuid())
                PATH=\(path)
                SHELL=/bin/own
                USER=\(account.name)

                """)
    }

    // B-20
    @Test(.root) func `finds its owner's session where that is the owner's`() throws {
        let bench = try Bench(.sessions) { $0.accountSpan = 0 }
        let session = "\(bench.scratch.path)/user/\(geteuid())"
        try FileManager.default.createDirectory(atPath: session, withIntermediateDirectories: true)
        #expect(
            try bench.run("echo $XDG_RUNTIME_DIR $DBUS_SESSION_BUS_ADDRESS")
                == "\(session) unix:path=\(session)/bus\n")
        chown(session, 12345, 12345)
        try bench.launch(2, shell: "echo none: $XDG_RUNTIME_DIR")
        _ = try bench.exit(of: 2)
        #expect(try bench.output(of: 2) == "none:\n")
    }

    @Test(arguments: Way.all) func `cannot name itself otherwise`(way: Way) throws {
        let bench = try Bench(way)
        let output = try bench.run("echo $BGRUN_RUN $BGRUN_SOCKET") {
            $0.environment = [
                .init(name: "BGRUN_RUN", value: "mine"), .init(name: "BGRUN_SOCKET", value: "mine"),
            ]
        }
        #expect(output == "\(bench.settings.instance)-1 unix:/run/bgrun/test\n")
    }

    @Test(arguments: Way.all) func `inherits no descriptor`(way: Way) throws {
        let leaked = fcntl(0, F_DUPFD, 300)
        defer { close(leaked) }
        let bench = try Bench(way)
        // ls opens the directory it lists as 3.
        #expect(try bench.run("exec ls /proc/self/fd") == "0\n1\n2\n3\n")
    }

    @Test func `reads the descriptor's text, or nothing`() throws {
        let bench = try Bench(.sessions)
        #expect(try bench.run("cat; echo end") { $0.standardInput = "hello\n" } == "hello\nend\n")
        try bench.launch(2, shell: "cat; echo end")
        _ = try bench.exit(of: 2)
        #expect(try bench.output(of: 2) == "end\n")
    }

    @Test(.root, arguments: Way.all) func `has all of its owner's rights and no more`(way: Way) throws {
        let bench = try Bench(way)
        let script = "grep -E '^(Uid|Gid|Groups)' /proc/self/status; umask; touch $BGRUN_STATE_DIRECTORY/x"
        let output = try bench.run(script, of: Bench.nobody)
        let groups = try #require(try UserAccount.with(user: 65534)).groups().map(String.init)
        #expect(
            output == """
                Uid:\t65534\t65534\t65534\t65534
                Gid:\t65534\t65534\t65534\t65534
                Groups:\t\(groups.joined(separator: " ")) 
                0022

                """)
        let jobs = try Directory(path: bench.scratch.path).directory("state").directory("jobs")
        let ofUser = try jobs.directory("65534")
        #expect(try ofUser.descriptor.status().user == 0)
        let ofJob = try ofUser.directory("org.example.job")
        let status = try ofJob.descriptor.status()
        #expect((status.user, status.group, status.permissions) == (65534, 65534, 0o700))
        #expect(try ofJob.status(of: "x").user == 65534)
    }

    @Test func `keeps its state directory from run to run`() throws {
        let bench = try Bench(.sessions)
        _ = try bench.run("echo saved >$BGRUN_STATE_DIRECTORY/progress")
        try bench.launch(2, shell: "cat $BGRUN_STATE_DIRECTORY/progress")
        _ = try bench.exit(of: 2)
        #expect(try bench.output(of: 2) == "saved\n")
    }

    @Test func `gives way to others when it is processing`() throws {
        let bench = try Bench(.sessions)
        let own = max(10, Machine.nice)
        #expect(try bench.run("nice; ionice") == "\(own)\nidle\n")
        try bench.launch(2, shell: "nice") { $0.kind = .refresh }
        _ = try bench.exit(of: 2)
        #expect(try bench.output(of: 2) == "\(Machine.nice)\n")
    }

    @Test func `may gain privileges unless its descriptor says otherwise`() throws {
        let bench = try Bench(.sessions)
        let script = "grep NoNewPrivs /proc/self/status"
        #expect(try bench.run(script) { $0.noNewPrivileges = true } == "NoNewPrivs:\t1\n")
    }

    @Test(arguments: Way.all) func `is in a session and, where there are any, a cgroup of its own`(way: Way)
        throws
    {
        let bench = try Bench(way)
        let output = try bench.run(
            "cut -d' ' -f6 /proc/$$/stat; echo $$; grep ^0:: /proc/self/cgroup || true")
        let lines = output.split(separator: "\n")
        #expect(lines.first == lines.dropFirst().first)
        switch way {
        case .sessions: #expect(bench.launcher.holding == .sessions(reason: "the test says so"))
        case .cgroups:
            let group = "user-\(Bench.us)"
            #expect(lines.last?.hasSuffix("/\(group)/run-\(bench.settings.instance)-1") == true)
            #expect(bench.launcher.holding == .cgroups(path: bench.groupPath ?? ""))
            #expect(access("\(bench.groupPath ?? "")/\(group)", F_OK) != 0)
        }
        #expect(access("\(bench.scratch.path)/runtime/stop-reasons/1", F_OK) != 0)
    }
}

@Suite struct `A run that cannot be launched` {
    private func failure(_ bench: Bench, _ change: (inout JobDescriptor) -> Void) -> LaunchFailure? {
        let failure = #expect(throws: LaunchFailure.self) { try bench.launch(shell: "true", change) }
        // Nothing is left: no group, no directory, no output, and the number is free.
        #expect(access("\(bench.scratch.path)/runtime/stop-reasons/1", F_OK) != 0)
        #expect((try? bench.launcher.keptOutputs()) == [])
        if let groupPath = bench.groupPath {
            #expect(access("\(groupPath)/user-\(Bench.us)", F_OK) != 0)
        }
        return failure
    }

    // B-1
    @Test(arguments: Way.all) func `says that its program is not there, or what is wrong with it`(way: Way)
        throws
    {
        let scratch = try ScratchDirectory()
        let failure = failure(try Bench(way)) { $0.program = .command(["/nowhere/tool", "-x"]) }
        #expect(failure?.description == "/nowhere/tool can't be executed: No such file or directory")
        let name = self.failure(try Bench(way)) { $0.program = .command(["no-such-tool"]) }
        #expect(name?.description == "no-such-tool can't be executed: No such file or directory")
        for (path, fault) in try Self.files(in: scratch) {
            let found = self.failure(try Bench(way)) { $0.program = .command([path]) }
            #expect(
                found?.description
                    == "\(path) can't be executed: \(fault.reason); \(fault.advice(for: path))")
            #expect(ProgramFault.find(at: path) { _ in true } == fault)
        }
        #expect(ProgramFault.find(at: "/bin/sh") { _ in true } == nil)
    }

    private static func files(in scratch: ScratchDirectory) throws -> [(path: String, fault: ProgramFault)] {
        let pipe = scratch.path("pipe")
        let circle = scratch.path("circle")
        mkfifo(pipe, 0o755)
        symlink(circle, circle)
        let inner = try scratch.file("inner", "#!/nowhere/inner\n", mode: 0o755)
        let outer = try scratch.file("outer", "#!\(inner)\n", mode: 0o755)
        let ring = scratch.path("ring")
        _ = try scratch.file("ring", "#!\(ring)\n", mode: 0o755)
        return try programs.enumerated().map { number, file in
            (try scratch.file("program-\(number)", file.content, mode: file.mode), file.fault)
        } + [
            (scratch.path, .directory), (pipe, .pipe), ("/dev/null", .device), (circle, .circle),
            (outer, .inner("/nowhere/inner")), (ring, .unfit(ring)),
        ]
    }

    #if arch(x86_64)
        private static let machine = "\u{3E}"
    #else
        private static let machine = "\u{28}"
    #endif

    private static let programs: [(content: String, mode: Int, fault: ProgramFault)] = [
        ("#!/bin/sh\n", 0o644, .notExecutable), ("echo hello\n", 0o755, .noLine), ("", 0o755, .noLine),
        ("#! /usr/bin/pythn -x\n", 0o755, .interpreter("/usr/bin/pythn")),
        ("#!/nowhere/\u{1B}x\n", 0o755, .interpreter("/nowhere/?x")),
        ("\u{7F}ELF\u{2}\u{1}\u{1}" + String(repeating: "\0", count: 9) + "\u{2}\0\u{8}\0", 0o755, .foreign),
        ("MZ\0\0", 0o755, .foreign), ("\u{7F}ELF\u{2}", 0o755, .damaged),
        (
            "\u{7F}ELF\u{2}\u{1}\u{1}" + String(repeating: "\0", count: 9) + "\u{2}\0\(machine)\0", 0o755,
            .damaged
        ),
        ("#!/bin/sh\r\n", 0o755, .carriageReturn), ("#!\n", 0o755, .bareLine), ("#! ", 0o755, .bareLine),
        ("\u{FEFF}#!/bin/sh\n", 0o755, .mark), ("\u{FEFF}echo\n", 0o755, .noLine),
        ("#!/usr/bin/\n", 0o755, .folder("/usr/bin/")), ("#!/etc/passwd\n", 0o755, .unfit("/etc/passwd")),
        ("#!/dev/null\n", 0o755, .unfit("/dev/null")),
    ]

    @Test(arguments: Way.all) func `says that its working directory is not there`(way: Way) throws {
        let failure = failure(try Bench(way)) { $0.workingDirectory = "/nowhere" }
        #expect(
            failure?.description
                == "the working directory /nowhere can't be entered: No such file or directory")
    }

    // B-1 B-20
    @Test(.root) func `says that its owner's home is not there, also where its program lies in it`() throws {
        let bench = try Bench(.sessions)
        // Debian's mailing list manager, whose package is not here.
        let list = UserID(38)
        let missing = "the owner's home /var/list can't be entered: No such file or directory"
        let ways: [(directory: String?, change: (inout JobDescriptor) -> Void)] = [
            (nil, { $0.program = .command(["/bin/true"]) }),
            ("/", { $0.program = .command(["/var/list/tool"]) }),
            ("/var/list/work", { _ in }),
            ("/var/list/work", { $0.launchRules.makesWorkingDirectory = true }),
            ("/", { $0.launchRules.environmentFile = EnvironmentFile(path: "/var/list/variables") }),
            ("/", { $0.launchRules.credentials = [Credential(name: "a", path: "/var/list/key")] }),
            ("/", { $0.launchRules.standardOutput = OutputTarget(path: "/var/list/log") }),
        ]
        for (place, way) in ways.enumerated() {
            let failure = #expect(throws: LaunchFailure.self) {
                try bench.launch(Int64(place + 10), shell: "", of: list, in: way.directory, way.change)
            }
            #expect(failure?.fault == .missing(path: "/var/list", reason: missing))
        }
        let other = #expect(throws: LaunchFailure.self) {
            try bench.launch(3, shell: "", of: list, in: "/") { $0.program = .command(["/var/lists/tool"]) }
        }
        #expect(other?.description == "/var/lists/tool can't be executed: No such file or directory")
        // An account without a home.
        #expect(try Bench(.sessions).run("pwd", of: Bench.nobody, in: nil) == "/\n")
    }

    // B-1 B-47
    @Test(arguments: [EAGAIN, ENOMEM, EMFILE, ENFILE])
    func `for want of what others may give back is another matter than a job's own`(errno: Int32) {
        let made: LaunchFailure = .step(.clone, errno: errno)
        #expect(made.fault == .shortage(reason: made.description))
        let prepared: LaunchFailure = .system(SystemError(operation: "pipe2", errno: errno))
        #expect(prepared.fault == .shortage(reason: prepared.description))
        let entered: LaunchFailure = .workingDirectory(path: "/mnt", errno: errno)
        #expect(entered.fault == .passing(reason: entered.description))
        let program: LaunchFailure = .program(name: "tool", errno: EAGAIN)
        #expect(program.fault == .shortage(reason: program.description))
        let full: LaunchFailure = .system(SystemError(operation: "mkdir", errno: ENOSPC))
        #expect(full.fault == .passing(reason: full.description))
        let denied: LaunchFailure = .step(.cgroup, errno: EACCES)
        #expect(denied.fault == .lasting(reason: denied.description))
    }

    @Test func `says that its owner is unknown`() throws {
        let bench = try Bench(.sessions) { $0.daemonUser = .root }
        let failure = #expect(throws: LaunchFailure.self) {
            try bench.launch(shell: "true", of: UserID(4_000_000_001))
        }
        #expect(failure?.description == "user 4000000001 has no entry in the user database")
    }

    @Test func `says that a user's daemon runs no one else's jobs`() throws {
        let bench = try Bench(.sessions) { $0.daemonUser = UserID(1000) }
        let failure = #expect(throws: LaunchFailure.self) {
            try bench.launch(shell: "true", of: UserID(1001))
        }
        #expect(failure == .notOurs(UserID(1001)))
    }

    @Test func `does not follow a link put in the place of its directory`() throws {
        let bench = try Bench(.sessions)
        symlink("/tmp", "\(bench.scratch.path)/state/jobs")
        let failure = #expect(throws: LaunchFailure.self) { try bench.launch(shell: "true") }
        guard case .system(let error) = failure else {
            Issue.record("refused for another reason: \(String(describing: failure))")
            return
        }
        #expect(error.errno == ENOTDIR || error.errno == ELOOP)
    }
}
