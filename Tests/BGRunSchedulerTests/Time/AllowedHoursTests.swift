// Scenarios: hours in which a job may start, and when waiting is called overdue.
import Testing

@Suite struct `A job with allowed hours` {
    @Test func `waits until they begin`() {  // B-25
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > zone local Europe/Berlin
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"allowedHours":"22:00-06:00"}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            ? org.example.a@1000 allowedHours
            @ +11h hoursChange org.example.a@1000
            +11h > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `waits again when they end before it could start`() {  // B-25
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > zone local Europe/Berlin
            > network no "no route to the internet"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"allowedHours":"09:00-12:00","requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            ? org.example.a@1000 network
            @ +1h hoursChange org.example.a@1000
            +1h > wokeUp
            > network yes "internet through eth0"
            +5s > wokeUp
            ? org.example.a@1000 allowedHours
            @ +75595s hoursChange org.example.a@1000
            """)
    }

    @Test func `is overdue from its latest begin on, and says so`() {  // B-25
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > network no "no route to the internet"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"latestBegin":"2h","requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            @ +2h overdue org.example.a@1000
            +2h > wokeUp
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z warned
            < notify org.example.a@1000 overdue network
            @ never
            """)
    }
}
