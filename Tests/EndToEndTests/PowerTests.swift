// Power that comes and goes, on an emulated laptop.
import BGRunCalendar
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Testing

@Suite struct `A job that needs external power` {
    // B-2, B-3
    @Test func `waits on battery, says so, and starts when the plug is in`() throws {
        let daemon = try DaemonFixture(isPlugged: false)
        try daemon.scratch.file("policy.json", #"{"settle": {"externalPower": "1s"}}"#)
        try daemon.start()
        try daemon.submit(["identifier": "a", "shell": "exit 0", "requiresExternalPower": true])
        let waiting = try #require(try daemon.job("a"))
        #expect(waiting.state == .due)
        #expect(waiting.blockers.map(\.requirement) == ["externalPower"])
        try daemon.plugIn()
        #expect(try daemon.wait("a").outcome == .succeeded)
    }

    @Test func `is skipped where it has waited too long, and its history says so`() throws {
        let daemon = try DaemonFixture(isPlugged: false)
        try daemon.start()
        try daemon.submit([
            "identifier": "a", "command": ["true"], "requiresExternalPower": true,
            "schedule": ["every": "1h"], "maxLateness": "1s",
        ])
        let due = try #require(try daemon.job("a")?.due)
        let job = try daemon.job("a", becomes: "skipped") { $0.lastSkip != nil }
        #expect(job.lastSkip?.reason == .maxLateness)
        #expect(job.lastSkip?.due == due)
        #expect(job.due == due.advanced(by: .seconds(3600)))
        let why = try daemon.call(WhyCall(Target(identifier: try daemon.name("a"))))
        #expect(why.history.map(\.run) == [nil])
        let lines = try daemon.call(HistoryCall(JobSelection(try daemon.name("a"), of: nil))).entries
        #expect(lines == why.history)
    }

    // B-8, B-10
    @Test func `is interrupted when the plug is pulled, and stays due`() throws {
        let daemon = try DaemonFixture(isPlugged: true)
        try daemon.start()
        try daemon.submit([
            "identifier": "a", "shell": "while :; do sleep 0.1; done", "requiresExternalPower": true,
        ])
        try daemon.job("a", becomes: "running") { $0.state == .running }
        try daemon.pullPlug()
        let job = try daemon.job("a", becomes: "due again") { $0.state == .due }
        #expect(job.lastRun?.outcome == .interrupted)
        #expect(job.lastRun?.stopReason == .requirementLost(.externalPower))
        #expect(job.health.unfinishedRuns == 0)
    }

    // B-6
    @Test
    func `does not start in the moment after the plug was pulled, though the battery says Charging (d01)`()
        throws
    {
        let daemon = try DaemonFixture(isPlugged: true)
        try daemon.scratch.file("policy.json", #"{"settle": {"externalPower": "1s"}}"#)
        try daemon.start()
        try daemon.supply("AC", ["online": "0"])
        try daemon.status(becomes: "unplugged") { $0.device.externalPower == .no }
        try daemon.submit(["identifier": "a", "command": ["true"], "requiresExternalPower": true])
        #expect(try daemon.job("a")?.blockers.map(\.requirement) == ["externalPower"])
        let power = try daemon.call(DoctorCall()).power
        #expect(
            power.why == "AC has just gone offline; that BAT0 is charging is not believed for up to 30s")
        try daemon.supply("AC", ["online": "1"])
        #expect(try daemon.wait("a").outcome == .succeeded)
    }
}
