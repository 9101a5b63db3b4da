// What a job has kept, and when it goes.
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

// B-55
@Suite struct `What a job keeps in its state directory` {
    private let daemon: DaemonFixture

    init() throws {
        daemon = try DaemonFixture()
        try daemon.scratch.file("policy.json", #"{"historyLimit": 2, "spacing": "0s"}"#)
        try daemon.start()
    }

    private func place(_ name: String) -> String { daemon.scratch.path("state/jobs/\(geteuid())/\(name)") }

    private func run(_ name: String) throws {
        try daemon.submit([
            "identifier": .string(name),
            "shell": "mkdir -p $BGRUN_STATE_DIRECTORY/a/b; echo $BGRUN_RUN > $BGRUN_STATE_DIRECTORY/a/b/c",
        ])
        #expect(try daemon.wait(name).outcome == .succeeded)
    }

    /// Waits until nothing of it is there, nor of what was put out of the way.
    private func waitForRemoval(of name: String) throws {
        let above = daemon.scratch.path("state/jobs/\(geteuid())")
        let inotify = try Inotify()
        _ = try inotify.watch(above, for: [.deleted, .moved])
        let deadline = Clock.read(.monotonic) + 30_000_000
        while try FileManager.default.contentsOfDirectory(atPath: above).contains(where: {
            $0 == name || $0.hasPrefix(".gone-")
        }) {
            guard try Readiness.wait(for: inotify.descriptor.rawValue, to: .read, until: deadline) else {
                Issue.record("\(name) is still there:\n\(daemon.log)")
                return
            }
            _ = try inotify.events()
        }
    }

    @Test func `goes with the last of its runs in history`() throws {
        try run("old")
        #expect(FileManager.default.fileExists(atPath: place("old")))
        try run("b")
        #expect(FileManager.default.fileExists(atPath: place("old")), "history has its run")
        for _ in 1...2 { try run("c") }
        try waitForRemoval(of: "old")
        #expect(FileManager.default.fileExists(atPath: place("c")))
    }

    @Test
    func `goes at once by a purge, with its history and output, and a later job of that name begins anew`()
        throws
    {
        try run("a")
        _ = try daemon.call(PurgeCall(Target(identifier: try daemon.name("a"))))
        try waitForRemoval(of: "a")
        #expect((try? daemon.history("a").count) ?? 0 == 0)
        try run("a")
        #expect(try daemon.history("a").count == 1)
    }

    @Test func `is kept while a run is active, and by a daemon that comes again`() throws {
        try daemon.submit(["identifier": "a", "shell": "touch $BGRUN_STATE_DIRECTORY/x; sleep 600"])
        try daemon.job("a", becomes: "running") { $0.state == .running && $0.run?.process != nil }
        #expect(throws: (any Error).self) {
            _ = try daemon.call(PurgeCall(Target(identifier: try daemon.name("a"))))
        }
        try daemon.kill()
        try daemon.start()
        #expect(FileManager.default.fileExists(atPath: place("a")))
    }

    @Test func `goes at the next start where a daemon has left it`() throws {
        try run("kept")
        #expect(try daemon.stop() == 0)
        for name in ["unknown", ".gone-1-x"] {
            try FileManager.default.createDirectory(
                atPath: place(name) + "/in", withIntermediateDirectories: true)
        }
        try daemon.start()
        try waitForRemoval(of: "unknown")
        #expect(FileManager.default.fileExists(atPath: place("kept")))
    }
}
