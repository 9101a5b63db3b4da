// A daemon that is killed, and the one that comes after it.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
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
        let faults = try daemon.call(DoctorCall()).faults
        #expect(faults.contains { $0.contains("bgrun.sqlite.corrupt-") })
        #expect(daemon.log.contains("The database could not be used"))
    }
}
