// Scenarios: plans that were made by a clock or in a zone that does not count any more.
import Testing

@Suite struct `What was planned under another clock` {
    @Test func `is planned anew when the machine starts in another zone`() {  // B-13
        check(
            """
            > zone local Europe/Berlin
            > recovered nextRun=1
            | job org.example.a@1000 scheduled at=2026-11-21T02:30:00Z {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"30 2 * * *"}}
            < save org.example.a@1000 1 scheduled at=2026-11-21T01:30:00Z
            < observe localZone
            """)
    }

    @Test func `is planned anew where it had to wait for a run to end`() {  // B-12
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"}}
            < save org.example.a@1000 1 run=1 successor
            < reply #2 accepted org.example.a@1000 follows
            wall -48h > clockChanged
            > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 1 scheduled at=2026-11-18T12:00:00Z
            < observe localZone
            """)
    }

    @Test func `is not late any more, and starts, when the clock was ahead`() {  // B-16
        check(
            """
            > recovered nextRun=1 newBoot
            | job org.example.a@1000 due since=2026-11-20T08:00:00Z {"identifier":"org.example.a","command":["true"]}
            > files 0 unreadable 0
            ? org.example.a@1000 catchUp
            wall -3h > clockChanged
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `is not skipped a second time when the clock is set`() {  // B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"missed":"all","maxLateness":"2h"}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            +79h > wokeUp
            < skip org.example.a@1000 maxLateness due=2026-11-20T12:00:00Z
            < save org.example.a@1000 2 scheduled at=2026-11-24T12:00:00Z
            wall +5s > clockChanged
            """)
    }

    @Test func `does not come up by an event after its end`() {  // B-22
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"event":"login"},"until":"2026-11-20T12:00:00Z"}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            < observe sessions
            +3h > loggedIn 1000
            ? org.example.a@1000 ended
            """)
    }
}
