// Scenarios: a run by hand takes nothing away, and what is cancelled stays so.
import Testing

@Suite struct `A run by hand` {
    @Test func `leaves tonight's occurrence, whatever becomes of it`() {  // B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"}}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            > run #2 by=1000 org.example.a now
            < save org.example.a@1000 1 run=1 byHand
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            < reply #2 started run=1
            +1m > exited run=1 exit 1
            < history run=1 org.example.a@1000 failed (exit 1)
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z failing=1
            < notify org.example.a@1000 failed times=1
            +5m > run #3 by=1000 org.example.a now
            < save org.example.a@1000 1 run=2 byHand failing=1
            < launch run=2 org.example.a@1000
            > launched run=2 process=77
            < reply #3 started run=2
            +1m > exited run=2 exit 0
            < history run=2 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < notify org.example.a@1000 recovered times=1
            +113m > wokeUp
            < save org.example.a@1000 1 run=3
            < launch run=3 org.example.a@1000
            > launched run=3 process=77
            +1m > exited run=3 exit 0
            < history run=3 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-21T12:00:00Z
            @ +1439m occurrenceDue org.example.a@1000
            """)
    }

    @Test func `that succeeds while its job comes up is that occurrence too`() {  // B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"timeBudget":"3h"}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            > run #2 by=1000 org.example.a now
            < save org.example.a@1000 1 run=1 byHand
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            < reply #2 started run=1
            +2h > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-21T12:00:00Z
            @ +1d occurrenceDue org.example.a@1000
            """)
    }

    @Test func `that fails while its job comes up leaves the occurrence due`() {  // B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"timeBudget":"3h"}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            > run #2 by=1000 org.example.a now
            < save org.example.a@1000 1 run=1 byHand
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            < reply #2 started run=1
            +2h > exited run=1 exit 1
            < history run=1 org.example.a@1000 failed (exit 1)
            < save org.example.a@1000 1 run=2 failing=1
            < launch run=2 org.example.a@1000
            < notify org.example.a@1000 failed times=1
            """)
    }

    @Test func `that waits until its job comes up is that occurrence`() {  // B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network no "x"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"requiresNetwork":true}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            > run #2 by=1000 org.example.a whenPossible
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z byHand
            < reply #2 done
            +3h > network yes "y"
            +5s > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1m > exited run=1 exit 1
            < history run=1 org.example.a@1000 failed (exit 1)
            < save org.example.a@1000 2 scheduled at=2026-11-21T12:00:00Z failing=1
            < notify org.example.a@1000 failed times=1
            @ +82735s occurrenceDue org.example.a@1000
            """)
    }

    @Test func `leaves the date before which its job is not to run`() {  // B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"earliestBeginDate":"2027-01-01T00:00:00Z"}
            < save org.example.a@1000 1 scheduled at=2027-01-01T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            > simulate #2 by=1000 org.example.a launch
            < save org.example.a@1000 1 run=1 byHand
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            < reply #2 started run=1
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0) simulated
            < save org.example.a@1000 1 scheduled at=2027-01-01T12:00:00Z
            > clockChanged
            @ +60599m occurrenceDue org.example.a@1000
            """)
    }

    @Test func `is the run of a job that has one, if it succeeds`() {  // B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"earliestBeginDate":"2026-11-20T20:00:00Z"}
            < save org.example.a@1000 1 scheduled at=2026-11-20T20:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > run #2 by=1000 org.example.a now
            < save org.example.a@1000 1 run=1 byHand
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            < reply #2 started run=1
            +1m > exited run=1 exit 1
            < history run=1 org.example.a@1000 failed (exit 1)
            < save org.example.a@1000 1 scheduled at=2026-11-20T20:00:00Z failing=1
            < notify org.example.a@1000 failed times=1
            > run #3 by=1000 org.example.a now
            < save org.example.a@1000 1 run=2 byHand failing=1
            < launch run=2 org.example.a@1000
            > launched run=2 process=77
            < reply #3 started run=2
            +1m > exited run=2 exit 0
            < history run=2 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            < notify org.example.a@1000 recovered times=1
            < ignore sleep
            """)
    }

    @Test func `is not counted among those its job asks for`() {  // B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"maxRuns":1}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            > run #2 by=1000 org.example.a now
            < save org.example.a@1000 1 run=1 byHand
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            < reply #2 started run=1
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            +119m > wokeUp
            < save org.example.a@1000 1 run=2
            < launch run=2 org.example.a@1000
            > launched run=2 process=77
            +1m > exited run=2 exit 0
            < history run=2 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            < ignore sleep
            < ignore localZone
            """)
    }

    @Test func `lets an interval from completion to completion begin anew`() {  // B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"6h","from":"completion"}}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled after=6h
            +3h > run #2 by=1000 org.example.a now
            < save org.example.a@1000 2 run=2 byHand
            < launch run=2 org.example.a@1000
            > launched run=2 process=77
            < reply #2 started run=2
            +1m > exited run=2 exit 0
            < history run=2 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled after=6h
            @ +6h occurrenceDue org.example.a@1000
            """)
    }

    @Test func `survives the daemon's death beside the plan`() {  // B-14 B-17
        check(
            """
            > recovered nextRun=2
            | job org.example.a@1000 run=1 byHand at=2026-11-20T12:00:00Z {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"}}
            < adopt run=1 org.example.a@1000
            < observe sleep
            < observe localZone
            > files 0 unreadable 0
            > exited run=1 unknown
            < history run=1 org.example.a@1000 interrupted stop=daemonRestart (unknown)
            < save org.example.a@1000 1 run=2 byHand
            < launch run=2 org.example.a@1000
            > launched run=2 process=77
            +1m > exited run=2 exit 0
            < history run=2 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            @ +119m occurrenceDue org.example.a@1000
            """)
    }
}

