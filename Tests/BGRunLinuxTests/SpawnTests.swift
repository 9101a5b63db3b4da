// Starting programs: what a child is given, and what it is not.
import BGRunLinux
import BGRunTestSupport
import Foundation
import Glibc
import TestConditions
import Testing

@Suite(.serialized) struct `A spawned program` {
    static let methods: [Spawn.Method] = [.best, .vfork]

    /// Runs a program to its end and gives how it ended and what it wrote to both outputs.
    private func run(
        _ arguments: [String], by method: Spawn.Method, _ change: (inout SpawnRequest) -> Void = { _ in }
    ) throws -> (exit: ProcessExit, output: String) {
        var pipe = try BGRunLinux.Pipe()
        let null = try File.open("/dev/null", O_RDONLY)
        let writer = pipe.takeWriteEnd()
        var request = SpawnRequest(
            arguments: arguments, environment: ["PATH=/usr/bin:/bin", "A=b"], workingDirectory: "/",
            standardInput: null.rawValue, standardOutput: writer.rawValue, standardError: writer.rawValue)
        change(&request)
        let process = try Spawn.begin(request, by: method)
        _ = close(writer.release())
        let output = try pipe.takeReadEnd().readToEnd(limit: 1 << 20)
        return (try process.waitForExit(), String(decoding: output, as: UTF8.self))
    }

    private func failure(
        _ arguments: [String], by method: Spawn.Method, _ change: (inout SpawnRequest) -> Void = { _ in }
    ) -> SpawnFailure? {
        #expect(throws: SpawnFailure.self) { _ = try run(arguments, by: method, change) }
    }

    @Test(arguments: methods) func `ends with its code, and its usage is known`(method: Spawn.Method) throws {
        let (exit, _) = try run(["sh", "-c", "exit 37"], by: method)
        #expect(exit.status == .exited(37))
        // It took less than we do, who started it, so the kernel has told of us.
        #expect(exit.usage.maximumResidentKiB == 0)
        // On a disk, which /tmp need not be.
        let file = "/var/tmp/bgrun-\(UUID())"
        defer { unlink(file) }
        let (writer, _) = try run(
            ["dd", "if=/dev/zero", "of=\(file)", "bs=64K", "count=16", "conv=fsync", "status=none"],
            by: method)
        #expect(writer.usage.writtenBytes >= 1 << 20)
    }

    @Test(arguments: methods) func `that a signal ends is told so`(method: Spawn.Method) throws {
        #expect(try run(["sh", "-c", "kill -9 $$"], by: method).exit.status == .signalled(9))
    }

    @Test(arguments: methods) func `sees its environment and nothing else`(method: Spawn.Method) throws {
        #expect(try run(["/usr/bin/env"], by: method).output == "PATH=/usr/bin:/bin\nA=b\n")
    }

    @Test(arguments: methods) func `has the descriptors 0, 1 and 2 only`(method: Spawn.Method) throws {
        // One that is not closed on exec, as a careless library leaves them.
        let leaked = fcntl(0, F_DUPFD, 200)
        defer { close(leaked) }
        // The shell lists its own directory stream as 3.
        let output = try run(["/bin/ls", "/proc/self/fd"], by: method).output
        #expect(output == "0\n1\n2\n3\n")
    }

    @Test(arguments: methods) func `leads its own session, blocks and ignores no signal`(method: Spawn.Method)
        throws
    {
        let old = signal(SIGPIPE, SIG_IGN)
        defer { signal(SIGPIPE, old) }
        let script = "grep -E '^Sig(Blk|Ign|Cgt)' /proc/self/status; cut -d' ' -f1,6 /proc/self/stat"
        let lines = try run(
            ["/bin/sh", "-c", "exec 2>&1; read p rest </proc/self/stat; \(script); echo $p"], by: method
        )
        .output.split(separator: "\n")
        #expect(lines.prefix(2) == ["SigBlk:\t0000000000000000", "SigIgn:\t0000000000000000"])
        #expect(lines.count == 5)
        let (pid, session) = (lines[3].split(separator: " ")[0], lines[3].split(separator: " ")[1])
        #expect(pid != session)
        #expect(session != "\(getsid(0))")
    }

