// Scenarios: what somebody has begun and watches, in the host that has asked for it.
import BGRunJob
import Testing

/// An application that exports, and prints while there is power.
private let exports = """
    > recovered nextRun=1
    > files 0 unreadable 0
    > manifests 1 unreadable 0
    | manifest "/etc/bgrun/applications.d/org.photos.json" {"application":"org.photos","command":["/usr/bin/photos"],"tasks":{"export.*":{},"print":{"requires":{"externalPower":true},"onRequirementLost":"freeze"},"org.photos.index":{},"again":{"onExpiration":"continue"},"render":{"requires":{"load":0.8}}}}
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
        > power no "AC is offline"
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
                < save org.photos.export.1@1000 1 run=1 host=guest-2
                < reply #5 accepted org.photos.export.1@1000 new
                < handOver guest-2 run=1 export.1
                < observe sleep
                """)
    }

    @Test func `begins now, whatever its date, and right after the one before`() {
        check(
            running + """

                > taskEnded guest-1 run=1 true
                < history run=1 org.photos.export.1@1000 succeeded (completed)
                < forget org.photos.export.1@1000
                < ignore sleep
                > saved
                > submitTask #5 by=1000 org.photos@1000 guest-1 {"identifier":"export.1","kind":"continued","earliestBeginDate":"+1h"}
                < save org.photos.export.1@1000 1 run=2 host=guest-1
                < reply #5 accepted org.photos.export.1@1000 new
                < handOver guest-1 run=2 export.1
                < observe sleep
                """)
    }

    @Test(arguments: ["queue", "fail"])
    func `waits for nothing that its manifest only prefers`(strategy: String) {  // B-70 B-71
        check(
            exports + """

                > manifests 1 unreadable 0
                | manifest "/etc/bgrun/applications.d/org.photos.json" {"application":"org.photos","command":["/usr/bin/photos"],"tasks":{"print":{"prefers":{"externalPower":true,"for":"1h"}}}}
                > attach #1 by=1000 org.photos@1000 guest process=70
                < reply #1 attached guest-1 org.photos@1000
                > serve #2 by=1000 guest-1 print
                < reply #2 serving
                > power no "AC is offline"
                > submitTask #3 by=1000 org.photos@1000 guest-1 {"identifier":"print","kind":"continued","strategy":"\(strategy)"}
                < save org.photos.print@1000 1 run=1 host=guest-1
                < reply #3 accepted org.photos.print@1000 new
                < handOver guest-1 run=1 print
                < observe sleep
                """)
    }

    @Test func `is refused to a process that is no host, and while the daemon leaves`() {
        check(
            exports + """

                > submitTask #1 by=1000 org.photos@1000 {"identifier":"export.1","kind":"continued"}
                < reply #1 refused unavailable "a continued task is for the program that submits it, which has not attached; it registers its handler first"
                > attach #2 by=1001 org.photos@1001 guest process=70
                < reply #2 attached guest-1 org.photos@1001
                > submitTask #3 by=1000 org.photos@1000 guest-1 {"identifier":"export.1","kind":"continued"}
                < reply #3 refused unavailable "a continued task is for the program that submits it, which has not attached; it registers its handler first"
                > attach #4 by=1000 org.photos@1000 guest process=71
                < reply #4 attached guest-2 org.photos@1000
                > shutdown
                < exit
                > submitTask #5 by=1000 org.photos@1000 guest-2 {"identifier":"export.1","kind":"continued"}
                < reply #5 refused shuttingDown
                < exit
                """)
    }

    @Test func `waits until its host has registered it, and starts no other`() {
        check(
            exports + """

                > attach #1 by=1000 org.photos@1000 guest process=70
                < reply #1 attached guest-1 org.photos@1000
                > submitTask #2 by=1000 org.photos@1000 guest-1 {"identifier":"export.1","kind":"continued"}
                < save org.photos.export.1@1000 1 due since=2026-11-20T10:00:00Z
                < reply #2 accepted org.photos.export.1@1000 new
                ? org.photos.export.1@1000 application
                > saved
                > attach #3 by=1000 org.photos@1000 guest process=71
                < reply #3 attached guest-2 org.photos@1000
                > serve #4 by=1000 guest-2 export.*
                < reply #4 serving
                > serve #5 by=1000 guest-1 export.*
                < save org.photos.export.1@1000 1 run=1 host=guest-1
                < reply #5 serving
                < handOver guest-1 run=1 export.1
                < observe sleep
                """)
    }

    @Test func `has a name that no processing task may have, where a prefix permits it`() {
        check(
            windows + """

                > submitTask #5 by=1000 org.photos@1000 {"identifier":"export.1"}
                < reply #5 refused notPermitted "the manifest of org.photos does not permit export.1"
                > submitTask #6 by=1000 org.photos@1000 guest-1 {"identifier":"import.1","kind":"continued"}
                < reply #6 refused notPermitted "the manifest of org.photos does not permit import.1"
                """)
    }

    @Test func `counts towards a limit of its own`() {  // B-58
        var policy = Policy()
        policy.applications.pendingContinued = 2
        check(
            windows + """

                > submitTask #5 by=1000 org.photos@1000 guest-1 {"identifier":"print","kind":"continued"}
                < save org.photos.print@1000 1 due since=2026-11-20T10:00:00Z
                < reply #5 accepted org.photos.print@1000 new
                > saved
                > submitTask #6 by=1000 org.photos@1000 guest-1 {"identifier":"export.2","kind":"continued"}
                < save org.photos.export.2@1000 1 run=1 host=guest-1
                < reply #6 accepted org.photos.export.2@1000 new
                < handOver guest-1 run=1 export.2
                < observe sleep
                > saved
                > submitTask #7 by=1000 org.photos@1000 guest-1 {"identifier":"export.3","kind":"continued"}
                < reply #7 refused tooManyPending continued 2
                # What has begun is not pending.
                > taskBegan #8 by=1000 guest-1 run=1
                < reply #8 started run=1
                > submitTask #9 by=1000 org.photos@1000 guest-1 {"identifier":"export.3","kind":"continued"}
                < save org.photos.export.3@1000 1 run=2 host=guest-1
                < reply #9 accepted org.photos.export.3@1000 new
                < handOver guest-1 run=2 export.3
                """, policy: policy)
    }

    @Test func `is cancelled with its host, although another could do it`() {  // B-70
        check(
            windows + """

                > submitTask #5 by=1000 org.photos@1000 guest-1 {"identifier":"print","kind":"continued"}
                < save org.photos.print@1000 1 due since=2026-11-20T10:00:00Z
                < reply #5 accepted org.photos.print@1000 new
                ? org.photos.print@1000 externalPower
                > saved
                > hostLost guest-1
                < forget org.photos.print@1000
                > saved
                > power yes "AC is online"
                +5s > wokeUp
                < readPower
                """)
    }

    @Test func `that was handed over and has not begun is cancelled with its host`() {
        check(
            windows + """

                > submitTask #5 by=1000 org.photos@1000 guest-1 {"identifier":"export.1","kind":"continued"}
                < save org.photos.export.1@1000 1 run=1 host=guest-1
                < reply #5 accepted org.photos.export.1@1000 new
                < handOver guest-1 run=1 export.1
                < observe sleep
                > saved
                > hostLost guest-1
                < forget org.photos.export.1@1000
                < ignore sleep
                """)
    }

    @Test func `that follows a run is cancelled with the host that has submitted it`() {
        check(
            running + """

                > attach #5 by=1000 org.photos@1000 guest process=71
                < reply #5 attached guest-2 org.photos@1000
                > serve #6 by=1000 guest-2 export.*
                < reply #6 serving
                > submitTask #7 by=1000 org.photos@1000 guest-2 {"identifier":"export.1","kind":"continued"}
                < save org.photos.export.1@1000 1 run=1 host=guest-1 successor
                < reply #7 accepted org.photos.export.1@1000 follows
                > saved
                > hostLost guest-2
                < save org.photos.export.1@1000 1 run=1 host=guest-1
                > saved
                > taskEnded guest-1 run=1 true
                < history run=1 org.photos.export.1@1000 succeeded (completed)
                < forget org.photos.export.1@1000
                < ignore sleep
                """)
    }

    @Test func `that follows a run begins in its own host, also where the run's has ended`() {
        check(
            running + """

                > attach #5 by=1000 org.photos@1000 guest process=71
                < reply #5 attached guest-2 org.photos@1000
                > serve #6 by=1000 guest-2 export.*
                < reply #6 serving
                > submitTask #7 by=1000 org.photos@1000 guest-2 {"identifier":"export.1","kind":"continued"}
                < save org.photos.export.1@1000 1 run=1 host=guest-1 successor
                < reply #7 accepted org.photos.export.1@1000 follows
                > saved
                > hostLost guest-1
                < history run=1 org.photos.export.1@1000 failed (abandoned)
                < save org.photos.export.1@1000 1 run=2 host=guest-2
                < handOver guest-2 run=2 export.1
                > saved
                > taskBegan #8 by=1000 guest-2 run=2
                < reply #8 started run=2
                > hostLost guest-2
                < history run=2 org.photos.export.1@1000 failed (abandoned)
                < forget org.photos.export.1@1000
                < ignore sleep
                """)
    }

    @Test func `is bound to who has submitted it last`() {
        check(
            windows + """

                > submitTask #5 by=1000 org.photos@1000 guest-1 {"identifier":"print","kind":"continued"}
                < save org.photos.print@1000 1 due since=2026-11-20T10:00:00Z
                < reply #5 accepted org.photos.print@1000 new
                > saved
                > submitTask #6 by=1000 org.photos@1000 guest-2 {"identifier":"print","kind":"continued"}
                < save org.photos.print@1000 1 due since=2026-11-20T10:00:00Z
                < reply #6 accepted org.photos.print@1000 replaced
                > saved
                > hostLost guest-1
                > hostLost guest-2
                < forget org.photos.print@1000
                """)
    }

    @Test func `stays with its host where the one that was to replace it could not be stored`() {
        check(
            windows + """

                > submitTask #5 by=1000 org.photos@1000 guest-1 {"identifier":"print","kind":"continued"}
                < save org.photos.print@1000 1 due since=2026-11-20T10:00:00Z
                < reply #5 accepted org.photos.print@1000 new
                > saved
                > submitTask #6 by=1000 org.photos@1000 guest-2 {"identifier":"print","kind":"continued"}
                < save org.photos.print@1000 1 due since=2026-11-20T10:00:00Z
                < reply #6 accepted org.photos.print@1000 replaced
                > notSaved "the disk is full"
                < reply #6 refused storage "the disk is full"
                > hostLost guest-2
                +10s > wokeUp
                < save org.photos.print@1000 1 due since=2026-11-20T10:00:00Z
                > saved
                > hostLost guest-1
                < forget org.photos.print@1000
                """)
    }

    @Test func `ends with a host that the daemon has started, run and queue`() {
        check(
            exports + """

                > submitTask #1 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 run=1 host=started-1
                < reply #1 accepted org.photos.index@1000 new
                < start started-1 org.photos@1000
                < observe sleep
                > saved
                > hostStarted started-1 process=100
                > attach #2 by=1000 org.photos@1000 started-1 process=100
                < reply #2 attached started-1 org.photos@1000
                > serve #3 by=1000 started-1 org.photos.index export.* print
                < reply #3 serving
                < handOver started-1 run=1 org.photos.index
                > taskBegan #4 by=1000 started-1 run=1
                < reply #4 started run=1
                > submitTask #5 by=1000 org.photos@1000 started-1 {"identifier":"export.1","kind":"continued"}
                < save org.photos.export.1@1000 1 run=2 host=started-1
                < reply #5 accepted org.photos.export.1@1000 new
                < handOver started-1 run=2 export.1
                > saved
                > taskBegan #6 by=1000 started-1 run=2
                < reply #6 started run=2
                > submitTask #7 by=1000 org.photos@1000 started-1 {"identifier":"print","kind":"continued"}
                < save org.photos.print@1000 1 due since=2026-11-20T10:00:00Z
                < reply #7 accepted org.photos.print@1000 new
                > saved
                > hostEnded started-1 signal 11
                < history run=1 org.photos.index@1000 failed (signal 11)
                < history run=2 org.photos.export.1@1000 failed (signal 11)
                < forget org.photos.index@1000
                < forget org.photos.export.1@1000
                < forget org.photos.print@1000
                < ignore sleep
                """)
    }

    @Test func `that was preempted is cancelled when its host is killed`() {
        check(
            exports + """

                > submitTask #1 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 run=1 host=started-1
                < reply #1 accepted org.photos.index@1000 new
                < start started-1 org.photos@1000
                < observe sleep
                > saved
                > hostStarted started-1 process=100
                > attach #2 by=1000 org.photos@1000 started-1 process=100
                < reply #2 attached started-1 org.photos@1000
                > serve #3 by=1000 started-1 org.photos.index export.* print
                < reply #3 serving
                < handOver started-1 run=1 org.photos.index
                > taskBegan #4 by=1000 started-1 run=1
                < reply #4 started run=1
                > submitTask #5 by=1000 org.photos@1000 started-1 {"identifier":"export.1","kind":"continued"}
                < save org.photos.export.1@1000 1 run=2 host=started-1
                < reply #5 accepted org.photos.export.1@1000 new
                < handOver started-1 run=2 export.1
                > saved
                > taskBegan #6 by=1000 started-1 run=2
                < reply #6 started run=2
                > stop #7 by=1000 org.photos.index
                < warn started-1 run=1 userRequest grace=10s
                < save org.photos.index@1000 1 run=1 stop=userRequest host=started-1
                < reply #7 done
                > saved
                +10s > wokeUp
                < warn started-1 run=2 preempted grace=10s
                < save org.photos.export.1@1000 1 run=2 stop=preempted host=started-1
                > saved
                > taskEnded started-1 run=2 false
                < kill started-1
                < history run=2 org.photos.export.1@1000 interrupted stop=preempted (completed unsuccessfully)
                < save org.photos.export.1@1000 1 due since=2026-11-20T10:00:00Z
                > saved
                > hostEnded started-1 signal 9
                < history run=1 org.photos.index@1000 interrupted stop=userRequest (signal 9)
                < forget org.photos.index@1000
                < forget org.photos.export.1@1000
                < ignore sleep
                """)
    }

    @Test func `goes on in its host where its manifest says so`() {
        check(
            exports + """

                > attach #1 by=1000 org.photos@1000 guest process=70
                < reply #1 attached guest-1 org.photos@1000
                > serve #2 by=1000 guest-1 again
                < reply #2 serving
                > submitTask #3 by=1000 org.photos@1000 guest-1 {"identifier":"again","kind":"continued"}
                < save org.photos.again@1000 1 run=1 host=guest-1
                < reply #3 accepted org.photos.again@1000 new
                < handOver guest-1 run=1 again
                < observe sleep
                > saved
                > taskBegan #4 by=1000 guest-1 run=1
                < reply #4 started run=1
                +5m > wokeUp
                < warn guest-1 run=1 timeBudget grace=10s
                < save org.photos.again@1000 1 run=1 stop=timeBudget host=guest-1
                > saved
                > taskEnded guest-1 run=1 false
                < history run=1 org.photos.again@1000 expired stop=timeBudget (completed unsuccessfully)
                < save org.photos.again@1000 1 due since=2026-11-20T10:00:00Z rests=15m unfinished=1
                > saved
                +15m > wokeUp
                < save org.photos.again@1000 1 run=2 host=guest-1 unfinished=1
                < handOver guest-1 run=2 again
                > saved
                > taskBegan #5 by=1000 guest-1 run=2
                < reply #5 started run=2
                > hostLost guest-1
                < history run=2 org.photos.again@1000 failed (abandoned)
                < forget org.photos.again@1000
                < ignore sleep
                """)
    }

    @Test func `is not there any more after a daemon's start`() {  // B-70
        check(
            """
            > recovered nextRun=4
            | job org.photos.export.1@1000 due {"identifier":"org.photos.export.1","onExpiration":"drop","application":"org.photos","task":{"identifier":"export.1","kind":"continued"}}
            | job org.photos.export.2@1000 run=2 host=guest-1 {"identifier":"org.photos.export.2","onExpiration":"drop","application":"org.photos","task":{"identifier":"export.2","kind":"continued"}}
            | job org.photos.export.3@1000 run=3 host=started-1 {"identifier":"org.photos.export.3","onExpiration":"drop","application":"org.photos","task":{"identifier":"export.3","kind":"continued"}}
            | permitted owner=1000 {"application":"org.photos","command":["/usr/bin/photos"],"tasks":{"export.*":{}}}
            < adopt started-1 org.photos@1000
            < history run=2 org.photos.export.2@1000 interrupted stop=daemonRestart (unknown)
            < forget org.photos.export.2@1000
            < forget org.photos.export.1@1000
            < observe sleep
            > files 0 unreadable 0
            > saved
            > hostStarted started-1 process=0
            < terminate started-1
            > hostEnded started-1 unknown
            < history run=3 org.photos.export.3@1000 interrupted stop=daemonRestart (unknown)
            < forget org.photos.export.3@1000
            < ignore sleep
            """)
    }

    @Test func `is cancelled and listed as every other`() {
        check(
            windows + """

                > submitTask #5 by=1000 org.photos@1000 guest-1 {"identifier":"print","kind":"continued"}
                < save org.photos.print@1000 1 due since=2026-11-20T10:00:00Z
                < reply #5 accepted org.photos.print@1000 new
                > saved
                > cancelTask #6 by=1000 org.photos@1000 print
                < forget org.photos.print@1000
                < reply #6 done
                > saved
                > submitTask #7 by=1000 org.photos@1000 guest-1 {"identifier":"export.1","kind":"continued"}
                < save org.photos.export.1@1000 1 run=1 host=guest-1
                < reply #7 accepted org.photos.export.1@1000 new
                < handOver guest-1 run=1 export.1
                < observe sleep
                > saved
                > taskBegan #8 by=1000 guest-1 run=1
                < reply #8 started run=1
                > cancel #9 by=1000 export.1
                < warn guest-1 run=1 cancelled grace=10s
                < save org.photos.export.1@1000 1 run=1 stop=cancelled host=guest-1
                < reply #9 done
                """)
    }
}

