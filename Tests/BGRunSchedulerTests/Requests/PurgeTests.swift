// Scenarios: taking away what is kept besides a job.
import Testing

@Suite struct `A purge` {
    @Test func `is refused while a run is active, and leaves the job`() {  // B-55
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"1h"}}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > purge #2 by=1000 org.example.a
            < reply #2 refused alreadyRunning run=1
            > launched run=1 process=77
            > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-20T11:00:00Z
            > purge #3 by=1000 org.example.a
            < purge org.example.a@1000
            < save org.example.a@1000 2 scheduled at=2026-11-20T11:00:00Z
            < reply #3 done
            @ +1h occurrenceDue org.example.a@1000
            """)
    }

    @Test func `is for its owner and root, and for a job that is gone too`() {  // B-55 B-18
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > purge #1 by=1001 org.example.a@1000
            < reply #1 refused unknownJob org.example.a
            > purge #2 by=1000 org.example.a@1000
            < purge org.example.a@1000
            < reply #2 done
            > purge #3 by=0 org.example.a@1000
            < purge org.example.a@1000
            < reply #3 done
            """)
    }

    @Test func `that can't be stored is refused, and is not done later`() {  // B-55 B-4
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > purge #1 by=1000 org.example.a@1000
            < purge org.example.a@1000
            < reply #1 done
            > notSaved "No space left on device"
            < reply #1 refused storage "No space left on device"
            +10s > wokeUp
            > saved
            @ never
            """)
    }
}
