// Scenarios: events and files that make jobs due.
import Testing

@Suite struct `A job that waits for an event or a file` {
    @Test func `comes up when external power comes, and not when it merely was there`() {  // B-22
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"event":"externalPower"}}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            ? org.example.a@1000 trigger
            @ never
            +1h > power no "AC is offline"
            +1h > power yes "AC is online"
            +5s > wokeUp
            < readPower
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled open
            ? org.example.a@1000 trigger
            """)
    }

    @Test func `does not take a wake-up for power that has come`() {  // B-22
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"event":"externalPower"}}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            asleep +1h > wokeUp
            < readPower
            +30s > wokeUp
            ? org.example.a@1000 trigger
            """)
    }

    @Test func `comes up when the machine wakes up`() {  // B-22
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"event":"wake"}}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            asleep +1h > wokeUp
            < readPower
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `comes up once for each boot`() {  // B-22
        check(
            """
            > recovered nextRun=1 newBoot
            | job org.example.a@1000 scheduled open {"identifier":"org.example.a","command":["true"],"schedule":{"event":"boot"}}
            > files 0 unreadable 0
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `does not take the daemon's start for a boot`() {  // B-22
        check(
            """
            > recovered nextRun=1
            | job org.example.a@1000 scheduled open {"identifier":"org.example.a","command":["true"],"schedule":{"event":"boot"}}
            > files 0 unreadable 0
            ? org.example.a@1000 trigger
            """)
    }

    // B-20 B-22
    @Test func `hears of its owner's sessions alone, and root's job of everybody's`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"event":"login"}}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            < observe sessions
            > submit #2 by=0 owner=0 {"identifier":"org.example.b","command":["true"],"schedule":{"event":"unlock"}}
            < save org.example.b@0 1 scheduled open
            < reply #2 accepted org.example.b@0 new
            > loggedIn 1001
            > unlocked 1001
            < save org.example.b@0 1 run=1
            < launch run=1 org.example.b@0
            < observe sleep
            > loggedIn 1000
            < save org.example.a@1000 1 run=2
            < launch run=2 org.example.a@1000
            """)
    }

    @Test func `has its own calendar beside an event`() {  // B-22
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":[{"event":"wake"},{"cron":"0 12 * * *"}]}
            < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            asleep +1h > wokeUp
            < readPower
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-20T12:00:00Z
            @ +59m occurrenceDue org.example.a@1000
            """)
    }

    @Test func `waits until its file is left alone, but not for ever`() {  // B-22
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"path":"/srv/inbox","settle":"10s"}}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            < observe path "/srv/inbox" owner=1000
            > pathFound "/srv/inbox" owner=1000 newest=2026-11-20T09:00:00Z
            ? org.example.a@1000 trigger
            @ never
            +1m > pathChanged "/srv/inbox" owner=1000 newest=2026-11-20T10:01:00Z
            @ +10s pathSettles org.example.a@1000
            +5s > pathChanged "/srv/inbox" owner=1000 newest=2026-11-20T10:01:05Z
            @ +10s pathSettles org.example.a@1000
            +90s > pathChanged "/srv/inbox" owner=1000 newest=2026-11-20T10:02:35Z
            @ +5s pathSettles org.example.a@1000
            +5s > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `runs once more when its file changed during its run`() {  // B-22
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"path":"/srv/inbox","settle":"10s"}}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            < observe path "/srv/inbox" owner=1000
            +1m > pathChanged "/srv/inbox" owner=1000 newest=2026-11-20T10:01:00Z
            +10s > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1s > pathChanged "/srv/inbox" owner=1000 newest=2026-11-20T10:01:11Z
            < save org.example.a@1000 1 run=1 again
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled open
            +10s > wokeUp
            < save org.example.a@1000 2 run=2
            < launch run=2 org.example.a@1000
            > launched run=2 process=78
            +1m > exited run=2 exit 0
            < history run=2 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 3 scheduled open
            @ never
            """)
    }

    @Test func `sees what changed while the daemon was not running`() {  // B-22
        check(
            """
            > recovered nextRun=1
            | job org.example.a@1000 scheduled open {"identifier":"org.example.a","command":["true"],"schedule":{"path":"/srv/inbox","settle":"10s","recursive":true}}
            < observe path "/srv/inbox" owner=1000 recursive
            > files 0 unreadable 0
            > pathFound "/srv/inbox" owner=1000 recursive newest=2026-11-20T10:00:01Z
            +10s > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `says why its file can't be watched`() {  // B-22
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"path":"/srv/inbox"}}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            < observe path "/srv/inbox" owner=1000
            > pathUnwatchable "/srv/inbox" owner=1000 "permission denied"
            ? org.example.a@1000 trigger
            > pathMissing "/srv/inbox" owner=1000
            ? org.example.a@1000 trigger
            > cancel #2 by=1000 org.example.a
            < forget org.example.a@1000
            < reply #2 done
            < ignore path "/srv/inbox" owner=1000
            """)
    }

    @Test func `does not wait for a clock that was ahead when it was accepted`() {  // B-12 B-22
        check(
            """
            2031-11-20T10:00:00Z boot=3600 awake=3600 > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"event":"wake"}}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            wall -1826d > clockChanged
            asleep +1h > wokeUp
            < readPower
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }
}