@Suite struct `An occurrence that is cancelled` {
    @Test func `before its time does not come, and neither does the one cancelled before it`() {  // B-14 B-19
        check(
            """
            > recovered nextRun=1
            > files 1 unreadable 0
            | file "/etc/a.json" owner=0 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"}}
            < save org.example.a@0 1 scheduled at=2026-11-20T12:00:00Z
            < observe localZone
            > cancel #1 by=0 org.example.a
            < save org.example.a@0 2 scheduled at=2026-11-21T12:00:00Z
            < reply #1 done
            > cancel #2 by=0 org.example.a
            < save org.example.a@0 3 scheduled at=2026-11-22T12:00:00Z
            < reply #2 done
            @ +50h occurrenceDue org.example.a@0
            > clockChanged
            @ +50h occurrenceDue org.example.a@0
            """)
    }

    @Test func `leaves the date before which its job is not to run`() {  // B-14
        check(
            """
            > recovered nextRun=1
            > files 1 unreadable 0
            | file "/etc/a.json" owner=0 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"earliestBeginDate":"2027-01-01T00:00:00Z"}
            < save org.example.a@0 1 scheduled at=2027-01-01T12:00:00Z
            < observe localZone
            > cancel #1 by=0 org.example.a
            < save org.example.a@0 2 scheduled at=2027-01-02T12:00:00Z
            < reply #1 done
            @ +1034h occurrenceDue org.example.a@0
            """)
    }

    @Test func `comes again where the clock was wrong by more than a day when it was cancelled`() {  // B-12
        check(
            """
            > recovered nextRun=1
            > files 1 unreadable 0
            | file "/etc/a.json" owner=0 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"}}
            < save org.example.a@0 1 scheduled at=2026-11-20T12:00:00Z
            < observe localZone
            wall +8760h > clockChanged
            < save org.example.a@0 1 run=1
            < launch run=1 org.example.a@0
            < observe sleep
            > launched run=1 process=77
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@0 succeeded (exit 0)
            < save org.example.a@0 2 scheduled at=2027-11-20T12:00:00Z
            > cancel #1 by=0 org.example.a
            < save org.example.a@0 3 scheduled at=2027-11-21T12:00:00Z
            < reply #1 done
            wall -8760h > clockChanged
            < save org.example.a@0 3 scheduled at=2026-11-20T12:00:00Z
            @ +119m occurrenceDue org.example.a@0
            """)
    }

    @Test func `takes none of a new schedule with it`() {  // B-5
        check(
            """
            > recovered nextRun=1
            > files 1 unreadable 0
            | file "/etc/a.json" owner=0 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 20 * * *"}}
            < save org.example.a@0 1 scheduled at=2026-11-20T20:00:00Z
            < observe localZone
            > cancel #1 by=0 org.example.a
            < save org.example.a@0 2 scheduled at=2026-11-21T20:00:00Z
            < reply #1 done
            > files 1 unreadable 0
            | file "/etc/a.json" owner=0 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12,20 * * *"}}
            < save org.example.a@0 1 scheduled at=2026-11-20T12:00:00Z
            > clockChanged
            @ +2h occurrenceDue org.example.a@0
            """)
    }
}
