// What a job has kept, and when it goes.
import BGRunClient
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import BGRunWire
import Foundation
import TestConditions
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
        #expect(throws: (any Error).self) { try daemon.history("a") }
        try run("a")
        #expect(try daemon.history("a").count == 1)
    }

    @Test func `goes by a purge, however long its job's name is`() throws {
        let name = String(repeating: "n", count: 255)
        try run(name)
        _ = try daemon.call(PurgeCall(Target(identifier: try daemon.name(name))))
        try waitForRemoval(of: name)
    }

    @Test func `is kept while a run is active, and by a daemon that comes again`() throws {
        try daemon.submit(["identifier": "a", "shell": "touch $BGRUN_STATE_DIRECTORY/x; sleep 600"])
        try daemon.job("a", becomes: "running") { $0.state == .running && $0.run?.process != nil }
        #expect(throws: ClientError.refused(.scheduler(.alreadyRunning(RunID(1))))) {
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

    @Test func `stays where a job was lost, whoever left it`() throws {
        try run("ended")
        try daemon.submit(["identifier": "lost", "earliestBeginDate": "+1d", "shell": "true"])
        #expect(try daemon.stop() == 0)
        try FileManager.default.createDirectory(
            atPath: place("unknown"), withIntermediateDirectories: true)
        let spoil = """
            import sqlite3, sys
            base = sqlite3.connect(sys.argv[1])
            base.execute("UPDATE jobs SET accepted = 'yesterday'")
            base.commit()
            """
        let spoilt = try Command.run(
            ["/usr/bin/python3", "-c", spoil, daemon.scratch.path("state/bgrun.sqlite")])
        try #require(spoilt.status == 0, "\(spoilt.errors)")
        for _ in 1...2 {
            try daemon.start()
            // Whoever is to go goes before a job of now has ended.
            try run("later")
            #expect(FileManager.default.fileExists(atPath: place("unknown")))
            #expect(try daemon.stop() == 0)
        }
    }

    @Test(.root)
    func `of a job that is gone is purged by root for one owner, who is named where there were two`()
        throws
    {
        let daemon = try DaemonFixture.system()
        chmod(daemon.scratch.path, 0o755)
        try daemon.start()
        let (ann, ben) = (Person(daemon: daemon, user: "1"), Person(daemon: daemon, user: "2"))
        for person in [ann, ben] {
            _ = try person.says(
                "submit", "-", "--wait",
                input: #"{"identifier": "a", "workingDirectory": "/", "shell": "true"}"#)
        }
        let root = Person(daemon: daemon)
        // Of those that are over, too, --all takes one's own off the list.
        let nothing = try root.says("cancel", "--all")
        let isListed = try ann.says("status").contains(" over ")
        let refused = try root.bgrun("cancel", "--purge", "a")
        #expect(refused.status != 0 && nothing == "there was nothing to cancel\n" && isListed)
        #expect(refused.errors.contains("--owner"), "\(refused.errors)")
        _ = try root.says("cancel", "--purge", "a", "--owner", "2")
        let own = try ann.says("cancel", "--all")
        #expect(try own == "a was cancelled\n" && !ann.says("status").contains(" over "))
        #expect(
            try ann.says("history", "a").contains("succeeded")
                && !ben.bgrun("history", "a").output.contains("succeeded"))
    }

    @Test(.root) func `goes with the job that root cancels, not with another user's past job of that name`()
        throws
    {
        let daemon = try DaemonFixture.system()
        chmod(daemon.scratch.path, 0o755)
        try daemon.start()
        let (ann, ben) = (Person(daemon: daemon, user: "1"), Person(daemon: daemon, user: "2"))
        let job = #"{"identifier": "a", "workingDirectory": "/", "shell": "true"#
        _ = try ann.says("submit", "-", "--wait", input: job + #""}"#)
        _ = try ben.says("submit", "-", "--wait", input: job + #"", "schedule": {"every": "1000h"}}"#)
        _ = try Person(daemon: daemon).says("cancel", "--purge", "a")
        #expect(try ann.says("history", "a").contains("succeeded"))
        #expect(try !ben.bgrun("history", "a").output.contains("succeeded"))
    }

    @Test(.root) func `goes though its owner has closed it`() throws {
        let daemon = try DaemonFixture.system()
        chmod(daemon.scratch.path, 0o755)
        chmod(daemon.scratch.path("state"), 0o711)
        try daemon.start()
        let ann = Person(daemon: daemon, user: "1")
        let job =
            #"{"identifier": "a", "workingDirectory": "/", "shell": "cd $BGRUN_STATE_DIRECTORY && mkdir -m 0 b && touch c && chmod 0 ."}"#
        _ = try ann.says("submit", "-", "--wait", input: job)
        _ = try ann.says("cancel", "--purge", "a")
        let above = daemon.scratch.path("state/jobs/1")
        try daemon.settles("nothing is left") {
            try FileManager.default.contentsOfDirectory(atPath: above) == []
        }
    }
}
