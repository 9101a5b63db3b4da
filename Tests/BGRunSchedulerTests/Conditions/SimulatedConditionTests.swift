// Conditions that are simulated.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import Testing

@Suite struct `Conditions that are simulated` {
    @Test func `stop a run as the real ones would, and end by themselves`() {  // B-37
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
            +1m > simulateConditions #2 by=1000 --all for=2m externalPower=off
            < readPower
            < reply #2 simulating until=2026-11-20T10:03:00Z
            % org.example.a@1000
            | externalPower lacking: simulated (simulated)
            @ +2s lossCounts externalPower
            +2s > wokeUp
            < terminate run=1 requirementLost:externalPower
            < save org.example.a@1000 1 run=1 stop=requirementLost:externalPower
            +1s > exited run=1 signal 15
            < history run=1 org.example.a@1000 interrupted stop=requirementLost:externalPower (signal 15) simulated
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            ? org.example.a@1000 externalPower
            % org.example.a@1000
            | externalPower lacking: simulated (simulated)
            @ +117s simulationEnds
            +2m > wokeUp
            > power yes "AC is online" asked
            < save org.example.a@1000 1 run=2
            < launch run=2 org.example.a@1000
            """)
    }

    @Test func `concern nobody else's jobs`() {  // B-37
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power no "AC is offline"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > submit #2 by=1001 owner=1001 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true}
            < save org.example.a@1001 1 due since=2026-11-20T10:00:00Z
            < reply #2 accepted org.example.a@1001 new
            +1m > simulateConditions #3 by=1000 --all for=2m externalPower=on
            < reply #3 simulating until=2026-11-20T10:03:00Z
            +5s > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            ? org.example.a@1000
            ? org.example.a@1001 externalPower catchUp
            """)
    }

    @Test func `concern everybody's where root plays them, and one job where it is named`() {  // B-37
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true,"earliestBeginDate":"+1h"}
            < save org.example.a@1000 1 scheduled after=1h
            < reply #1 accepted org.example.a@1000 new
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"requiresExternalPower":true,"earliestBeginDate":"+1h"}
            < save org.example.b@1000 1 scheduled after=1h
            < reply #2 accepted org.example.b@1000 new
            +1m > simulateConditions #3 by=0 org.example.b@1000 for=2m externalPower=off
            < reply #3 simulating until=2026-11-20T10:03:00Z
            ? org.example.a@1000 earliestBeginDate
            ? org.example.b@1000 earliestBeginDate externalPower
            +1s > simulateConditions #4 by=0 --all for=2m externalPower=unknown,batteryLevel=15
            < reply #4 simulating until=2026-11-20T10:03:01Z
            ? org.example.a@1000 earliestBeginDate externalPower
            ? org.example.b@1000 earliestBeginDate externalPower
            """)
    }

    @Test func `can be ended by hand, and then the real ones count at once`() {  // B-37
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true,"earliestBeginDate":"+1h"}
            < save org.example.a@1000 1 scheduled after=1h
            < reply #1 accepted org.example.a@1000 new
            > simulateConditions #2 by=1000 org.example.a for=1d externalPower=off
            < reply #2 simulating until=2026-11-21T10:00:00Z
            +1h > wokeUp
            < readPower
            < save org.example.a@1000 1 due since=2026-11-20T11:00:00Z
            ? org.example.a@1000 externalPower
            +1m > simulateConditions #3 by=1000 org.example.a end
            < reply #3 simulating nothing
            > power yes "AC is online" asked
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `of another user's job can't be simulated`() {  // B-37
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true,"earliestBeginDate":"+1h"}
            < save org.example.a@1000 1 scheduled after=1h
            < reply #1 accepted org.example.a@1000 new
            > simulateConditions #2 by=1001 org.example.a@1000 for=1d externalPower=off
            < reply #2 refused unknownJob org.example.a
            """)
    }

    @Test func `can have values: a level, a time, a state`() {  // B-37
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online" battery=90
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"batteryLevel":60,"idle":"10m","lid":"closed","powerSaver":false,"load":0.5}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject idle
            < observe subject lid
            < observe subject powerSaver
            > simulateConditions #2 by=1000 --all for=2m batteryLevel=15,idle=5m,load=0.75,lid=open,powerSaver=on
            < reply #2 simulating until=2026-11-20T10:02:00Z
            % org.example.a@1000
            | batteryLevel 60 lacking: battery 15 %, needs 60 % (simulated)
            | idle 10m lacking: idle 5m of 10m (simulated)
            | load 0.5 lacking: load 0.75, needs at most 0.5 (simulated)
            | lid closed lacking: the lid is open (simulated)
            | powerSaver false lacking: simulated (simulated)
            > simulateConditions #3 by=1000 --all for=2m batteryLevel=60,idle=10m,load=0.5,lid=closed,powerSaver=off
            < save org.example.a@1000 1 run=1
            < reply #3 simulating until=2026-11-20T10:02:00Z
            < launch run=1 org.example.a@1000
            < observe sleep
            +5s > wokeUp
            """)
    }

    @Test func `mark a run that they have frozen until it was stopped`() {  // B-37
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true,"onRequirementLost":"freeze","timeBudget":"10m"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=4
            +1m > simulateConditions #2 by=1000 --all for=2h externalPower=off
            < readPower
            < reply #2 simulating until=2026-11-20T12:01:00Z
            +2s > wokeUp
            < freeze run=1
            +1h > wokeUp
            < terminate run=1 requirementLost:externalPower
            < save org.example.a@1000 1 run=1 stop=requirementLost:externalPower
            +1s > exited run=1 signal 15
            < history run=1 org.example.a@1000 interrupted stop=requirementLost:externalPower (signal 15) simulated
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            """)
    }
}
