// What history keeps of the machine.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import Testing

@Suite struct `History keeps` {
    @Test func `what was seen of the machine, once for each change, and when nobody looked`() {  // B-35
        check(
            """
            > recovered nextRun=1
            < condition started at=2026-11-20T10:00:00Z
            > files 0 unreadable 0
            > power yes "AC is online"
            < condition externalPower yes "AC is online"
            > network no "no route to the internet"
            < condition network no "no route to the internet"
            +1m > power yes "AC is online" battery=50
            +1m > power no "AC is offline"
            < condition externalPower no "AC is offline"
            asleep +1h > clockChanged
            < readPower
            < condition asleep at=2026-11-20T10:02:00Z
            < condition awake at=2026-11-20T11:02:00Z
            +1m > shutdown
            < condition stopped at=2026-11-20T11:03:00Z
            < exit
            """)
    }

    @Test func `what holds one job back beside its requirements`() {  // B-35
        check(
            """
            > recovered nextRun=1
            < condition started at=2026-11-20T10:00:00Z
            > files 0 unreadable 0
            > network no "no route to the internet"
            < condition network no "no route to the internet"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            +1m > pause #2 by=1000 org.example.a for=1h
            < hold org.example.a@1000 waits paused
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z paused since=2026-11-20T10:01:00Z for=1h
            < reply #2 done
            +1h > wokeUp
            < hold org.example.a@1000 waits
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            """)
    }

    @Test func `the hours in which a due job may not start, and its rests`() {  // B-35
        check(
            """
            > recovered nextRun=1
            < condition started at=2026-11-20T10:00:00Z
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"allowedHours":"12:00-13:00"}
            < hold org.example.a@1000 waits allowedHours
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            +2h > wokeUp
            < hold org.example.a@1000 waits
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=4
            +1s > exited run=1 exit 75
            < history run=1 org.example.a@1000 deferred (exit 75)
            < hold org.example.a@1000 waits resting
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=15m unfinished=1
            +15m > wokeUp
            < hold org.example.a@1000 waits
            < save org.example.a@1000 1 run=2 unfinished=1
            < launch run=2 org.example.a@1000
            """)
    }

    @Test func `nothing more of a disk that is full, and starts anew`() {  // B-35
        check(
            """
            > recovered nextRun=1
            < condition started at=2026-11-20T10:00:00Z
            > files 0 unreadable 0
            > power yes "AC is online"
            < condition externalPower yes "AC is online"
            > notSaved "No space left on device"
            +1m > power no "AC is offline"
            < condition externalPower no "AC is offline"
            > saved
            """)
    }
}
