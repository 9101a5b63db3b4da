// Alternatives and opposites of requirements, and how they settle.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import Testing

@Suite struct `A job with alternatives` {
    @Test func `starts when one of them holds, and goes on while one of them does`() {  // B-38
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online" battery=85
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"anyOf":[{"externalPower":true},{"batteryLevel":80}]}}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=4
            +1m > power no "AC is offline" battery=85
            +1m > wokeUp
            < readPower
            +1m > power no "AC is offline" battery=79
            @ +2s lossCounts batteryLevel 80
            +2s > wokeUp
            < terminate run=1 requirementLost:batteryLevel
            < save org.example.a@1000 1 run=1 stop=requirementLost:batteryLevel
            """)
    }

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

    @Test func `tells of each why it does not hold`() {  // B-38
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power no "AC is offline" battery=43
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"anyOf":[{"externalPower":true},{"batteryLevel":80,"network":true}]}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            ? org.example.a@1000 anyOf
            % org.example.a@1000
            | externalPower lacking: AC is offline (anyOf 1)
            | batteryLevel 80 lacking: battery 43 %, needs 80 % (anyOf 2)
            | network unknown: not read yet (anyOf 2)
            """)
    }

    @Test func `needs all that one alternative names`() {  // B-38
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power no "AC is offline" battery=90
            > network no "no route to the internet"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"anyOf":[{"externalPower":true},{"batteryLevel":80,"network":true}]}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            +1m > network yes "internet through eth0"
            +5s > wokeUp
            < readPower
            """)
    }
}

@Suite struct `A job that needs the opposite of something` {
    @Test func `waits while it holds, and the gain of the opposite settles too`() {  // B-38
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"not":{"powerSaver":true}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject powerSaver
            > observed powerSaver on "power-saver"
            ? org.example.a@1000 powerSaver
            % org.example.a@1000
            | not powerSaver true lacking: the power profile is power-saver
            +1m > observed powerSaver off "balanced"
            @ +5s settles not powerSaver true
            +5s > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `waits where nobody knows`() {  // B-38
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"not":{"powerSaver":true}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject powerSaver
            > observed powerSaver unknown "power-profiles-daemon is not on the system bus"
            % org.example.a@1000
            | not powerSaver true unknown: power-profiles-daemon is not on the system bus
            """)
    }

    @Test func `of several at once waits only while all of them hold`() {  // B-38
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online" battery=90
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"not":{"externalPower":true,"batteryLevel":80}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            % org.example.a@1000
            | not externalPower lacking: AC is online (anyOf 1)
            | not batteryLevel 80 lacking: battery 90 %, needs 80 % (anyOf 2)
            +1m > power yes "AC is online" battery=70
            +5s > wokeUp
            < readPower
            """)
    }
}
