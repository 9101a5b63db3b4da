// Scenarios: what somebody has begun and watches, in the host that has asked for it.
import BGRunJob
import Testing

/// An application that exports, and prints while there is power.
private let exports = """
    > recovered nextRun=1
    > files 0 unreadable 0
    > manifests 1 unreadable 0
    | manifest "/etc/bgrun/applications.d/org.photos.json" {"application":"org.photos","command":["/usr/bin/photos"],"tasks":{"export.*":{},"print":{"requires":{"externalPower":true},"onRequirementLost":"freeze"},"org.photos.index":{},"again":{"onExpiration":"continue"}}}
    """

/// Two of its windows.
private let windows =
    exports + """

        > attach #1 by=1000 org.photos@1000 guest process=70
        < reply #1 attached guest-1 org.photos@1000
        > serve #2 by=1000 guest-1 export.* print
        < reply #2 serving
        > attach #3 by=1000 org.photos@1000 guest process=71
        < reply #3 attached guest-2 org.photos@1000
        > serve #4 by=1000 guest-2 export.* print
        < reply #4 serving
        """

/// A window, and what it exports.
private let running =
    exports + """

        > attach #1 by=1000 org.photos@1000 guest process=70
        < reply #1 attached guest-1 org.photos@1000
        > serve #2 by=1000 guest-1 export.* print again
        < reply #2 serving
        > submitTask #3 by=1000 org.photos@1000 guest-1 {"identifier":"export.1","kind":"continued"}
        < save org.photos.export.1@1000 1 run=1 host=guest-1
        < reply #3 accepted org.photos.export.1@1000 new
        < handOver guest-1 run=1 export.1
        < observe sleep
        > saved
        > taskBegan #4 by=1000 guest-1 run=1
        < reply #4 started run=1
        """

@Suite struct `A continued request` {
    @Test func `goes to the host that has submitted it, although another came first`() {  // B-70
        check(
            windows + """

                > submitTask #5 by=1000 org.photos@1000 guest-2 {"identifier":"export.1","kind":"continued"}
                """)
    }

    @Test func `begins now, whatever its date, and right after the one before`() {
        check(
            running + """

                > taskEnded guest-1 run=1 true
                > saved
                > submitTask #5 by=1000 org.photos@1000 guest-1 {"identifier":"export.1","kind":"continued","earliestBeginDate":"+1h"}
                """)
    }

    @Test func `is refused to a process that is no host, and while the daemon leaves`() {
        check(
            exports + """

                > submitTask #1 by=1000 org.photos@1000 {"identifier":"export.1","kind":"continued"}
                > attach #2 by=1001 org.photos@1001 guest process=70
                > submitTask #3 by=1000 org.photos@1000 guest-1 {"identifier":"export.1","kind":"continued"}
                > attach #4 by=1000 org.photos@1000 guest process=71
                > shutdown
                > submitTask #5 by=1000 org.photos@1000 guest-2 {"identifier":"export.1","kind":"continued"}
                """)
    }

    @Test func `waits until its host has registered it, and starts no other`() {
        check(
            exports + """

                > attach #1 by=1000 org.photos@1000 guest process=70
                > submitTask #2 by=1000 org.photos@1000 guest-1 {"identifier":"export.1","kind":"continued"}
                ? org.photos.export.1@1000
                > saved
                > attach #3 by=1000 org.photos@1000 guest process=71
                > serve #4 by=1000 guest-2 export.*
                > serve #5 by=1000 guest-1 export.*
                """)
    }

    @Test func `has a name that no processing task may have, where a prefix permits it`() {
        check(
            windows + """

                > submitTask #5 by=1000 org.photos@1000 {"identifier":"export.1"}
                > submitTask #6 by=1000 org.photos@1000 guest-1 {"identifier":"import.1","kind":"continued"}
                """)
    }

    @Test func `counts towards a limit of its own`() {  // B-58
        var policy = Policy()
        policy.applications.pendingContinued = 2
        check(
            windows + """

                > submitTask #5 by=1000 org.photos@1000 guest-1 {"identifier":"print","kind":"continued"}
                > saved
                > submitTask #6 by=1000 org.photos@1000 guest-1 {"identifier":"export.2","kind":"continued"}
                > saved
                > submitTask #7 by=1000 org.photos@1000 guest-1 {"identifier":"export.3","kind":"continued"}
                # What has begun is not pending.
                > taskBegan #8 by=1000 guest-1 run=1
                > submitTask #9 by=1000 org.photos@1000 guest-1 {"identifier":"export.3","kind":"continued"}
                """, policy: policy)
    }