@Suite struct `A continued request that is to begin at once` {
    @Test func `begins in the same turn`() {  // B-71
        check(
            windows + """

                > submitTask #5 by=1000 org.photos@1000 guest-1 {"identifier":"export.1","kind":"continued","strategy":"fail"}
                < save org.photos.export.1@1000 1 run=1 host=guest-1
                < reply #5 accepted org.photos.export.1@1000 new
                < handOver guest-1 run=1 export.1
                < observe sleep
                > saved
                > taskBegan #6 by=1000 guest-1 run=1
                < reply #6 started run=1
                """)
    }

    @Test func `is refused with what is in the way, and leaves nothing behind`() {  // B-71
        check(
            windows + """

                > submitTask #5 by=1000 org.photos@1000 guest-1 {"identifier":"print","kind":"continued","strategy":"fail"}
                < reply #5 refused notImmediate externalPower
                > submitTask #6 by=1000 org.photos@1000 guest-1 {"identifier":"again","kind":"continued","strategy":"fail"}
                < reply #6 refused notImmediate application
                > cancel #7 by=1000 print
                < reply #7 refused unknownJob print
                """)
    }

    @Test func `takes no place from one that waits`() {
        check(
            windows + """

                > submitTask #5 by=1000 org.photos@1000 guest-1 {"identifier":"print","kind":"continued"}
                < save org.photos.print@1000 1 due since=2026-11-20T10:00:00Z
                < reply #5 accepted org.photos.print@1000 new
                > saved
                > submitTask #6 by=1000 org.photos@1000 guest-2 {"identifier":"print","kind":"continued","strategy":"fail"}
                < reply #6 refused notImmediate externalPower
                > saved
                > hostLost guest-2
                > hostLost guest-1
                < forget org.photos.print@1000
                """)
    }

