// Scenarios: what events, files and submissions bring up again and again does not run without a pause.
import BGRunJob
import Testing

@Suite struct `The distance of two starts` {
    @Test func `is ten seconds, and doubles while a job writes the file it watches`() {  // B-50
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"path":"/in","settle":"0s"}}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            < observe path "/in" owner=1000
            > pathChanged "/in" owner=1000 newest=2026-11-20T10:00:00Z
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > wokeUp
            > launched run=1 process=77
            > pathChanged "/in" owner=1000 newest=2026-11-20T10:00:00Z
            < save org.example.a@1000 1 run=1 again
            +1s > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled called=9s
            > wokeUp
            ? org.example.a@1000 spacing
            @ +9s occurrenceDue org.example.a@1000
            +9s > wokeUp
            < save org.example.a@1000 2 run=2
            < launch run=2 org.example.a@1000
            > launched run=2 process=77
            > pathChanged "/in" owner=1000 newest=2026-11-20T10:00:00Z
            < save org.example.a@1000 2 run=2 again
            +1s > exited run=2 exit 0
            < history run=2 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 3 scheduled called=19s
            > wokeUp
            @ +19s occurrenceDue org.example.a@1000
            +19s > wokeUp
            < save org.example.a@1000 3 run=3
            < launch run=3 org.example.a@1000
            > launched run=3 process=77
            +1s > exited run=3 exit 0
            < history run=3 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 4 scheduled open
            # Right after its end it is taken for its own doing.
            +1s > pathChanged "/in" owner=1000 newest=2026-11-20T10:00:00Z
            < save org.example.a@1000 4 scheduled called=38s
            > wokeUp
            @ +38s occurrenceDue org.example.a@1000
            # Somebody else has changed it: ten seconds from the start have passed.
            +20s > pathChanged "/in" owner=1000 newest=2026-11-20T10:00:00Z
            < save org.example.a@1000 4 run=4
            < launch run=4 org.example.a@1000
            > wokeUp
            > launched run=4 process=77
            +1s > exited run=4 exit 0
            < history run=4 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 5 scheduled open
            """)
    }

    @Test func `does not end the pause of a job that submits itself, and grows`() {  // B-50 B-5
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1 successor
            < reply #2 accepted org.example.a@1000 follows
            > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 1 scheduled called=10s
            ? org.example.a@1000 spacing
            @ +10s occurrenceDue org.example.a@1000
            +10s > wokeUp
            < save org.example.a@1000 1 run=2
            < launch run=2 org.example.a@1000
            > launched run=2 process=77
            > submit #3 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=2 successor
            < reply #3 accepted org.example.a@1000 follows
            > exited run=2 exit 0
            < history run=2 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 1 scheduled called=20s
            @ +20s occurrenceDue org.example.a@1000
            # Whoever submits it now is not the job.
            +5s > submit #4 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 scheduled called=5s
            < reply #4 accepted org.example.a@1000 replaced
            @ +5s occurrenceDue org.example.a@1000
            +5s > wokeUp
            < save org.example.a@1000 1 run=3
            < launch run=3 org.example.a@1000
            > launched run=3 process=77
            > exited run=3 exit 0
            < history run=3 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            < ignore sleep
            """)
    }

    @Test func `doubles up to a quarter of an hour`() {  // B-50
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1 successor
            < reply #2 accepted org.example.a@1000 follows
            > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 1 scheduled called=10s
            @ +10s occurrenceDue org.example.a@1000
            +10s > wokeUp
            < save org.example.a@1000 1 run=2
            < launch run=2 org.example.a@1000
            > launched run=2 process=77
            > submit #3 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=2 successor
            < reply #3 accepted org.example.a@1000 follows
            > exited run=2 exit 0
            < history run=2 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 1 scheduled called=20s
            @ +20s occurrenceDue org.example.a@1000
            +20s > wokeUp
            < save org.example.a@1000 1 run=3
            < launch run=3 org.example.a@1000
            > launched run=3 process=77
            > submit #4 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=3 successor
            < reply #4 accepted org.example.a@1000 follows
            > exited run=3 exit 0
            < history run=3 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 1 scheduled called=40s
            @ +40s occurrenceDue org.example.a@1000
            +40s > wokeUp
            < save org.example.a@1000 1 run=4
            < launch run=4 org.example.a@1000
            > launched run=4 process=77
            > submit #5 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=4 successor
            < reply #5 accepted org.example.a@1000 follows
            > exited run=4 exit 0
            < history run=4 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 1 scheduled called=80s
            @ +80s occurrenceDue org.example.a@1000
            +80s > wokeUp
            < save org.example.a@1000 1 run=5
            < launch run=5 org.example.a@1000
            > launched run=5 process=77
            > submit #6 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=5 successor
            < reply #6 accepted org.example.a@1000 follows
            > exited run=5 exit 0
            < history run=5 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 1 scheduled called=160s
            @ +160s occurrenceDue org.example.a@1000
            +160s > wokeUp
            < save org.example.a@1000 1 run=6
            < launch run=6 org.example.a@1000
            > launched run=6 process=77
            > submit #7 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=6 successor
            < reply #7 accepted org.example.a@1000 follows
            > exited run=6 exit 0
            < history run=6 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 1 scheduled called=320s
            @ +320s occurrenceDue org.example.a@1000
            +320s > wokeUp
            < save org.example.a@1000 1 run=7
            < launch run=7 org.example.a@1000
            > launched run=7 process=77
            > submit #8 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=7 successor
            < reply #8 accepted org.example.a@1000 follows
            > exited run=7 exit 0
            < history run=7 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 1 scheduled called=640s
            @ +640s occurrenceDue org.example.a@1000
            +640s > wokeUp
            < save org.example.a@1000 1 run=8
            < launch run=8 org.example.a@1000
            > launched run=8 process=77
            > submit #9 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=8 successor
            < reply #9 accepted org.example.a@1000 follows
            > exited run=8 exit 0
            < history run=8 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 1 scheduled called=15m
            @ +15m occurrenceDue org.example.a@1000
            +900s > wokeUp
            < save org.example.a@1000 1 run=9
            < launch run=9 org.example.a@1000
            > launched run=9 process=77
            > submit #10 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=9 successor
            < reply #10 accepted org.example.a@1000 follows
            > exited run=9 exit 0
            < history run=9 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 1 scheduled called=15m
            @ +15m occurrenceDue org.example.a@1000
            +900s > wokeUp
            < save org.example.a@1000 1 run=10
            < launch run=10 org.example.a@1000
            """)
    }

    @Test func `is what its job says`() {  // B-50
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"event":"network"},"spacing":"1h"}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            > network no "no route to the internet"
            +1m > network yes "internet through eth0"
            +5s > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled open
            +1m > network no "no route to the internet"
            +1m > network yes "internet through eth0"
            +5s > wokeUp
            < save org.example.a@1000 2 scheduled called=3415s
            ? org.example.a@1000 spacing
            @ +3415s occurrenceDue org.example.a@1000
            +57m > wokeUp
            < save org.example.a@1000 2 run=2
            < launch run=2 org.example.a@1000
            """)
    }

    @Test func `is counted from the last start that is stored`() {  // B-50
        check(
            """
            > recovered nextRun=3
            | job org.example.a@1000 open lastStart=2026-11-20T09:58:00Z {"identifier":"org.example.a","command":["true"],"schedule":{"event":"login"},"spacing":"1h"}
            < observe sessions
            > files 0 unreadable 0
            > loggedIn 1000
            < save org.example.a@1000 1 scheduled called=58m
            ? org.example.a@1000 spacing
            @ +58m occurrenceDue org.example.a@1000
            +58m > wokeUp
            < save org.example.a@1000 1 run=3
            < launch run=3 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `is none where the policy says so`() {  // B-50
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1 successor
            < reply #2 accepted org.example.a@1000 follows
            > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 1 run=2
            < launch run=2 org.example.a@1000
            > launched run=2 process=77
            """, policy: Self.close)
    }

    @Test func `is waived by whoever starts it by hand`() {  // B-50 B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"path":"/in","settle":"0s"}}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            < observe path "/in" owner=1000
            > pathChanged "/in" owner=1000 newest=2026-11-20T10:00:00Z
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > wokeUp
            > launched run=1 process=77
            > pathChanged "/in" owner=1000 newest=2026-11-20T10:00:00Z
            < save org.example.a@1000 1 run=1 again
            +1s > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled called=9s
            > wokeUp
            > run #2 by=1000 org.example.a now
            < save org.example.a@1000 2 run=2 byHand
            < launch run=2 org.example.a@1000
            > launched run=2 process=77
            < reply #2 started run=2
            +1s > exited run=2 exit 0
            < history run=2 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled called=9s
            @ +8s occurrenceDue org.example.a@1000
            +8s > wokeUp
            < save org.example.a@1000 2 run=3
            < launch run=3 org.example.a@1000
            > launched run=3 process=77
            """)
    }

    @Test func `leaves the points of a schedule where they are`() {  // B-50
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":[{"cron":"*/5 * * * * *"},{"event":"login"}]}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            < observe localZone
            < observe sessions
            +5s > wokeUp
            > launched run=1 process=77
            +1s > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-20T10:00:10Z
            +1s > loggedIn 1000
            < save org.example.a@1000 2 scheduled at=2026-11-20T10:00:10Z called=3s
            @ +3s occurrenceDue org.example.a@1000
            +3s > wokeUp
            < save org.example.a@1000 2 run=2
            < launch run=2 org.example.a@1000
            > launched run=2 process=77
            +1s > exited run=2 exit 0
            < history run=2 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 3 scheduled at=2026-11-20T10:00:15Z
            @ +4s occurrenceDue org.example.a@1000
            """)
    }

    @Test func `leaves the next go of an interrupted run at once`() {  // B-50 B-10
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > power yes "AC is online"
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            > power no "AC is offline"
            +2s > wokeUp
            < terminate run=1 requirementLost:externalPower
            < readPower
            < save org.example.a@1000 1 run=1 stop=requirementLost:externalPower
            > exited run=1 signal 15
            < history run=1 org.example.a@1000 interrupted stop=requirementLost:externalPower (signal 15)
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            > power yes "AC is online"
            +5s > wokeUp
            < readPower
            """)
    }

    @Test func `does not count a start that could not be stored`() {  // B-50 B-4
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > notSaved "No space left on device"
            < reply #1 refused storage "No space left on device"
            < ignore sleep
            +10s > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=2
            < reply #2 accepted org.example.a@1000 new
            < launch run=2 org.example.a@1000
            < observe sleep
            > saved
            > launched run=2 process=77
            """)
    }

    /// A policy with no distance.
    private static var close: Policy {
        var policy = Policy()
        policy.spacing = .zero
        return policy
    }
}

