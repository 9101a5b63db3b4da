// Scenarios: services, which run while what they require holds.
import Testing

@Suite struct `A service` {
    // B-102 B-10
    @Test func `is started when what it requires holds, stopped with it, and started again`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power no "AC is offline"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"kind":"service","requiresExternalPower":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            ? org.example.a@1000 externalPower
            +1h > power yes "AC is online"
            +5s > wokeUp
            < readPower
            > power yes "AC is online"
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1d > power no "AC is offline"
            +2s > wokeUp
            < terminate run=1 requirementLost:externalPower
            < readPower
            < save org.example.a@1000 1 run=1 stop=requirementLost:externalPower
            +1s > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded stop=requirementLost:externalPower (exit 0)
            < save org.example.a@1000 1 due since=2026-11-21T11:00:08Z
            +1h > power yes "AC is online"
            +5s > wokeUp
            < readPower
            > power yes "AC is online"
            < save org.example.a@1000 1 run=2
            < launch run=2 org.example.a@1000
            """)
    }

    // B-102
    @Test func `that has ended by itself stays so until what it requires was lost and holds again`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"kind":"service","requiresExternalPower":true}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1h > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled open
            ? org.example.a@1000 trigger
            @ never
            +1h > power no "AC is offline"
            @ +1500ms powerSecondLook
            +1s > power yes "AC is online"
            +10s > wokeUp
            < readPower
            ? org.example.a@1000 trigger
            +1h > power no "AC is offline"
            +2s > wokeUp
            < readPower
            < save org.example.a@1000 2 due since=2026-11-20T13:00:13Z
            ? org.example.a@1000 externalPower
            +1h > power yes "AC is online"
            +5s > wokeUp
            < readPower
            > power yes "AC is online"
            < save org.example.a@1000 2 run=2
            < launch run=2 org.example.a@1000
            """)
    }

    // B-102 B-22
    @Test func `that has ended begins anew at the next boot, and not with the daemon alone`() {
        check(
            """
            > recovered nextRun=3 newBoot
            | job org.example.a@1000 open {"identifier":"org.example.a","command":["true"],"kind":"service"}
            > files 0 unreadable 0
            < save org.example.a@1000 1 run=3
            < launch run=3 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `that has ended stays so when the daemon is restarted`() {  // B-102
        check(
            """
            > recovered nextRun=3
            | job org.example.a@1000 open {"identifier":"org.example.a","command":["true"],"kind":"service"}
            > files 0 unreadable 0
            ? org.example.a@1000 trigger
            > run #2 by=1000 org.example.a now
            < save org.example.a@1000 1 run=3
            < launch run=3 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `goes on after the daemon was stopped`() {  // B-102 B-17
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"kind":"service","requiresExternalPower":true}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1h > shutdown
            < terminate run=1 shutdown
            < readPower
            < save org.example.a@1000 1 run=1 stop=shutdown
            +1s > exited run=1 signal 15
            < history run=1 org.example.a@1000 interrupted stop=shutdown (signal 15)
            < save org.example.a@1000 1 due since=2026-11-20T11:00:01Z
            < exit
            """)
    }

    // B-103 B-87 B-89
    @Test func `that has failed is started again, later each time, and is told of once`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"kind":"service"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1s > exited run=1 exit 1
            < history run=1 org.example.a@1000 failed (exit 1)
            < save org.example.a@1000 1 due since=2026-11-20T10:00:01Z rests=9s attempts=1 failing=1
            < notify org.example.a@1000 failed times=1
            ? org.example.a@1000 backOff
            +12s > wokeUp
            < save org.example.a@1000 1 run=2 attempts=1 failing=1
            < launch run=2 org.example.a@1000
            > launched run=2 process=78
            +1s > exited run=2 exit 1
            < history run=2 org.example.a@1000 failed (exit 1)
            < save org.example.a@1000 1 due since=2026-11-20T10:00:14Z rests=21s attempts=2 failing=2
            +24s > wokeUp
            < save org.example.a@1000 1 run=3 attempts=2 failing=2
            < launch run=3 org.example.a@1000
            > launched run=3 process=79
            @ +15m proves org.example.a@1000
            # It has mended itself.
            +15m > wokeUp
            < save org.example.a@1000 1 run=3
            < notify org.example.a@1000 recovered times=2
            @ never
            +1h > exited run=3 signal 11
            < history run=3 org.example.a@1000 failed (signal 11)
            < save org.example.a@1000 1 due since=2026-11-20T11:15:38Z rests=9s attempts=1 failing=1
            < notify org.example.a@1000 failed times=1
            """)
    }

    @Test func `does not prove itself while it stands still`() {  // B-103
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"kind":"service","requiresExternalPower":true,"onRequirementLost":"freeze"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1s > exited run=1 exit 1
            < history run=1 org.example.a@1000 failed (exit 1)
            < save org.example.a@1000 1 due since=2026-11-20T10:00:01Z rests=9s attempts=1 failing=1
            < notify org.example.a@1000 failed times=1
            +12s > wokeUp
            < readPower
            < save org.example.a@1000 1 due since=2026-11-20T10:00:01Z attempts=1 failing=1
            > power yes "AC is online"
            < save org.example.a@1000 1 run=2 attempts=1 failing=1
            < launch run=2 org.example.a@1000
            > launched run=2 process=78
            +5m > power no "AC is offline"
            +2s > wokeUp
            < freeze run=2
            < readPower
            +20m > power yes "AC is online"
            +5s > wokeUp
            < thaw run=2
            < readPower
            @ +598s proves org.example.a@1000
            """)
    }

    // B-103
    @Test func `gives up after as many failures as it says, and begins anew with what it requires`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"kind":"service","requiresExternalPower":true,"retry":{"initial":"10s","attempts":2}}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1s > exited run=1 exit 1
            < history run=1 org.example.a@1000 failed (exit 1) attempt=1/2
            < save org.example.a@1000 1 due since=2026-11-20T10:00:01Z rests=9s attempts=1 failing=1
            < notify org.example.a@1000 failed times=1
            +12s > wokeUp
            < readPower
            < save org.example.a@1000 1 due since=2026-11-20T10:00:01Z attempts=1 failing=1
            > power yes "AC is online"
            < save org.example.a@1000 1 run=2 attempts=1 failing=1
            < launch run=2 org.example.a@1000
            > launched run=2 process=78
            +1s > exited run=2 exit 1
            < history run=2 org.example.a@1000 failed (exit 1) attempt=2/2
            < save org.example.a@1000 2 scheduled open failing=2
            # That it goes on no more is news.
            < notify org.example.a@1000 failed times=2
            ? org.example.a@1000 trigger
            +1h > power no "AC is offline"
            +2s > wokeUp
            < readPower
            < save org.example.a@1000 2 due since=2026-11-20T11:00:16Z failing=2
            ? org.example.a@1000 externalPower
            """)
    }

    @Test func `that fails for want of what it requires has not failed`() {  // B-102 B-11
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"kind":"service","requiresExternalPower":true}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1h > power no "AC is offline"
            +1s > exited run=1 exit 1
            < history run=1 org.example.a@1000 interrupted stop=requirementLost:externalPower (exit 1)
            < save org.example.a@1000 1 due since=2026-11-20T11:00:01Z
            ? org.example.a@1000 externalPower
            """)
    }

    @Test func `that is stopped stays so`() {  // B-102
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"kind":"service"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1h > stop #2 by=1000 org.example.a
            < terminate run=1 userRequest
            < save org.example.a@1000 1 run=1 stop=userRequest
            < reply #2 done
            +1s > exited run=1 signal 15
            < history run=1 org.example.a@1000 interrupted stop=userRequest (signal 15)
            < save org.example.a@1000 2 scheduled open
            ? org.example.a@1000 trigger
            > run #3 by=1000 org.example.a now
            < save org.example.a@1000 2 run=2
            < launch run=2 org.example.a@1000
            """)
    }

    @Test func `that is paused or disabled is stopped, and goes on after that`() {  // B-102 B-24
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"kind":"service"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1h > pause #2 by=1000 org.example.a for=1h
            < terminate run=1 userRequest
            < save org.example.a@1000 1 run=1 stop=userRequest paused since=2026-11-20T11:00:00Z for=1h
            < reply #2 done
            +1s > exited run=1 signal 15
            < history run=1 org.example.a@1000 interrupted stop=userRequest (signal 15)
            < save org.example.a@1000 1 due since=2026-11-20T11:00:01Z paused since=2026-11-20T11:00:00Z for=1h
            ? org.example.a@1000 paused
            @ +3599s pauseEnds
            +3599s > wokeUp
            < save org.example.a@1000 1 run=2
            < launch run=2 org.example.a@1000
            > launched run=2 process=78
            > pause #3 by=1000 --all
            < terminate run=2 userRequest
            < savePause owner=1000 since=2026-11-20T12:00:00Z
            < save org.example.a@1000 1 run=2 stop=userRequest
            < reply #3 done
            > exited run=2 signal 15
            < history run=2 org.example.a@1000 interrupted stop=userRequest (signal 15)
            < save org.example.a@1000 1 due since=2026-11-20T12:00:00Z
            > unpause #4 by=1000 --all
            < savePause owner=1000 over
            < save org.example.a@1000 1 run=3
            < reply #4 done
            < launch run=3 org.example.a@1000
            > launched run=3 process=79
            > disable #5 by=1000 org.example.a
            < terminate run=3 userRequest
            < save org.example.a@1000 1 run=3 stop=userRequest disabled
            < reply #5 done
            > exited run=3 signal 15
            < history run=3 org.example.a@1000 interrupted stop=userRequest (signal 15)
            < save org.example.a@1000 1 due since=2026-11-20T12:00:00Z disabled
            ? org.example.a@1000 disabled
            > enable #6 by=1000 org.example.a
            < save org.example.a@1000 1 run=4
            < reply #6 done
            < launch run=4 org.example.a@1000
            """)
    }

    @Test func `that is cancelled leaves, and a newer request takes its place at once`() {  // B-102 B-5
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"kind":"service"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1m > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"kind":"service","title":"Newer"}
            < terminate run=1 userRequest
            < save org.example.a@1000 1 run=1 stop=userRequest successor
            < reply #2 accepted org.example.a@1000 follows
            > exited run=1 signal 15
            < history run=1 org.example.a@1000 interrupted stop=userRequest (signal 15)
            < save org.example.a@1000 1 run=2
            < launch run=2 org.example.a@1000
            > launched run=2 process=78
            > cancel #3 by=1000 org.example.a
            < terminate run=2 cancelled
            < save org.example.a@1000 1 run=2 stop=cancelled
            < reply #3 done
            > exited run=2 signal 15
            < history run=2 org.example.a@1000 cancelled stop=cancelled (signal 15)
            < forget org.example.a@1000
            < ignore sleep
            """)
    }

    @Test func `takes no slot, and keeps nobody from one`() {  // B-103 B-15
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"kind":"service"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"kind":"service"}
            < save org.example.b@1000 1 run=2
            < reply #2 accepted org.example.b@1000 new
            < launch run=2 org.example.b@1000
            > submit #3 by=1000 owner=1000 {"identifier":"org.example.c","command":["true"],"kind":"service"}
            < save org.example.c@1000 1 run=3
            < reply #3 accepted org.example.c@1000 new
            < launch run=3 org.example.c@1000
            > submit #4 by=1000 owner=1000 {"identifier":"org.example.d","command":["true"],"kind":"service"}
            < save org.example.d@1000 1 run=4
            < reply #4 accepted org.example.d@1000 new
            < launch run=4 org.example.d@1000
            > submit #5 by=1000 owner=1000 {"identifier":"org.example.e","command":["true"]}
            < save org.example.e@1000 1 run=5
            < reply #5 accepted org.example.e@1000 new
            < launch run=5 org.example.e@1000
            > submit #6 by=1000 owner=1000 {"identifier":"org.example.f","command":["true"],"exclusive":true}
            < save org.example.f@1000 1 due since=2026-11-20T10:00:00Z
            < reply #6 accepted org.example.f@1000 new
            ? org.example.f@1000 conflict
            > submit #7 by=1000 owner=1000 {"identifier":"org.example.g","command":["true"]}
            < save org.example.g@1000 1 due since=2026-11-20T10:00:00Z
            < reply #7 accepted org.example.g@1000 new
            > launched run=5 process=81
            > exited run=5 exit 0
            < history run=5 org.example.e@1000 succeeded (exit 0)
            < forget org.example.e@1000
            < save org.example.f@1000 1 run=6
            < launch run=6 org.example.f@1000
            """)
    }

    @Test func `starts although all slots are taken`() {  // B-103 B-15
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"]}
            < save org.example.b@1000 1 run=1
            < reply #1 accepted org.example.b@1000 new
            < launch run=1 org.example.b@1000
            < observe sleep
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.c","command":["true"]}
            < save org.example.c@1000 1 run=2
            < reply #2 accepted org.example.c@1000 new
            < launch run=2 org.example.c@1000
            > submit #3 by=1000 owner=1000 {"identifier":"org.example.d","command":["true"]}
            < save org.example.d@1000 1 run=3
            < reply #3 accepted org.example.d@1000 new
            < launch run=3 org.example.d@1000
            > submit #4 by=1000 owner=1000 {"identifier":"org.example.e","command":["true"]}
            < save org.example.e@1000 1 due since=2026-11-20T10:00:00Z
            < reply #4 accepted org.example.e@1000 new
            ? org.example.e@1000 limit
            > submit #5 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"kind":"service"}
            < save org.example.a@1000 1 run=4
            < reply #5 accepted org.example.a@1000 new
            < launch run=4 org.example.a@1000
            """)
    }

    @Test func `waits for a conflict that another job names`() {  // B-103 B-74
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"conflicts":["org.example.a"]}
            < save org.example.b@1000 1 run=1
            < reply #1 accepted org.example.b@1000 new
            < launch run=1 org.example.b@1000
            < observe sleep
            > launched run=1 process=77
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"kind":"service"}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #2 accepted org.example.a@1000 new
            ? org.example.a@1000 conflict
            > exited run=1 exit 0
            < history run=1 org.example.b@1000 succeeded (exit 0)
            < forget org.example.b@1000
            < save org.example.a@1000 1 run=2
            < launch run=2 org.example.a@1000
            """)
    }

    @Test func `is frozen before the machine sleeps, and goes on after`() {  // B-102 B-16
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"kind":"service"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1h > sleepAnnounced
            < freeze run=1
            < letSleep
            asleep +8h > sleepOver
            < thaw run=1
            < readPower
            +10d > wokeUp
            """)
    }

    @Test func `with allowed hours is told to end with them`() {  // B-101 B-102
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > zone local UTC
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"kind":"service","allowedHours":"09:00-12:00"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            < observe localZone
            > launched run=1 process=77
            +2h > wokeUp
            < terminate run=1 allowedHours
            < save org.example.a@1000 1 run=1 stop=allowedHours
            > exited run=1 signal 15
            < history run=1 org.example.a@1000 interrupted stop=allowedHours (signal 15)
            < save org.example.a@1000 1 due since=2026-11-20T12:00:00Z
            ? org.example.a@1000 allowedHours
            +22h > wokeUp
            < save org.example.a@1000 1 run=2
            < launch run=2 org.example.a@1000
            """)
    }

    @Test func `does not keep awake a machine that was woken for a job`() {  // B-102 B-23
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"kind":"service"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"earliestBeginDate":"+1h","wakeSystem":"always"}
            < save org.example.b@1000 1 scheduled after=1h
            < reply #2 accepted org.example.b@1000 new
            +1m > sleepAnnounced
            < freeze run=1
            < letSleep
            asleep +59m > sleepOver
            < thaw run=1
            < readPower
            < save org.example.b@1000 1 run=2
            < launch run=2 org.example.b@1000
            > launched run=2 process=78
            +10s > exited run=2 exit 0
            < history run=2 org.example.b@1000 succeeded (exit 0)
            < forget org.example.b@1000
            +50s > wokeUp
            """)
    }
}
