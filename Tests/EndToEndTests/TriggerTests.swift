// Events and files that make jobs due in a real daemon.
import BGRunJSON
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import TestConditions
import Testing

// B-22
@Suite struct `A job that waits for an event` {
    @Test func `is due when the plug comes back, each time once`() throws {
        let daemon = try DaemonFixture(isPlugged: true)
        try daemon.scratch.file(
            "policy.json",
            #"{"settle": {"externalPower": "0s"}, "lossSettle": {"externalPower": "0s", "contradictedPower": "0s"}}"#
        )
        try daemon.start()
        try daemon.submit(["identifier": "a", "shell": "exit 0", "schedule": ["event": "externalPower"]])
        #expect(try daemon.job("a")?.blockers.map(\.requirement) == ["trigger"])
        for count in 1...2 {
            try daemon.pullPlug()
            try daemon.status(becomes: "on battery") { $0.device.externalPower == .no }
            #expect(try daemon.history("a").count == count - 1)
            try daemon.plugIn()
            try daemon.job("a", becomes: "run \(count) times") {
                $0.occurrence == Int64(count) + 1 && $0.state == .scheduled
            }
        }
        #expect(try daemon.past("a") == ["run succeeded", "run succeeded"])
    }

    // B-99 B-100
    @Test(.root) func `is due each time a file system is mounted, but no sooner than its spacing`() throws {
        let daemon = try DaemonFixture.system()
        try daemon.scratch.file("policy.json", "{\(EmulatedLaptop.atOnce)}")
        try inNamespaces {
            try daemon.start()
            let share = try daemon.scratch.directory("share")
            for (name, spacing) in [("each", "1s"), ("daily", "1d")] {
                try daemon.submit([
                    "identifier": .string(name), "shell": "exit 0", "spacing": .string(spacing),
                    "schedule": ["mount": .string(share)],
                ])
            }
            try mountEmpty(over: share)
            try daemon.job("daily", becomes: "run once") { $0.occurrence == 2 && $0.state == .scheduled }
            try daemon.job("each", becomes: "run once") { $0.occurrence == 2 && $0.state == .scheduled }
            #expect(try Person(daemon: daemon).says("why", "daily").contains("already; the next time counts"))
            try unmount(share)
            try daemon.job("daily", becomes: "waiting for the next time") {
                $0.blockers.first?.reason.contains("already") == false
            }
            try mountEmpty(over: share)
            try daemon.job("each", becomes: "run twice") { $0.occurrence == 3 && $0.state == .scheduled }
            let daily = try daemon.job("daily", becomes: "put off") {
                $0.blockers.map(\.requirement) == ["spacing"]
            }
            #expect(daily.occurrence == 2)
            try unmount(share)
        }
    }

    @Test func `of a boot is not due because the daemon was restarted`() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        try daemon.submit(["identifier": "a", "shell": "exit 0", "schedule": ["event": "boot"]])
        try daemon.kill()
        try daemon.start()
        try daemon.submit(["identifier": "b", "shell": "exit 0"])
        #expect(try daemon.wait("b").outcome == .succeeded)
        #expect(try daemon.past("a").isEmpty)
        #expect(try daemon.job("a")?.state == .scheduled)
    }
}

// B-22
@Suite struct `A job that watches a path` {
    private let daemon: DaemonFixture
    private let inbox: String

    init() throws {
        daemon = try DaemonFixture()
        inbox = try daemon.scratch.directory("inbox")
        try daemon.scratch.file("inbox/a", "1")
        try daemon.start()
    }

    private func watch(_ path: String, recursive: Bool = false, settle: String = "0s") throws {
        try daemon.submit([
            "identifier": "a", "shell": "exit 0",
            "schedule": ["path": .string(path), "recursive": .bool(recursive), "settle": .string(settle)],
        ])
        // The descriptor is watched once this is answered.
        #expect(try daemon.job("a")?.state == .scheduled)
    }

    private func runs(_ count: Int) throws {
        try daemon.job("a", becomes: "run \(count) times") {
            $0.occurrence == Int64(count) + 1 && $0.state == .scheduled
        }
    }

    /// Writes a file that is there, in one change: what inotify tells of it is one event.
    private func rewrite(_ name: String, in daemon: DaemonFixture? = nil) throws {
        let path = (daemon ?? self.daemon).scratch.path(name)
        try Data("again".utf8).write(to: URL(filePath: path))
    }

    @Test func `is due when the file is written, and when another is renamed over it`() throws {
        try watch("\(inbox)/a")
        #expect(try daemon.past("a").isEmpty)
        try rewrite("inbox/a")
        try runs(1)
        try daemon.scratch.file("new", "3")
        try #require(rename(daemon.scratch.path("new"), "\(inbox)/a") == 0)
        try runs(2)
        try daemon.scratch.file("inbox/b", "not watched")
        try rewrite("inbox/a")
        try runs(3)
    }

    @Test func `is due when anything below it changes, also in what is made later`() throws {
        try watch(inbox, recursive: true, settle: "3s")
        try daemon.scratch.directory("inbox/x/y")
        try runs(1)
        try daemon.scratch.file("inbox/x/y/z", "1")
        try runs(2)
    }

    @Test func `is due when the path comes to be`() throws {
        try watch(daemon.scratch.path("later/file"), settle: "3s")
        try daemon.scratch.file("later/file", "1")
        try runs(1)
    }

    @Test func `is due for a change that was made while no daemon ran, and only for one`() throws {
        try watch("\(inbox)/a")
        try daemon.kill()
        try daemon.start()
        try daemon.submit(["identifier": "b", "shell": "exit 0"])
        #expect(try daemon.wait("b").outcome == .succeeded)
        #expect(try daemon.past("a").isEmpty)
        try daemon.kill()
        try daemon.scratch.file("inbox/a", "2")
        try daemon.start()
        try runs(1)
        try daemon.kill()
        try daemon.start()
        try daemon.submit(["identifier": "b", "shell": "exit 0"])
        #expect(try daemon.wait("b").outcome == .succeeded)
        #expect(try daemon.past("a") == ["run succeeded"])
    }

    @Test func `is due once for many changes, after they have settled`() throws {
        try watch(inbox, settle: "3s")
        for number in 0..<50 { try daemon.scratch.file("inbox/\(number)", "x") }
        try runs(1)
        #expect(try daemon.past("a") == ["run succeeded"])
    }

    // B-18 B-22
    @Test(.root) func `of another user hears nothing of what that user may not read`() throws {
        let daemon = try DaemonFixture.system()
        try daemon.start()
        try daemon.scratch.file("own/a", "1")
        chmod(daemon.scratch.path("own"), 0o700)
        let open = try daemon.scratch.file("open", "1")
        let user = Person(daemon: daemon, user: Person.nobody)
        for (name, path) in [("hidden", daemon.scratch.path("own/a")), ("seen", open)] {
            let job = """
                {"identifier": "\(name)", "shell": "id -u", "workingDirectory": "/",
                 "schedule": {"path": "\(path)", "settle": "0s"}}
                """
            #expect(try user.bgrun(["submit", "-"], input: job).status == 0)
        }
        #expect(try user.says("why", "hidden").contains("may not read it"))
        try rewrite("own/a", in: daemon)
        try rewrite("open", in: daemon)
        try daemon.job("seen", becomes: "run") { $0.occurrence == 2 && $0.state == .scheduled }
        #expect(try user.says("logs", "seen") == "65534\n")
        #expect(try user.bgrun("logs", "hidden").status == 5)
        #expect(try daemon.job("hidden")?.occurrence == 1)
    }
}