    @Test func `is refused where there is no room, or its own run goes on`() {
        var policy = Policy()
        policy.maxRuns = 1
        check(
            running + """

                > submitTask #5 by=1000 org.photos@1000 guest-1 {"identifier":"export.2","kind":"continued","strategy":"fail"}
                < reply #5 refused notImmediate limit
                > submitTask #6 by=1000 org.photos@1000 guest-1 {"identifier":"export.1","kind":"continued","strategy":"fail"}
                < reply #6 refused notImmediate application
                """, policy: policy)
    }

    @Test func `begins once what it needs was looked at`() {
        check(
            exports + """

                > attach #1 by=1000 org.photos@1000 guest process=70
                < reply #1 attached guest-1 org.photos@1000
                > serve #2 by=1000 guest-1 render
                < reply #2 serving
                > submitTask #3 by=1000 org.photos@1000 guest-1 {"identifier":"render","kind":"continued","strategy":"fail"}
                < read load
                > saved
                > observed load 20
                < save org.photos.render@1000 1 run=1 host=guest-1
                < reply #3 accepted org.photos.render@1000 new
                < handOver guest-1 run=1 render
                < observe sleep
                > saved
                > taskBegan #4 by=1000 guest-1 run=1
                < reply #4 started run=1
                """)
    }

