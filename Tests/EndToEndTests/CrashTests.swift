// A daemon that is killed, the one that comes after it, and what is seen of one that does not answer.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Glibc
import TestConditions
import Testing

@Suite struct `A daemon that was killed` {
    private let daemon: DaemonFixture

    init() throws {
        daemon = try DaemonFixture()
        try daemon.start()
    }

    // B-4, B-17
    @Test func `has every accepted job, and runs what ran again, never twice at once`() throws {
        let pids = daemon.scratch.path("pids")
        try daemon.submit(["identifier": "waits", "shell": "exit 0", "earliestBeginDate": "+1d"])
        try daemon.submit([
            "identifier": "runs", "gracePeriod": "1s",
            "shell": .string("echo $$ >> \(pids); trap '' TERM; echo up; while :; do sleep 0.1; done"),
        ])
        let first = try daemon.job("runs", becomes: "running") { $0.run?.process != nil }
        try daemon.logs("runs", tell: "up")
        try daemon.kill()
        try daemon.start()

        let second = try daemon.job("runs", becomes: "running again") {
            $0.run?.process != nil && $0.run?.run != first.run?.run
        }
        try daemon.logs("runs", tell: "up")
        #expect(try daemon.job("waits")?.state == .scheduled)
        let entry = try #require(try daemon.history("runs").first)
        #expect(entry.run == first.run?.run)
        #expect(entry.outcome == .interrupted)
        #expect(entry.stopReason == .daemonRestart)
        #expect(second.occurrence == first.occurrence)

        let processes = try daemon.scratch.text("pids").split(separator: "\n").compactMap { Int($0) }
        #expect(processes.count == 2)
        #expect(processes.filter(isAlive).count == 1)
    }

    // B-20
    @Test func `takes away the output of runs that have left history`() throws {
        try daemon.submit(["identifier": "a", "shell": "echo kept"])
        _ = try daemon.wait("a")
        try daemon.submit(["identifier": "b", "shell": "echo kept"])
        _ = try daemon.wait("b")
        try daemon.kill()
        // As if run 0 had been trimmed, and the daemon killed before it could remove its output.
        try daemon.scratch.file("state/output/0", "orphaned")
        try daemon.start()
        #expect(!FileManager.default.fileExists(atPath: daemon.scratch.path("state/output/0")))
        #expect(try daemon.logs("a") == "kept\n")
    }

    @Test func `keeps nothing that it did not promise`() throws {
        try daemon.kill()
        try daemon.start()
        #expect(try daemon.status().jobs.isEmpty)
    }

    // B-21
    @Test func `sets a broken database aside, says so, and starts`() throws {
        try daemon.submit(["identifier": "a", "shell": "exit 0", "earliestBeginDate": "+1d"])
        try daemon.kill()
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: daemon.scratch.path("state/bgrun.sqlite" + suffix))
        }
        try daemon.scratch.file(
            "state/bgrun.sqlite", String(repeating: "no database ", count: 1000), mode: 0o600)
        try daemon.start()
        #expect(try daemon.status().jobs.isEmpty)
        let known = try daemon.call(DoctorCall()).daemon.losses
        #expect(known.contains { $0.text.contains("bgrun.sqlite.corrupt-") })
        let losses = try daemon.status().daemon.losses
        #expect(losses.count == 1)
        #expect(try daemon.status().daemon.headlines == losses.map(\.text))
        #expect(losses.first?.text.contains("It had 1 job") == true)
        #expect(daemon.log.contains("The database could not be used"))
    }
}

@Suite struct `bgrun doctor service` {
    private let daemon: DaemonFixture
    private let person: Person

    init() throws {
        daemon = try DaemonFixture()
        try daemon.start()
        person = Person(daemon: daemon)
    }

    private func doctor(_ person: Person? = nil) throws -> Command {
        try (person ?? self.person).bgrun("doctor", "service")
    }

    @Test func `says how long the daemon took to answer`() throws {
        let said = try doctor()
        #expect(said.status == 0)
        #expect(said.output.contains("last answer       now, within "), "\(said.output)")
    }

    @Test func `of a daemon that was stopped shows its process and its last save, and does not wait for it`()
        throws
    {
        let process = daemon.processIdentifier
        try #require(kill(process, SIGSTOP) == 0)
        let said = try doctor()
        try #require(kill(process, SIGCONT) == 0)
        #expect(said.status == 3)
        for words in [
            "no answer within 5 s", "\(process), since ", "stopped by a signal", "last saved",
            "/state/bgrun.sqlite",
        ] {
            #expect(said.output.contains(words), "\(words): \(said.output)")
        }
        #expect(said.errors.contains("the daemon at \(daemon.socket) did not answer in time"))
        #expect(try doctor().status == 0, "it goes on as if nothing had been")
    }

    @Test func `of a daemon that was killed says that nobody listens`() throws {
        try daemon.kill()
        let said = try doctor()
        #expect(said.status == 4)
        for words in ["nobody listens", "made ", "none has this socket"] {
            #expect(said.output.contains(words), "\(words): \(said.output)")
        }
    }

    @Test func `finds the process of a daemon that lets nobody in any more`() throws {
        let process = daemon.processIdentifier
        try #require(kill(process, SIGSTOP) == 0)
        let crowd = try Crowd(at: daemon.socket)
        let said = try doctor()
        #expect(said.status == 3)
        for words in ["no answer within 5 s", "\(process), since ", "stopped by a signal"] {
            #expect(said.output.contains(words), "\(words): \(said.output)")
        }
        try asRoot("what a stranger is told of a daemon that hangs") {
            // Whom the daemon's files are not shown to gets a guess.
            let stranger = try doctor(Person(daemon: daemon, user: Person.nobody))
            #expect(stranger.status == 3 || stranger.status == 4, "\(stranger.output)")
        }
        withExtendedLifetime(crowd) {}
        try #require(kill(process, SIGCONT) == 0)
    }
}

/// A program that has taken all the room before a socket, which is thousands of connections. It ends with this value.
private final class Crowd {
    private static let script = """
        import resource, socket, sys
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        members = []
        while True:
            member = socket.socket(socket.AF_UNIX)
            member.setblocking(False)
            try:
                member.connect(sys.argv[1])
            except BlockingIOError:
                break
            members.append(member)
        print(len(members), flush=True)
        sys.stdin.read()
        """
    private let program = Process()
    private let input = Foundation.Pipe()

    init(at path: String) throws {
        let output = Foundation.Pipe()
        program.executableURL = URL(filePath: "/usr/bin/timeout")
        program.arguments = ["120", "/usr/bin/python3", "-c", Self.script, path]
        program.standardInput = input
        program.standardOutput = output
        try program.run()
        try #require(output.fileHandleForReading.availableData.isEmpty == false)
    }

    deinit { try? input.fileHandleForWriting.close() }
}
