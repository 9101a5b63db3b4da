// Scenarios: power as it really comes and goes. The numbers are those of the table in docs/requirements.md.
import Testing

/// A run that needs power, ten seconds old, on a laptop whose adapter is online.
private let running = """
    > recovered nextRun=1
    > files 0 unreadable 0
    > power yes "AC is online" battery=80
    > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true}
    < save org.example.a@1000 1 run=1
    < reply #1 accepted org.example.a@1000 new
    < launch run=1 org.example.a@1000
    < observe sleep
    > saved
    > launched run=1 process=77
    """

/// A job that waits for power alone.
private let waiting = """
    > recovered nextRun=1
    > files 0 unreadable 0
    > power no "BAT0 is discharging" battery=80 draining
    > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true}
    < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
    < reply #1 accepted org.example.a@1000 new
    > saved
    """

private let drains = #""BAT0 is discharging although AC says it is online" battery=80 contradicted draining"#

// B-3, B-8
@Suite struct `A job that waits for power` {
    @Test func `starts by a later look where the battery's status lags behind the plug (d03)`() {
        check(
            waiting + """

                +1m > power no \(drains)
                @ +1500ms powerSecondLook
                +1500ms > wokeUp
                < readPower
                > power no \(drains) asked
                @ +28500ms powerSecondLook
                +28500ms > wokeUp
                < readPower
                > power yes "AC is online" battery=80 asked
                @ +5s settles externalPower
                +5s > wokeUp
                < readPower
                > power yes "AC is online" battery=80 asked
                < save org.example.a@1000 1 run=1
                < launch run=1 org.example.a@1000
                < observe sleep
                """)
    }

    @Test func `finds in ten minutes what no event told, and from then on in one (d04)`() {
        check(
            waiting + """

                @ +10m powerPoll
                +10m > wokeUp
                < readPower
                > power yes "AC is online" battery=80 asked
                < rememberSilentPower
                +2s > power no "BAT0 is discharging" battery=80 draining
                +1500ms > wokeUp
                < readPower
                > power no "BAT0 is discharging" battery=80 draining asked
                +28500ms > wokeUp
                < readPower
                > power no "BAT0 is discharging" battery=80 draining asked
                @ +1m powerPoll
                """)
    }