    @Test func `is cancelled with its host, although another could do it`() {  // B-70
        check(
            windows + """

                > submitTask #5 by=1000 org.photos@1000 guest-1 {"identifier":"print","kind":"continued"}
                ? org.photos.print@1000
                > saved
                > hostLost guest-1
                > saved
                > power yes "AC is online"
                +5s > wokeUp
                """)
    }

    @Test func `that was handed over and has not begun is cancelled with its host`() {
        check(
            windows + """

                > submitTask #5 by=1000 org.photos@1000 guest-1 {"identifier":"export.1","kind":"continued"}
                > saved
                > hostLost guest-1
                """)
    }

    @Test func `that follows a run is cancelled with the host that has submitted it`() {
        check(
            running + """

                > attach #5 by=1000 org.photos@1000 guest process=71
                > serve #6 by=1000 guest-2 export.*
                > submitTask #7 by=1000 org.photos@1000 guest-2 {"identifier":"export.1","kind":"continued"}
                > saved
                > hostLost guest-2
                > saved
                > taskEnded guest-1 run=1 true
                """)
    }

    @Test func `that follows a run begins in its own host, also where the run's has ended`() {
        check(
            running + """

                > attach #5 by=1000 org.photos@1000 guest process=71
                > serve #6 by=1000 guest-2 export.*
                > submitTask #7 by=1000 org.photos@1000 guest-2 {"identifier":"export.1","kind":"continued"}
                > saved
                > hostLost guest-1
                > saved
                > taskBegan #8 by=1000 guest-2 run=2
                > hostLost guest-2
                """)
    }

    @Test func `is bound to who has submitted it last`() {
        check(
            windows + """

                > submitTask #5 by=1000 org.photos@1000 guest-1 {"identifier":"print","kind":"continued"}
                > saved
                > submitTask #6 by=1000 org.photos@1000 guest-2 {"identifier":"print","kind":"continued"}
                > saved
                > hostLost guest-1
                > hostLost guest-2
                """)
    }

    @Test func `stays with its host where the one that was to replace it could not be stored`() {
        check(
            windows + """

                > submitTask #5 by=1000 org.photos@1000 guest-1 {"identifier":"print","kind":"continued"}
                > saved
                > submitTask #6 by=1000 org.photos@1000 guest-2 {"identifier":"print","kind":"continued"}
                > notSaved "the disk is full"
                > hostLost guest-2
                +10s > wokeUp
                > saved
                > hostLost guest-1
                """)
    }

    @Test func `ends with a host that the daemon has started, run and queue`() {
        check(
            exports + """

                > submitTask #1 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                > saved
                > hostStarted started-1 process=100
                > attach #2 by=1000 org.photos@1000 started-1 process=100
                > serve #3 by=1000 started-1 org.photos.index export.* print
                > taskBegan #4 by=1000 started-1 run=1
                > submitTask #5 by=1000 org.photos@1000 started-1 {"identifier":"export.1","kind":"continued"}
                > saved
                > taskBegan #6 by=1000 started-1 run=2
                > submitTask #7 by=1000 org.photos@1000 started-1 {"identifier":"print","kind":"continued"}
                > saved
                > hostEnded started-1 signal 11
                """)
    }

    @Test func `that was preempted is cancelled when its host is killed`() {
        check(
            exports + """

                > submitTask #1 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                > saved
                > hostStarted started-1 process=100
                > attach #2 by=1000 org.photos@1000 started-1 process=100
                > serve #3 by=1000 started-1 org.photos.index export.* print
                > taskBegan #4 by=1000 started-1 run=1
                > submitTask #5 by=1000 org.photos@1000 started-1 {"identifier":"export.1","kind":"continued"}
                > saved
                > taskBegan #6 by=1000 started-1 run=2
                > stop #7 by=1000 org.photos.index
                > saved
                +10s > wokeUp
                > saved
                > taskEnded started-1 run=2 false
                > saved
                > hostEnded started-1 signal 9
                """)
    }