    @Test func `is refused once what it needs was looked at, and is not there`() {
        check(
            exports + """

                > attach #1 by=1000 org.photos@1000 guest process=70
                < reply #1 attached guest-1 org.photos@1000
                > serve #2 by=1000 guest-1 render
                < reply #2 serving
                > submitTask #3 by=1000 org.photos@1000 guest-1 {"identifier":"render","kind":"continued","strategy":"fail"}
                < read load
                > saved
                > observed load 120
                < reply #3 refused notImmediate load
                """)
    }

    @Test func `is answered where its host ends while it is looked, or another comes for it`() {
        check(
            exports + """

                > attach #1 by=1000 org.photos@1000 guest process=70
                < reply #1 attached guest-1 org.photos@1000
                > serve #2 by=1000 guest-1 render
                < reply #2 serving
                > submitTask #3 by=1000 org.photos@1000 guest-1 {"identifier":"render","kind":"continued","strategy":"fail"}
                < read load
                > saved
                > submitTask #4 by=1000 org.photos@1000 guest-1 {"identifier":"render","kind":"continued","strategy":"fail"}
                < read load
                < reply #3 refused unavailable "it was taken back before it began"
                > saved
                > hostLost guest-1
                < reply #4 refused unavailable "it was taken back before it began"
                """)
    }

