// Scenarios: days that a schedule leaves out.
import Testing

@Suite struct `A day that a schedule leaves out` {
    // B-111
    @Test func `has no occurrence, none that is missed and none that comes later`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > zone local UTC
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 11 * * *","except":["2026-11-20","Sat","11-22"]}}
            < save org.example.a@1000 1 scheduled at=2026-11-23T11:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            @ +73h occurrenceDue org.example.a@1000
            +2d > wokeUp
            ? org.example.a@1000 earliestBeginDate
            +25h > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }
}
