// Scenarios: what a start finds in the store, what a failed save undoes, what files bring.
import Testing

@Suite struct `After the daemon has died` {
    // B-17
    @Test func `what runs is taken over, ended by the ladder, closed as interrupted and due again`() {
        check(
            """
            > recovered nextRun=7
            | job org.example.a@1000 run=6 {"identifier":"org.example.a","command":["true"]}
            < adopt run=6 org.example.a@1000
            < observe sleep
            > files 0 unreadable 0
            > launched run=6 process=0
            < terminate run=6 daemonRestart
            @ +10s graceEnds org.example.a@1000
            +2s > exited run=6 unknown
            < history run=6 org.example.a@1000 interrupted stop=daemonRestart (unknown)
            < save org.example.a@1000 1 run=7
            < launch run=7 org.example.a@1000
            """)
    }

    @Test func `what runs is told to end with the signal that its job names`() {  // B-80
        check(
            """
            > recovered nextRun=7
            | job org.example.a@1000 run=6 {"identifier":"org.example.a","command":["true"],"stopSignal":"INT"}
            < adopt run=6 org.example.a@1000 by=INT
            < observe sleep
            """)
    }

    @Test func `a run of which nothing is left is closed at once, and never two run together`() {  // B-17
        check(
            """
            > recovered nextRun=6
            | job org.example.a@1000 run=6 {"identifier":"org.example.a","command":["true"]}
            < adopt run=6 org.example.a@1000
            < observe sleep
            > files 0 unreadable 0
            > exited run=6 unknown
            < history run=6 org.example.a@1000 interrupted stop=daemonRestart (unknown)
            < save org.example.a@1000 1 run=7
            < launch run=7 org.example.a@1000
            """)
    }

    @Test func `a run that was being cancelled stays cancelled`() {  // B-9 B-17
        check(
            """
            > recovered nextRun=7
            | job org.example.a@1000 run=6 stop=cancelled {"identifier":"org.example.a","command":["true"]}
            < adopt run=6 org.example.a@1000
            < observe sleep
            > files 0 unreadable 0
            > exited run=6 unknown
            < history run=6 org.example.a@1000 cancelled stop=cancelled (unknown)
            < forget org.example.a@1000
            < ignore sleep
            """)
    }

    @Test func `a rest and a relative date go on where they were`() {  // B-12
        check(
            """
            > recovered nextRun=7
            | job org.example.a@1000 due rests=15m {"identifier":"org.example.a","command":["true"]}
            | job org.example.b@1000 after=20m {"identifier":"org.example.b","command":["true"],"earliestBeginDate":"+20m"}
            > files 0 unreadable 0
            @ +15m restEnds org.example.a@1000
            +15m > wokeUp
            < save org.example.a@1000 1 run=7
            < launch run=7 org.example.a@1000
            < observe sleep
            > launched run=7 process=4
            @ +5m occurrenceDue org.example.b@1000
            """)
    }
}

@Suite struct `When the state directory can't be written` {
    @Test func `a submission is refused and leaves no trace`() {  // B-4
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > notSaved "No space left on device"
            < reply #1 refused storage "No space left on device"
            < ignore sleep
            @ +10s saveRetry
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #2 accepted org.example.a@1000 new
            > saved
            < save org.example.a@1000 1 run=2
            < launch run=2 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `refusals leave nothing to be saved, and nothing is retried for them for ever`() {  // B-3 B-4
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > notSaved "No space left on device"
            < reply #1 refused storage "No space left on device"
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"]}
            < save org.example.b@1000 1 due since=2026-11-20T10:00:00Z
            < reply #2 accepted org.example.b@1000 new
            > notSaved "No space left on device"
            < reply #2 refused storage "No space left on device"
            @ +20s saveRetry
            +20s > wokeUp
            @ never
            # The delay goes on from where it was until a save succeeds.
            > submit #3 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"]}
            < save org.example.b@1000 1 run=1
            < reply #3 accepted org.example.b@1000 new
            < launch run=1 org.example.b@1000
            < observe sleep
            > notSaved "No space left on device"
            < reply #3 refused storage "No space left on device"
            < ignore sleep
            @ +40s saveRetry
            """)
    }

    @Test func `an end that is owed stays owed when the job's next request is refused`() {  // B-4
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
            > launched run=1 process=77
            > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            < ignore sleep
            > notSaved "No space left on device"
            +10s > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            < save org.example.a@1000 1 due since=2026-11-20T10:00:10Z
            < reply #2 accepted org.example.a@1000 new
            > notSaved "No space left on device"
            < reply #2 refused storage "No space left on device"
            +20s > wokeUp
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            > saved
            @ never
            """)
    }

