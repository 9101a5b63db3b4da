// Scenarios: the main process of a run leaves, and something of the run does not.
import Testing

@Suite struct `A run whose main process leaves` {
    @Test func `keeps its grace period for what its main process has started`() {  // B-9
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","shell":"restic backup; echo done","timeBudget":"1m","gracePeriod":"20s"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > launched run=1 process=77
            +1m > wokeUp
            < terminate run=1 timeBudget
            < save org.example.a@1000 1 run=1 stop=timeBudget
            > saved
            # The shell dies of it at once. What it waited for goes on.
            > mainExited run=1 signal 15
            < save org.example.a@1000 1 run=1 stop=timeBudget left=(signal 15)
            > saved
            @ +20s graceEnds org.example.a@1000
            +19s > exited run=1 signal 15
            < history run=1 org.example.a@1000 expired stop=timeBudget (signal 15)
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=15m unfinished=1
            > saved
            """)
    }

    @Test func `that ends by itself is active until nothing of it is left, and ends as its main process did`()
    {  // B-9
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"timeBudget":"1m","gracePeriod":"20s"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > launched run=1 process=77
            +50s > mainExited run=1 exit 0
            < terminate run=1
            < save org.example.a@1000 1 run=1 left=(exit 0)
            > saved
            # It has ended: its budget counts no more, and no reason to stop it does.
            > stop #2 by=1000 org.example.a
            < reply #2 done
            @ +20s graceEnds org.example.a@1000
            +20s > wokeUp
            < kill run=1
            > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            < ignore sleep
            """)
    }

    @Test func `that has ended by itself keeps its outcome when the daemon dies before what it left behind`()
    {  // B-9 B-17
        check(
            """
            > recovered nextRun=2
            | job org.example.a@1000 run=1 left=(exit 3) {"identifier":"org.example.a","command":["true"]}
            < adopt run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=0
            < terminate run=1
            > exited run=1 unknown
            < history run=1 org.example.a@1000 failed (unknown)
            < forget org.example.a@1000
            < notify org.example.a@1000 failed times=1 last
            < ignore sleep
            """)
    }

    @Test func `that is cancelled and ends well does not come again`() {  // B-1
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"1h"}}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > launched run=1 process=77
            > cancel #2 by=1000 org.example.a
            < terminate run=1 cancelled
            < save org.example.a@1000 1 run=1 stop=cancelled
            < reply #2 done
            > saved
            > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded stop=cancelled (exit 0)
            < forget org.example.a@1000
            < ignore sleep
            """)
    }

    @Test func `that is cancelled does not come again, although it has asked for that by itself`() {  // B-1
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"gracePeriod":"20s"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > launched run=1 process=77
            > mainExited run=1 exit 75
            < terminate run=1
            < save org.example.a@1000 1 run=1 left=(exit 75)
            > cancel #2 by=1000 org.example.a
            < save org.example.a@1000 1 run=1 stop=cancelled left=(exit 75)
            < reply #2 done
            > exited run=1 exit 75
            < history run=1 org.example.a@1000 deferred stop=cancelled (exit 75)
            < forget org.example.a@1000
            < ignore sleep
            """)
    }
}
