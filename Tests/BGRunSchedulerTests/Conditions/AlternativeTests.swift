// Alternatives and opposites of requirements, and how they settle.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import Testing

@Suite struct `A job with alternatives` {
    @Test func `says when one that settles counts`() throws {  // B-38
        var scenario = Scenario(policy: Policy())
        _ = try scenario.play(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power no "AC is offline" battery=43
            > network no "no route to the internet"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"anyOf":[{"externalPower":true},{"batteryLevel":80,"network":true}]}}
            +1m > power yes "AC is online" battery=43
            """)
        let blocker = try #require(try scenario.blockers(of: "org.example.a@1000").first)
        #expect(blocker.until == WallTime(rfc3339: "2026-11-20T10:01:05Z"))
        #expect(!blocker.reason.contains("2026"))
    }
}