    @Test func `a job that was there before a refused change is there after it`() {  // B-4
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > saved
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","command":["false"]}
            < save org.example.a@1000 1 run=1
            < reply #2 accepted org.example.a@1000 replaced
            < launch run=1 org.example.a@1000
            < observe sleep
            > notSaved "No space left on device"
            < reply #2 refused storage "No space left on device"
            ? org.example.a@1000 network storage
            @ +10s saveRetry
            > cancel #3 by=1000 org.example.a
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < forget org.example.a@1000
            < reply #3 done
            < ignore sleep
            > notSaved "No space left on device"
            < reply #3 refused storage "No space left on device"
            ? org.example.a@1000 network storage
            """)
    }

    // B-4
    @Test func `a run that has ended is remembered until it can be stored, and nothing starts meanwhile`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"1m"}}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > launched run=1 process=77
            +10s > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-20T10:01:00Z
            > notSaved "No space left on device"
            @ +10s saveRetry
            +10s > wokeUp
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-20T10:01:00Z
            > notSaved "No space left on device"
            @ +20s saveRetry
            +20s > wokeUp
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-20T10:01:00Z
            > saved
            @ +20s occurrenceDue org.example.a@1000
            """)
    }

    @Test func `a stop that could not be stored takes nothing back from a run that has ended`() {  // B-4
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
            > launched run=1 process=77
            > stop #2 by=1000 org.example.a
            < terminate run=1 userRequest
            < save org.example.a@1000 1 run=1 stop=userRequest
            < reply #2 done
            > exited run=1 signal 15
            < history run=1 org.example.a@1000 interrupted stop=userRequest (signal 15)
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=15m
            > notSaved "Input/output error"
            < reply #2 refused storage "Input/output error"
            ? org.example.a@1000 resting storage
            """)
    }

    @Test func `a job brought forward lies ahead again`() {  // B-4
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"earliestBeginDate":"+1h"}
            < save org.example.a@1000 1 scheduled after=1h
            < reply #1 accepted org.example.a@1000 new
            > saved
            > run #2 by=1000 org.example.a now
            < save org.example.a@1000 1 run=1 byHand
            < launch run=1 org.example.a@1000
            < observe sleep
            > notSaved "Input/output error"
            < reply #2 refused storage "Input/output error"
            ? org.example.a@1000 earliestBeginDate storage
            """)
    }

    @Test func `whoever waits for a job whose cancelling is taken back goes on waiting for it`() {  // B-4
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > wait #2 by=1000 org.example.a
            > saved
            > cancel #3 by=1000 org.example.a
            < forget org.example.a@1000
            < reply #2 ended cancelled
            < reply #3 done
            > notSaved "No space left on device"
            < reply #3 refused storage "No space left on device"
            ? org.example.a@1000 network storage
            +1m > cancel #4 by=1000 org.example.a
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < forget org.example.a@1000
            < reply #2 ended cancelled
            < reply #4 done
            > saved
            @ never
            """)
    }

    // B-4
    @Test func `whoever waits for a run that has ended is told once its end is stored, and once`() {
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
            > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            < reply #2 ended succeeded run=1
            < ignore sleep
            > notSaved "No space left on device"
            +10s > wokeUp
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            < reply #2 ended succeeded run=1
            > notSaved "No space left on device"
            +20s > wokeUp
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            < reply #2 ended succeeded run=1
            > saved
            @ never
            """)
    }

    @Test func `a stop that changed nothing takes no job away when a later save fails`() {  // B-4 B-10
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
            > launched run=1 process=77
            > stop #2 by=1000 org.example.a
            < terminate run=1 userRequest
            < save org.example.a@1000 1 run=1 stop=userRequest
            < reply #2 done
            > saved
            > stop #3 by=1000 org.example.a
            < reply #3 done
            +1s > exited run=1 signal 15
            < history run=1 org.example.a@1000 interrupted stop=userRequest (signal 15)
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=15m
            > notSaved "No space left on device"
            < reply #3 refused storage "No space left on device"
            ? org.example.a@1000 resting storage
            """)
    }

    @Test func `a run is told to end all the same`() {  // B-9
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
            > notSaved "Input/output error"
            > exited run=1 signal 15
            < save org.example.a@1000 1 run=1 stop=timeBudget
            < history run=1 org.example.a@1000 expired stop=timeBudget (signal 15)
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=15m unfinished=1
            > notSaved "Input/output error"
            > shutdown
            < history run=1 org.example.a@1000 expired stop=timeBudget (signal 15)
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=15m unfinished=1
            < exit
            > notSaved "Input/output error"
            < exit
            """)
    }
}

