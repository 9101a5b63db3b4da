// Who is calling: the process at the other end of a socket, also where that plays another.
import BGRunTestSupport
import Foundation
import Glibc
import TestConditions
import Testing

@testable import BGRunLinux

/// A program that connects, says `+`, and does what a test asks.
private final class Caller {
    let process: ProcessDescriptor
    let socket: UnixSocket

    /// - Parameter perl: What it does once it is connected, by `S`, until a line comes from here.
    init(_ perl: String, in scratch: ScratchDirectory) throws {
        let listener = try UnixListener(path: scratch.path("s"), permissions: 0o600)
        let script = """
            use Socket; socket(S, PF_UNIX, SOCK_STREAM, 0); connect(S, sockaddr_un($ARGV[0])) or die;
            S->autoflush(1); \(perl)
            """
        let null = try File.open("/dev/null", O_RDWR)
        let request = SpawnRequest(
            arguments: ["perl", "-MIO::Handle", "-e", script, scratch.path("s")],
            environment: ["PATH=/usr/bin:/bin"], workingDirectory: "/", standardInput: null.rawValue,
            standardOutput: null.rawValue, standardError: 2)
        process = try Spawn.begin(request)
        #expect(try Readiness.wait(for: listener.descriptor.rawValue, to: .read, until: deadline()))
        socket = try unwrap(listener.accept())
    }

    /// Waits for its next sign.
    func sign() throws {
        var buffer: [UInt8] = [0]
        #expect(try Readiness.wait(for: socket.descriptor.rawValue, to: .read, until: deadline()))
        #expect(try socket.receive(into: &buffer) == .bytes(1))
    }

    func end() throws {
        try? process.send(signal: SIGKILL)
        _ = try process.waitForExit()
    }
}

private let methods: [UnixSocket.PeerMethod] = [.best, .credentials]

@Suite struct `Who is at the other end of a socket` {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test(arguments: methods) func `is held while it lives, and nobody once it has ended`(
        method: UnixSocket.PeerMethod
    ) throws {
        let caller = try Caller("print S '+'; <S>", in: scratch)
        let peer = try unwrap(try caller.socket.peerProcess(by: method))
        #expect(peer.pid == caller.process.pid)
        #expect(try !peer.hasEnded())
        try peer.send(signal: SIGKILL)
        #expect(try Readiness.wait(for: peer.descriptor.rawValue, to: .read, until: deadline()))
        // Its status is not asked for yet.
        #expect(try isNone(caller.socket.peerProcess(by: method)))
        _ = try caller.process.waitForExit()
        #expect(try peer.hasEnded())
        #expect(try isNone(caller.socket.peerProcess(by: method)))
    }

    /// The socket does not hang up, and the number is free for a stranger.
    @Test(arguments: methods) func `is nobody where a child alone still holds it`(
        method: UnixSocket.PeerMethod
    ) throws {
        let caller = try Caller("if (fork) { exit } <S>; print S '+'; <S>", in: scratch)
        _ = try caller.process.waitForExit()
        #expect(try isNone(caller.socket.peerProcess(by: method)))
        // The child lives, and speaks.
        try caller.socket.send(all: Array("\n".utf8))
        try caller.sign()
        #expect(try isNone(caller.socket.peerProcess(by: method)))
    }

    @Test(.root) func `is nobody by its number alone once it has another's rights`() throws {
        let caller = try Caller("$) = 65534; $> = 65534; print S '+'; <S>", in: scratch)
        try caller.sign()
        #expect(try caller.socket.peer().user == 0)
        #expect(try isNone(caller.socket.peerProcess(by: .credentials)))
        #expect(try unwrap(caller.socket.peerProcess()).pid == caller.process.pid)
        try caller.end()
    }

