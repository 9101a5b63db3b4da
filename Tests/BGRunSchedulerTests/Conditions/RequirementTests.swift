// Scenarios: gates open and close, and what that starts and stops.
import Testing

@Suite struct `A job that needs external power` {
    // B-2 B-8 B-9 B-10
    @Test func `waits on battery, starts once power has settled, and is told when it is lost`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power no "AC is offline" battery=60
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > saved
            ? org.example.a@1000 externalPower
            @ +10m powerPoll
            +1m > power yes "AC is online"
            ? org.example.a@1000 settling
            @ +1500ms powerSecondLook
            +1500ms > wokeUp
            < readPower
            > power yes "AC is online" asked
            @ +3500ms settles externalPower
            # Five seconds after the event it counts, and a fresh look is taken before the start.
            +3500ms > wokeUp
            < readPower
            > power yes "AC is online" asked
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > launched run=1 process=77
            +1m > power no "AC is offline"
            ? org.example.a@1000
            @ +1500ms powerSecondLook
            +1500ms > wokeUp
            < readPower
            > power no "AC is offline" asked
            @ +500ms lossCounts externalPower
            +500ms > wokeUp
            < terminate run=1 requirementLost:externalPower
            < save org.example.a@1000 1 run=1 stop=requirementLost:externalPower
            > saved
            @ +10s graceEnds org.example.a@1000
            +4s > exited run=1 signal 15
            < history run=1 org.example.a@1000 interrupted stop=requirementLost:externalPower (signal 15)
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            > saved
            ? org.example.a@1000 externalPower
            """)
    }

    @Test func `does not start on a plug that comes and goes`() {  // B-8
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power no "AC is offline"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > saved
            +4s > power yes "AC is online"
            +4s > power no "AC is offline"
            +4s > power yes "AC is online"
            +4900ms > power yes "AC is online"
            < readPower
            ? org.example.a@1000 settling
            +100ms > power yes "AC is online"
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `goes on when power is back within the loss settle time`() {  // B-8
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
            > saved
            > launched run=1 process=77
            +10s > power no "AC is offline"
            +1900ms > power yes "AC is online"
            +10s > power yes "AC is online" asked
            < readPower
            > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            < ignore sleep
            """)
    }

    @Test func `has 15 s where only a discharging battery contradicts an online supply`() {  // B-8
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
            > saved
            > launched run=1 process=77
            +10s > power no "BAT0 is discharging" contradicted
            +5s > power no "BAT0 is discharging" contradicted
            < readPower
            +9s > power no "BAT0 is discharging" contradicted
            +1s > power no "BAT0 is discharging" contradicted
            < terminate run=1 requirementLost:externalPower
            < save org.example.a@1000 1 run=1 stop=requirementLost:externalPower
            """)
    }

    @Test func `waits while the verdict is unknown`() {  // B-6
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power unknown "the battery says neither"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            ? org.example.a@1000 externalPower
            """)
    }

    @Test func `finishes without power where its descriptor says so`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true,"onRequirementLost":"finish"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > launched run=1 process=77
            +10s > power no "AC is offline"
            +10s > wokeUp
            < readPower
            > power no "AC is offline" asked
            @ +20s powerSecondLook
            """)
    }

    @Test func `is not looked for again when a battery only tells its level`() {  // B-3
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power no "BAT0 is discharging" battery=60
            @ never
            +10m > power no "BAT0 is discharging" battery=59
            @ never
            +10m > power yes "AC is online" battery=59
            @ +1500ms powerSecondLook
            """)
    }

    @Test func `is polled for once a minute while it runs, since some firmware sends no event`() {  // B-3
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            +1h > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true}
            < readPower
            < save org.example.a@1000 1 due since=2026-11-20T11:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > power yes "AC is online" asked
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > launched run=1 process=77
            @ +1m powerPoll
            +1m > wokeUp
            < readPower
            > power no "AC is offline" asked
            < rememberSilentPower
            # A change that no event told marks the machine as silent.
            @ +2s lossCounts externalPower
            +2s > wokeUp
            < terminate run=1 requirementLost:externalPower
            < save org.example.a@1000 1 run=1 stop=requirementLost:externalPower
            > power no "AC is offline" asked
            > saved
            > exited run=1 signal 15
            < history run=1 org.example.a@1000 interrupted stop=requirementLost:externalPower (signal 15)
            < save org.example.a@1000 1 due since=2026-11-20T11:00:00Z
            > saved
            @ +1m powerPoll
            +1m > wokeUp
            < readPower
            > power yes "AC is online" asked
            @ +5s settles externalPower
            """)
    }

    @Test func `is polled for every ten minutes while it lacks nothing but power`() {  // B-3
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network no "no route to the internet"
            > power no "AC is offline"
            +1m > wokeUp
            > power no "AC is offline" asked
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true,"requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:01:00Z
            < reply #1 accepted org.example.a@1000 new
            > saved
            @ +7d warns org.example.a@1000
            > network yes "internet through eth0"
            @ +5s settles network
            +5s > wokeUp
            @ +595s powerPoll
            """)
    }
}

@Suite struct `A job that needs a network` {
    @Test func `waits for it to settle, and is stopped 20 s after it is lost`() {  // B-7 B-8
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network no "no route to the internet"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > saved
            @ +7d warns org.example.a@1000
            +1m > network yes "internet through wlan0"
            @ +5s settles network
            +5s > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > launched run=1 process=77
            +1m > network no "wlan0 has no carrier"
            @ +20s lossCounts network
            +19s > network yes "internet through wlan0"
            +1s > wokeUp
            +1m > network no "wlan0 has no carrier"
            +20s > wokeUp
            < terminate run=1 requirementLost:network
            < save org.example.a@1000 1 run=1 stop=requirementLost:network
            """)
    }
}

@Suite struct `After waking from sleep` {
    @Test func `what comes back counts no sooner than what stayed`() {  // B-8
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power no "AC is offline"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            asleep +3h > clockChanged
            < readPower
            +2s > power yes "AC is online"
            @ +1500ms powerSecondLook
            +28s > wokeUp
            < readPower
            """)
    }

    @Test func `nothing that needs power starts for 30 s, and power is read again first`() {  // B-8 B-12
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > network yes "internet through wlan0"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true,"earliestBeginDate":"2026-11-20T12:00:00Z"}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > saved
            asleep +3h > clockChanged
            < readPower
            < save org.example.a@1000 1 due since=2026-11-20T12:00:00Z
            ? org.example.a@1000 settling catchUp
            > power yes "AC is online" asked
            @ +1500ms powerSecondLook
            +1500ms > wokeUp
            < readPower
            > power yes "AC is online" asked
            +28500ms > wokeUp
            < readPower
            > power yes "AC is online" asked
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `nothing is stopped for a lost requirement in the first 30 s`() {  // B-8
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through wlan0"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > launched run=1 process=77
            +1m > network no "wlan0 has no carrier"
            +19s > wokeUp
            asleep +1h > clockChanged
            < readPower
            > power yes "no power supplies" asked
            +29s > wokeUp
            < readPower
            > power yes "no power supplies" asked
            +1s > wokeUp
            < terminate run=1 requirementLost:network
            < readPower
            < save org.example.a@1000 1 run=1 stop=requirementLost:network
            """)
    }
}
