// Scenarios: programs that are finishing something, and what waits for them.
import BGRunJob
import Testing

private let start = """
    > recovered nextRun=1
    > files 0 unreadable 0
    """

@Suite struct `An assertion` {
    @Test func `is held for 30 s where nobody asks for more, and its program is warned before`() {  // B-65
        check(
            start + """

                > assert #1 by=1000 - process=77
                < reply #1 asserted assertion=1 for=30s
                < observe sleep
                < observe shutdown
                @ +25s assertionEnds 1
                +25s > wokeUp
                < warn assertion=1 timeBudget left=5s
                @ +5s assertionEnds 1
                +5s > wokeUp
                < end assertion=1
                < ignore sleep
                < ignore shutdown
                @ never
                """)
    }

    @Test func `may be asked for shorter, and is warned of when half of it is over`() {  // B-65
        check(
            start + """

                > assert #1 by=1000 - process=77 for=2s
                < reply #1 asserted assertion=1 for=2s
                < observe sleep
                < observe shutdown
                +1s > wokeUp
                < warn assertion=1 timeBudget left=1s
                +1s > assertionEnded 1
                < ignore sleep
                < ignore shutdown
                """)
    }

    @Test func `is cut to what the policy allows`() {
        var policy = Policy()
        check(
            start + """

                > assert #1 by=1000 - process=77 for=5000d
                < reply #1 asserted assertion=1 for=10m
                < observe sleep
                < observe shutdown
                """)
        policy.assertions.limit = .seconds(3)
        check(
            start + """

                > assert #1 by=1000 - process=77
                < reply #1 asserted assertion=1 for=3s
                < observe sleep
                < observe shutdown
                """, policy: policy)
    }

    @Test func `is refused to a user who holds as many as one may, and to nobody else`() {  // B-65
        var policy = Policy()
        policy.assertions.perOwner = 1
        check(
            start + """

                > assert #1 by=1000 - process=77
                < reply #1 asserted assertion=1 for=30s
                < observe sleep
                < observe shutdown
                > assert #2 by=1000 - process=78
                < reply #2 refused tooManyAssertions 1
                > assert #3 by=1001 - process=79
                < reply #3 asserted assertion=2 for=30s
                > assertionEnded 1
                > assert #4 by=1000 - process=78
                < reply #4 asserted assertion=3 for=30s
                > assertionEnded 2
                > assertionEnded 2
                > assertionEnded 3
                < ignore sleep
                < ignore shutdown
                """, policy: policy)
    }

    @Test func `does not have its time while the machine sleeps`() {
        check(
            start + """

                > assert #1 by=1000 - process=77
                < reply #1 asserted assertion=1 for=30s
                < observe sleep
                < observe shutdown
                +10s > sleepAnnounced
                < warn assertion=1 systemSleep left=4s
                @ +4s sleepStep
                +4s > wokeUp
                < letSleep
                asleep +8h > sleepOver
                < readPower
                @ +11s assertionEnds 1
                +11s > wokeUp
                < warn assertion=1 timeBudget left=5s
                """)
    }
}

@Suite struct `The machine` {
    @Test func `sleeps as soon as the last assertion is over, and after 4 s otherwise`() {  // B-66
        check(
            start + """

                > assert #1 by=1000 - process=77
                < reply #1 asserted assertion=1 for=30s
                < observe sleep
                < observe shutdown
                > assert #2 by=1001 - process=78
                < reply #2 asserted assertion=2 for=30s
                > sleepAnnounced
                < warn assertion=1 systemSleep left=4s
                < warn assertion=2 systemSleep left=4s
                +1s > assertionEnded 1
                +1s > assertionEnded 2
                < letSleep
                < ignore shutdown
                +1s > sleepOver
                < ignore sleep
                """)
    }

