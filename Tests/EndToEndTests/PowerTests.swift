// Power that comes and goes, on an emulated laptop.
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
        #expect(job.unfinishedRuns == 0)
    }
}