@Suite struct `A delay after an event` {
    @Test func `brings the job up that long after it, and the first of several counts`() {  // B-22
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"event":"login","delay":"2m"}}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            < observe sessions
            > loggedIn 1000
            < save org.example.a@1000 1 scheduled called=2m
            ? org.example.a@1000 earliestBeginDate
            @ +2m occurrenceDue org.example.a@1000
            +1m > loggedIn 1000
            @ +1m occurrenceDue org.example.a@1000
            +1m > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1s > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled open
            @ never
            """)
    }

    @Test func `is joined by the delays of the job`() {  // B-22 B-25
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"event":"login","delay":"2m"},"fixedDelay":"1h","randomDelay":"1h"}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            < observe sessions
            > loggedIn 1000
            < save org.example.a@1000 1 scheduled called=5959s
            @ +5959s occurrenceDue org.example.a@1000
            """)
    }

    @Test func `of a watched file counts too`() {  // B-22 B-25
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"path":"/in","settle":"5s"},"fixedDelay":"1h"}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            < observe path "/in" owner=1000
            > pathChanged "/in" owner=1000 newest=2026-11-20T10:00:00Z
            +5s > wokeUp
            < save org.example.a@1000 1 scheduled called=2289s
            @ +2289s occurrenceDue org.example.a@1000
            """)
    }

    @Test func `is over with the occurrence that a point of the schedule brings first`() {  // B-22 B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":[{"event":"login","delay":"2m"},{"cron":"1 * * * *"}]}
            < save org.example.a@1000 1 scheduled at=2026-11-20T10:01:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            < observe sessions
            > loggedIn 1000
            < save org.example.a@1000 1 scheduled at=2026-11-20T10:01:00Z called=2m
            @ +1m occurrenceDue org.example.a@1000
            +1m > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +1s > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-20T11:01:00Z
            @ +3599s occurrenceDue org.example.a@1000
            """)
    }

    @Test func `is counted anew at the next boot`() {  // B-22
        check(
            """
            > recovered nextRun=3 newBoot
            | job org.example.a@1000 1 scheduled called=30s accepted=2026-11-20T09:00:00Z {"identifier":"org.example.a","command":["true"],"schedule":{"event":"boot","delay":"2m"}}
            > files 0 unreadable 0
            < save org.example.a@1000 1 scheduled called=2m
            @ +2m occurrenceDue org.example.a@1000
            +2m > wokeUp
            < save org.example.a@1000 1 run=3
            < launch run=3 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `leads to nothing after the last date`() {  // B-22 B-13
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"event":"login","delay":"2m"},"until":"2026-11-20T10:01:00Z"}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            < observe sessions
            > loggedIn 1000
            @ never
            ? org.example.a@1000 trigger
            """)
    }

    @Test func `is not shortened by a run by hand`() {  // B-22 B-14
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"event":"login","delay":"2m"}}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            < observe sessions
            > loggedIn 1000
            < save org.example.a@1000 1 scheduled called=2m
            > run #2 by=1000 org.example.a now
            < save org.example.a@1000 1 run=1 byHand
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            < reply #2 started run=1
            +1s > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 1 scheduled called=2m
            @ +119s occurrenceDue org.example.a@1000
            """)
    }

    @Test
    // B-99 B-50
    func `may be a day, and what comes sooner waits for it: whenever the share is there, and once a day`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"mount":"/mnt/nas"},"requires":{"mounted":"/mnt/nas"},"spacing":"1d"}
            < save org.example.a@1000 1 scheduled open
            < reply #1 accepted org.example.a@1000 new
            < observe subject mount "/mnt/nas"
            > observed mount "/mnt/nas" absent
            +1m > observed mount "/mnt/nas" present
            +5s > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            +10m > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled open
            +1h > observed mount "/mnt/nas" absent
            +6h > observed mount "/mnt/nas" present
            +5s > wokeUp
            < save org.example.a@1000 2 scheduled called=60595s
            ? org.example.a@1000 spacing
            @ +60595s occurrenceDue org.example.a@1000
            +1h > observed mount "/mnt/nas" absent
            +56995s > wokeUp
            < save org.example.a@1000 2 due since=2026-11-21T10:01:05Z
            ? org.example.a@1000 mounted
            +1h > observed mount "/mnt/nas" present
            +5s > wokeUp
            < save org.example.a@1000 2 run=2
            < launch run=2 org.example.a@1000
            """)
    }
}
