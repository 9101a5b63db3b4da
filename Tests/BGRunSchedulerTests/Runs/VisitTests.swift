// Scenarios: a machine that was woken for a job, and when it is put back to sleep.
import Testing

@Suite struct `A visit` {
    @Test func `lasts until the late jobs have had their runs one by one`() {  // B-23
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"wakeSystem":"always"}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"schedule":{"cron":"0 12 * * *"},"wakeSystem":"always"}
            < save org.example.b@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #2 accepted org.example.b@1000 new
            ! +2h occurrenceDue org.example.a@1000
            > sleepAnnounced
            < letSleep
            asleep +121m > clockChanged
            < readPower
            < save org.example.a@1000 1 run=1
            < save org.example.b@1000 1 run=2
            < launch run=1 org.example.a@1000
            < launch run=2 org.example.b@1000
            < observe sleep
            > sleepOver
            > launched run=1 process=7
            > launched run=2 process=8
            +31s > wokeUp
            +3s > wokeUp
            > pressure cpu=9000 io=0
            +5s > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-21T12:00:00Z
            +5m > wokeUp
            +1s > exited run=2 exit 0
            < history run=2 org.example.b@1000 succeeded (exit 0)
            < save org.example.b@1000 2 scheduled at=2026-11-21T12:00:00Z
            < readPresence
            @ +86000s occurrenceDue org.example.a@1000
            > presence nobody
            < suspend
            """)
    }

    @Test func `is one too where the alarm clock has woken the machine before the instant`() {  // B-23
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"wakeSystem":"always"}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            ! +2h occurrenceDue org.example.a@1000
            > sleepAnnounced
            < letSleep
            asleep +7199500ms > clockChanged
            < readPower
            > sleepOver
            +500ms > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=7
            +5s > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-21T12:00:00Z
            +1m > wokeUp
            < readPresence
            > presence nobody
            < suspend
            """)
    }

    @Test func `waits for a requirement that is about to let the job start`() {  // B-23
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "a"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"wakeSystem":"always","requiresNetwork":true}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            ! +2h occurrenceDue org.example.a@1000
            > sleepAnnounced
            < letSleep
            asleep +2h > clockChanged
            < readPower
            < save org.example.a@1000 1 due since=2026-11-20T12:00:00Z
            > network no "wifi"
            > sleepOver
            +58s > network yes "wifi"
            @ +5s settles network
            +2s > wokeUp
            > presence nobody
            """)
    }

    @Test func `waits 30 s for programs that always finish something, and no longer`() {  // B-66
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"wakeSystem":"always"}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            ! +2h occurrenceDue org.example.a@1000
            > assert #2 by=1001 - process=77 for=10m
            < reply #2 asserted assertion=1 for=10m
            < observe sleep
            < observe shutdown
            > sleepAnnounced
            < warn assertion=1 systemSleep left=4s
            +4s > wokeUp
            < letSleep
            asleep +7196s > clockChanged
            < readPower
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            > sleepOver
            > launched run=1 process=7
            +5s > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-21T12:00:00Z
            @ +55s sleepStep
            +55s > wokeUp
            @ +30s sleepStep
            +20s > assert #3 by=1001 - process=77 for=10m
            < reply #3 asserted assertion=2 for=10m
            > assertionEnded 1
            @ +10s sleepStep
            +10s > wokeUp
            < readPresence
            @ +585s assertionEnds 2
            > presence nobody
            < suspend
            """)
    }
}