    @Test func `has a run stand still when what its programs are finishing is over`() {  // B-16 B-93
        check(
            start + """

                > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
                < save org.example.a@1000 1 run=1
                < reply #1 accepted org.example.a@1000 new
                < launch run=1 org.example.a@1000
                < observe sleep
                > saved
                > launched run=1 process=77
                > assert #2 by=1000 - process=78 run=1
                < reply #2 asserted assertion=1 for=30s
                < observe shutdown
                > sleepAnnounced
                < warn assertion=1 systemSleep left=4s
                @ +4s sleepStep
                +1s > assertionEnded 1
                < freeze run=1
                < letSleep
                < ignore shutdown
                +1s > sleepOver
                < thaw run=1
                # One that stands still for another reason can't finish anything, and nothing waits for it.
                > assert #3 by=1000 - process=78 run=1
                < reply #3 asserted assertion=2 for=30s
                < observe shutdown
                > sleepAnnounced
                < warn assertion=2 systemSleep left=4s
                +4s > wokeUp
                < freeze run=1
                < letSleep
                """)
    }

    @Test func `does not wait longer for one that is asked for behind the announcement`() {
        check(
            start + """

                > assert #1 by=1000 - process=77
                < reply #1 asserted assertion=1 for=30s
                < observe sleep
                < observe shutdown
                > sleepAnnounced
                < warn assertion=1 systemSleep left=4s
                +3s > assert #2 by=1000 - process=78
                < reply #2 asserted assertion=2 for=30s sleepsIn=1s
                +1s > wokeUp
                < letSleep
                """)
    }

    @Test func `shuts down as soon as the last assertion is over`() {  // B-66
        check(
            start + """

                > assert #1 by=1000 - process=77 for=3s
                < reply #1 asserted assertion=1 for=3s
                < observe sleep
                < observe shutdown
                > shutdownAnnounced
                < warn assertion=1 shutdown left=3s
                > assert #2 by=1000 - process=78
                < reply #2 refused shuttingDown
                > shutdownAnnounced
                +1s > assertionEnded 1
                < ignore sleep
                < letShutdown
                # What comes now would be cut off.
                > assert #3 by=1000 - process=78
                < reply #3 refused shuttingDown
                > shutdownOver
                < ignore shutdown
                > assert #4 by=1000 - process=78
                < reply #4 asserted assertion=2 for=30s
                < observe sleep
                < observe shutdown
                """)
    }

    @Test func `shuts down after 4 s otherwise, and the daemon does not wait again`() {  // B-66
        check(
            start + """

                > assert #1 by=1000 - process=77
                < reply #1 asserted assertion=1 for=30s
                < observe sleep
                < observe shutdown
                > shutdownAnnounced
                < warn assertion=1 shutdown left=4s
                @ +4s exit
                +4s > wokeUp
                < letShutdown
                +1s > shutdown
                < end assertion=1
                < exit
                < ignore sleep
                """)
    }

    @Test func `may stay up after all, and warns anew the next time`() {
        check(
            start + """

                > assert #1 by=1000 - process=77
                < reply #1 asserted assertion=1 for=30s
                < observe sleep
                < observe shutdown
                > shutdownAnnounced
                < warn assertion=1 shutdown left=4s
                > shutdownOver
                +5s > shutdownAnnounced
                < warn assertion=1 shutdown left=4s
                """)
    }

    @Test func `that was woken for a job is not put back to sleep under an assertion`() {
        check(
            start + """

                > zone local UTC
                > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"cron":"0 12 * * *"},"wakeSystem":"always"}
                < save org.example.a@1000 1 scheduled at=2026-11-20T12:00:00Z
                < reply #1 accepted org.example.a@1000 new
                < observe localZone
                ! +2h occurrenceDue org.example.a@1000
                asleep +2h > wokeUp
                < readPower
                < save org.example.a@1000 1 run=1
                < launch run=1 org.example.a@1000
                < observe sleep
                > launched run=1 process=77
                > assert #2 by=1000 - process=78 for=5m
                < reply #2 asserted assertion=1 for=5m
                < observe shutdown
                +1m > exited run=1 exit 0
                < history run=1 org.example.a@1000 succeeded (exit 0)
                < save org.example.a@1000 2 scheduled at=2026-11-21T12:00:00Z
                +20s > wokeUp
                > assertionEnded 1
                < readPresence
                < ignore shutdown
                """)
    }
}

