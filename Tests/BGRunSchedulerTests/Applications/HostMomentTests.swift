// Scenarios: what comes to a host in an unlucky moment.
import BGRunJob
import Testing

@Suite struct `A host in an unlucky moment` {
    @Test func `goes on after a sleep that came as its last run was completed`() {
        check(
            photos + """

                > submitTask #1 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 run=1 host=started-1
                < reply #1 accepted org.photos.index@1000 new
                < start started-1 org.photos@1000
                < observe sleep
                > saved
                > hostStarted started-1 process=100
                > attach #2 by=1000 org.photos@1000 started-1 process=100
                < reply #2 attached started-1 org.photos@1000
                > serve #3 by=1000 started-1 org.photos.index
                < reply #3 serving
                < handOver started-1 run=1 org.photos.index
                > taskBegan #4 by=1000 started-1 run=1
                < reply #4 started run=1
                > sleepAnnounced
                < freeze started-1
                < letSleep
                # It had said so before it was made to stand still.
                > taskEnded started-1 run=1 true
                < history run=1 org.photos.index@1000 succeeded (completed)
                < forget org.photos.index@1000
                > saved
                asleep +1h > sleepOver
                < thaw started-1
                < readPower
                < ignore sleep
                """)
    }

    @Test func `is not given a task that an earlier handler turns out to be at`() {
        check(
            photos + """

                > submitTask #1 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 run=1 host=started-1
                < reply #1 accepted org.photos.index@1000 new
                < start started-1 org.photos@1000
                < observe sleep
                > saved
                > hostStarted started-1 process=100
                # A program that was handed it by a daemon before this one comes again.
                > attach #2 by=1000 org.photos@1000 guest process=70 busy=9:org.photos.index
                < terminate started-1
                < save org.photos.index@1000 1 due since=2026-11-20T10:00:00Z
                < reply #2 attached guest-1 org.photos@1000
                > saved
                ? org.photos.index@1000 application
                > hostEnded started-1 signal 15
                > serve #3 by=1000 guest-1 org.photos.index
                < reply #3 serving
                > taskEnded guest-1 run=9 false
                < save org.photos.index@1000 1 run=2 host=guest-1
                < handOver guest-1 run=2 org.photos.index
                """)
    }

    @Test func `is forgotten where its start can't be stored, also if its run was taken back in that turn`() {
        check(
            photos + """

                > submitTask #1 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 run=1 host=started-1
                < reply #1 accepted org.photos.index@1000 new
                < start started-1 org.photos@1000
                < observe sleep
                > cancelTask #2 by=1000 org.photos@1000 --all
                < terminate started-1
                < forget org.photos.index@1000
                < reply #2 done
                < ignore sleep
                > notSaved "the disk is full"
                < reply #2 refused storage "the disk is full"
                < reply #1 refused storage "the disk is full"
                > submitTask #3 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < forget org.photos.index@1000
                < save org.photos.index@1000 1 due since=2026-11-20T10:00:00Z
                < reply #3 accepted org.photos.index@1000 new
                > saved
                < save org.photos.index@1000 1 run=2 host=started-2
                < start started-2 org.photos@1000
                < observe sleep
                """)
    }

    @Test func `that did not take a request up leaves it as far from the last run's end as it was`() {
        check(
            photos + """

                > attach #1 by=1000 org.photos@1000 guest process=70
                < reply #1 attached guest-1 org.photos@1000
                > serve #2 by=1000 guest-1 org.photos.index
                < reply #2 serving
                > submitTask #3 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 run=1 host=guest-1
                < reply #3 accepted org.photos.index@1000 new
                < handOver guest-1 run=1 org.photos.index
                < observe sleep
                > saved
                > taskBegan #4 by=1000 guest-1 run=1
                < reply #4 started run=1
                > taskEnded guest-1 run=1 true
                < history run=1 org.photos.index@1000 succeeded (completed)
                < forget org.photos.index@1000
                < ignore sleep
                > saved
                > submitTask #5 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 scheduled called=10m
                < reply #5 accepted org.photos.index@1000 new
                > saved
                > simulate #6 by=1000 org.photos.index launch
                < save org.photos.index@1000 1 run=2 host=guest-1 byHand
                < handOver guest-1 run=2 org.photos.index
                < observe sleep
                > saved
                > cancelTask #7 by=1000 org.photos@1000 --all
                < forget org.photos.index@1000
                < reply #6 refused couldNotLaunch "its request was cancelled"
                < reply #7 done
                < ignore sleep
                > saved
                > submitTask #8 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 scheduled called=10m
                < reply #8 accepted org.photos.index@1000 new
                > saved
                ? org.photos.index@1000 spacing
                """)
    }

    @Test func `takes up what a guest that does not answer has let lie`() {
        check(
            photos + """

                > attach #1 by=1000 org.photos@1000 guest process=70
                < reply #1 attached guest-1 org.photos@1000
                > serve #2 by=1000 guest-1 org.photos.index
                < reply #2 serving
                > submitTask #3 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 run=1 host=guest-1
                < reply #3 accepted org.photos.index@1000 new
                < handOver guest-1 run=1 org.photos.index
                < observe sleep
                > saved
                +30s > wokeUp
                < save org.photos.index@1000 1 due since=2026-11-20T10:00:00Z
                > saved
                ? org.photos.index@1000 application
                > submitTask #4 by=1000 org.photos@1000 {"identifier":"scan"}
                < save org.photos.scan@1000 1 run=2 host=started-2
                < save org.photos.index@1000 1 run=3 host=started-2
                < reply #4 accepted org.photos.scan@1000 new
                < start started-2 org.photos@1000
                """)
    }

