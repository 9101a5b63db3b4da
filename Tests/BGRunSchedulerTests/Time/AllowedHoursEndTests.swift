// Scenarios: what becomes of a run when its job's allowed hours end.
import Testing

@Suite struct `A run whose allowed hours end` {
    // B-101 B-25
    @Test func `is told to end with them, and its occurrence goes on in the next ones`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > zone local UTC
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"allowedHours":"09:00-12:00","onAllowedHoursEnd":"stop"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            < observe localZone
            > launched run=1 process=77
            @ +2h hoursChange org.example.a@1000
            +2h > wokeUp
            < terminate run=1 allowedHours
            < save org.example.a@1000 1 run=1 stop=allowedHours
            +1s > exited run=1 signal 15
            < history run=1 org.example.a@1000 interrupted stop=allowedHours (signal 15)
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            ? org.example.a@1000 allowedHours
            @ +75599s hoursChange org.example.a@1000
            +75599s > wokeUp
            < save org.example.a@1000 1 run=2
            < launch run=2 org.example.a@1000
            """)
    }

    // B-101
    @Test func `stands still until they begin again, however long that takes, and is not charged for it`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > zone local UTC
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"allowedHours":"09:00-12:00","onAllowedHoursEnd":"freeze"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            < observe localZone
            > launched run=1 process=77
            +2h > wokeUp
            < freeze run=1
            @ +21h hoursChange org.example.a@1000
            +21h > wokeUp
            < thaw run=1
            @ +1h budgetEnds org.example.a@1000
            +1h > wokeUp
            < terminate run=1 timeBudget
            < save org.example.a@1000 1 run=1 stop=timeBudget
            """)
    }

    @Test func `goes on where nothing else is said`() {  // B-101 B-25
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > zone local UTC
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"allowedHours":"09:00-12:00"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            < observe localZone
            > launched run=1 process=77
            +2h > wokeUp
            @ +1h budgetEnds org.example.a@1000
            """)
    }

    @Test func `goes on where it was begun by hand outside of them`() {  // B-101
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > zone local UTC
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"allowedHours":"12:00-13:00","onAllowedHoursEnd":"stop"}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            > run #2 by=1000 org.example.a now
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            < reply #2 started run=1
            +2h > wokeUp
            +1h > wokeUp
            < terminate run=1 timeBudget
            < save org.example.a@1000 1 run=1 stop=timeBudget
            """)
    }

    // B-101 B-39
    @Test func `stands still for its hours where what it had lost is back after their end`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > zone local UTC
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"allowedHours":"09:00-12:00","onAllowedHoursEnd":"freeze","requiresExternalPower":true,"onRequirementLost":"freeze"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            < observe localZone
            > launched run=1 process=77
            +119m > power no "AC is offline"
            +2s > wokeUp
            < freeze run=1
            < readPower
            +10m > power yes "AC is online"
            +5s > wokeUp
            < readPower
            @ +75053s hoursChange org.example.a@1000
            # What it lacks as they begin, it waits for first.
            +1h > power no "AC is offline"
            +2s > wokeUp
            < readPower
            +71571s > wokeUp
            +1m > power yes "AC is online"
            +5s > wokeUp
            < thaw run=1
            < readPower
            """)
    }

    @Test func `is told to end for a loss also while it stands still for its hours`() {  // B-101 B-10
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > zone local UTC
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"allowedHours":"09:00-12:00","onAllowedHoursEnd":"freeze","requiresExternalPower":true}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            < observe localZone
            > launched run=1 process=77
            +2h > wokeUp
            < freeze run=1
            < readPower
            +1h > power no "AC is offline"
            +2s > wokeUp
            < terminate run=1 requirementLost:externalPower
            < readPower
            < save org.example.a@1000 1 run=1 stop=requirementLost:externalPower
            """)
    }

    @Test func `follows a clock that is set`() {  // B-101 B-12
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > zone local UTC
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"allowedHours":"09:00-12:00","onAllowedHoursEnd":"freeze"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            < observe localZone
            > launched run=1 process=77
            wall +3h > clockChanged
            < freeze run=1
            wall -3h > clockChanged
            < thaw run=1
            """)
    }

    @Test func `has one who lets it finish in spite of a loss go on when they begin`() {  // B-101 B-10
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > zone local UTC
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"allowedHours":"09:00-12:00","onAllowedHoursEnd":"freeze","requiresExternalPower":true,"onRequirementLost":"finish"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            < observe localZone
            > launched run=1 process=77
            +1m > power no "AC is offline"
            +119m > wokeUp
            < freeze run=1
            < readPower
            +21h > wokeUp
            < thaw run=1
            """)
    }

    // B-101 B-39
    @Test func `is told to end with them also while it stands still for a loss`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > zone local UTC
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"allowedHours":"09:00-12:00","onAllowedHoursEnd":"stop","requiresExternalPower":true,"onRequirementLost":"freeze"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            < observe localZone
            > launched run=1 process=77
            +119m > power no "AC is offline"
            +2s > wokeUp
            < freeze run=1
            < readPower
            @ +58s hoursChange org.example.a@1000
            +58s > wokeUp
            < terminate run=1 allowedHours
            < save org.example.a@1000 1 run=1 stop=allowedHours
            """)
    }
}
