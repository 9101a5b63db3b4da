// Scenarios: before sleep, through it, and woken for a job.
import Testing

@Suite struct `Runs before the machine sleeps` {
    @Test func `are not stopped in the first half minute, whenever the power went`() {  // B-8
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=4
            asleep +3h > clockChanged
            < readPower
            > power yes "AC is online" asked
            +2s > power no "AC is offline"
            @ +1500ms powerSecondLook
            +2s > wokeUp
            < readPower
            +26s > wokeUp
            < terminate run=1 requirementLost:externalPower
            < save org.example.a@1000 1 run=1 stop=requirementLost:externalPower
            """)
    }

    @Test
    func `are not stopped in the first half minute, where the power went before the sleep and is read again`()
    {  // B-8
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=4
            +1m > power no "AC is offline"
            asleep +3h > clockChanged
            < readPower
            > power no "AC is offline" asked
            +2s > wokeUp
            < readPower
            +28s > wokeUp
            < terminate run=1 requirementLost:externalPower
            < save org.example.a@1000 1 run=1 stop=requirementLost:externalPower
            """)
    }

    @Test func `stand still, and go on after waking without being charged for it`() {  // B-12 B-16
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"timeBudget":"1h"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +10m > sleepAnnounced
            < freeze run=1
            < letSleep
            @ +1m sleepStep
            asleep +8h > sleepOver
            < thaw run=1
            < readPower
            @ +50m budgetEnds org.example.a@1000
            """)
    }

    // B-16
    @Test func `are told to end where their job says so, and its occurrence is due again after waking`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"beforeSleep":"stop"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +10m > sleepAnnounced
            < terminate run=1 systemSleep
            < save org.example.a@1000 1 run=1 stop=systemSleep
            @ +4s sleepStep
            +1s > exited run=1 signal 15
            < history run=1 org.example.a@1000 interrupted stop=systemSleep (signal 15)
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < letSleep
            ? org.example.a@1000 sleep
            asleep +8h > sleepOver
            < readPower
            ? org.example.a@1000 catchUp
            +30s > wokeUp
            < save org.example.a@1000 1 run=2
            < launch run=2 org.example.a@1000
            """)
    }

    @Test
    func
        `stand still in their grace period when there is no more time, and their ladder goes on after waking`()
    {  // B-16
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"beforeSleep":"stop"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +10m > sleepAnnounced
            < terminate run=1 systemSleep
            < save org.example.a@1000 1 run=1 stop=systemSleep
            +4s > wokeUp
            < freeze run=1
            < letSleep
            asleep +8h > sleepOver
            < thaw run=1
            < readPower
            @ +6s graceEnds org.example.a@1000
            +6s > wokeUp
            < kill run=1
            """)
    }

    @Test func `go on when the sleep does not come`() {  // B-16
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
            +10m > sleepAnnounced
            < freeze run=1
            < letSleep
            @ +1m sleepStep
            +60s > wokeUp
            < thaw run=1
            """)
    }

    @Test func `keep nothing else from starting once the machine is awake`() {  // B-16
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
            > sleepAnnounced
            < freeze run=1
            < letSleep
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"]}
            < save org.example.b@1000 1 due since=2026-11-20T10:00:00Z
            < reply #2 accepted org.example.b@1000 new
            ? org.example.b@1000 sleep
            +1s > sleepOver
            < thaw run=1
            < save org.example.b@1000 1 run=2
            < launch run=2 org.example.b@1000
            """)
    }

    @Test func `stay still when they are told to end once the machine is let sleep`() {  // B-16
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=4
            +1m > sleepAnnounced
            < freeze run=1
            < letSleep
            +1s > stop #2 by=1000 org.example.a
            < terminate run=1 userRequest
            < freeze run=1
            < save org.example.a@1000 1 run=1 stop=userRequest
            < reply #2 done
            asleep +1h > sleepOver
            < thaw run=1
            < readPower
            """)
    }
}

@Suite struct `A run keeps the machine awake` {
    @Test func `while external power is there, and no longer`() {  // B-23
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"keepAwake":{"when":"onExternalPower","withLidClosed":true}}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            < holdAwake sleep idle lidSwitch "runs org.example.a"
            > launched run=1 process=77
            +1m > power no "AC is offline"
            < holdAwake nothing
            +1m > power yes "AC is online"
            < holdAwake sleep idle lidSwitch "runs org.example.a"
            +1m > exited run=1 exit 0
            < readPower
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            < ignore sleep
            < holdAwake nothing
            """)
    }
}

@Suite struct `A machine that sleeps is woken` {
    @Test func `sets no alarm but for a job that asks for it, and goes back to sleep when nobody has come`()
    {  // B-23
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > zone local UTC
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"wakeSystem":"always"}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            ! +2h occurrenceDue org.example.a@1000
            asleep +2h > wokeUp
            < readPower
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-21T12:00:00Z
            < readPresence
            @ +1439m occurrenceDue org.example.a@1000
            +1s > wokeUp
            > presence nobody
            < suspend
            ! +20h sleepStep
            """)
    }

    @Test func `stays awake when somebody has come`() {  // B-23
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"wakeSystem":"always"}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            ! +2h occurrenceDue org.example.a@1000
            asleep +2h > wokeUp
            < readPower
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-21T12:00:00Z
            < readPresence
            +1s > wokeUp
            > presence somebody
            @ +86339s occurrenceDue org.example.a@1000
            """)
    }

    @Test func `only with external power where the job says so`() {  // B-23
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power no "AC is offline"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"wakeSystem":"onExternalPower"}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            ! never
            +1m > power yes "AC is online"
            ! +119m occurrenceDue org.example.a@1000
            """)
    }

    @Test func `stays awake when it was not woken for a job`() {  // B-23
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"wakeSystem":"always"}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            ! +2h occurrenceDue org.example.a@1000
            asleep +90m > wokeUp
            < readPower
            @ +30m occurrenceDue org.example.a@1000
            """)
    }
}
