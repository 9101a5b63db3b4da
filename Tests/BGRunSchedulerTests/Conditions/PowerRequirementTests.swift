// Battery level and charging as requirements.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import Testing

@Suite struct `A job that needs a battery level` {
    @Test func `waits until the batteries hold that much, and tells how far they are`() {  // B-26
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power no "AC is offline" battery=43
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"batteryLevel":60}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            ? org.example.a@1000 batteryLevel
            % org.example.a@1000
            | batteryLevel 60 lacking: battery 43 %, needs 60 %
            @ +10m powerPoll
            +10m > power yes "AC is online" battery=59
            @ +1500ms powerSecondLook
            +10m > power yes "AC is online" battery=60
            < readPower
            +5s > wokeUp
            """)
    }

    @Test func `is stopped when they fall below it`() {  // B-26
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power no "discharging" battery=60
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"batteryLevel":60}}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=4
            +1m > power no "discharging" battery=59
            @ +2s lossCounts batteryLevel 60
            +2s > wokeUp
            < terminate run=1 requirementLost:batteryLevel
            < save org.example.a@1000 1 run=1 stop=requirementLost:batteryLevel
            """)
    }

    @Test func `waits on a machine whose batteries tell no level`() {  // B-26
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "there is no battery"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"batteryLevel":60}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            % org.example.a@1000
            | batteryLevel 60 unknown: no battery of this machine tells its level
            """)
    }
}

@Suite struct `A job that needs a charger` {
    @Test func `waits while the battery drains in spite of it`() {  // B-26
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is trusted" battery=50 draining
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"charging":true}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            % org.example.a@1000
            | charging lacking: plugged in, and the battery drains
            +1m > power yes "AC is trusted" battery=51
            +5s > wokeUp
            < readPower
            """)
    }
}
