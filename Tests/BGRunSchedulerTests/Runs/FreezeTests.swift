// Runs that stand still for a lost requirement.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import Testing

@Suite struct `A run that is frozen for a lost requirement` {
    @Test func `goes on when it holds again, and is not charged for the time`() {  // B-39
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
            +4m > power no "AC is offline"
            +2s > wokeUp
            < freeze run=1
            < readPower
            @ +1h freezeEnds org.example.a@1000
            +20m > power yes "AC is online"
            +5s > wokeUp
            < thaw run=1
            < readPower
            @ +358s budgetEnds org.example.a@1000
            """)
    }

    @Test func `is thawed by SIGTERM and stopped after the freeze limit`() {  // B-39
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true,"onRequirementLost":"freeze"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=4
            +1m > power no "AC is offline"
            +2s > wokeUp
            < freeze run=1
            < readPower
            @ +1h freezeEnds org.example.a@1000
            +1h > wokeUp
            < terminate run=1 requirementLost:externalPower
            < save org.example.a@1000 1 run=1 stop=requirementLost:externalPower
            +1s > exited run=1 signal 15
            < history run=1 org.example.a@1000 interrupted stop=requirementLost:externalPower (signal 15)
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            ? org.example.a@1000 externalPower
            """)
    }

    @Test func `stays so over a sleep, and its limit stands still with the machine`() {  // B-39
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true,"onRequirementLost":"freeze"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=4
            +1m > power no "AC is offline"
            +2s > wokeUp
            < freeze run=1
            < readPower
            +1m > sleepAnnounced
            < letSleep
            asleep +3h > sleepOver
            @ +59m freezeEnds org.example.a@1000
            +1m > power yes "AC is online"
            +30s > wokeUp
            < thaw run=1
            < readPower
            """)
    }

    @Test func `keeps the machine awake no longer`() {  // B-39
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true,"onRequirementLost":"freeze","keepAwake":"always"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            < holdAwake sleep idle "runs org.example.a"
            > launched run=1 process=4
            +1m > power no "AC is offline"
            +2s > wokeUp
            < freeze run=1
            < readPower
            < holdAwake nothing
            """)
    }

    @Test func `and that was frozen for a sleep is judged after it`() {  // B-39
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true,"onRequirementLost":"freeze"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=4
            +1m > sleepAnnounced
            < freeze run=1
            < readPower
            < letSleep
            asleep +3h > sleepOver
            < thaw run=1
            > power no "AC is offline"
            +30s > wokeUp
            < freeze run=1
            < readPower
            """)
    }

    @Test func `ends when it is told to`() {  // B-39
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true,"onRequirementLost":"freeze"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=4
            +1m > power no "AC is offline"
            +2s > wokeUp
            < freeze run=1
            < readPower
            +1m > stop #2 by=1000 org.example.a
            < terminate run=1 userRequest
            < save org.example.a@1000 1 run=1 stop=userRequest
            < reply #2 done
            """)
    }
}
