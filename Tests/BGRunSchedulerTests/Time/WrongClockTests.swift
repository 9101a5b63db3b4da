// Scenarios: what a clock that was wrong, or a zone that was away, must not cost.
import Testing

@Suite struct `What was wrong for a while` {
    @Test func `leaves nothing waiting for a wrong year after a restart`() {  // B-12
        check(
            """
            > recovered nextRun=2
            | job org.example.a@1000 5 at=2031-11-19T10:00:00Z {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"}}
            | job org.example.b@1000 5 at=2031-11-19T10:00:00Z {"identifier":"org.example.b","command":["true"],"schedule":{"every":"6h"}}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < save org.example.b@1000 1 scheduled at=2026-11-20T16:00:00Z
            < observe localZone
            > files 0 unreadable 0
            @ +2h occurrenceDue org.example.a@1000
            > clockChanged
            @ +2h occurrenceDue org.example.a@1000
            """)
    }

    @Test func `does not put off the events of a job that was accepted meanwhile`() {  // B-22
        check(
            """
            2031-11-20T10:00:00Z boot=3600 awake=3600 > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"event":"unlock"}}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            < observe sessions
            wall -1826d > clockChanged
            > unlocked 1000
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            @ +30s launchEnds org.example.a@1000
            """)
    }

    @Test func `brings a file its schedule back once the clock is right`() {  // B-12
        check(
            """
            2031-11-20T10:00:00Z boot=3600 awake=3600 > recovered nextRun=1
            > files 1 unreadable 0
            | file "/etc/bgrun/jobs.d/org.example.a.json" owner=0 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"until":"2027-01-01T00:00:00Z"}
            < save org.example.a@0 1 scheduled open
            < observe localZone
            wall -1826d > clockChanged
            < save org.example.a@0 1 scheduled at=2026-11-20T12:00:00Z
            ? org.example.a@0 earliestBeginDate
            @ +2h occurrenceDue org.example.a@0
            """)
    }

    @Test func `brings a file its schedule back once the zone is there`() {  // B-13
        check(
            """
            > recovered nextRun=1
            > zone Europe/Berlin missing
            > files 1 unreadable 0
            | file "/etc/bgrun/jobs.d/org.example.a.json" owner=0 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *","timeZone":"Europe/Berlin"}}
            < save org.example.a@0 1 scheduled open
            ? org.example.a@0 ended invalid
            > zone Europe/Berlin Europe/Berlin
            < save org.example.a@0 1 scheduled at=2026-11-20T11:00:00Z
            ? org.example.a@0 earliestBeginDate
            @ +1h occurrenceDue org.example.a@0
            """)
    }

    @Test func `takes no job away whose zone goes during its run`() {  // B-13
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > zone US/Eastern America/New_York
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *","timeZone":"US/Eastern"}}
            < save org.example.a@1000 1 scheduled at=2026-11-20T17:00:00Z
            < reply #1 accepted org.example.a@1000 new
            +7h > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=3
            > zone US/Eastern missing
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled open
            ? org.example.a@1000 ended invalid
            > zone US/Eastern America/New_York
            < save org.example.a@1000 2 scheduled at=2026-11-21T17:00:00Z
            @ +1439m occurrenceDue org.example.a@1000
            """)
    }

    @Test func `moves no grid that its author has begun later`() {  // B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"6h"},"earliestBeginDate":"2026-11-27T10:00:00Z"}
            < save org.example.a@1000 1 scheduled at=2026-11-27T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > run #2 by=1000 org.example.a now
            < save org.example.a@1000 1 run=1 byHand
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            < reply #2 started run=1
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 1 scheduled at=2026-11-27T10:00:00Z
            @ +10079m occurrenceDue org.example.a@1000
            > clockChanged
            @ +10079m occurrenceDue org.example.a@1000
            """)
    }

    @Test func `forgets no event that came before the job may begin`() {  // B-22
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"event":"unlock"},"earliestBeginDate":"+2h"}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            < observe sessions
            > unlocked 1000
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            @ +2h occurrenceDue org.example.a@1000
            +1m > clockChanged
            @ +119m occurrenceDue org.example.a@1000
            ? org.example.a@1000 earliestBeginDate
            """)
    }

    @Test func `forgets no such event beside points of a clock that come later`() {  // B-22
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > zone UTC UTC
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":[{"event":"unlock"},{"cron":"0 20 * * *","timeZone":"UTC"}],"earliestBeginDate":"+2h"}
            < save org.example.a@1000 1 scheduled at=2026-11-20T20:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe sessions
            > unlocked 1000
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            +1m > clockChanged
            @ +119m occurrenceDue org.example.a@1000
            wall -1h > clockChanged
            < save org.example.a@1000 1 scheduled at=2026-11-20T11:01:00Z
            @ +2h occurrenceDue org.example.a@1000
            """)
    }

    @Test func `plans a request that waits for a run anew`() {  // B-12
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > zone local Europe/Berlin
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 11 * * *"}}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            < observe localZone
            +0s > run #2 by=1000 org.example.a now
            < reply #2 refused alreadyRunning run=1
            > launched run=1 process=7
            > submit #3 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 20 * * *"}}
            < save org.example.a@1000 1 run=1 successor
            < reply #3 accepted org.example.a@1000 follows
            +1m > zone local America/New_York
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 1 scheduled at=2026-11-21T01:00:00Z
            @ +898m occurrenceDue org.example.a@1000
            """)
    }
}
