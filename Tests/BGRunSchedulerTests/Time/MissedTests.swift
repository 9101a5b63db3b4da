// Scenarios: what becomes of occurrences that nobody could look at in time, and how fast they are made up for.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import Testing

@Suite struct `An occurrence that was missed` {
    @Test func `collapses into one run, which is due since the first of them`() {  // B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"}}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            +74h > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            ? org.example.a@1000
            > launched run=1 process=77
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-24T12:00:00Z
            @ +1439m occurrenceDue org.example.a@1000
            """)
    }

    @Test func `is skipped where its job says so, and the skip is recorded`() {  // B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"missed":"skip"}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            +74h > wokeUp
            < skip org.example.a@1000 missed due=2026-11-20T12:00:00Z
            < save org.example.a@1000 2 scheduled at=2026-11-24T12:00:00Z
            @ +1d occurrenceDue org.example.a@1000
            """)
    }

    @Test func `is not missed when it is noticed within a minute`() {  // B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"missed":"skip"}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            +2h > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `has a run of its own where its job says so`() {  // B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"missed":"all"}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            +51h > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 run=2
            < launch run=2 org.example.a@1000
            > launched run=2 process=77
            +1m > exited run=2 exit 0
            < history run=2 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 3 run=3
            < launch run=3 org.example.a@1000
            > launched run=3 process=77
            +1m > exited run=3 exit 0
            < history run=3 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 4 scheduled at=2026-11-23T12:00:00Z
            @ +1377m occurrenceDue org.example.a@1000
            """)
    }

    @Test func `collapses after all when too many were missed`() {  // B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"1m"},"missed":"all"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +30s > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-20T10:01:00Z
            +10h > wokeUp
            < save org.example.a@1000 2 run=2
            < launch run=2 org.example.a@1000
            > launched run=2 process=77
            +1m > exited run=2 exit 0
            < history run=2 org.example.a@1000 succeeded (exit 0)
            < skip org.example.a@1000 tooMany due=2026-11-20T10:02:00Z
            < save org.example.a@1000 3 scheduled at=2026-11-20T20:02:00Z
            @ +30s occurrenceDue org.example.a@1000
            """)
    }

    @Test func `that is too late gives way to a later one that is not`() {  // B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 */6 * * *"},"maxLateness":"2h"}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            +51h > wokeUp
            < skip org.example.a@1000 maxLateness due=2026-11-20T12:00:00Z
            < save org.example.a@1000 2 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 3 scheduled at=2026-11-22T18:00:00Z
            @ +299m occurrenceDue org.example.a@1000
            """)
    }

    @Test func `that is too late leaves the next one to come`() {  // B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"maxLateness":"2h"}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            +53h > wokeUp
            < skip org.example.a@1000 maxLateness due=2026-11-20T12:00:00Z
            < save org.example.a@1000 2 scheduled at=2026-11-23T12:00:00Z
            @ +21h occurrenceDue org.example.a@1000
            """)
    }

    @Test func `is skipped while it waits, once it is too late`() {  // B-1 B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network no "no route to the internet"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"maxLateness":"2h","requiresNetwork":true}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            +2h > wokeUp
            < save org.example.a@1000 1 due since=2026-11-20T12:00:00Z
            @ +7201s tooLate org.example.a@1000
            +2h > wokeUp
            @ +1s tooLate org.example.a@1000
            +1s > wokeUp
            < skip org.example.a@1000 maxLateness due=2026-11-20T12:00:00Z
            < save org.example.a@1000 2 scheduled at=2026-11-21T12:00:00Z
            @ +79199s occurrenceDue org.example.a@1000
            """)
    }

    @Test func `is skipped after a pause behind which it became too late`() {  // B-14 B-24
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network no "no route to the internet"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"maxLateness":"2h","requiresNetwork":true}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            +2h > wokeUp
            < save org.example.a@1000 1 due since=2026-11-20T12:00:00Z
            > pause #2 by=1000 org.example.a
            < save org.example.a@1000 1 due since=2026-11-20T12:00:00Z paused since=2026-11-20T12:00:00Z
            < reply #2 done
            +4h > network yes "internet through eth0"
            +5s > wokeUp
            > unpause #3 by=1000 org.example.a
            < skip org.example.a@1000 maxLateness due=2026-11-20T12:00:00Z
            < save org.example.a@1000 2 scheduled at=2026-11-21T12:00:00Z
            < reply #3 done
            @ +71995s occurrenceDue org.example.a@1000
            """)
    }

    @Test func `is over where it was the only one`() {  // B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network no "no route to the internet"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"maxLateness":"2h","requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > wait #2 by=1000 org.example.a
            @ +7201s tooLate org.example.a@1000
            +3h > wokeUp
            < skip org.example.a@1000 maxLateness due=2026-11-20T10:00:00Z
            < forget org.example.a@1000
            < reply #2 ended cancelled
            @ never
            """)
    }
}

@Suite struct `Making up for what was missed` {
    // B-14
    @Test func `lets the machine settle after a boot, then starts what is most pressing`() {
        check(
            """
            > recovered nextRun=1 newBoot
            | job org.example.a@1000 due since=2026-11-20T08:00:00Z {"identifier":"org.example.a","command":["true"]}
            | job org.example.b@1000 due since=2026-11-19T08:00:00Z {"identifier":"org.example.b","command":["true"]}
            | job org.example.c@1000 due since=2026-11-20T07:00:00Z {"identifier":"org.example.c","command":["true"],"priority":"high"}
            > files 0 unreadable 0
            ? org.example.a@1000 catchUp
            @ +30s catchUp
            +30s > wokeUp
            < save org.example.b@1000 1 run=1
            < launch run=1 org.example.b@1000
            < observe sleep
            """)
    }

    /// The loop asks when to wake up after it has carried out a turn, which may have taken a while.
    @Test func `is not forgotten where the machine has settled before anybody asked for the instant`() throws
    {
        func now(_ seconds: Int64) -> Now {
            Now(
                wall: WallTime(microseconds: 1_800_000_000_000_000 + seconds * 1_000_000),
                boot: BootTime(microseconds: seconds * 1_000_000),
                awake: AwakeTime(microseconds: seconds * 1_000_000))
        }
        var scheduler = Scheduler(policy: Policy())
        let recovered = try EventReader(now: now(0)).event(
            "recovered nextRun=1 newBoot",
            [
                #"| job org.example.a@1000 due since=2026-11-20T08:00:00Z {"identifier":"org.example.a","command":["true"]}"#
            ])
        _ = scheduler.handle(recovered, at: now(0))
        _ = scheduler.handle(.filesRead([], unreadable: []), at: now(0))
        #expect(scheduler.nextWakeup(at: now(0))?.moment == .awake(now(30).awake))
        #expect(scheduler.nextWakeup(at: now(31))?.moment == .awake(now(30).awake))
        _ = scheduler.handle(.wokeUp, at: now(31))
        let job = JobID(owner: UserID(1000), identifier: try #require(JobIdentifier("org.example.a")))
        #expect(scheduler.state(of: job) == .running)
    }

    // B-14
    @Test
    func `starts the next at once only while the machine is not busy, and looks again after each start`() {
        check(
            """
            > recovered nextRun=1
            | job org.example.a@1000 due since=2026-11-18T08:00:00Z {"identifier":"org.example.a","command":["true"]}
            | job org.example.b@1000 due since=2026-11-19T08:00:00Z {"identifier":"org.example.b","command":["true"]}
            | job org.example.c@1000 due since=2026-11-20T08:00:00Z {"identifier":"org.example.c","command":["true"]}
            > files 0 unreadable 0
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            ? org.example.b@1000 catchUp
            @ +2s catchUp
            +2s > wokeUp
            < readPressure
            > pressure cpu=900 io=100
            < save org.example.b@1000 1 run=2
            < launch run=2 org.example.b@1000
            > launched run=2 process=78
            @ +2s catchUp
            +2s > wokeUp
            < readPressure
            > pressure cpu=6300 io=100
            ? org.example.c@1000 catchUp
            @ +10s catchUp
            +10s > wokeUp
            < readPressure
            > pressure cpu=6000 io=100
            +1s > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            +1s > exited run=2 exit 0
            < history run=2 org.example.b@1000 succeeded (exit 0)
            < forget org.example.b@1000
            < save org.example.c@1000 1 run=3
            < launch run=3 org.example.c@1000
            """)
    }

    @Test func `goes one by one where it can't be known whether the machine is busy`() {  // B-14
        check(
            """
            > recovered nextRun=1
            | job org.example.a@1000 due since=2026-11-18T08:00:00Z {"identifier":"org.example.a","command":["true"]}
            | job org.example.b@1000 due since=2026-11-19T08:00:00Z {"identifier":"org.example.b","command":["true"]}
            > files 0 unreadable 0
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +2s > wokeUp
            < readPressure
            > pressure cpu=unknown io=unknown
            ? org.example.b@1000 catchUp
            +5m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            < save org.example.b@1000 1 run=2
            < launch run=2 org.example.b@1000
            """)
    }

    @Test func `never slows down what comes up on time`() {  // B-14
        check(
            """
            > recovered nextRun=1
            | job org.example.a@1000 due since=2026-11-18T08:00:00Z {"identifier":"org.example.a","command":["true"]}
            > files 0 unreadable 0
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"]}
            < save org.example.b@1000 1 run=2
            < reply #1 accepted org.example.b@1000 new
            < launch run=2 org.example.b@1000
            """)
    }
}
