// Scenarios: pause, unpause, enable and disable.
import Testing

@Suite struct `A pause` {
    @Test func `keeps a job from starting, and its occurrence waits`() {  // B-24
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"}}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            > pause #2 by=1000 org.example.a
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z paused since=2026-11-20T10:00:00Z
            < reply #2 done
            ? org.example.a@1000 earliestBeginDate paused
            @ never
            +3h > wokeUp
            > unpause #3 by=1000 org.example.a
            < save org.example.a@1000 1 run=1
            < reply #3 done
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `for a time ends by itself`() {  // B-24
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"}}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            > pause #2 by=1000 org.example.a for=3h note="moving house"
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z paused since=2026-11-20T10:00:00Z for=3h note="moving house"
            < reply #2 done
            @ +3h pauseEnds
            +3h > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `of all holds new jobs too, and what is another's goes on`() {  // B-24
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > pause #1 by=1000 --all
            < savePause owner=1000 since=2026-11-20T10:00:00Z
            < reply #1 done
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 scheduled at=2026-11-20T10:00:00Z
            < reply #2 accepted org.example.a@1000 new
            > submit #3 by=1001 owner=1001 {"identifier":"org.example.b","command":["true"]}
            < save org.example.b@1001 1 run=1
            < reply #3 accepted org.example.b@1001 new
            < launch run=1 org.example.b@1001
            < observe sleep
            ? org.example.a@1000 paused
            > unpause #4 by=1000 --all
            < savePause owner=1000 over
            < save org.example.a@1000 1 run=2
            < reply #4 done
            < launch run=2 org.example.a@1000
            """)
    }

    @Test func `of all by root holds everybody, and a user can't end it`() {  // B-24
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > pause #1 by=0 --all for=1h
            < savePause everybody since=2026-11-20T10:00:00Z for=1h
            < reply #1 done
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 scheduled at=2026-11-20T10:00:00Z
            < reply #2 accepted org.example.a@1000 new
            > unpause #3 by=1000 --all
            < reply #3 done
            ? org.example.a@1000 paused
            @ +1h pauseEnds
            +1h > wokeUp
            < savePause everybody over
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `leaves a run alone`() {  // B-24
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
            > pause #2 by=1000 org.example.a
            < save org.example.a@1000 1 run=1 paused since=2026-11-20T10:00:00Z
            < reply #2 done
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            < ignore sleep
            """)
    }

    @Test func `that can't be stored is taken back`() {  // B-4 B-24
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > pause #1 by=1000 --all
            < savePause owner=1000 since=2026-11-20T10:00:00Z
            < reply #1 done
            > notSaved "disk full"
            < reply #1 refused storage "disk full"
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < savePause owner=1000 over
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #2 accepted org.example.a@1000 new
            """)
    }
}

@Suite struct `A job disabled by hand` {
    @Test func `outlives a new file, until it is enabled again`() {  // B-24
        check(
            """
            > recovered nextRun=1
            > files 1 unreadable 0
            | file "/etc/bgrun/jobs.d/org.example.a.json" owner=0 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"}}
            < save org.example.a@0 1 scheduled at=2026-11-20T12:00:00Z
            < observe localZone
            > disable #1 by=0 org.example.a
            < save org.example.a@0 1 scheduled at=2026-11-20T12:00:00Z disabled
            < reply #1 done
            ? org.example.a@0 earliestBeginDate disabled
            +1m > files 1 unreadable 0
            | file "/etc/bgrun/jobs.d/org.example.a.json" owner=0 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 13 * * *"}}
            < save org.example.a@0 1 scheduled at=2026-11-20T13:00:00Z disabled
            ? org.example.a@0 earliestBeginDate disabled
            @ never
            > enable #2 by=0 org.example.a
            < save org.example.a@0 1 scheduled at=2026-11-20T13:00:00Z
            < reply #2 done
            @ +179m occurrenceDue org.example.a@0
            """)
    }

    @Test func `may be enabled against its descriptor`() {  // B-24
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"enabled":false}
            < save org.example.a@1000 1 scheduled at=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            ? org.example.a@1000 disabled
            > enable #2 by=1000 --all
            < save org.example.a@1000 1 run=1 enabled
            < reply #2 done
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `is another's business`() {  // B-18 B-24
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"1h"},"earliestBeginDate":"2026-11-21T10:00:00Z"}
            < save org.example.a@1000 1 scheduled at=2026-11-21T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > disable #2 by=1001 org.example.a
            < reply #2 refused unknownJob org.example.a
            > disable #3 by=1001 --all
            < reply #3 done
            ? org.example.a@1000 earliestBeginDate
            """)
    }
}
