// Scenarios: budgets, the ladder, outcomes and what becomes of the occurrence.
import BGRunJob
import Testing

@Suite struct `A run` {
    @Test func `that the kernel kills for want of memory has failed, and history says why`() {  // B-82
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"resources":{"memoryMax":"500M"}}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > launched run=1 process=77
            +1m > exited run=1 signal 9 "killed: out of memory (memoryMax 500M)"
            < history run=1 org.example.a@1000 failed (signal 9) "killed: out of memory (memoryMax 500M)"
            < forget org.example.a@1000
            < notify org.example.a@1000 failed times=1 last
            < ignore sleep
            """)
    }

    @Test func `that uses up its budget is told, killed after its grace period, and rests`() {  // B-9 B-11
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"timeBudget":"1m","gracePeriod":"5s"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > launched run=1 process=77
            @ +1m budgetEnds org.example.a@1000
            +1m > wokeUp
            < terminate run=1 timeBudget
            < save org.example.a@1000 1 run=1 stop=timeBudget
            > saved
            @ +5s graceEnds org.example.a@1000
            +5s > wokeUp
            < kill run=1
            @ +30s graceEnds org.example.a@1000
            # A process that can't die is signalled again, seldom.
            +30s > wokeUp
            < kill run=1
            > exited run=1 signal 9
            < history run=1 org.example.a@1000 expired stop=timeBudget (signal 9)
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=15m unfinished=1
            > saved
            ? org.example.a@1000 resting
            @ +15m restEnds org.example.a@1000
            +15m > wokeUp
            < save org.example.a@1000 1 run=2 unfinished=1
            < launch run=2 org.example.a@1000
            > saved
            > launched run=2 process=78
            +1m > wokeUp
            < terminate run=2 timeBudget
            < save org.example.a@1000 1 run=2 stop=timeBudget unfinished=1
            > exited run=2 exit 75
            < history run=2 org.example.a@1000 expired stop=timeBudget (exit 75)
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=30m unfinished=2
            > saved
            @ +30m restEnds org.example.a@1000
            +30m > wokeUp
            < save org.example.a@1000 1 run=3 unfinished=2
            < launch run=3 org.example.a@1000
            > saved
            > launched run=3 process=79
            +30s > exited run=3 exit 75
            < history run=3 org.example.a@1000 deferred (exit 75)
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=1h unfinished=3
            > saved
            @ +1h restEnds org.example.a@1000
            """)
    }

    @Test func `is not charged for sleep`() {  // B-12
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"timeBudget":"1m"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > launched run=1 process=77
            asleep +8h > clockChanged
            < readPower
            > power yes "no power supplies" asked
            +59s > wokeUp
            < readPower
            > power yes "no power supplies" asked
            +1s > wokeUp
            < terminate run=1 timeBudget
            < save org.example.a@1000 1 run=1 stop=timeBudget
            """)
    }

    @Test func `that exits with 0 inside its grace period has succeeded`() {  // B-11
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"timeBudget":"1m"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > launched run=1 process=77
            +1m > wokeUp
            < terminate run=1 timeBudget
            < save org.example.a@1000 1 run=1 stop=timeBudget
            +9s > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded stop=timeBudget (exit 0)
            < forget org.example.a@1000
            < ignore sleep
            """)
    }

    @Test func `that expires is over where its descriptor says drop`() {  // B-11
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"timeBudget":"1m","onExpiration":"drop"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > launched run=1 process=77
            +1m > wokeUp
            < terminate run=1 timeBudget
            < save org.example.a@1000 1 run=1 stop=timeBudget
            > exited run=1 exit 3
            < history run=1 org.example.a@1000 expired stop=timeBudget (exit 3)
            < forget org.example.a@1000
            < ignore sleep
            """)
    }

    @Test func `that fails ends its occurrence`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > wait #2 by=1000 org.example.a
            > saved
            > launched run=1 process=77
            > exited run=1 exit 3
            < history run=1 org.example.a@1000 failed (exit 3)
            < forget org.example.a@1000
            < reply #2 ended failed run=1
            < notify org.example.a@1000 failed times=1 last
            < ignore sleep
            """)
    }

    @Test func `that can't be launched says so, and its recurring job goes on`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"6h"}}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > launchFailed run=1 lasting "no such program: true"
            < history run=1 org.example.a@1000 couldNotLaunch
            < save org.example.a@1000 2 scheduled at=2026-11-20T16:00:00Z failing=1
            < notify org.example.a@1000 failed times=1
            > saved
            @ +6h occurrenceDue org.example.a@1000
            """)
    }

    @Test func `that lacks what it alone needs rests for seconds, then ever longer`() {  // B-1 B-11
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > launchFailed run=1 passing "the owner's home can't be entered"
            < history run=1 org.example.a@1000 couldNotLaunch
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=10s
            > saved
            ? org.example.a@1000 resting
            @ +10s restEnds org.example.a@1000
            +10s > wokeUp
            < save org.example.a@1000 1 run=2
            < launch run=2 org.example.a@1000
            > saved
            > launchFailed run=2 passing "the owner's home can't be entered"
            < history run=2 org.example.a@1000 couldNotLaunch
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=20s
            > saved
            @ +20s restEnds org.example.a@1000
            +20s > wokeUp
            < save org.example.a@1000 1 run=3
            < launch run=3 org.example.a@1000
            > saved
            > launched run=3 process=77
            > exited run=3 exit 75
            < history run=3 org.example.a@1000 deferred (exit 75)
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=15m unfinished=1
            > saved
            @ +15m restEnds org.example.a@1000
            """)
    }

    @Test func `that does not begin in time is given up, and rests once its process has gone`() {  // B-1
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            @ +30s launchEnds org.example.a@1000
            +29s > wokeUp
            +1s > wokeUp
            < kill run=1
            @ +30s launchEnds org.example.a@1000
            +30s > wokeUp
            < kill run=1
            > run #2 by=1000 org.example.a now
            < reply #2 refused alreadyRunning run=1
            +1s > launchFailed run=1 passing "/mnt/nas/backup did not begin in time"
            < history run=1 org.example.a@1000 couldNotLaunch
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=10s
            > saved
            @ +10s restEnds org.example.a@1000
            """)
    }

    @Test func `that is cancelled before it begins is given up when its grace period is over`() {  // B-9
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > cancel #2 by=1000 org.example.a
            < save org.example.a@1000 1 run=1 stop=cancelled
            < reply #2 done
            > saved
            @ +10s launchEnds org.example.a@1000
            +10s > wokeUp
            < kill run=1
            > launchFailed run=1 passing "/mnt/nas/backup did not begin in time"
            < history run=1 org.example.a@1000 couldNotLaunch stop=cancelled
            < forget org.example.a@1000
            < ignore sleep
            > saved
            @ never
            """)
    }

    @Test func `ended by its owner stays ended for a rest`() {  // B-9
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > stop #9 by=1000 org.example.a
            < reply #9 refused unknownJob org.example.a
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"earliestBeginDate":"+1m"}
            < save org.example.a@1000 1 scheduled after=1m
            < reply #1 accepted org.example.a@1000 new
            > stop #2 by=1000 org.example.a
            < reply #2 refused notRunning
            +1m > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            > stop #3 by=1000 org.example.a
            < terminate run=1 userRequest
            < save org.example.a@1000 1 run=1 stop=userRequest
            < reply #3 done
            > saved
            > exited run=1 signal 15
            < history run=1 org.example.a@1000 interrupted stop=userRequest (signal 15)
            < save org.example.a@1000 1 due since=2026-11-20T10:01:00Z rests=15m
            ? org.example.a@1000 resting
            > run #4 by=1000 org.example.a now
            < save org.example.a@1000 1 run=2
            < launch run=2 org.example.a@1000
            """)
    }

    @Test func `that was cancelled leaves, even when it was told to end before`() {  // B-9
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"6h"}}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > wait #2 by=1000 org.example.a
            > launched run=1 process=77
            > stop #3 by=1000 org.example.a
            < terminate run=1 userRequest
            < save org.example.a@1000 1 run=1 stop=userRequest
            < reply #3 done
            > cancel #4 by=1000 org.example.a
            < save org.example.a@1000 1 run=1 stop=cancelled
            < reply #4 done
            > exited run=1 signal 15
            < history run=1 org.example.a@1000 cancelled stop=cancelled (signal 15)
            < forget org.example.a@1000
            < reply #2 ended cancelled run=1
            < ignore sleep
            @ never
            """)
    }

    @Test func `is not told twice, and a stop that comes before its process is kept`() {  // B-9
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > stop #2 by=1000 org.example.a
            < save org.example.a@1000 1 run=1 stop=userRequest
            < reply #2 done
            > saved
            > launched run=1 process=77
            < terminate run=1 userRequest
            > stop #3 by=1000 org.example.a
            < reply #3 done
            """)
    }

    @Test func `of at most three may be active at once, the longest waiting first`() {  // B-15
        var policy = Policy()
        policy.maxRuns = 1
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.c","command":["true"]}
            < save org.example.c@1000 1 run=1
            < reply #1 accepted org.example.c@1000 new
            < launch run=1 org.example.c@1000
            < observe sleep
            > launched run=1 process=77
            +1s > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"]}
            < save org.example.b@1000 1 due since=2026-11-20T10:00:01Z
            < reply #2 accepted org.example.b@1000 new
            +1s > submit #3 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:02Z
            < reply #3 accepted org.example.a@1000 new
            ? org.example.a@1000 limit
            > run #4 by=1000 org.example.a now
            < reply #4 refused blocked limit
            > run #5 by=1000 org.example.a force
            < reply #5 refused blocked limit
            > simulate #6 by=1000 org.example.a launch
            < reply #6 refused blocked limit
            > exited run=1 exit 0
            < history run=1 org.example.c@1000 succeeded (exit 0)
            < forget org.example.c@1000
            < save org.example.b@1000 1 run=2
            < launch run=2 org.example.b@1000
            """, policy: policy)
    }
}