    @Test func `goes on in its host where its manifest says so`() {
        check(
            exports + """

                > attach #1 by=1000 org.photos@1000 guest process=70
                > serve #2 by=1000 guest-1 again
                > submitTask #3 by=1000 org.photos@1000 guest-1 {"identifier":"again","kind":"continued"}
                > saved
                > taskBegan #4 by=1000 guest-1 run=1
                +5m > wokeUp
                > saved
                > taskEnded guest-1 run=1 false
                > saved
                +15m > wokeUp
                > saved
                > taskBegan #5 by=1000 guest-1 run=2
                > hostLost guest-1
                """)
    }

    @Test func `is not there any more after a daemon's start`() {  // B-70
        check(
            """
            > recovered nextRun=4
            | job org.photos.export.1@1000 due {"identifier":"org.photos.export.1","kind":"continued","onExpiration":"drop","application":"org.photos","task":{"identifier":"export.1","kind":"continued"}}
            | job org.photos.export.2@1000 run=2 host=guest-1 {"identifier":"org.photos.export.2","kind":"continued","onExpiration":"drop","application":"org.photos","task":{"identifier":"export.2","kind":"continued"}}
            | job org.photos.export.3@1000 run=3 host=started-1 {"identifier":"org.photos.export.3","kind":"continued","onExpiration":"drop","application":"org.photos","task":{"identifier":"export.3","kind":"continued"}}
            | permitted owner=1000 {"application":"org.photos","command":["/usr/bin/photos"],"tasks":{"export.*":{}}}
            > files 0 unreadable 0
            > saved
            > hostStarted started-1 process=0
            > hostEnded started-1 signal 15
            """)
    }

    @Test func `is cancelled and listed as every other`() {
        check(
            windows + """

                > submitTask #5 by=1000 org.photos@1000 guest-1 {"identifier":"print","kind":"continued"}
                > saved
                > cancelTask #6 by=1000 org.photos@1000 print
                > saved
                > submitTask #7 by=1000 org.photos@1000 guest-1 {"identifier":"export.1","kind":"continued"}
                > saved
                > taskBegan #8 by=1000 guest-1 run=1
                > cancel #9 by=1000 export.1
                """)
    }
}

@Suite struct `A continued request that is to begin at once` {
    @Test func `begins in the same turn`() {  // B-71
        check(
            windows + """

                > submitTask #5 by=1000 org.photos@1000 guest-1 {"identifier":"export.1","kind":"continued","strategy":"fail"}
                > saved
                > taskBegan #6 by=1000 guest-1 run=1
                """)
    }

    @Test func `is refused with what is in the way, and leaves nothing behind`() {  // B-71
        check(
            windows + """

                > submitTask #5 by=1000 org.photos@1000 guest-1 {"identifier":"print","kind":"continued","strategy":"fail"}
                > submitTask #6 by=1000 org.photos@1000 guest-1 {"identifier":"again","kind":"continued","strategy":"fail"}
                > cancel #7 by=1000 print
                """)
    }

    @Test func `takes no place from one that waits`() {
        check(
            windows + """

                > submitTask #5 by=1000 org.photos@1000 guest-1 {"identifier":"print","kind":"continued"}
                > saved
                > submitTask #6 by=1000 org.photos@1000 guest-2 {"identifier":"print","kind":"continued","strategy":"fail"}
                > saved
                > hostLost guest-2
                > hostLost guest-1
                """)
    }

    @Test func `is refused where there is no room, or its own run goes on`() {
        var policy = Policy()
        policy.maxRuns = 1
        check(
            running + """

                > submitTask #5 by=1000 org.photos@1000 guest-1 {"identifier":"export.2","kind":"continued","strategy":"fail"}
                > submitTask #6 by=1000 org.photos@1000 guest-1 {"identifier":"export.1","kind":"continued","strategy":"fail"}
                """, policy: policy)
    }

    @Test func `begins once what it needs was looked at`() {
        check(
            exports + """

                > power yes "AC is online"
                +5s > wokeUp
                > attach #1 by=1000 org.photos@1000 guest process=70
                > serve #2 by=1000 guest-1 print
                +1m > submitTask #3 by=1000 org.photos@1000 guest-1 {"identifier":"print","kind":"continued","strategy":"fail"}
                > saved
                > power yes "AC is online"
                """)
    }

