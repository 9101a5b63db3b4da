// Scenarios: an occurrence that is too late after a pause or a restart, and runs by hand.
import Testing

@Suite struct `An occurrence` {
    @Test func `that is too late when its pause ends is skipped before anything starts`() {  // B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network no "x"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"maxLateness":"1h","requiresNetwork":true}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            +2h > wokeUp
            < save org.example.a@1000 1 due since=2026-11-20T12:00:00Z
            > pause #2 by=1000 org.example.a for=3h
            < save org.example.a@1000 1 due since=2026-11-20T12:00:00Z paused since=2026-11-20T12:00:00Z for=3h
            < reply #2 done
            +1h > network yes "y"
            +5s > wokeUp
            @ +7195s pauseEnds
            +2h > wokeUp
            < skip org.example.a@1000 maxLateness due=2026-11-20T12:00:00Z
            < save org.example.a@1000 2 scheduled at=2026-11-21T12:00:00Z
            @ +75595s occurrenceDue org.example.a@1000
            +1s > wokeUp
            @ +75594s occurrenceDue org.example.a@1000
            """)
    }

    @Test func `that is too late when its job is released is skipped`() {  // B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"maxLateness":"1h","requiresNetwork":true}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            > network no "x"
            +2h > wokeUp
            < save org.example.a@1000 1 due since=2026-11-20T12:00:00Z
            > pause #2 by=1000 org.example.a
            < save org.example.a@1000 1 due since=2026-11-20T12:00:00Z paused since=2026-11-20T12:00:00Z
            < reply #2 done
            +3h > wokeUp
            > unpause #3 by=1000 org.example.a
            < skip org.example.a@1000 maxLateness due=2026-11-20T12:00:00Z
            < save org.example.a@1000 2 scheduled at=2026-11-21T12:00:00Z
            < reply #3 done
            +1s > network yes "y"
            +6s > wokeUp
            @ +75593s occurrenceDue org.example.a@1000
            """)
    }

    @Test func `that is too late when the daemon starts is skipped`() {  // B-14
        check(
            """
            > recovered nextRun=2
            | job org.example.a@1000 1 due since=2026-11-19T10:00:00Z {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 10 * * *"},"maxLateness":"1h"}
            < skip org.example.a@1000 maxLateness due=2026-11-19T10:00:00Z
            < save org.example.a@1000 2 scheduled at=2026-11-21T10:00:00Z
            < observe localZone
            > files 0 unreadable 0
            +1m > wokeUp
            """)
    }

    @Test func `of a file that changed during a run follows under a corrected descriptor`() {  // B-22
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"path":"/x"}}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            < observe path "/x" owner=1000
            > pathFound "/x" owner=1000 newest=2026-11-19T10:00:00Z
            +5m > pathChanged "/x" owner=1000 newest=2026-11-20T10:05:00Z
            +31s > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=7
            +5s > pathChanged "/x" owner=1000 newest=2026-11-20T10:05:40Z
            < save org.example.a@1000 1 run=1 again
            > submit #4 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"title":"b","schedule":{"path":"/x"}}
            < save org.example.a@1000 1 run=1 again successor
            < reply #4 accepted org.example.a@1000 follows
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled open
            ? org.example.a@1000 trigger
            @ +30s pathSettles org.example.a@1000
            """)
    }

    @Test func `waits for the first word on what has just begun to be observed`() {  // B-2
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"earliestBeginDate":"+1h","requires":{"lid":"open"}}
            < save org.example.a@1000 1 scheduled after=1h
            < reply #1 accepted org.example.a@1000 new
            < observe subject lid
            > run #2 by=1000 org.example.a now
            > observed lid open
            < save org.example.a@1000 1 run=1 byHand
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `is refused once the first word is that it does not hold`() {  // B-2
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"earliestBeginDate":"+1h","requires":{"lid":"open"}}
            < save org.example.a@1000 1 scheduled after=1h
            < reply #1 accepted org.example.a@1000 new
            < observe subject lid
            > run #2 by=1000 org.example.a now
            > observed lid unknown "no lid is known"
            < reply #2 refused blocked lid
            """)
    }
}
