// A service of a real daemon: begun and ended with what it requires, by failures and by hand.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Glibc
import Testing

// B-102 B-103
@Suite struct `A service of a daemon` {
    @Test func `runs while it may, begins anew after a failure, and stays away once it was stopped`() throws {
        let daemon = try DaemonFixture(isPlugged: true)
        try daemon.scratch.file("policy.json", "{\(EmulatedLaptop.atOnce)}")
        try daemon.start()
        let person = Person(daemon: daemon)
        _ = try person.says(
            "submit", "-",
            input: #"""
                {"identifier": "a", "kind": "service", "shell": "exec sleep 1000", "requiresExternalPower": true,
                 "retry": {"initial": "5s"}}
                """#)
        func runs(_ run: Int) throws -> Int32 {
            let job = try daemon.job("a", becomes: "run for the \(run)th time") {
                $0.state == .running && $0.run?.run == RunID(Int64(run)) && $0.run?.process != nil
            }
            return try #require(job.run?.process)
        }
        var process = try runs(1)
        #expect(try person.says("status").contains("for "))
        #expect(try person.says("status", "a").contains("none; 10s of grace"))
        try daemon.pullPlug()
        try daemon.job("a", becomes: "due") { $0.state == .due }
        try daemon.plugIn()
        process = try runs(2)
        kill(process, SIGKILL)
        process = try runs(3)
        #expect(try daemon.job("a")?.health.failing?.count == 1)
        _ = try person.says("pause", "a")
        try daemon.job("a", becomes: "paused") { $0.state == .paused && $0.run == nil }
        _ = try person.says("unpause", "a")
        process = try runs(4)
        _ = try person.says("stop", "a")
        try daemon.job("a", becomes: "ended") { $0.state == .scheduled }
        #expect(try person.says("why", "a").contains("what it requires to be lost and to hold again"))
        let refused = try person.bgrun(
            "submit", "-", input: #"{"identifier": "b", "kind": "service", "shell": "x", "timeBudget": "1h"}"#
        )
        #expect(refused.status == 2 && refused.errors.contains("timeBudget: a service runs for as long as"))
        #expect(process > 0)
    }
}
