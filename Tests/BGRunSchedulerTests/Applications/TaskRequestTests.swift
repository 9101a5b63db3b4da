// Scenarios: what applications ask for, and what becomes of it.
import Testing

@Suite struct `A request of an application` {
    @Test func `is refused where no manifest permits it`() {
        check(
            photos + """

                > submitTask #1 by=1000 org.photos@1000 {"identifier":"org.photos.print"}
                < reply #1 refused notPermitted "the manifest of org.photos does not permit org.photos.print"
                > submitTask #2 by=1000 org.music@1000 {"identifier":"org.music.sync"}
                < reply #2 refused notPermitted "no manifest permits org.music"
                > submitTask #3 by=1000 org.photos@1000 {"identifier":"scan","kind":"continued","resources":["gpu"]}
                < reply #3 refused notPermitted "no task is given a GPU here"
                > attach #4 by=1000 org.music@1000 guest process=70
                < reply #4 refused notPermitted "no manifest permits org.music"
                """)
    }

    @Test func `counts towards the limit of its kind`() {  // B-58
        check(
            photos + """

                > manifests 1 unreadable 0
                | manifest "/etc/bgrun/applications.d/org.photos.json" {"application":"org.photos","command":["/usr/bin/photos"],"tasks":{"a":{},"b":{},"c":{}}}
                > submitTask #1 by=1000 org.photos@1000 {"identifier":"a","kind":"refresh","earliestBeginDate":"+1h"}
                < save org.photos.a@1000 1 scheduled after=1h
                < reply #1 accepted org.photos.a@1000 new
                > saved
                > submitTask #2 by=1000 org.photos@1000 {"identifier":"b","kind":"refresh","earliestBeginDate":"+1h"}
                < reply #2 refused tooManyPending refresh 1
                # One that is replaced counts once, and another kind is another matter.
                > submitTask #3 by=1000 org.photos@1000 {"identifier":"a","kind":"refresh","earliestBeginDate":"+2h"}
                < save org.photos.a@1000 1 scheduled after=2h
                < reply #3 accepted org.photos.a@1000 replaced
                > saved
                > submitTask #4 by=1000 org.photos@1000 {"identifier":"c","earliestBeginDate":"+2h"}
                < save org.photos.c@1000 1 scheduled after=2h
                < reply #4 accepted org.photos.c@1000 new
                > saved
                """)
    }

