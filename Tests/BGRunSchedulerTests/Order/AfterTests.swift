// Scenarios: jobs that come after others.
import Testing

@Suite struct `A job after another` {
    @Test func `waits until that has succeeded, and a failure keeps it waiting`() {  // B-77
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"1h"}}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"after":"org.example.a"}
            < save org.example.b@1000 1 due since=2026-11-20T10:00:00Z
            < reply #2 accepted org.example.b@1000 new
            ? org.example.b@1000 after
            > launched run=1 process=7
            > exited run=1 exit 1
            < history run=1 org.example.a@1000 failed (exit 1)
            < save org.example.a@1000 2 scheduled at=2026-11-20T11:00:00Z failing=1
            < notify org.example.a@1000 failed times=1
            ? org.example.b@1000 after
            +1h > wokeUp
            < save org.example.a@1000 2 run=2 failing=1
            < launch run=2 org.example.a@1000
            > launched run=2 process=8
            > exited run=2 exit 0
            < history run=2 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 3 scheduled at=2026-11-20T12:00:00Z
            < save org.example.b@1000 1 run=3 succeeded=(org.example.a)
            < launch run=3 org.example.b@1000
            < notify org.example.a@1000 recovered times=1
            ? org.example.b@1000
            """)
    }

    @Test func `counts a success that came early, once for each of its occurrences`() {  // B-77
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"schedule":{"cron":"0 12 * * *"},"after":["org.example.a"]}
            < save org.example.b@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.b@1000 new
            < observe localZone
            ? org.example.b@1000 earliestBeginDate after
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #2 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=7
            > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            < save org.example.b@1000 1 scheduled at=2026-11-20T12:00:00Z succeeded=(org.example.a)
            ? org.example.b@1000 earliestBeginDate
            +2h > wokeUp
            < save org.example.b@1000 1 run=2 succeeded=(org.example.a)
            < launch run=2 org.example.b@1000
            > launched run=2 process=8
            > exited run=2 exit 0
            < history run=2 org.example.b@1000 succeeded (exit 0)
            < save org.example.b@1000 2 scheduled at=2026-11-21T12:00:00Z
            ? org.example.b@1000 earliestBeginDate after
            +24h > wokeUp
            < save org.example.b@1000 2 due since=2026-11-21T12:00:00Z
            ? org.example.b@1000 after
            """)
    }

    @Test func `counts what succeeds during its run for the next one`() {  // B-77
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"1h"}}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=7
            > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-20T11:00:00Z
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"schedule":{"every":"2h"},"after":"org.example.a"}
            < save org.example.b@1000 1 due since=2026-11-20T10:00:00Z
            < reply #2 accepted org.example.b@1000 new
            > run #3 by=1000 org.example.a now
            < save org.example.a@1000 2 run=2 byHand
            < launch run=2 org.example.a@1000
            > launched run=2 process=7
            < reply #3 started run=2
            > exited run=2 exit 0
            < history run=2 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-20T11:00:00Z
            < save org.example.b@1000 1 run=3 succeeded=(org.example.a)
            < launch run=3 org.example.b@1000
            > launched run=3 process=8
            > run #4 by=1000 org.example.a now
            < save org.example.a@1000 2 run=4 byHand
            < launch run=4 org.example.a@1000
            > launched run=4 process=9
            < reply #4 started run=4
            > exited run=4 exit 0
            < history run=4 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-20T11:00:00Z
            < save org.example.b@1000 1 run=3 succeeded=(org.example.a +org.example.a)
            > exited run=3 exit 0
            < history run=3 org.example.b@1000 succeeded (exit 0)
            < save org.example.b@1000 2 scheduled at=2026-11-20T12:00:00Z succeeded=(org.example.a)
            ? org.example.b@1000 earliestBeginDate
            """)
    }

    @Test func `goes on after an interruption without waiting anew`() {  // B-77
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"after":"org.example.a"}
            < save org.example.b@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.b@1000 new
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #2 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=7
            > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            < save org.example.b@1000 1 run=2 succeeded=(org.example.a)
            < launch run=2 org.example.b@1000
            > launched run=2 process=8
            > exited run=2 exit 75
            < history run=2 org.example.b@1000 deferred (exit 75)
            < save org.example.b@1000 1 due since=2026-11-20T10:00:00Z rests=15m unfinished=1 succeeded=(org.example.a)
            ? org.example.b@1000 resting
            """)
    }

    @Test func `is started by hand all the same, which takes nothing away`() {  // B-77
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"schedule":{"cron":"0 12 * * *"},"after":"org.example.a"}
            < save org.example.b@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.b@1000 new
            < observe localZone
            > run #2 by=1000 org.example.b now
            < save org.example.b@1000 1 run=1 byHand
            < launch run=1 org.example.b@1000
            < observe sleep
            > launched run=1 process=7
            < reply #2 started run=1
            > exited run=1 exit 0
            < history run=1 org.example.b@1000 succeeded (exit 0)
            < save org.example.b@1000 1 scheduled at=2026-11-20T12:00:00Z
            > submit #3 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=2
            < reply #3 accepted org.example.a@1000 new
            < launch run=2 org.example.a@1000
            > launched run=2 process=7
            > exited run=2 exit 0
            < history run=2 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            < save org.example.b@1000 1 scheduled at=2026-11-20T12:00:00Z succeeded=(org.example.a)
            > run #4 by=1000 org.example.b now
            < save org.example.b@1000 1 run=3 byHand succeeded=(org.example.a)
            < launch run=3 org.example.b@1000
            > launched run=3 process=7
            < reply #4 started run=3
            > exited run=3 exit 0
            < history run=3 org.example.b@1000 succeeded (exit 0)
            < save org.example.b@1000 1 scheduled at=2026-11-20T12:00:00Z succeeded=(org.example.a)
            ? org.example.b@1000 earliestBeginDate
            """)
    }

    @Test func `is refused where they would wait for each other`() {  // B-78
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"after":"org.example.b"}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"after":"org.example.c"}
            < save org.example.b@1000 1 due since=2026-11-20T10:00:00Z
            < reply #2 accepted org.example.b@1000 new
            > submit #3 by=1000 owner=1000 {"identifier":"org.example.c","command":["true"],"after":"org.example.a"}
            < reply #3 refused cycle org.example.c,org.example.a,org.example.b,org.example.c
            > submit #4 by=1001 owner=1001 {"identifier":"org.example.c","command":["true"],"after":"org.example.a"}
            < save org.example.c@1001 1 due since=2026-11-20T10:00:00Z
            < reply #4 accepted org.example.c@1001 new
            """)
    }

    @Test func `of a file that closes a circle is broken until the circle is open`() {  // B-78
        check(
            """
            > recovered nextRun=1
            > files 2 unreadable 0
            | file "/etc/bgrun/jobs.d/org.example.a.json" owner=0 {"identifier":"org.example.a","command":["true"],"after":"org.example.b"}
            | file "/etc/bgrun/jobs.d/org.example.b.json" owner=0 {"identifier":"org.example.b","command":["true"],"after":"org.example.a"}
            < save org.example.a@0 1 due since=2026-11-20T10:00:00Z
            ? org.example.a@0 after
            > files 2 unreadable 0
            | file "/etc/bgrun/jobs.d/org.example.a.json" owner=0 {"identifier":"org.example.a","command":["true"],"after":"org.example.b"}
            | file "/etc/bgrun/jobs.d/org.example.b.json" owner=0 {"identifier":"org.example.b","command":["true"]}
            < save org.example.b@0 1 run=1
            < launch run=1 org.example.b@0
            < observe sleep
            ? org.example.a@0 after
            """)
    }

    @Test func `knows after a restart what has succeeded`() {  // B-77
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"schedule":{"cron":"0 12 * * *"},"after":["org.example.a","org.example.c"]}
            < save org.example.b@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.b@1000 new
            < observe localZone
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #2 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=7
            > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            < save org.example.b@1000 1 scheduled at=2026-11-20T12:00:00Z succeeded=(org.example.a)
            """)
    }
}
