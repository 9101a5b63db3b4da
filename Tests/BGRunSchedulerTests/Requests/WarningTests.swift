// Jobs that have not run for long.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import Testing

@Suite struct `A job that has not run for long` {
    @Test func `is warned of once for each occurrence`() {  // B-41
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > network no "no route to the internet"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            @ +7d warns org.example.a@1000
            +7d > wokeUp
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z warned
            < notify org.example.a@1000 notRun since=2026-11-20T10:00:00Z network
            @ never
            +7d > wokeUp
            """)
    }

    @Test func `is not while it is paused by hand`() {  // B-41
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > network no "no route to the internet"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > pause #2 by=1000 org.example.a
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z paused since=2026-11-20T10:00:00Z
            < reply #2 done
            +8d > wokeUp
            """)
    }

    @Test func `is at once where that came about while the daemon was away`() {  // B-41
        check(
            """
            > recovered nextRun=4
            | job org.example.a@1000 due since=2026-11-01T00:00:00Z {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            > files 0 unreadable 0
            > power yes "AC is online"
            > network no "no route to the internet"
            < save org.example.a@1000 1 due since=2026-11-01T00:00:00Z warned
            < notify org.example.a@1000 notRun since=2026-11-01T00:00:00Z network
            +1s > wokeUp
            """)
    }

    @Test func `is told of again after it was snoozed`() {  // B-126
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > network no "no route to the internet"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            +7d > wokeUp
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z warned
            < notify org.example.a@1000 notRun since=2026-11-20T10:00:00Z network
            > snooze #2 by=1000 org.example.a for=2h
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #2 done
            @ +2h warns org.example.a@1000
            +2h > wokeUp
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z warned
            < notify org.example.a@1000 notRun since=2026-11-20T10:00:00Z network
            @ never
            """)
    }

    @Test func `is not told of before the time for which it is snoozed, nor by somebody else`() {  // B-126
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > network no "no route to the internet"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > snooze #2 by=1000 --all for=9d
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #2 done
            > snooze #3 by=1001 org.example.a@1000 for=1s
            < reply #3 refused unknownJob org.example.a
            @ +9d warns org.example.a@1000
            """)
    }

    @Test func `is snoozed for one occurrence, whose end ends that`() {  // B-126
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power no "on battery"
            > network yes "internet through wlan0"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true,"schedule":{"every":"1d"}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > snooze #2 by=1000 org.example.a for=30d
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #2 done
            > stop #3 by=1000 org.example.a
            < reply #3 refused notRunning
            """)
    }
}