    @Test func `that a dead daemon has left keeps what follows its run as far from its end as ever`() {
        check(
            """
            > recovered nextRun=3
            | job org.photos.index@1000 run=1 host=started-1 {"identifier":"org.photos.index","onExpiration":"drop","application":"org.photos","task":{"identifier":"org.photos.index"}}
            | permitted owner=1000 {"application":"org.photos","command":["/usr/bin/photos"],"tasks":{"org.photos.index":{},"scan":{}}}
            < adopt started-1 org.photos@1000
            < observe sleep
            > files 0 unreadable 0
            > hostStarted started-1 process=0
            < terminate started-1
            > saved
            +1s > submitTask #1 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
            < save org.photos.index@1000 1 run=1 stop=daemonRestart host=started-1 successor
            < reply #1 accepted org.photos.index@1000 follows
            > saved
            > hostEnded started-1 unknown
            < history run=1 org.photos.index@1000 interrupted stop=daemonRestart (unknown)
            < save org.photos.index@1000 1 scheduled called=10m
            """)
    }

    @Test func `begins nothing once the machine was let sleep, and begins it after waking`() {
        check(
            photos + """

                > attach #1 by=1000 org.photos@1000 guest process=70
                < reply #1 attached guest-1 org.photos@1000
                > serve #2 by=1000 guest-1 org.photos.index
                < reply #2 serving
                > submitTask #3 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 run=1 host=guest-1
                < reply #3 accepted org.photos.index@1000 new
                < handOver guest-1 run=1 org.photos.index
                < observe sleep
                > saved
                > sleepAnnounced
                +4s > wokeUp
                < letSleep
                > taskBegan #4 by=1000 guest-1 run=1
                < save org.photos.index@1000 1 due since=2026-11-20T10:00:00Z
                < reply #4 refused withdrawn
                > saved
                asleep +1h > sleepOver
                < readPower
                +1m > wokeUp
                < save org.photos.index@1000 1 run=2 host=guest-1
                < handOver guest-1 run=2 org.photos.index
                """)
    }

    static let recovered = """
        > recovered nextRun=2
        | job org.photos.index@1000 run=1 host=guest-1 {"identifier":"org.photos.index","onExpiration":"drop","application":"org.photos","task":{"identifier":"org.photos.index"}}
        | permitted owner=1000 {"application":"org.photos","command":["/usr/bin/photos"],"tasks":{"org.photos.index":{},"scan":{}}}
        < history run=1 org.photos.index@1000 interrupted stop=daemonRestart (unknown)
        < save org.photos.index@1000 1 due since=2026-11-20T10:00:00Z
        > files 0 unreadable 0
        > saved
        """

    @Test func `of a dead daemon may come back with its task, which is begun nowhere else meanwhile`() {
        check(
            Self.recovered + """

                @ +2s hostsReturn
                ? org.photos.index@1000 application
                +1s > attach #1 by=1000 org.photos@1000 guest process=70 busy=1:org.photos.index
                < reply #1 attached guest-1 org.photos@1000
                > serve #2 by=1000 guest-1 org.photos.index
                < reply #2 serving
                +1s > wokeUp
                ? org.photos.index@1000 application
                > taskEnded guest-1 run=1 false
                < save org.photos.index@1000 1 run=2 host=guest-1
                < handOver guest-1 run=2 org.photos.index
                < observe sleep
                """)
    }

    @Test func `of a dead daemon is waited for before people's eyes, also where nothing is due`() throws {
        var scenario = Scenario(policy: Policy())
        let submission = #"{"identifier":"org.photos.scan","earliestBeginDate":"2026-11-20T12:00:00Z"}"#
        let waiting = """
            > recovered nextRun=2
            | permitted owner=1000 {"application":"org.photos","command":["/usr/bin/photos"],"tasks":{"org.photos.scan":{}}}
            > files 0 unreadable 0
            > submitTask #1 by=1000 org.photos@1000 \(submission)
            < save org.photos.scan@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.photos.scan@1000 new
            @ +2s hostsReturn
            ? org.photos.scan@1000 earliestBeginDate application
            """
        let waited = try scenario.play(waiting)
        #expect(waited == Scenario.normalized(waiting))
        let revision = scenario.revision
        let over = """
            +2s > wokeUp
            ? org.photos.scan@1000 earliestBeginDate
            """
        let played = try scenario.play(over)
        #expect(played == Scenario.normalized(over))
        #expect(scenario.revision != revision)
    }

    @Test func `of a dead daemon that does not come back is waited for no longer than 2 s`() {
        check(
            Self.recovered + """

                +2s > wokeUp
                < save org.photos.index@1000 1 run=2 host=started-2
                < start started-2 org.photos@1000
                < observe sleep
                """)
    }
}
