// Scenarios: tasks in a process that somebody else has started.
import Testing

/// A file that permits an application, read at the start.
let photos = """
    > recovered nextRun=1
    > files 0 unreadable 0
    > manifests 1 unreadable 0
    | manifest "/etc/bgrun/applications.d/org.photos.json" {"application":"org.photos","command":["/usr/bin/photos"],"tasks":{"org.photos.refresh":{},"org.photos.index":{"gracePeriod":"5s"},"org.photos.still":{"requires":{"externalPower":true},"onRequirementLost":"freeze"},"scan":{"onExpiration":"continue"}}}
    """

@Suite struct `A guest` {
    @Test func `is handed what it serves, begins it and completes it`() {  // B-60
        check(
            photos + """

                > attach #1 by=1000 org.photos@1000 guest process=70
                < reply #1 attached guest-1 org.photos@1000
                > serve #2 by=1000 guest-1 org.photos.refresh
                < reply #2 serving
                > submitTask #3 by=1000 org.photos@1000 {"identifier":"org.photos.refresh","kind":"refresh"}
                < save org.photos.refresh@1000 1 run=1 host=guest-1
                < reply #3 accepted org.photos.refresh@1000 new
                < handOver guest-1 run=1 org.photos.refresh
                < observe sleep
                > saved
                # The budget counts from here on.
                +10s > taskBegan #4 by=1000 guest-1 run=1
                < reply #4 started run=1
                @ +30s budgetEnds org.photos.refresh@1000
                +5s > taskEnded guest-1 run=1 true
                < history run=1 org.photos.refresh@1000 succeeded (completed)
                < forget org.photos.refresh@1000
                < ignore sleep
                """)
    }