    @Test func `is refused once what it needs was looked at, and is not there`() {
        check(
            exports + """

                > power yes "AC is online"
                +5s > wokeUp
                > attach #1 by=1000 org.photos@1000 guest process=70
                > serve #2 by=1000 guest-1 print
                +1m > submitTask #3 by=1000 org.photos@1000 guest-1 {"identifier":"print","kind":"continued","strategy":"fail"}
                > saved
                > power no "AC is offline"
                """)
    }

    @Test func `is answered where its host ends while it is looked`() {
        check(
            exports + """

                > power yes "AC is online"
                +5s > wokeUp
                > attach #1 by=1000 org.photos@1000 guest process=70
                > serve #2 by=1000 guest-1 print
                +1m > submitTask #3 by=1000 org.photos@1000 guest-1 {"identifier":"print","kind":"continued","strategy":"fail"}
                > saved
                > hostLost guest-1
                """)
    }

    @Test func `that can't be stored was never there`() {
        check(
            windows + """

                > submitTask #5 by=1000 org.photos@1000 guest-1 {"identifier":"export.1","kind":"continued","strategy":"fail"}
                > notSaved "the disk is full"
                > taskBegan #6 by=1000 guest-1 run=1
                > hostLost guest-1
                """)
    }
}

@Suite struct `A continued task` {
    @Test func `is told to stop after five minutes without progress`() {  // B-72
        check(
            running + """

                @
                +4m > taskProgressed guest-1 run=1 1/10
                @
                # The same once more, or other words, are no progress.
                +4m > taskProgressed guest-1 run=1 1/10
                +30s > taskProgressed guest-1 run=1 1/10 "Export" "still at it"
                +30s > wokeUp
                > saved
                > taskProgressed guest-1 run=1 2/10
                > taskEnded guest-1 run=1 false
                """)
    }

    @Test func `goes on for as long as it gets on, up to the longest time budget`() {
        var policy = Policy()
        policy.maxTimeBudget = .seconds(600)
        check(
            running + """

                +4m > taskProgressed guest-1 run=1 1/10
                +4m > taskProgressed guest-1 run=1 2/10
                @
                +2m > wokeUp
                """, policy: policy)
    }

    @Test func `of which much is told keeps nobody busy, and is stored never`() {
        check(
            running + """

                +1m > taskProgressed guest-1 run=1 1/10
                @
                +100ms > taskProgressed guest-1 run=1 2/10
                +100ms > taskProgressed guest-1 run=1 3/10
                @
                +400ms > taskProgressed guest-1 run=1 4/10
                @
                """)
    }

    @Test func `that stands still with its host has a clock that stands still`() {  // B-72
        check(
            exports + """

                > power yes "AC is online"
                > submitTask #1 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                > saved
                > hostStarted started-1 process=100
                > attach #2 by=1000 org.photos@1000 started-1 process=100
                > serve #3 by=1000 started-1 org.photos.index print
                > taskBegan #4 by=1000 started-1 run=1
                +5s > submitTask #5 by=1000 org.photos@1000 started-1 {"identifier":"print","kind":"continued"}
                > saved
                > power yes "AC is online"
                > saved
                > taskBegan #6 by=1000 started-1 run=2
                > taskEnded started-1 run=1 true
                > saved
                +4m > power no "AC is offline"
                +2s > wokeUp
                +10m > power yes "AC is online"
                +5s > wokeUp
                @
                +58s > wokeUp
                """)
    }

    @Test func `does not get on by the word of others, before it begins or after its end`() {
        check(
            windows + """

                > submitTask #5 by=1000 org.photos@1000 guest-1 {"identifier":"export.1","kind":"continued"}
                > saved
                > taskProgressed guest-1 run=1 1/10
                > taskBegan #6 by=1000 guest-1 run=1
                +1m > taskProgressed guest-2 run=1 2/10
                > taskProgressed guest-9 run=1 2/10
                > taskProgressed guest-1 run=7 2/10
                @
                > taskEnded guest-1 run=1 true
                > taskProgressed guest-1 run=1 3/10
                """)
    }
}