    @Test func `that was handed over and has not begun is replaced`() {
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
                > submitTask #4 by=1000 org.photos@1000 {"identifier":"org.photos.index","earliestBeginDate":"+1h"}
                < save org.photos.index@1000 1 scheduled after=1h
                < reply #4 accepted org.photos.index@1000 replaced
                > saved
                > taskBegan #5 by=1000 guest-1 run=1
                < reply #5 refused withdrawn
                """)
    }

    @Test func `follows the run whose handler was entered, at a distance`() {
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
                # Every tutorial's first line.
                > submitTask #5 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 run=1 host=guest-1 successor
                < reply #5 accepted org.photos.index@1000 follows
                > saved
                +5s > taskEnded guest-1 run=1 true
                < history run=1 org.photos.index@1000 succeeded (completed)
                < save org.photos.index@1000 1 scheduled called=10m
                > saved
                ? org.photos.index@1000 spacing
                @ +10m occurrenceDue org.photos.index@1000
                # By hand it is waived.
                > simulate #6 by=1000 org.photos.index launch
                < save org.photos.index@1000 1 run=2 host=guest-1 byHand
                < handOver guest-1 run=2 org.photos.index
                """)
    }

    /// What a request for later goes through that somebody has begin now.
    private static let broughtForward = """

        > attach #1 by=1000 org.photos@1000 guest process=70
        < reply #1 attached guest-1 org.photos@1000
        > serve #2 by=1000 guest-1 org.photos.index
        < reply #2 serving
        > submitTask #3 by=1000 org.photos@1000 {"identifier":"org.photos.index","earliestBeginDate":"+1h"}
        < save org.photos.index@1000 1 scheduled after=1h
        < reply #3 accepted org.photos.index@1000 new
        > saved
        @ +1h occurrenceDue org.photos.index@1000
        > simulate #4 by=1000 org.photos.index launch
        < save org.photos.index@1000 1 run=1 host=guest-1 byHand
        < handOver guest-1 run=1 org.photos.index
        < observe sleep
        > saved
        > taskBegan #5 by=1000 guest-1 run=1
        < reply #4 started run=1
        < reply #5 started run=1
        """

    @Test func `is used up by a launch ahead of its date, whatever its handler says`() {  // B-58 B-63
        check(
            photos + Self.broughtForward + """

                +5s > taskEnded guest-1 run=1 false
                < history run=1 org.photos.index@1000 failed (completed unsuccessfully) simulated
                < forget org.photos.index@1000
                < ignore sleep
                """)
        check(
            photos + Self.broughtForward + """

                +5s > simulate #6 by=1000 org.photos.index stop timeBudget
                < warn guest-1 run=1 timeBudget grace=5s
                < save org.photos.index@1000 1 run=1 stop=timeBudget host=guest-1 byHand
                < reply #6 done
                > saved
                > taskEnded guest-1 run=1 false
                < history run=1 org.photos.index@1000 expired stop=timeBudget (completed unsuccessfully) simulated
                < forget org.photos.index@1000
                < ignore sleep
                """)
    }

    @Test func `is taken back by its application, but not once it has begun`() {
        check(
            photos + """

                > attach #1 by=1000 org.photos@1000 guest process=70
                < reply #1 attached guest-1 org.photos@1000
                > serve #2 by=1000 guest-1 org.photos.index scan
                < reply #2 serving
                > submitTask #3 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 run=1 host=guest-1
                < reply #3 accepted org.photos.index@1000 new
                < handOver guest-1 run=1 org.photos.index
                < observe sleep
                > saved
                > taskBegan #4 by=1000 guest-1 run=1
                < reply #4 started run=1
                > submitTask #5 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 run=1 host=guest-1 successor
                < reply #5 accepted org.photos.index@1000 follows
                > saved
                > submitTask #6 by=1000 org.photos@1000 {"identifier":"scan"}
                < save org.photos.scan@1000 1 run=2 host=guest-1
                < reply #6 accepted org.photos.scan@1000 new
                < handOver guest-1 run=2 scan
                > saved
                > cancelTask #7 by=1000 org.photos@1000 --all
                < save org.photos.index@1000 1 run=1 host=guest-1
                < forget org.photos.scan@1000
                < reply #7 done
                > saved
                > cancelTask #8 by=1000 org.photos@1000 org.photos.index
                < reply #8 done
                > taskBegan #9 by=1000 guest-1 run=2
                < reply #9 refused withdrawn
                > taskEnded guest-1 run=1 true
                < history run=1 org.photos.index@1000 succeeded (completed)
                < forget org.photos.index@1000
                < ignore sleep
                """)
    }

    @Test func `is cancelled by its owner with its run`() {
        check(
            photos + """

                > attach #1 by=1000 org.photos@1000 guest process=70
                < reply #1 attached guest-1 org.photos@1000
                > serve #2 by=1000 guest-1 org.photos.index scan
                < reply #2 serving
                > submitTask #3 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 run=1 host=guest-1
                < reply #3 accepted org.photos.index@1000 new
                < handOver guest-1 run=1 org.photos.index
                < observe sleep
                > saved
                > taskBegan #4 by=1000 guest-1 run=1
                < reply #4 started run=1
                > cancel #5 by=1000 org.photos.index
                < warn guest-1 run=1 cancelled grace=5s
                < save org.photos.index@1000 1 run=1 stop=cancelled host=guest-1
                < reply #5 done
                > saved
                > taskEnded guest-1 run=1 true
                < history run=1 org.photos.index@1000 succeeded stop=cancelled (completed)
                < forget org.photos.index@1000
                < ignore sleep
                > saved
                # A task's own name is enough.
                > submitTask #6 by=1000 org.photos@1000 {"identifier":"scan"}
                < save org.photos.scan@1000 1 run=2 host=guest-1
                < reply #6 accepted org.photos.scan@1000 new
                < handOver guest-1 run=2 scan
                < observe sleep
                > saved
                > cancel #7 by=1000 scan
                < history run=2 org.photos.scan@1000 cancelled stop=cancelled
                < forget org.photos.scan@1000
                < reply #7 done
                < ignore sleep
                """)
    }

    @Test func `goes on where its manifest says so`() {  // B-63
        check(
            photos + """

                > attach #1 by=1000 org.photos@1000 guest process=70
                < reply #1 attached guest-1 org.photos@1000
                > serve #2 by=1000 guest-1 scan
                < reply #2 serving
                > submitTask #3 by=1000 org.photos@1000 {"identifier":"scan"}
                < save org.photos.scan@1000 1 run=1 host=guest-1
                < reply #3 accepted org.photos.scan@1000 new
                < handOver guest-1 run=1 scan
                < observe sleep
                > saved
                > taskBegan #4 by=1000 guest-1 run=1
                < reply #4 started run=1
                +10m > wokeUp
                < warn guest-1 run=1 timeBudget grace=10s
                < save org.photos.scan@1000 1 run=1 stop=timeBudget host=guest-1
                > saved
                > taskEnded guest-1 run=1 false
                < history run=1 org.photos.scan@1000 expired stop=timeBudget (completed unsuccessfully)
                < save org.photos.scan@1000 1 due since=2026-11-20T10:00:00Z rests=15m unfinished=1
                """)
    }

    @Test func `that a person stops before it has begun rests, and after that is over`() {
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
                > stop #4 by=1000 org.photos.index
                < history run=1 org.photos.index@1000 interrupted stop=userRequest
                < save org.photos.index@1000 1 due since=2026-11-20T10:00:00Z rests=15m
                < reply #4 done
                > saved
                +15m > wokeUp
                < save org.photos.index@1000 1 run=2 host=guest-1
                < handOver guest-1 run=2 org.photos.index
                > saved
                > taskBegan #5 by=1000 guest-1 run=2
                < reply #5 started run=2
                > stop #6 by=1000 org.photos.index
                < warn guest-1 run=2 userRequest grace=5s
                < save org.photos.index@1000 1 run=2 stop=userRequest host=guest-1
                < reply #6 done
                > saved
                > taskEnded guest-1 run=2 false
                < history run=2 org.photos.index@1000 interrupted stop=userRequest (completed unsuccessfully)
                < forget org.photos.index@1000
                < ignore sleep
                """)
    }

    @Test func `does not take an ordinary job's name, nor does a job take a task's`() {
        check(
            photos + """

                > submit #1 by=1000 owner=1000 {"identifier":"org.photos.index","command":["true"]}
                < reply #1 refused notPermitted "org.photos.index is the name of a task of org.photos"
                > submit #2 by=1000 owner=1000 {"identifier":"org.photos.scan","command":["true"]}
                < reply #2 refused notPermitted "org.photos.scan is the name of a task of org.photos"
                > manifests 0 unreadable 0
                > submit #3 by=1000 owner=1000 {"identifier":"org.photos.scan","command":["true"],"earliestBeginDate":"+1h"}
                < save org.photos.scan@1000 1 scheduled after=1h
                < reply #3 accepted org.photos.scan@1000 new
                > saved
                > permit #4 by=1000 owner=1000 {"application":"org.photos","command":["/usr/bin/photos"],"tasks":{"scan":{}}}
                < saveApplication org.photos@1000
                < reply #4 permitted org.photos@1000 new
                > saved
                > submitTask #5 by=1000 org.photos@1000 {"identifier":"scan"}
                < reply #5 refused notPermitted "the job org.photos.scan has that name, and is no task of org.photos"
                """)
    }
}

@Suite struct `A manifest` {
    @Test func `that is gone or broken holds back what is pending, and takes nothing away`() {
        check(
            photos + """

                > submitTask #1 by=1000 org.photos@1000 {"identifier":"org.photos.index","earliestBeginDate":"+1h"}
                < save org.photos.index@1000 1 scheduled after=1h
                < reply #1 accepted org.photos.index@1000 new
                > saved
                > manifests 0 unreadable 0
                ? org.photos.index@1000 earliestBeginDate application
                > manifests 0 unreadable 1
                | unreadable "/etc/bgrun/applications.d/org.photos.json" org.photos@0 "it is empty"
                +1h > wokeUp
                < save org.photos.index@1000 1 due since=2026-11-20T11:00:00Z
                > saved
                ? org.photos.index@1000 application
                > submitTask #2 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < reply #2 refused unavailable "the manifest of org.photos can't be used: it is empty"
                > attach #3 by=1000 org.photos@1000 guest process=7
                < reply #3 refused unavailable "the manifest of org.photos can't be used: it is empty"
                > manifests 1 unreadable 0
                | manifest "/etc/bgrun/applications.d/org.photos.json" {"application":"org.photos","command":["/usr/bin/photos"],"tasks":{"org.photos.index":{}}}
                < save org.photos.index@1000 1 run=1 host=started-1
                < start started-1 org.photos@1000
                < observe sleep
                """)
    }

    @Test func `that is switched off accepts nothing`() {
        check(
            photos + """

                > permit #1 by=1000 owner=1000 {"application":"org.photos","command":["/opt/photos"],"enabled":false,"tasks":{"org.photos.index":{}}}
                < saveApplication org.photos@1000
                < reply #1 permitted org.photos@1000 new
                > saved
                > submitTask #2 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < reply #2 refused unavailable "org.photos is disabled by its manifest"
                > submitTask #3 by=1001 org.photos@1001 {"identifier":"org.photos.index","earliestBeginDate":"+1h"}
                < save org.photos.index@1001 1 scheduled after=1h
                < reply #3 accepted org.photos.index@1001 new
                > saved
                """)
    }

    @Test func `of a user's own goes before a file, and is taken back with what is pending`() {  // B-56
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > permit #1 by=1000 owner=1000 {"application":"org.a","command":["/bin/a"],"tasks":{"b":{}}}
            < saveApplication org.a@1000
            < reply #1 permitted org.a@1000 new
            > saved
            > permit #2 by=1000 owner=1000 {"application":"org.a","command":["/bin/a"],"tasks":{"b":{},"c":{}}}
            < saveApplication org.a@1000
            < reply #2 permitted org.a@1000 replaced
            > saved
            > permit #3 by=1001 owner=1000 {"application":"org.a","command":["/bin/a"],"tasks":{"b":{}}}
            < reply #3 refused ownerNotAllowed
            > permit #4 by=1000 owner=1000 {"application":"org","command":["/bin/a"],"tasks":{"org.a.b":{}}}
            < reply #4 refused notPermitted "org.a has a task of that name already: org.a.b"
            > submitTask #5 by=1000 org.a@1000 {"identifier":"b"}
            < save org.a.b@1000 1 run=1 host=started-1
            < reply #5 accepted org.a.b@1000 new
            < start started-1 org.a@1000
            < observe sleep
            > saved
            > hostStarted started-1 process=100
            > attach #6 by=1000 org.a@1000 started-1 process=100
            < reply #6 attached started-1 org.a@1000
            > serve #7 by=1000 started-1 b c
            < reply #7 serving
            < handOver started-1 run=1 b
            > taskBegan #8 by=1000 started-1 run=1
            < reply #8 started run=1
            > submitTask #9 by=1000 org.a@1000 {"identifier":"c","earliestBeginDate":"+1h"}
            < save org.a.c@1000 1 scheduled after=1h
            < reply #9 accepted org.a.c@1000 new
            > saved
            > forbid #10 by=1000 org.a@1000
            < forgetApplication org.a@1000
            < forget org.a.c@1000
            < reply #10 done
            > saved
            > forbid #11 by=1000 org.a@1000
            < reply #11 refused unknownApplication org.a
            # What has begun goes on to its end; then the host leaves at once.
            > taskEnded started-1 run=1 true
            < terminate started-1
            < history run=1 org.a.b@1000 succeeded (completed)
            < forget org.a.b@1000
            < ignore sleep
            > saved
            +1s > wokeUp
            """)
    }

    @Test func `that can't be stored is as it was`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > permit #1 by=1000 owner=1000 {"application":"org.a","command":["/bin/a"],"tasks":{"b":{}}}
            < saveApplication org.a@1000
            < reply #1 permitted org.a@1000 new
            > notSaved "the disk is full"
            < reply #1 refused storage "the disk is full"
            > submitTask #2 by=1000 org.a@1000 {"identifier":"b"}
            < reply #2 refused notPermitted "no manifest permits org.a"
            """)
    }
}