    @Test func `has what follows a run without a grace period come up in the turn that closes it`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > manifests 1 unreadable 0
            | manifest "/etc/bgrun/applications.d/org.a.json" {"application":"org.a","command":["/usr/bin/a"],"spacing":"0s","tasks":{"t":{"gracePeriod":"0s"}}}
            > attach #1 by=1000 org.a@1000 guest process=70
            < reply #1 attached guest-1 org.a@1000
            > serve #2 by=1000 guest-1 t
            < reply #2 serving
            > submitTask #3 by=1000 org.a@1000 {"identifier":"t"}
            < save org.a.t@1000 1 run=1 host=guest-1
            < reply #3 accepted org.a.t@1000 new
            < handOver guest-1 run=1 t
            < observe sleep
            > saved
            > taskBegan #4 by=1000 guest-1 run=1
            < reply #4 started run=1
            > submitTask #5 by=1000 org.a@1000 {"identifier":"t"}
            < save org.a.t@1000 1 run=1 host=guest-1 successor
            < reply #5 accepted org.a.t@1000 follows
            > saved
            +10m > wokeUp
            < warn guest-1 run=1 timeBudget grace=0s
            < history run=1 org.a.t@1000 expired stop=timeBudget (abandoned)
            < save org.a.t@1000 1 due since=2026-11-20T10:00:00Z
            > saved
            ? org.a.t@1000 application
            > taskEnded guest-1 run=1 true
            < save org.a.t@1000 1 run=2 host=guest-1
            < handOver guest-1 run=2 t
            """)
    }

    @Test func `keeps a request that a test has ended before it was begun`() {  // B-63
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
                +1s > simulate #4 by=1000 org.photos.index stop timeBudget
                < history run=1 org.photos.index@1000 expired stop=timeBudget simulated
                < save org.photos.index@1000 1 due since=2026-11-20T10:00:00Z rests=15m unfinished=1
                < reply #4 done
                """)
    }

    @Test func `is handed what waits as soon as it says what it serves`() {
        check(
            photos + """

                > power no "on battery"
                > submitTask #1 by=1000 org.photos@1000 {"identifier":"org.photos.index","requiresExternalPower":true}
                < save org.photos.index@1000 1 due since=2026-11-20T10:00:00Z
                < reply #1 accepted org.photos.index@1000 new
                > saved
                > attach #2 by=1000 org.photos@1000 guest process=70
                < reply #2 attached guest-1 org.photos@1000
                > serve #3 by=1000 guest-1 org.photos.index elsewhere
                < reply #3 serving without elsewhere
                ? org.photos.index@1000 externalPower
                > power yes "AC is online"
                +5s > wokeUp
                < readPower
                > power yes "AC is online" asked
                < save org.photos.index@1000 1 run=1 host=guest-1
                < handOver guest-1 run=1 org.photos.index
                < observe sleep
                """)
    }

    @Test func `is warned when the budget of its run is over, and never signalled`() {  // B-61
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
                +10m > wokeUp
                < warn guest-1 run=1 timeBudget grace=5s
                < save org.photos.index@1000 1 run=1 stop=timeBudget host=guest-1
                > saved
                @ +5s graceEnds org.photos.index@1000
                +5s > wokeUp
                < history run=1 org.photos.index@1000 expired stop=timeBudget (abandoned)
                < forget org.photos.index@1000
                < ignore sleep
                > saved
                # The old handler is still at it: the task never runs twice at once.
                +11m > submitTask #5 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 due since=2026-11-20T10:21:05Z
                < reply #5 accepted org.photos.index@1000 new
                > saved
                ? org.photos.index@1000 application
                > taskEnded guest-1 run=1 false
                < save org.photos.index@1000 1 run=2 host=guest-1
                < handOver guest-1 run=2 org.photos.index
                < observe sleep
                """)
    }

    @Test func `that answers its warning in time has its request over all the same`() {
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
                +10m > wokeUp
                < warn guest-1 run=1 timeBudget grace=5s
                < save org.photos.index@1000 1 run=1 stop=timeBudget host=guest-1
                > saved
                +1s > taskEnded guest-1 run=1 false
                < history run=1 org.photos.index@1000 expired stop=timeBudget (completed unsuccessfully)
                < forget org.photos.index@1000
                < ignore sleep
                """)
    }

    @Test func `that ends without a word has failed what it began, and what it did not begin is due again`() {
        check(
            photos + """

                > attach #1 by=1000 org.photos@1000 guest process=70
                < reply #1 attached guest-1 org.photos@1000
                > serve #2 by=1000 guest-1 org.photos.index org.photos.refresh
                < reply #2 serving
                > submitTask #3 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 run=1 host=guest-1
                < reply #3 accepted org.photos.index@1000 new
                < handOver guest-1 run=1 org.photos.index
                < observe sleep
                > saved
                > submitTask #4 by=1000 org.photos@1000 {"identifier":"org.photos.refresh","kind":"refresh"}
                < save org.photos.refresh@1000 1 run=2 host=guest-1
                < reply #4 accepted org.photos.refresh@1000 new
                < handOver guest-1 run=2 org.photos.refresh
                > saved
                > taskBegan #5 by=1000 guest-1 run=1
                < reply #5 started run=1
                > hostLost guest-1
                < history run=1 org.photos.index@1000 failed (abandoned)
                < forget org.photos.index@1000
                < save org.photos.refresh@1000 1 run=3 host=started-3
                < start started-3 org.photos@1000
                """)
    }

    @Test func `that does not begin in time is handed nothing more until it says something`() {
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
                @ +30s launchEnds org.photos.index@1000
                +30s > wokeUp
                < save org.photos.index@1000 1 due since=2026-11-20T10:00:00Z
                > saved
                ? org.photos.index@1000 application
                @ +604770s warns org.photos.index@1000
                +1h > taskBegan #4 by=1000 guest-1 run=1
                < save org.photos.index@1000 1 run=2 host=guest-1
                < reply #4 refused withdrawn
                < handOver guest-1 run=2 org.photos.index
                """)
    }

    @Test func `that was there first is handed the task`() {  // B-57 B-59
        check(
            photos + """

                > attach #1 by=1000 org.photos@1000 guest process=70
                < reply #1 attached guest-1 org.photos@1000
                > attach #2 by=1000 org.photos@1000 guest process=71
                < reply #2 attached guest-2 org.photos@1000
                > attach #3 by=1001 org.photos@1001 guest process=72
                < reply #3 attached guest-3 org.photos@1001
                > serve #4 by=1000 guest-2 org.photos.index
                < reply #4 serving
                > serve #5 by=1000 guest-1 org.photos.index
                < reply #5 serving
                > submitTask #6 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 run=1 host=guest-1
                < reply #6 accepted org.photos.index@1000 new
                < handOver guest-1 run=1 org.photos.index
                < observe sleep
                > saved
                > taskBegan #7 by=1000 guest-2 run=1
                < reply #7 refused withdrawn
                > taskBegan #8 by=1000 guest-1 run=1
                < reply #8 started run=1
                > taskBegan #9 by=1000 guest-1 run=1
                < reply #9 refused withdrawn
                > taskEnded guest-2 run=1 true
                > taskEnded guest-1 run=1 true
                < history run=1 org.photos.index@1000 succeeded (completed)
                < forget org.photos.index@1000
                < ignore sleep
                > taskEnded guest-1 run=1 false
                """)
    }

    @Test func `that names a handler of before is not handed that task`() {
        check(
            photos + """

                > attach #1 by=1000 org.photos@1000 guest process=70 busy=9:org.photos.index
                < reply #1 attached guest-1 org.photos@1000
                > serve #2 by=1000 guest-1 org.photos.index
                < reply #2 serving
                > submitTask #3 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 due since=2026-11-20T10:00:00Z
                < reply #3 accepted org.photos.index@1000 new
                > saved
                ? org.photos.index@1000 application
                # Nobody can waive it.
                > run #4 by=1000 org.photos.index@1000 force
                < reply #4 refused blocked application
                > simulate #5 by=1000 org.photos.index@1000 launch
                < reply #5 refused blocked application
                > hostLost guest-1
                < save org.photos.index@1000 1 run=1 host=started-1
                < start started-1 org.photos@1000
                < observe sleep
                """)
    }

    @Test func `can't be made to stand still, so its run is told to end`() {  // B-62
        check(
            photos + """

                > power yes "AC is online"
                > attach #1 by=1000 org.photos@1000 guest process=70
                < reply #1 attached guest-1 org.photos@1000
                > serve #2 by=1000 guest-1 org.photos.still
                < reply #2 serving
                > submitTask #3 by=1000 org.photos@1000 {"identifier":"org.photos.still"}
                < save org.photos.still@1000 1 run=1 host=guest-1
                < reply #3 accepted org.photos.still@1000 new
                < handOver guest-1 run=1 org.photos.still
                < observe sleep
                > power yes "AC is online" asked
                > saved
                > taskBegan #4 by=1000 guest-1 run=1
                < reply #4 started run=1
                > power no "on battery"
                +2s > wokeUp
                < warn guest-1 run=1 requirementLost:externalPower grace=10s
                < readPower
                < save org.photos.still@1000 1 run=1 stop=requirementLost:externalPower host=guest-1
                """)
    }
}