    @Test(arguments: methods) func `is found on its own PATH`(method: Spawn.Method) throws {
        let scratch = try ScratchDirectory()
        try scratch.file("tool", "#!/bin/sh\necho mine\n", mode: 0o755)
        let own = try run(["tool"], by: method) { $0.environment = ["PATH=/nowhere:\(scratch.path)"] }
        #expect(own.output == "mine\n")
        #expect(failure(["tool"], by: method) == SpawnFailure(step: .execute, errno: ENOENT))
        #expect(
            failure(["tool"], by: method) {
                $0.environment = ["PATH="]
                $0.workingDirectory = scratch.path
            } == SpawnFailure(step: .execute, errno: ENOENT))
    }

    @Test(arguments: methods) func `that cannot start says at which step and why`(method: Spawn.Method) throws
    {
        let scratch = try ScratchDirectory()
        try "x".write(toFile: scratch.path("plain"), atomically: true, encoding: .utf8)
        chmod(scratch.path("plain"), 0o644)
        #expect(failure(["/nowhere/x"], by: method) == SpawnFailure(step: .execute, errno: ENOENT))
        #expect(
            failure([scratch.path("plain")], by: method)
                == SpawnFailure(step: .execute, errno: EACCES, program: .notExecutable))
        #expect(
            failure(["true"], by: method) { $0.workingDirectory = "/nowhere" }
                == SpawnFailure(step: .workingDirectory, errno: ENOENT))
        #expect(failure([], by: method) == SpawnFailure(step: .arguments, errno: EINVAL))
        #expect(failure(["a\0b"], by: method) == SpawnFailure(step: .arguments, errno: EINVAL))
        #expect(
            failure(["true"], by: method) { $0.standardInput = 9999 }
                == SpawnFailure(step: .standardDescriptors, errno: EBADF))
    }

    @Test(.root, arguments: methods) func `takes another user's rights, all of them`(method: Spawn.Method)
        throws
    {
        let script = "grep -E '^(Uid|Gid|Groups)' /proc/self/status | tr -d ' '; umask"
        let output = try run(["sh", "-c", script], by: method) {
            $0.identity = UserRights(user: 65534, group: 65534, groups: [65533])
            $0.fileModeMask = 0o027
        }.output
        #expect(
            output == """
                Uid:\t65534\t65534\t65534\t65534
                Gid:\t65534\t65534\t65534\t65534
                Groups:\t65533
                0027

                """)
    }

    @Test(.root, arguments: methods) func `enters its directory with its own rights`(method: Spawn.Method)
        throws
    {
        let scratch = try ScratchDirectory()
        mkdir(scratch.path("closed"), 0o700)
        let refused = failure(["true"], by: method) {
            $0.identity = UserRights(user: 65534, group: 65534, groups: [])
            $0.workingDirectory = scratch.path("closed")
        }
        #expect(refused == SpawnFailure(step: .workingDirectory, errno: EACCES))
    }

    @Test(arguments: methods) func `runs under the limits and the priority asked for`(method: Spawn.Method)
        throws
    {
        let output = try run(
            ["sh", "-c", "ulimit -n; nice; ionice; grep NoNewPrivs /proc/self/status"], by: method
        ) {
            $0.limits = [SpawnRequest.Limit(resource: 7, soft: 77, hard: 99)]
            $0.nice = 10
            $0.ioPriority = .idle
            $0.privileges = .fixed
        }.output
        #expect(output == "77\n10\nidle\nNoNewPrivs:\t1\n")
    }

    @Test(.cgroups, arguments: methods) func `is born in the cgroup given`(method: Spawn.Method) throws {
        let root = try #require(Cgroups.root)
        let name = "bgrun-spawn-\(UUID().uuidString)"
        let directory = try Directory(path: root)
        let group = try directory.directory(name, creatingWith: 0o755)
        let output = try run(["grep", "^0::", "/proc/self/cgroup"], by: method) {
            $0.cgroup = group.descriptor.rawValue
        }.output
        #expect(output.hasSuffix("/\(name)\n"))
        try directory.removeDirectory(name)
    }

    @Test(arguments: methods) func `leaves nothing behind when it fails`(method: Spawn.Method) throws {
        for _ in 0..<50 { _ = failure(["/nowhere/x"], by: method) }
        var exit = siginfo_t()
        // Other tests may have children of their own; none of those ended is this one's.
        let result = waitid(P_ALL, 0, &exit, WEXITED | WNOHANG | WNOWAIT)
        #expect(result == 0 || errno == ECHILD)
    }

    @Test(arguments: methods) func `can be sent signals through its descriptor`(method: Spawn.Method) throws {
        let null = try File.open("/dev/null", O_RDWR)
        let process = try Spawn.begin(
            SpawnRequest(
                arguments: ["sleep", "1000"], environment: ["PATH=/usr/bin:/bin"], workingDirectory: "/",
                standardInput: null.rawValue, standardOutput: null.rawValue, standardError: null.rawValue),
            by: method)
        #expect(try process.reap() == nil)
        let other = try ProcessDescriptor(pid: process.pid)
        try other.send(signal: SIGTERM)
        #expect(try Readiness.wait(for: process.descriptor.rawValue, to: .read, until: deadline()))
        #expect(try process.reap()?.status == .signalled(SIGTERM))
        #expect(throws: SystemError.self) { try other.send(signal: SIGTERM) }
    }
}
