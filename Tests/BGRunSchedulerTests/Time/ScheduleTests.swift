// Scenarios: calendars, zones, delays and ends of schedules.
import Testing

@Suite struct `A job with a schedule` {
    @Test func `follows the machine's own clock`() {  // B-13
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > zone local Europe/Berlin
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"30 2 * * *"}}
            < save org.example.a@1000 1 scheduled at=2026-11-21T01:30:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            @ +930m occurrenceDue org.example.a@1000
            +15h > wokeUp
            +30m > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-22T01:30:00Z
            @ +1439m occurrenceDue org.example.a@1000
            """)
    }

    @Test func `follows the clock of the zone it names`() {  // B-13
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > zone America/New_York America/New_York
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 8 * * 1-5","timeZone":"America/New_York"}}
            < save org.example.a@1000 1 scheduled at=2026-11-20T13:00:00Z
            < reply #1 accepted org.example.a@1000 new
            @ +3h occurrenceDue org.example.a@1000
            """)
    }

    @Test func `runs at the first instant after a gap where its time does not exist`() {  // B-13
        check(
            """
            2026-03-28T12:00:00Z boot=3600 awake=3600 > recovered nextRun=1
            > files 0 unreadable 0
            > zone local Europe/Berlin
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"30 2 * * *"}}
            < save org.example.a@1000 1 scheduled at=2026-03-29T01:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            @ +13h occurrenceDue org.example.a@1000
            +13h > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-03-30T00:30:00Z
            @ +1409m occurrenceDue org.example.a@1000
            """)
    }

    @Test func `runs once where its time comes twice`() {  // B-13
        check(
            """
            2026-10-24T12:00:00Z boot=3600 awake=3600 > recovered nextRun=1
            > files 0 unreadable 0
            > zone local Europe/Berlin
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"calendar":"*-*-* 02:30"}}
            < save org.example.a@1000 1 scheduled at=2026-10-25T00:30:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            +12h > wokeUp
            +30m > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-10-26T01:30:00Z
            +1h > wokeUp
            @ +1439m occurrenceDue org.example.a@1000
            """)
    }

    @Test func `of every hour runs in each real hour of a long day`() {  // B-13
        check(
            """
            2026-10-24T23:30:00Z boot=3600 awake=3600 > recovered nextRun=1
            > files 0 unreadable 0
            > zone local Europe/Berlin
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"30 * * * *"}}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            < observe localZone
            > launched run=1 process=77
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-10-25T00:30:00Z
            +59m > wokeUp
            < save org.example.a@1000 2 run=2
            < launch run=2 org.example.a@1000
            > launched run=2 process=77
            +1m > exited run=2 exit 0
            < history run=2 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 3 scheduled at=2026-10-25T01:30:00Z
            @ +59m occurrenceDue org.example.a@1000
            """)
    }

    @Test func `may have several schedules, and comes up at whichever is first`() {  // B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > zone UTC UTC
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":[{"cron":"0 12 * * *","timeZone":"UTC"},{"every":"3h","from":"completion"}]}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-20T12:00:00Z after=3h
            @ +119m occurrenceDue org.example.a@1000
            +119m > wokeUp
            < save org.example.a@1000 2 run=2
            < launch run=2 org.example.a@1000
            > launched run=2 process=77
            +1m > exited run=2 exit 0
            < history run=2 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 3 scheduled at=2026-11-21T12:00:00Z after=3h
            @ +3h occurrenceDue org.example.a@1000
            """)
    }

    @Test func `is over after its last run`() {  // B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"1h"},"maxRuns":2}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-20T11:00:00Z
            +59m > wokeUp
            < save org.example.a@1000 2 run=2
            < launch run=2 org.example.a@1000
            > launched run=2 process=77
            +1m > exited run=2 exit 0
            < history run=2 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            < ignore sleep
            @ never
            """)
    }

    @Test func `has no occurrence after its end`() {  // B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"1h"},"until":"2026-11-20T11:30:00Z"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-20T11:00:00Z
            +59m > wokeUp
            < save org.example.a@1000 2 run=2
            < launch run=2 org.example.a@1000
            > launched run=2 process=77
            +1m > exited run=2 exit 0
            < history run=2 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            < ignore sleep
            @ never
            """)
    }

    @Test func `that never comes is refused`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"calendar":"2020-01-01"}}
            < reply #1 refused neverDue
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"until":"2026-11-20T11:00:00Z"}
            < reply #2 refused neverDue
            @ never
            """)
    }

    // B-19
    @Test func `that a file brings and that never comes stays, since the clock may be wrong`() {
        check(
            """
            > recovered nextRun=1
            > files 1 unreadable 0
            | file "/etc/bgrun/jobs.d/org.example.a.json" owner=0 {"identifier":"org.example.a","command":["true"],"schedule":{"calendar":"2026-11-20 09:00"}}
            < save org.example.a@0 1 scheduled open
            < observe localZone
            ? org.example.a@0 ended
            @ never
            wall -2h > clockChanged
            < save org.example.a@0 1 scheduled at=2026-11-20T09:00:00Z
            @ +1h occurrenceDue org.example.a@0
            """)
    }

    @Test
    func `is put off by a delay that is drawn anew for each occurrence, and by one that is always the same`()
    {  // B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"randomDelay":"1h"}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:08:33Z grid=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"schedule":{"cron":"0 12 * * *"},"fixedDelay":"1h"}
            < save org.example.b@1000 1 scheduled at=2026-11-20T12:40:06Z grid=2026-11-20T12:00:00Z
            < reply #2 accepted org.example.b@1000 new
            +3h > wokeUp
            < save org.example.a@1000 1 run=1
            < save org.example.b@1000 1 due since=2026-11-20T12:40:06Z
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-21T12:13:24Z grid=2026-11-21T12:00:00Z
            < save org.example.b@1000 1 run=2
            < launch run=2 org.example.b@1000
            > launched run=2 process=77
            +1m > exited run=2 exit 0
            < history run=2 org.example.b@1000 succeeded (exit 0)
            < save org.example.b@1000 2 scheduled at=2026-11-21T12:40:06Z grid=2026-11-21T12:00:00Z
            """)
    }

    @Test func `waits in a zone that is not on this machine until it is there`() {  // B-13 B-21
        check(
            """
            > recovered nextRun=1
            | job org.example.a@1000 scheduled at=2026-11-20T12:00:00Z {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 13 * * *","timeZone":"Europe/Berlin"}}
            > files 0 unreadable 0
            +3h > wokeUp
            ? org.example.a@1000 invalid
            > zone Europe/Berlin Europe/Berlin
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    // B-5
    @Test func `keeps its history and is planned from a new schedule when its descriptor changes`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 10 * * *"}}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            < observe localZone
            > launched run=1 process=77
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-21T10:00:00Z
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 10,15 * * *"}}
            < save org.example.a@1000 1 scheduled at=2026-11-20T15:00:00Z
            < reply #2 accepted org.example.a@1000 replaced
            @ +299m occurrenceDue org.example.a@1000
            """)
    }

    @Test func `never comes before its earliest begin date`() {  // B-1
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"earliestBeginDate":"2026-11-22T13:00:00Z"}
            < save org.example.a@1000 1 scheduled at=2026-11-23T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            @ +74h occurrenceDue org.example.a@1000
            """)
    }
}
