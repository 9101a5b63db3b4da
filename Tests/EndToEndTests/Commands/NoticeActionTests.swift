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

    @Test func `explains why it waits, and then offers the rest again`() throws {
        let daemon = try daemon(with: "backup")
        let shown = try Shown("backup run snooze why", daemon)
        _ = try shown.notified(1)
        try shown.desktop.play("choose\t1\twhy")
        let answer = try shown.notified(2)[1]
        #expect((answer[4] as? String)?.contains("external power") == true, "\(answer)")
        #expect(answer[5] as? [String] == ["run", "Run anyway", "snooze", "Tell me tomorrow"])
        try shown.desktop.play("choose\t2\tsnooze")
        #expect(shown.process.wait(seconds: 60) == 0)
        let last = try shown.notified(3)[2]
        #expect(
            (last[4] as? String)?.contains("no notice that backup waits too long before tomorrow") == true,
            "\(last)")
        #expect((last[5] as? [String])?.isEmpty == true)
    }

    @Test func `shows the end of what was written`() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        try daemon.submit([
            "identifier": "flood",
            "command": [
                "/bin/sh", "-c",
                "i=0; while [ $i -lt 40 ]; do echo line $i of many words that nobody reads; i=$((i+1)); done; echo the disk is full; exit 3",
            ],
        ])
        #expect(try daemon.wait("flood").outcome == .failed)
        let shown = try Shown("flood output", daemon)
        _ = try shown.notified(1)
        try shown.desktop.play("choose\t1\toutput")
        #expect(shown.process.wait(seconds: 60) == 0)
        let answer = try shown.notified(2)[1]
        #expect((answer[4] as? String)?.contains("the disk is full") == true, "\(answer)")
        #expect(answer[3] as? String == "flood: Show output")
    }

    @Test func `never means a job whose name only holds its own`() throws {
        let daemon = try daemon(with: "backup.daily")
        let shown = try Shown("daily run", daemon)
        _ = try shown.notified(1)
        try shown.desktop.play("choose\t1\trun")
        #expect(shown.process.wait(seconds: 60) == 0)
        #expect(try shown.notified(2)[1][3] as? String == "daily: Run anyway failed")
        #expect(try daemon.call(HistoryCall()).entries.isEmpty)
    }

    @Test func `says what was not done, and why`() throws {
        let daemon = try daemon(with: "backup")
        let shown = try Shown("other again", daemon)
        _ = try shown.notified(1)
        try shown.desktop.play("choose\t1\tagain")
        #expect(shown.process.wait(seconds: 60) == 0)
        let answer = try shown.notified(2)[1]
        #expect(answer[3] as? String == "other: Run again failed", "\(answer)")
    }

    @Test func `leaves with its notice, and is plain where the desktop can offer nothing`() throws {
        let daemon = try daemon(with: "backup")
        let closed = try Shown("backup run", daemon)
        _ = try closed.notified(1)
        try closed.desktop.play("close\t1")
        #expect(closed.process.wait(seconds: 60) == 0)
        // What it does not offer is not done.
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
