// What a job prefers, and for how long.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import Testing

@Suite struct `A job that prefers something` {
    @Test func `waits for it for so long, tells until when, and then starts without it`() {  // B-40
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power no "AC is offline"
            > network no "no route to the internet"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"prefers":{"externalPower":true,"for":"3d"}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            ? org.example.a@1000 externalPower
            % org.example.a@1000
            | externalPower lacking: AC is offline (preferred)
            @ +10m powerPoll
            +3d > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000 without=externalPower
            < observe sleep
            """)
    }

    @Test func `starts at once when it comes, and is not stopped when it goes`() {  // B-40
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power no "AC is offline"
            > network no "no route to the internet"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"prefers":{"externalPower":true,"for":"3d"}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            +1h > power yes "AC is online"
            +5s > power yes "AC is online" asked
            < readPower
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=4
            +1m > power no "AC is offline"
            +1m > wokeUp
            < readPower
            """)
    }

    @Test func `waits no longer than until its latest begin, and its owner is told`() {  // B-40
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power no "AC is offline"
            > network no "no route to the internet"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"prefers":{"externalPower":true,"for":"3d"},"latestBegin":"2h"}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            @ +10m powerPoll
            +2h > wokeUp
            < save org.example.a@1000 1 run=1 warned
            < launch run=1 org.example.a@1000 without=externalPower
            < notify org.example.a@1000 overdue nothing
            < observe sleep
            """)
    }

    @Test func `is run at once by hand`() {  // B-40
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power no "AC is offline"
            > network no "no route to the internet"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"prefers":{"externalPower":true,"for":"3d"}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            +1s > run #2 by=1000 org.example.a now
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000 without=externalPower
            < observe sleep
            """)
    }

    @Test func `still waits for what it requires`() {  // B-40
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power no "AC is offline"
            > network no "no route to the internet"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"prefers":{"externalPower":true,"for":"3d"},"requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            +3d > wokeUp
            ? org.example.a@1000 network
            """)
    }

    @Test func `waits for each occurrence anew`() {  // B-40
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power no "AC is offline"
            > network no "no route to the internet"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"7d"},"prefers":{"externalPower":true,"for":"1d"}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            +7d > wokeUp
            < save org.example.a@1000 1 run=1 warned
            < launch run=1 org.example.a@1000 without=externalPower
            < notify org.example.a@1000 overdue nothing
            < observe sleep
            > launched run=1 process=4
            +1d > wokeUp
            < terminate run=1 timeBudget
            < save org.example.a@1000 1 run=1 stop=timeBudget warned
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded stop=timeBudget (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-12-04T10:00:00Z
            +6d > wokeUp
            < readPower
            < save org.example.a@1000 2 due since=2026-12-04T10:00:00Z
            @ +1439m relaxes org.example.a@1000
            """)
    }
}
