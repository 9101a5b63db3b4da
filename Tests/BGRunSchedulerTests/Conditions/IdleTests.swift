// Idle machines and locked sessions.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import Testing

@Suite struct `A job that needs an idle machine` {
    @Test func `tells how far it is, and starts the moment it is idle for long enough`() {  // B-28
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"idle":"10m"}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject idle
            > observed idle active
            % org.example.a@1000
            | idle 10m lacking: the machine is in use, needs 10m without
            @ +7d warns org.example.a@1000
            +1m > observed idle for=4m
            % org.example.a@1000
            | idle 10m lacking: idle 4m of 10m
            @ +6m changes idle 10m
            +6m > wokeUp
            < read idle
            > observed idle for=10m
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `is stopped soon after somebody comes back`() {  // B-28
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"idle":"10m"}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject idle
            > observed idle for=20m
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=4
            +1m > observed idle active
            @ +2s lossCounts idle 10m
            +2s > wokeUp
            < terminate run=1 requirementLost:idle
            < save org.example.a@1000 1 run=1 stop=requirementLost:idle
            """)
    }

    @Test func `is woken for also while a loss has not counted yet`() {  // B-28
        check(
            """
            > recovered nextRun=1
            < condition started at=2026-11-20T10:00:00Z
            > files 0 unreadable 0
            > power no "on battery"
            < condition externalPower no "on battery"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"externalPower":true,"idle":"10m"}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject idle
            > observed idle for=20m
            < condition idle 10m yes "idle for 10m and more"
            > observed idle for=599s
            < condition idle 10m no "idle 9m of 10m"
            @ +1s changes idle 10m
            """)
    }

    @Test func `wakes nobody before it is due`() {  // B-28
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"earliestBeginDate":"+8h","requires":{"idle":"10m"}}
            < save org.example.a@1000 1 scheduled after=8h
            < reply #1 accepted org.example.a@1000 new
            < observe subject idle
            > observed idle for=1m
            @ +8h occurrenceDue org.example.a@1000
            """)
    }

    @Test func `is looked for anew when somebody came between two looks`() {  // B-28
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"idle":"10m"}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject idle
            > observed idle for=1m
            +9m > wokeUp
            < read idle
            > observed idle for=2m
            @ +8m changes idle 10m
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"requires":{"idle":"1m"}}
            < read idle
            < save org.example.b@1000 1 due since=2026-11-20T10:09:00Z
            < reply #2 accepted org.example.b@1000 new
            > observed idle for=2m
            < save org.example.b@1000 1 run=1
            < launch run=1 org.example.b@1000
            < observe sleep
            """)
    }
}

@Suite struct `A job that needs a locked session` {
    @Test func `means its owner's sessions, and for root anybody's`() {  // B-28
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"locked":true}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject locks
            > submit #2 by=0 owner=0 {"identifier":"org.example.r","command":["true"],"requires":{"locked":true}}
            < save org.example.r@0 1 due since=2026-11-20T10:00:00Z
            < reply #2 accepted org.example.r@0 new
            > observed locks 1000=unlocked 1001=locked
            < save org.example.r@0 1 run=1
            < launch run=1 org.example.r@0
            < observe sleep
            > launched run=1 process=4
            % org.example.a@1000
            | locked true lacking: the session is not locked
            +1m > observed locks 1000=locked 1001=locked
            +5s > wokeUp
            < save org.example.a@1000 1 run=2
            < launch run=2 org.example.a@1000
            """)
    }

    @Test func `waits where its owner is not logged in`() {  // B-28
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"locked":true}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject locks
            > observed locks nobody
            % org.example.a@1000
            | locked true lacking: its owner is not logged in
            """)
    }
}