@Suite struct `Files of a jobs directory` {
    @Test func `bring jobs, and take away only what they brought`() {  // B-19
        check(
            """
            > recovered nextRun=1
            > files 1 unreadable 0
            | file "/etc/bgrun/jobs.d/org.example.a.json" owner=0 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@0 1 due since=2026-11-20T10:00:00Z
            > submit #1 by=0 owner=0 {"identifier":"org.example.a","command":["true"]}
            < reply #1 refused broughtByFile "/etc/bgrun/jobs.d/org.example.a.json"
            > submit #2 by=0 owner=0 {"identifier":"org.example.b","command":["true"],"requiresNetwork":true}
            < save org.example.b@0 1 due since=2026-11-20T10:00:00Z
            < reply #2 accepted org.example.b@0 new
            > files 0 unreadable 0
            < forget org.example.a@0
            > cancel #3 by=0 org.example.b
            < forget org.example.b@0
            < reply #3 done
            """)
    }

    @Test func `with one run to do run once for each content`() {  // B-19
        check(
            """
            > recovered nextRun=1
            > files 1 unreadable 0
            | file "/etc/bgrun/jobs.d/org.example.a.json" owner=0 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@0 1 run=1
            < launch run=1 org.example.a@0
            < observe sleep
            > launched run=1 process=77
            > exited run=1 exit 0
            < history run=1 org.example.a@0 succeeded (exit 0)
            < rememberFinishedFile org.example.a@0
            < forget org.example.a@0
            < ignore sleep
            > files 1 unreadable 0
            | file "/etc/bgrun/jobs.d/org.example.a.json" owner=0 {"identifier":"org.example.a","command":["true"]}
            +10s > files 1 unreadable 0
            | file "/etc/bgrun/jobs.d/org.example.a.json" owner=0 {"identifier":"org.example.a","command":["false"]}
            < forgetFinishedFile org.example.a@0
            < save org.example.a@0 1 run=2
            < launch run=2 org.example.a@0
            < observe sleep
            """)
    }

    @Test func `that do not parse any more keep their job from starting until they are mended`() {  // B-19
        check(
            """
            > recovered nextRun=1
            > files 1 unreadable 0
            | file "/etc/bgrun/jobs.d/org.example.a.json" owner=0 {"identifier":"org.example.a","command":["true"],"earliestBeginDate":"+1h"}
            < save org.example.a@0 1 scheduled after=1h
            @ +1h occurrenceDue org.example.a@0
            > files 0 unreadable 1
            | unreadable "/etc/bgrun/jobs.d/org.example.a.json" org.example.a@0 "line 1: no"
            ? org.example.a@0 earliestBeginDate invalid
            @ never
            > submit #1 by=0 owner=0 {"identifier":"org.example.a","command":["true"]}
            < reply #1 refused broughtByFile "/etc/bgrun/jobs.d/org.example.a.json"
            > files 1 unreadable 0
            | file "/etc/bgrun/jobs.d/org.example.a.json" owner=0 {"identifier":"org.example.a","command":["true"],"earliestBeginDate":"+1h"}
            @ +1h occurrenceDue org.example.a@0
            """)
    }