@Suite struct `A daemon that leaves` {
    @Test func `warns those who are finishing something, and waits 4 s for them`() {  // B-66
        check(
            start + """

                > assert #1 by=1000 - process=77
                < reply #1 asserted assertion=1 for=30s
                < observe sleep
                < observe shutdown
                > shutdown
                < warn assertion=1 shutdown left=4s
                > shutdown
                > assert #2 by=1000 - process=78
                < reply #2 refused shuttingDown
                @ +4s assertionEnds 1
                +4s > wokeUp
                < end assertion=1
                < exit
                < ignore sleep
                < ignore shutdown
                """)
    }

    @Test func `does not wait for what has ended`() {
        check(
            start + """

                > assert #1 by=1000 - process=77
                < reply #1 asserted assertion=1 for=30s
                < observe sleep
                < observe shutdown
                > shutdown
                < warn assertion=1 shutdown left=4s
                > assertionEnded 1
                < exit
                < ignore sleep
                < ignore shutdown
                """)
    }
}

/// Its one run is over, and it is kept for a while.
private let lingering =
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
        > serve #3 by=1000 started-1 org.photos.index org.photos.refresh
        < reply #3 serving
        < handOver started-1 run=1 org.photos.index
        > taskBegan #4 by=1000 started-1 run=1
        < reply #4 started run=1
        """

@Suite struct `A host that is finishing something` {
    @Test func `is kept after its last run, and then for as long as ever`() {  // B-67
        check(
            lingering + """

                +5s > assert #5 by=1000 started-1 process=100
                < reply #5 asserted assertion=1 for=30s
                < observe shutdown
                +5s > taskEnded started-1 run=1 true
                < history run=1 org.photos.index@1000 succeeded (completed)
                < forget org.photos.index@1000
                > saved
                +20s > assertionEnded 1
                < ignore sleep
                < ignore shutdown
                @ +30s hostStep started-1
                +30s > wokeUp
                < terminate started-1
                """)
    }

    @Test func `is not ended while it lingers`() {  // B-67
        check(
            lingering + """

                +5s > taskEnded started-1 run=1 true
                < history run=1 org.photos.index@1000 succeeded (completed)
                < forget org.photos.index@1000
                < ignore sleep
                > saved
                +29s > assert #5 by=1000 started-1 process=100 for=1m
                < reply #5 asserted assertion=1 for=1m
                < observe sleep
                < observe shutdown
                +1m > wokeUp
                < end assertion=1
                < ignore sleep
                < ignore shutdown
                @ +30s hostStep started-1
                """)
    }

    @Test func `stands still before sleep once it has ended that, or when there is no more time`() {  // B-66
        check(
            lingering + """

                > assert #5 by=1000 started-1 process=100
                < reply #5 asserted assertion=1 for=30s
                < observe shutdown
                +5s > sleepAnnounced
                < warn assertion=1 systemSleep left=4s
                +1s > assertionEnded 1
                < freeze started-1
                < letSleep
                < ignore shutdown
                """)
        check(
            lingering + """

                > assert #5 by=1000 started-1 process=100
                < reply #5 asserted assertion=1 for=30s
                < observe shutdown
                +5s > sleepAnnounced
                < warn assertion=1 systemSleep left=4s
                +4s > wokeUp
                < freeze started-1
                < letSleep
                asleep +1h > sleepOver
                < thaw started-1
                < readPower
                """)
    }

    @Test func `leaves with the daemon when that is over`() {
        check(
            lingering + """

                > assert #5 by=1000 started-1 process=100
                < reply #5 asserted assertion=1 for=30s
                < observe shutdown
                > taskEnded started-1 run=1 true
                < history run=1 org.photos.index@1000 succeeded (completed)
                < forget org.photos.index@1000
                > saved
                > shutdown
                < warn assertion=1 shutdown left=4s
                +2s > assertionEnded 1
                < terminate started-1
                < ignore sleep
                < ignore shutdown
                > hostEnded started-1 signal 15
                < exit
                """)
    }
}