    @Test func `is taken back where nobody waits for its answer any more`() {
        check(
            exports + """

                > attach #1 by=1000 org.photos@1000 guest process=70
                < reply #1 attached guest-1 org.photos@1000
                > serve #2 by=1000 guest-1 render
                < reply #2 serving
                > submitTask #3 by=1000 org.photos@1000 guest-1 {"identifier":"render","kind":"continued","strategy":"fail"}
                < read load
                > saved
                > dropped #3
                > observed load 20
                """)
    }

    @Test func `that can't be stored was never there`() {
        check(
            windows + """

                > submitTask #5 by=1000 org.photos@1000 guest-1 {"identifier":"export.1","kind":"continued","strategy":"fail"}
                < save org.photos.export.1@1000 1 run=1 host=guest-1
                < reply #5 accepted org.photos.export.1@1000 new
                < handOver guest-1 run=1 export.1
                < observe sleep
                > notSaved "the disk is full"
                < reply #5 refused storage "the disk is full"
                < ignore sleep
                > taskBegan #6 by=1000 guest-1 run=1
                < reply #6 refused withdrawn
                > hostLost guest-1
                """)
    }
}

@Suite struct `A continued task` {
    @Test func `is told to end after five minutes without progress`() {  // B-72
        check(
            running + """

                @ +5m budgetEnds org.photos.export.1@1000
                +4m > taskProgressed guest-1 run=1 1/10
                @ +5m budgetEnds org.photos.export.1@1000
                # The same once more, or other words, are no progress.
                +4m > taskProgressed guest-1 run=1 1/10
                +30s > taskProgressed guest-1 run=1 1/10 "Export" "still at it"
                +30s > wokeUp
                < warn guest-1 run=1 timeBudget grace=10s
                < save org.photos.export.1@1000 1 run=1 stop=timeBudget host=guest-1
                > saved
                > taskProgressed guest-1 run=1 2/10
                > taskEnded guest-1 run=1 false
                < history run=1 org.photos.export.1@1000 expired stop=timeBudget (completed unsuccessfully)
                < forget org.photos.export.1@1000
                < ignore sleep
                """)
    }

