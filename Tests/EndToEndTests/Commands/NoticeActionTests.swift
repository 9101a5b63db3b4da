// What a notice offers is done where its owner chooses it, by the process that shows it.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

// B-127
@Suite struct `A notice that offers something` {
    /// The process that the daemon starts to show a notice, on a desktop and beside a daemon of its own.
    private struct Shown {
        let daemon: DaemonFixture
        let desktop: PrivateBus
        let process: ChildProcess

        /// - Parameter offers: The job and what is offered of it.
        init(_ offers: String, on capabilities: String = "body\tactions", _ daemon: DaemonFixture) throws {
            self.daemon = daemon
            desktop = try PrivateBus("start-bus", "start-desktop\t\(capabilities)")
            process = try ChildProcess(
                Repository.program("bgrund"), ["--notify"],
                environment: [
                    "DBUS_SESSION_BUS_ADDRESS": desktop.address, "BGRUN_SOCKET": daemon.socket, "TZ": "UTC",
                ],
                input: try daemon.scratch.file("notice", "\(offers)\nBackup is overdue\nit waits"),
                output: daemon.scratch.path("output"))
        }

        func notified(_ count: Int) throws -> [[Any]] {
            let text = try #require(try desktop.ask("notified\t\(count)"))
            return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[Any]])
        }
    }

    private func daemon(with job: String) throws -> DaemonFixture {
        let daemon = try DaemonFixture(isPlugged: false)
        try daemon.start()
        try daemon.submit(job, requires: #"{"externalPower": true}"#)
        return daemon
    }

    @Test func `starts the job whatever it requires, and says so`() throws {
        let daemon = try daemon(with: "backup")
        let shown = try Shown("backup run snooze why", daemon)
        let offers = try shown.notified(1)[0][5] as? [String]
        #expect(offers == ["run", "Run anyway", "snooze", "Tell me tomorrow", "why", "Why?"])
        try shown.desktop.play("choose\t1\trun")
        #expect(shown.process.wait(seconds: 60) == 0)
        let answer = try shown.notified(2)[1]
        #expect((answer[4] as? String)?.hasPrefix("run 1 of backup started") == true, "\(answer)")
        #expect(try daemon.wait("backup").outcome == .succeeded)
    }

    @Test func `explains why it waits, and can be put off`() throws {
        let daemon = try daemon(with: "backup")
        for (key, words) in [("why", "external power"), ("snooze", "backup is not told of before tomorrow")] {
            let shown = try Shown("backup run snooze why", daemon)
            _ = try shown.notified(1)
            try shown.desktop.play("choose\t1\t\(key)")
            #expect(shown.process.wait(seconds: 60) == 0)
            let answer = try shown.notified(2)[1]
            #expect((answer[4] as? String)?.contains(words) == true, "\(answer)")
        }
    }

    @Test func `says what was not done, and why`() throws {
        let daemon = try daemon(with: "backup")
        let shown = try Shown("other again", daemon)
        _ = try shown.notified(1)
        try shown.desktop.play("choose\t1\tagain")
        #expect(shown.process.wait(seconds: 60) == 0)
        let answer = try shown.notified(2)[1]
        #expect(answer[3] as? String == "other: Run again: not done", "\(answer)")
    }

    @Test func `leaves with its notice, and is plain where the desktop can offer nothing`() throws {
        let daemon = try daemon(with: "backup")
        let closed = try Shown("backup run", daemon)
        _ = try closed.notified(1)
        // What it does not offer is not done.
        try closed.desktop.play("close\t1")
        #expect(closed.process.wait(seconds: 60) == 0)
        let strange = try Shown("backup run", daemon)
        _ = try strange.notified(1)
        try strange.desktop.play("choose\t1\tstop")
        #expect(strange.process.wait(seconds: 60) == 0)
        let plain = try Shown("backup run", on: "body", daemon)
        #expect(plain.process.wait(seconds: 60) == 0)
        #expect((try plain.notified(1)[0][5] as? [String])?.isEmpty == true)
        // A name that is none offers nothing.
        let nameless = try Shown("../backup run", daemon)
        #expect(nameless.process.wait(seconds: 60) == 0)
        #expect((try nameless.notified(1)[0][5] as? [String])?.isEmpty == true)
        #expect(try daemon.call(HistoryCall()).entries.isEmpty)
    }
}