    @Test
    func
        `that are templates bring several jobs, keep them while they break, and drop what they no longer name`()
    {
        // B-105
        check(
            """
            > recovered nextRun=1
            > files 2 unreadable 0
            | file "/etc/bgrun/jobs.d/org.example.a@.json" owner=0 {"identifier":"org.example.a@x","command":["true"],"earliestBeginDate":"+1h"}
            | file "/etc/bgrun/jobs.d/org.example.a@.json" owner=0 {"identifier":"org.example.a@y","command":["true"],"earliestBeginDate":"+1h"}
            < save org.example.a@x@0 1 scheduled after=1h
            < save org.example.a@y@0 1 scheduled after=1h
            @ +1h occurrenceDue org.example.a@x@0
            > files 0 unreadable 2
            | unreadable "/etc/bgrun/jobs.d/org.example.a@.json" org.example.a@x@0 "instances: none"
            | unreadable "/etc/bgrun/jobs.d/org.example.a@.json" org.example.a@y@0 "instances: none"
            ? org.example.a@x@0 earliestBeginDate invalid
            @ never
            > submit #1 by=0 owner=0 {"identifier":"org.example.a@y","command":["true"]}
            < reply #1 refused broughtByFile "/etc/bgrun/jobs.d/org.example.a@.json"
            > files 1 unreadable 0
            | file "/etc/bgrun/jobs.d/org.example.a@.json" owner=0 {"identifier":"org.example.a@y","command":["true"],"earliestBeginDate":"+1h"}
            < forget org.example.a@x@0
            @ +1h occurrenceDue org.example.a@y@0
            """)
    }

    @Test func `that vanish while their job runs end the run`() {  // B-19
        check(
            """
            > recovered nextRun=1
            > files 1 unreadable 0
            | file "/etc/bgrun/jobs.d/org.example.a.json" owner=0 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"1d"}}
            < save org.example.a@0 1 run=1
            < launch run=1 org.example.a@0
            < observe sleep
            > launched run=1 process=77
            > files 0 unreadable 0
            < terminate run=1 cancelled
            < save org.example.a@0 1 run=1 stop=cancelled
            > exited run=1 signal 15
            < history run=1 org.example.a@0 cancelled stop=cancelled (signal 15)
            < forget org.example.a@0
            < ignore sleep
            @ never
            """)
    }

    @Test func `that came and went behind a submitted run leave nothing to follow it`() {  // B-19
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=0 owner=0 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@0 1 run=1
            < reply #1 accepted org.example.a@0 new
            < launch run=1 org.example.a@0
            < observe sleep
            > launched run=1 process=77
            > files 1 unreadable 0
            | file "/etc/bgrun/jobs.d/org.example.a.json" owner=0 {"identifier":"org.example.a","command":["false"]}
            < save org.example.a@0 1 run=1 successor
            > submit #2 by=0 owner=0 {"identifier":"org.example.a","command":["true"]}
            < reply #2 refused broughtByFile "/etc/bgrun/jobs.d/org.example.a.json"
            > files 0 unreadable 0
            < save org.example.a@0 1 run=1
            > exited run=1 exit 0
            < history run=1 org.example.a@0 succeeded (exit 0)
            < forget org.example.a@0
            < ignore sleep
            """)
    }

    @Test func `cancelled by hand go on to their next occurrence`() {  // B-19
        check(
            """
            > recovered nextRun=1
            > files 1 unreadable 0
            | file "/etc/bgrun/jobs.d/org.example.a.json" owner=0 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true,"schedule":{"every":"1d"}}
            < save org.example.a@0 1 due since=2026-11-20T10:00:00Z
            > cancel #1 by=0 org.example.a
            < save org.example.a@0 2 scheduled at=2026-11-21T10:00:00Z
            < reply #1 done
            @ +1d occurrenceDue org.example.a@0
            """)
    }
}