    @Test func `is ourselves where we are`() throws {
        var pair = try UnixSocketPair()
        let own = pair.takeOwn()
        let other = pair.takeOther()
        for method in methods { #expect(try unwrap(own.peerProcess(by: method)).pid == getpid()) }
        withExtendedLifetime(other.descriptor.rawValue) {}
    }

    @Test func `is nobody where there is no such socket`() throws {
        let socket = UnixSocket(owning: try File.open("/dev/null", O_RDONLY))
        #expect(throws: SystemError.self) { _ = try isNone(socket.peerProcess()) }
    }
}

@Suite struct `What a process executes` {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Starts a copy of a program in the scratch directory.
    private func start(as name: String) throws -> ProcessDescriptor {
        let program = scratch.path(name)
        // Not by us: what another test starts would hold it open for writing.
        #expect(try Command.run(["/bin/cp", "/usr/bin/sleep", program]).status == 0)
        let null = try File.open("/dev/null", O_RDWR)
        return try Spawn.begin(
            SpawnRequest(
                arguments: [program, "1000"], environment: [], workingDirectory: "/",
                standardInput: null.rawValue, standardOutput: null.rawValue, standardError: 2))
    }

    private func end(_ process: borrowing ProcessDescriptor) throws {
        try process.send(signal: SIGKILL)
        _ = try process.waitForExit()
    }

    // A check by the macros would copy the process.
    private func seen(_ process: borrowing ProcessDescriptor) -> Executable? { Executable(of: process) }

    private func file(_ process: borrowing ProcessDescriptor) -> Executable.Identity? {
        Executable.identity(of: process)
    }

    @Test func `is its program, by path and by file`() throws {
        let process = try start(as: "photos")
        let seen = seen(process)
        #expect(seen?.path == scratch.path("photos"))
        #expect(seen?.isDeleted == false)
        let status = try File.status(of: scratch.path("photos"))
        let file = file(process)
        #expect(file == Executable.Identity(device: status.device, inode: status.inode))
        try end(process)
    }

    /// As a rebuild does it.
    @Test func `is still known by its path where another file was put there`() throws {
        let process = try start(as: "photos")
        let before = file(process)
        #expect(try Command.run(["/bin/cp", "/usr/bin/true", scratch.path("new")]).status == 0)
        try #require(rename(scratch.path("new"), scratch.path("photos")) == 0)
        let (seen, after) = (seen(process), file(process))
        #expect(seen?.path == scratch.path("photos") && seen?.isDeleted == true)
        #expect(after == before && before != nil)
        #expect(try File.status(of: scratch.path("photos")).inode != before?.inode)
        try end(process)
    }

    @Test func `may have any name`() throws {
        let process = try start(as: "a (b)\n ü")
        let seen = seen(process)
        #expect(seen?.path == scratch.path("a (b)\n ü"))
        try end(process)
        #expect(Executable(link: "/a (deleted) (deleted)").path == "/a (deleted)")
        #expect(Executable(link: " (deleted)").path == "")
    }

    @Test func `is nothing once it has ended, reaped or not`() throws {
        let process = try start(as: "photos")
        try process.send(signal: SIGKILL)
        #expect(try Readiness.wait(for: process.descriptor.rawValue, to: .read, until: deadline()))
        var (seen, file) = (seen(process), file(process))
        #expect(seen == nil && file == nil)
        _ = try process.waitForExit()
        (seen, file) = (self.seen(process), self.file(process))
        #expect(seen == nil && file == nil)
    }

    @Test(.kernelThreads) func `is not told of a thread of the kernel`() throws {
        // The first of them, which has no program.
        let process = try ProcessDescriptor(pid: 2)
        let (seen, file) = (seen(process), file(process))
        #expect(seen == nil && file == nil)
    }
}

@Suite struct `The users of a process` {
    @Test func `are ours, and nobody's where there is none`() {
        #expect(ProcessUsers(of: getpid())?.effective == geteuid())
        #expect(ProcessUsers(of: getpid())?.real == getuid())
        for number in [0, -1, Int32.max] { #expect(ProcessUsers(of: number) == nil) }
    }

    @Test func `are read from the kernel's line, and from no other`() {
        let users = ProcessUsers(status: Array("Name:\tUid:\nUid:\t1\t2\t3\t4\nGid:\t5\n".utf8))
        #expect(users?.real == 1 && users?.effective == 2)
        for text in ["", "Uid:\t1\t2\t3\n", "Uid:\t1\tx\t3\t4\n", "Uid: 1 2 3 4\n", "Uid:\t-1\t2\t3\t4\n"] {
            #expect(ProcessUsers(status: Array(text.utf8)) == nil, "\(text)")
        }
    }
}
