// Scenarios: the wall clock is set, and the machine moves to another zone.
import Testing

@Suite struct `A step of the clock` {
    @Test func `forward makes due what has passed, once`() {  // B-12
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"}}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            wall +50h > clockChanged
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-23T12:00:00Z
            @ +1439m occurrenceDue org.example.a@1000
            """)
    }

    @Test func `back by less than a day runs no fixed time twice`() {  // B-12
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"}}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            +2h > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-21T12:00:00Z
            wall -3h > clockChanged
            @ +1619m occurrenceDue org.example.a@1000
            """)
    }

    @Test func `back goes by real time for a job of every hour`() {  // B-12
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 * * * *"}}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            < observe localZone
            > launched run=1 process=77
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-20T11:00:00Z
            wall -3h > clockChanged
            < save org.example.a@1000 2 scheduled at=2026-11-20T08:00:00Z
            @ +59m occurrenceDue org.example.a@1000
            """)
    }

    @Test func `back from a wrong year leaves nothing waiting for it`() {  // B-12
        check(
            """
            2031-11-20T10:00:00Z boot=3600 awake=3600 > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"}}
            < save org.example.a@1000 1 scheduled at=2031-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            +2h > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2031-11-21T12:00:00Z
            @ +1439m occurrenceDue org.example.a@1000
            wall -1826d > clockChanged
            < save org.example.a@1000 2 scheduled at=2026-11-21T12:00:00Z
            @ +1439m occurrenceDue org.example.a@1000
            """)
    }

    @Test func `to another zone moves what lies ahead with it`() {  // B-12
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > zone local Europe/Berlin
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 20 * * *"}}
            < save org.example.a@1000 1 scheduled at=2026-11-20T19:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            +1m > zone local America/New_York
            < save org.example.a@1000 1 scheduled at=2026-11-21T01:00:00Z
            @ +899m occurrenceDue org.example.a@1000
            """)
    }

    @Test func `takes nothing back that is due`() {  // B-12
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network no "no route to the internet"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"requiresNetwork":true}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            +2h > wokeUp
            < save org.example.a@1000 1 due since=2026-11-20T12:00:00Z
            wall -1h > clockChanged
            ? org.example.a@1000 network
            """)
    }
}