    @Test func `goes on for as long as it gets on, up to the longest time budget`() {
        var policy = Policy()
        policy.maxTimeBudget = .seconds(600)
        check(
            running + """

                +4m > taskProgressed guest-1 run=1 1/10
                +4m > taskProgressed guest-1 run=1 2/10
                @ +2m budgetEnds org.photos.export.1@1000
                +2m > wokeUp
                < warn guest-1 run=1 timeBudget grace=10s
                < save org.photos.export.1@1000 1 run=1 stop=timeBudget host=guest-1
                """, policy: policy)
    }

    @Test func `of which much is told keeps nobody busy, and is stored never`() {
        check(
            running + """

                +1m > taskProgressed guest-1 run=1 1/10
                @ +5m budgetEnds org.photos.export.1@1000
                +100ms > taskProgressed guest-1 run=1 2/10
                +100ms > taskProgressed guest-1 run=1 3/10
                @ +299800ms budgetEnds org.photos.export.1@1000
                +400ms > taskProgressed guest-1 run=1 4/10
                @ +5m budgetEnds org.photos.export.1@1000
                """)
    }

    @Test func `is told to end five minutes after the last progress, whatever it has said of it since`() {
        check(
            running + """

                +1m > taskProgressed guest-1 run=1 1/10
                +100ms > taskProgressed guest-1 run=1 2/10
                +34s > taskProgressed guest-1 run=1 2/10 "Export"
                @ +266s budgetEnds org.photos.export.1@1000
                # The last is passed on late, and counts from when it was told.
                +1s > taskProgressed guest-1 run=1 3/10
                +100ms > taskProgressed guest-1 run=1 4/10
                @ +299900ms budgetEnds org.photos.export.1@1000
                +299900ms > wokeUp
                @ +100ms budgetEnds org.photos.export.1@1000
                +100ms > wokeUp
                < warn guest-1 run=1 timeBudget grace=10s
                < save org.photos.export.1@1000 1 run=1 stop=timeBudget host=guest-1
                """)
    }