@Suite struct `Playing with a job` {
    @Test func `run is refused with the blockers while a requirement does not hold`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network no "no route to the internet"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true,"earliestBeginDate":"+1h"}
            < save org.example.a@1000 1 scheduled after=1h
            < reply #1 accepted org.example.a@1000 new
            > run #2 by=1000 org.example.a now
            < reply #2 refused blocked network
            > run #3 by=1000 org.example.a whenPossible
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z byHand
            < reply #3 done
            ? org.example.a@1000 network
            > run #4 by=1000 org.example.a force
            < save org.example.a@1000 1 run=1 byHand
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            < reply #4 started run=1
            > run #5 by=1000 org.example.a now
            < reply #5 refused alreadyRunning run=1
            # Forced runs don't mind losing what they never had.
            +3h > wokeUp
            < terminate run=1 timeBudget
            < save org.example.a@1000 1 run=1 stop=timeBudget byHand
            """)
    }

    @Test func `simulate launches, expires and stops, always marked`() {  // B-9
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network no "no route to the internet"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > simulate #2 by=1000 org.example.a stop timeBudget
            < reply #2 refused notRunning
            > simulate #3 by=1000 org.example.a launch
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            < reply #3 started run=1
            > simulate #4 by=1000 org.example.a stop requirementLost:network
            < terminate run=1 requirementLost:network
            < save org.example.a@1000 1 run=1 stop=requirementLost:network
            < reply #4 done
            > exited run=1 signal 15
            < history run=1 org.example.a@1000 interrupted stop=requirementLost:network (signal 15) simulated
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=15m
            ? org.example.a@1000 resting network
            """)
    }
}