    @Test func `does not start on what was read before the machine slept (d05)`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true,"earliestBeginDate":"2026-11-20T12:00:00Z"}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > saved
            asleep +3h > clockChanged
            < readPower
            < save org.example.a@1000 1 due since=2026-11-20T12:00:00Z
            > power no "BAT0 is discharging" draining asked
            ? org.example.a@1000 externalPower catchUp
            +31s > wokeUp
            < readPower
            > power no "BAT0 is discharging" draining asked
            ? org.example.a@1000 externalPower
            """)
    }

    @Test func `is not moved by a mouse that tells its level every minute (d08, d09)`() {
        check(
            waiting + """

                @ +10m powerPoll
                +1m > power no "BAT0 is discharging" battery=80 draining
                @ +10m powerPoll
                +1m > power no "BAT0 is discharging" battery=80 draining
                @ +10m powerPoll
                """)
    }

    @Test func `starts once after a port that flapped a thousand times (d21)`() {
        let flaps = (0..<500).map { _ in
            """

                +1ms > power no "AC is offline" battery=80
                +1ms > power yes "AC is online" battery=80
            """
        }
        check(
            waiting + flaps.joined() + """

                +1500ms > wokeUp
                < readPower
                > power yes "AC is online" battery=80 asked
                @ +3500ms settles externalPower
                +3500ms > wokeUp
                < readPower
                > power yes "AC is online" battery=80 asked
                < save org.example.a@1000 1 run=1
                < launch run=1 org.example.a@1000
                < observe sleep
                """)
    }

    @Test func `waits on a laptop whose drivers are not there yet (d22)`() {
        check(
            """
            > recovered nextRun=1 newBoot
            > files 0 unreadable 0
            > power unknown "this is a laptop that has just booted, and no battery has shown up yet"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > saved
            ? org.example.a@1000 externalPower
            +3s > power no "BAT0 is discharging" battery=80 draining
            ? org.example.a@1000 externalPower
            """)
    }
}

// B-8, B-9, B-10
@Suite struct `A run that needs power` {
    @Test func `is told that it lost it, and has its grace time (d06)`() {
        check(
            running + """

                +1m > power no "AC is offline" battery=80
                +1500ms > wokeUp
                < readPower
                > power no "AC is offline" battery=80 asked
                +500ms > wokeUp
                < terminate run=1 requirementLost:externalPower
                < save org.example.a@1000 1 run=1 stop=requirementLost:externalPower
                > saved
                @ +10s graceEnds org.example.a@1000
                """)
    }

    @Test func `outlasts a loose plug, and is not started again before it holds (d07)`() {
        check(
            running + """

                +1m > power no "AC is offline" battery=80
                +1900ms > power yes "AC is online" battery=80
                +10s > power no "AC is offline" battery=80
                +1500ms > wokeUp
                < readPower
                > power no "AC is offline" battery=80 asked
                +500ms > wokeUp
                < terminate run=1 requirementLost:externalPower
                < save org.example.a@1000 1 run=1 stop=requirementLost:externalPower
                > saved
                > exited run=1 signal 15
                < history run=1 org.example.a@1000 interrupted stop=requirementLost:externalPower (signal 15)
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
                > saved
                +1s > power yes "AC is online" battery=80
                +1400ms > power no "AC is offline" battery=80
                +1400ms > power yes "AC is online" battery=80
                +1500ms > wokeUp
                < readPower
                > power yes "AC is online" battery=80 asked
                @ +3500ms settles externalPower
                +3500ms > wokeUp
                < readPower
                > power yes "AC is online" battery=80 asked
                < save org.example.a@1000 1 run=2
                < launch run=2 org.example.a@1000
                """)
    }

    @Test func `is stopped by a poll where only the battery tells, and nothing of it by event (d14)`() {
        check(
            running + """

                @ +1m powerPoll
                +1m > wokeUp
                < readPower
                > power no \(drains) asked
                < rememberSilentPower
                @ +15s lossCounts externalPower
                +14s > power no \(drains)
                +1s > wokeUp
                < terminate run=1 requirementLost:externalPower
                < save org.example.a@1000 1 run=1 stop=requirementLost:externalPower
                """)
    }

    @Test func `is stopped by a battery that is drained on purpose, and the log says why (d19)`() {
        check(
            running + """

                +1m > power no \(drains)
                +1500ms > wokeUp
                < readPower
                > power no \(drains) asked
                +13500ms > wokeUp
                < terminate run=1 requirementLost:externalPower
                < save org.example.a@1000 1 run=1 stop=requirementLost:externalPower
                > saved
                > exited run=1 signal 15
                < history run=1 org.example.a@1000 interrupted stop=requirementLost:externalPower (signal 15)
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
                > saved
                ? org.example.a@1000 externalPower
                """)
    }

    @Test func `outlasts a battery that helps a weak charger out for seconds (d20)`() {
        let turns = (0..<20).map { _ in
            """

                +4s > power no \(drains)
                +4s > power yes "AC is online" battery=80
            """
        }
        check(running + turns.joined())
    }

    // B-26
    @Test func `and a battery level is stopped by a poll when the level falls without an event (d24)`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power no "BAT0 is discharging" battery=16 draining
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"batteryLevel":15}}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > launched run=1 process=77
            @ +1m powerPoll
            +1m > wokeUp
            < readPower
            > power no "BAT0 is discharging" battery=14 draining asked
            +2s > wokeUp
            < terminate run=1 requirementLost:batteryLevel
            < save org.example.a@1000 1 run=1 stop=requirementLost:batteryLevel
            """)
    }
}