    @Test func `that stands still with its host has a clock that stands still`() {  // B-72
        check(
            exports + """

                > power yes "AC is online"
                > submitTask #1 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 run=1 host=started-1
                < reply #1 accepted org.photos.index@1000 new
                < start started-1 org.photos@1000
                < observe sleep
                > saved
                > hostStarted started-1 process=100
                > attach #2 by=1000 org.photos@1000 started-1 process=100
                < reply #2 attached started-1 org.photos@1000
                > serve #3 by=1000 started-1 org.photos.index print
                < reply #3 serving
                < handOver started-1 run=1 org.photos.index
                > taskBegan #4 by=1000 started-1 run=1
                < reply #4 started run=1
                +5s > submitTask #5 by=1000 org.photos@1000 started-1 {"identifier":"print","kind":"continued"}
                < readPower
                < save org.photos.print@1000 1 due since=2026-11-20T10:00:05Z
                < reply #5 accepted org.photos.print@1000 new
                > saved
                > power yes "AC is online"
                < save org.photos.print@1000 1 run=2 host=started-1
                < handOver started-1 run=2 print
                > saved
                > taskBegan #6 by=1000 started-1 run=2
                < reply #6 started run=2
                > taskEnded started-1 run=1 true
                < history run=1 org.photos.index@1000 succeeded (completed)
                < forget org.photos.index@1000
                > saved
                +4m > power no "AC is offline"
                +2s > wokeUp
                < freeze started-1
                < readPower
                +10m > power yes "AC is online"
                +5s > wokeUp
                < thaw started-1
                < readPower
                @ +58s budgetEnds org.photos.print@1000
                +58s > wokeUp
                < warn started-1 run=2 timeBudget grace=10s
                < save org.photos.print@1000 1 run=2 stop=timeBudget host=started-1
                """)
    }

    @Test func `makes no progress by the word of others, before it begins or after its end`() {
        check(
            windows + """

                > submitTask #5 by=1000 org.photos@1000 guest-1 {"identifier":"export.1","kind":"continued"}
                < save org.photos.export.1@1000 1 run=1 host=guest-1
                < reply #5 accepted org.photos.export.1@1000 new
                < handOver guest-1 run=1 export.1
                < observe sleep
                > saved
                > taskProgressed guest-1 run=1 1/10
                > taskBegan #6 by=1000 guest-1 run=1
                < reply #6 started run=1
                +1m > taskProgressed guest-2 run=1 2/10
                > taskProgressed guest-9 run=1 2/10
                > taskProgressed guest-1 run=7 2/10
                @ +4m budgetEnds org.photos.export.1@1000
                > taskEnded guest-1 run=1 true
                < history run=1 org.photos.export.1@1000 succeeded (completed)
                < forget org.photos.export.1@1000
                < ignore sleep
                > taskProgressed guest-1 run=1 3/10
                """)
    }
}