@Suite struct `A recurring job` {
    @Test func `keeps its grid, and what was missed collapses into one run`() {  // B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through eth0"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true,"schedule":{"every":"6h"},"earliestBeginDate":"2026-11-20T12:00:00Z"}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > saved
            +2h > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +10m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-20T18:00:00Z
            @ +350m occurrenceDue org.example.a@1000
            > network no "no route to the internet"
            +20h > wokeUp
            < save org.example.a@1000 2 due since=2026-11-20T18:00:00Z
            ? org.example.a@1000 network
            > network yes "internet through eth0"
            +5s > wokeUp
            < save org.example.a@1000 2 run=2
            < launch run=2 org.example.a@1000
            > launched run=2 process=78
            > exited run=2 exit 0
            < history run=2 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 3 scheduled at=2026-11-21T12:00:00Z
            @ +13795s occurrenceDue org.example.a@1000
            """)
    }

    @Test func `may count from its completion`() {
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
            +7m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled after=6h
            @ +6h occurrenceDue org.example.a@1000
            """)
    }

    @Test func `does not run again because its descriptor was corrected`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"6h"}}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-20T16:00:00Z
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","title":"A","command":["true"],"schedule":{"every":"6h"}}
            < save org.example.a@1000 2 scheduled at=2026-11-20T16:00:00Z
            < reply #2 accepted org.example.a@1000 replaced
            @ +359m occurrenceDue org.example.a@1000
            """)
    }

    @Test func `is planned anew when the clock was set back by more than its interval`() {  // B-12
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"6h"}}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-20T16:00:00Z
            @ +6h occurrenceDue org.example.a@1000
            wall -100d > clockChanged
            < save org.example.a@1000 2 scheduled at=2026-08-12T16:00:00Z
            @ +6h occurrenceDue org.example.a@1000
            """)
    }
}

@Suite struct `Shutting down` {
    @Test func `ends every run by the ladder, starts nothing, and leaves when the last has ended`() {  // B-9
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
            > shutdown
            < terminate run=1 shutdown
            < save org.example.a@1000 1 run=1 stop=shutdown
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"]}
            < reply #2 refused shuttingDown
            +1s > exited run=1 signal 15
            < history run=1 org.example.a@1000 interrupted stop=shutdown (signal 15)
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < exit
            """)
    }

    @Test func `leaves a run behind that nothing ends, for the next daemon`() {  // B-9
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"gracePeriod":"20s"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            > shutdown
            < terminate run=1 shutdown
            < save org.example.a@1000 1 run=1 stop=shutdown
            +20s > wokeUp
            < kill run=1
            +4s > wokeUp
            > shutdown
            +1s > wokeUp
            < exit
            """)
    }

    @Test func `waits for the grace period of a run that begins meanwhile`() {  // B-9
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"gracePeriod":"10s"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > shutdown
            < save org.example.a@1000 1 run=1 stop=shutdown
            +9s > launched run=1 process=77
            < terminate run=1 shutdown
            +10s > wokeUp
            < kill run=1
            +5s > wokeUp
            +1s > wokeUp
            < exit
            """)
    }

    @Test func `leaves at once where nothing runs`() {
        check(
            """
            > recovered nextRun=1
            > shutdown
            < exit
            """)
    }
}
