// Scenarios: tasks in a process that the daemon has started for them.
import Testing

@Suite struct `A host that is started` {
    @Test func `does what it was started for, is kept for a while, and leaves`() {  // B-59
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
                > serve #3 by=1000 started-1 org.photos.index org.photos.refresh
                < reply #3 serving
                < handOver started-1 run=1 org.photos.index
                > taskBegan #4 by=1000 started-1 run=1
                < reply #4 started run=1
                +5s > taskEnded started-1 run=1 true
                < history run=1 org.photos.index@1000 succeeded (completed)
                < forget org.photos.index@1000
                < ignore sleep
                > saved
                @ +30s hostStep started-1
                # What comes meanwhile goes there.
                +10s > submitTask #5 by=1000 org.photos@1000 {"identifier":"org.photos.refresh","kind":"refresh"}
                < save org.photos.refresh@1000 1 run=2 host=started-1
                < reply #5 accepted org.photos.refresh@1000 new
                < handOver started-1 run=2 org.photos.refresh
                < observe sleep
                > saved
                > taskBegan #6 by=1000 started-1 run=2
                < reply #6 started run=2
                > taskEnded started-1 run=2 false
                < history run=2 org.photos.refresh@1000 failed (completed unsuccessfully)
                < forget org.photos.refresh@1000
                < ignore sleep
                > saved
                +30s > wokeUp
                < terminate started-1
                @ +10s hostStep started-1
                > hostLost started-1
                > hostEnded started-1 signal 15
                @ never
                """)
    }

    @Test func `may register its task late`() {
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
                > serve #3 by=1000 started-1 org.photos.refresh
                < reply #3 serving
                > submitTask #4 by=1000 org.photos@1000 {"identifier":"scan"}
                < save org.photos.scan@1000 1 run=2 host=started-1
                < reply #4 accepted org.photos.scan@1000 new
                > saved
                > serve #5 by=1000 started-1 org.photos.refresh scan org.photos.index
                < reply #5 serving
                < handOver started-1 run=1 org.photos.index
                < handOver started-1 run=2 scan
                """)
    }

    @Test func `is handed what it was started for although its program submits and cancels that first thing`()
    {  // B-58
        check(
            photos + """

                > submitTask #1 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 run=1 host=started-1
                < reply #1 accepted org.photos.index@1000 new
                < start started-1 org.photos@1000
                < observe sleep
                > saved
                > hostStarted started-1 process=100
                # Before it has attached, by its place in the tree.
                > cancelTask #2 by=1000 org.photos@1000 started-1 --all
                < reply #2 done
                > submitTask #3 by=1000 org.photos@1000 started-1 {"identifier":"org.photos.index","earliestBeginDate":"+1h"}
                < save org.photos.index@1000 1 run=1 host=started-1 successor
                < reply #3 accepted org.photos.index@1000 follows
                > saved
                > attach #4 by=1000 org.photos@1000 started-1 process=100
                < reply #4 attached started-1 org.photos@1000
                > serve #5 by=1000 started-1 org.photos.index
                < reply #5 serving
                < handOver started-1 run=1 org.photos.index
                # Nor does it take back what was handed over, but what would have followed.
                > cancelTask #6 by=1000 org.photos@1000 started-1 org.photos.index
                < save org.photos.index@1000 1 run=1 host=started-1
                < reply #6 done
                > saved
                > submitTask #7 by=1000 org.photos@1000 started-1 {"identifier":"org.photos.index","earliestBeginDate":"+2h"}
                < save org.photos.index@1000 1 run=1 host=started-1 successor
                < reply #7 accepted org.photos.index@1000 follows
                > saved
                > taskBegan #8 by=1000 started-1 run=1
                < reply #8 started run=1
                > taskEnded started-1 run=1 true
                < history run=1 org.photos.index@1000 succeeded (completed)
                < save org.photos.index@1000 1 scheduled after=2h
                > saved
                @ +30s hostStep started-1
                """)
    }

    @Test
    func
        `leaves the request that its program has submitted where it does not begin the one it was started for`()
    {
        check(
            photos + """

                > submitTask #1 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 run=1 host=started-1
                < reply #1 accepted org.photos.index@1000 new
                < start started-1 org.photos@1000
                < observe sleep
                > saved
                > hostStarted started-1 process=100
                > submitTask #2 by=1000 org.photos@1000 {"identifier":"org.photos.refresh","kind":"refresh"}
                < save org.photos.refresh@1000 1 run=2 host=started-1
                < reply #2 accepted org.photos.refresh@1000 new
                > saved
                > attach #3 by=1000 org.photos@1000 started-1 process=100
                < reply #3 attached started-1 org.photos@1000
                > submitTask #4 by=1000 org.photos@1000 started-1 {"identifier":"org.photos.index","earliestBeginDate":"+1h"}
                < save org.photos.index@1000 1 run=1 host=started-1 successor
                < reply #4 accepted org.photos.index@1000 follows
                > submitTask #5 by=1000 org.photos@1000 started-1 {"identifier":"org.photos.refresh","kind":"refresh","earliestBeginDate":"+2h"}
                < save org.photos.refresh@1000 1 run=2 host=started-1 successor
                < reply #5 accepted org.photos.refresh@1000 follows
                > saved
                # The one that it was started for has failed; the other would be due again.
                > hostEnded started-1 exit 1
                < history run=1 org.photos.index@1000 couldNotLaunch
                < save org.photos.index@1000 1 scheduled after=1h
                < save org.photos.refresh@1000 1 scheduled after=2h
                > saved
                """)
    }

    @Test func `loses what waits in it to a request of any other program`() {
        check(
            photos + """

                > attach #1 by=1000 org.photos@1000 guest process=70
                < reply #1 attached guest-1 org.photos@1000
                > submitTask #2 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 run=1 host=started-1
                < reply #2 accepted org.photos.index@1000 new
                < start started-1 org.photos@1000
                < observe sleep
                > saved
                > submitTask #3 by=1000 org.photos@1000 guest-1 {"identifier":"org.photos.index","earliestBeginDate":"+1h"}
                < terminate started-1
                < save org.photos.index@1000 1 scheduled after=1h
                < reply #3 accepted org.photos.index@1000 replaced
                > saved
                """)
    }

    @Test func `uses its request up where it never attaches`() {  // B-60
        check(
            photos + """

                > submitTask #1 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 run=1 host=started-1
                < reply #1 accepted org.photos.index@1000 new
                < start started-1 org.photos@1000
                < observe sleep
                > saved
                > hostStarted started-1 process=100
                @ +30s launchEnds org.photos.index@1000
                +30s > wokeUp
                < terminate started-1
                < history run=1 org.photos.index@1000 couldNotLaunch
                < forget org.photos.index@1000
                < ignore sleep
                > saved
                @ +10s hostStep started-1
                +10s > wokeUp
                < kill started-1
                > hostEnded started-1 signal 9
                """)
    }

    @Test func `uses its request up where it serves other tasks only`() {
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
                > serve #3 by=1000 started-1 org.photos.refresh
                < reply #3 serving
                +30s > wokeUp
                < history run=1 org.photos.index@1000 couldNotLaunch
                < forget org.photos.index@1000
                < ignore sleep
                """)
    }

    @Test func `uses its request up where its program ends before it took it up`() {
        check(
            photos + """

                > submitTask #1 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 run=1 host=started-1
                < reply #1 accepted org.photos.index@1000 new
                < start started-1 org.photos@1000
                < observe sleep
                > saved
                > submitTask #2 by=1000 org.photos@1000 {"identifier":"org.photos.refresh","kind":"refresh"}
                < save org.photos.refresh@1000 1 run=2 host=started-1
                < reply #2 accepted org.photos.refresh@1000 new
                > saved
                > hostStarted started-1 process=100
                # The other request is due again, and has a host started for itself.
                > hostEnded started-1 exit 1
                < history run=1 org.photos.index@1000 couldNotLaunch
                < forget org.photos.index@1000
                < save org.photos.refresh@1000 1 run=3 host=started-3
                < start started-3 org.photos@1000
                > saved
                > hostFailed started-3 lasting "no such program"
                < history run=3 org.photos.refresh@1000 couldNotLaunch
                < forget org.photos.refresh@1000
                < ignore sleep
                """)
    }

    @Test func `whose handler crashes has failed what it had begun, and nothing is started for that`() {
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
                > hostLost started-1
                < terminate started-1
                > hostEnded started-1 signal 11
                < history run=1 org.photos.index@1000 failed (signal 11)
                < forget org.photos.index@1000
                < ignore sleep
                """)
    }

    @Test func `that leaves without a word has failed, whatever its exit code`() {
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
                > hostEnded started-1 exit 0
                < history run=1 org.photos.index@1000 failed (abandoned)
                < forget org.photos.index@1000
                < ignore sleep
                """)
    }

    @Test func `is killed for a run that overstays, once its others were told`() {  // B-61
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
                > serve #3 by=1000 started-1 org.photos.index scan org.photos.refresh
                < reply #3 serving
                < handOver started-1 run=1 org.photos.index
                > taskBegan #4 by=1000 started-1 run=1
                < reply #4 started run=1
                +5m > submitTask #5 by=1000 org.photos@1000 {"identifier":"scan"}
                < save org.photos.scan@1000 1 run=2 host=started-1
                < reply #5 accepted org.photos.scan@1000 new
                < handOver started-1 run=2 scan
                > saved
                > taskBegan #6 by=1000 started-1 run=2
                < reply #6 started run=2
                +5m > wokeUp
                < warn started-1 run=1 timeBudget grace=5s
                < save org.photos.index@1000 1 run=1 stop=timeBudget host=started-1
                > saved
                +5s > wokeUp
                < warn started-1 run=2 preempted grace=10s
                < save org.photos.scan@1000 1 run=2 stop=preempted host=started-1
                > saved
                # Nothing more is given to it.
                > submitTask #7 by=1000 org.photos@1000 {"identifier":"org.photos.refresh","kind":"refresh"}
                < save org.photos.refresh@1000 1 due since=2026-11-20T10:10:05Z
                < reply #7 accepted org.photos.refresh@1000 new
                > saved
                ? org.photos.refresh@1000 application
                @ +10s graceEnds org.photos.scan@1000
                # The last of the others has let go.
                +3s > taskEnded started-1 run=2 false
                < kill started-1
                < history run=2 org.photos.scan@1000 interrupted stop=preempted (completed unsuccessfully)
                < save org.photos.scan@1000 1 due since=2026-11-20T10:05:00Z
                > saved
                > hostLost started-1
                > hostEnded started-1 signal 9
                < history run=1 org.photos.index@1000 expired stop=timeBudget (signal 9)
                < forget org.photos.index@1000
                < save org.photos.scan@1000 1 run=3 host=started-3
                < save org.photos.refresh@1000 1 run=4 host=started-3
                < start started-3 org.photos@1000
                """)
    }

    @Test func `is killed at once where its only run overstays`() {
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
                +10m > wokeUp
                < warn started-1 run=1 timeBudget grace=5s
                < save org.photos.index@1000 1 run=1 stop=timeBudget host=started-1
                > saved
                +5s > wokeUp
                < kill started-1
                > hostEnded started-1 signal 9
                < history run=1 org.photos.index@1000 expired stop=timeBudget (signal 9)
                < forget org.photos.index@1000
                < ignore sleep
                """)
    }

    @Test func `stands still with all of its runs, and goes on with the first`() {  // B-62
        check(
            photos + """

                > power yes "AC is online"
                > submitTask #1 by=1000 org.photos@1000 {"identifier":"org.photos.still"}
                < save org.photos.still@1000 1 run=1 host=started-1
                < reply #1 accepted org.photos.still@1000 new
                < start started-1 org.photos@1000
                < observe sleep
                > power yes "AC is online" asked
                > saved
                > hostStarted started-1 process=100
                > attach #2 by=1000 org.photos@1000 started-1 process=100
                < reply #2 attached started-1 org.photos@1000
                > serve #3 by=1000 started-1 org.photos.still org.photos.index
                < reply #3 serving
                < handOver started-1 run=1 org.photos.still
                > taskBegan #4 by=1000 started-1 run=1
                < reply #4 started run=1
                > power no "on battery"
                +2s > wokeUp
                < freeze started-1
                < readPower
                # What stands still is given nothing.
                > submitTask #5 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 due since=2026-11-20T10:00:02Z
                < reply #5 accepted org.photos.index@1000 new
                > saved
                ? org.photos.index@1000 application
                > power yes "AC is online"
                +5s > wokeUp
                < thaw started-1
                < readPower
                < save org.photos.index@1000 1 run=2 host=started-1
                < handOver started-1 run=2 org.photos.index
                """)
    }

    @Test func `is not halted under a run that has all it needs`() {
        check(
            photos + """

                > power yes "AC is online"
                > submitTask #1 by=1000 org.photos@1000 {"identifier":"org.photos.still"}
                < save org.photos.still@1000 1 run=1 host=started-1
                < reply #1 accepted org.photos.still@1000 new
                < start started-1 org.photos@1000
                < observe sleep
                > power yes "AC is online" asked
                > saved
                > hostStarted started-1 process=100
                > attach #2 by=1000 org.photos@1000 started-1 process=100
                < reply #2 attached started-1 org.photos@1000
                > serve #3 by=1000 started-1 org.photos.still org.photos.index
                < reply #3 serving
                < handOver started-1 run=1 org.photos.still
                > taskBegan #4 by=1000 started-1 run=1
                < reply #4 started run=1
                > submitTask #5 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 run=2 host=started-1
                < reply #5 accepted org.photos.index@1000 new
                < handOver started-1 run=2 org.photos.index
                > saved
                > taskBegan #6 by=1000 started-1 run=2
                < reply #6 started run=2
                > power no "on battery"
                +2s > wokeUp
                < warn started-1 run=1 requirementLost:externalPower grace=10s
                < readPower
                < save org.photos.still@1000 1 run=1 stop=requirementLost:externalPower host=started-1
                """)
    }

    @Test func `does not begin what has lost its requirement meanwhile, though its task would stand still`() {
        check(
            photos + """

                > power yes "AC is online"
                > submitTask #1 by=1000 org.photos@1000 {"identifier":"org.photos.still"}
                < save org.photos.still@1000 1 run=1 host=started-1
                < reply #1 accepted org.photos.still@1000 new
                < start started-1 org.photos@1000
                < observe sleep
                > power yes "AC is online" asked
                > saved
                > hostStarted started-1 process=100
                > attach #2 by=1000 org.photos@1000 started-1 process=100
                < reply #2 attached started-1 org.photos@1000
                > serve #3 by=1000 started-1 org.photos.still
                < reply #3 serving
                < handOver started-1 run=1 org.photos.still
                > power no "on battery"
                +2s > wokeUp
                < readPower
                < history run=1 org.photos.still@1000 interrupted stop=requirementLost:externalPower
                < save org.photos.still@1000 1 due since=2026-11-20T10:00:00Z
                > taskBegan #4 by=1000 started-1 run=1
                < reply #4 refused withdrawn
                """)
    }

    @Test func `stands still while the machine sleeps`() {
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
                asleep +1h > sleepOver
                < thaw started-1
                < readPower
                """)
    }

    @Test func `that can't be told of anything has to leave`() {
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
                > hostLost started-1
                < terminate started-1
                @ +10s hostStep started-1
                +10s > wokeUp
                < kill started-1
                > hostEnded started-1 signal 9
                < history run=1 org.photos.index@1000 failed (signal 9)
                < forget org.photos.index@1000
                < ignore sleep
                """)
    }

    @Test func `lets one process of its tree attach, and no other`() {
        check(
            photos + """

                > submitTask #1 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 run=1 host=started-1
                < reply #1 accepted org.photos.index@1000 new
                < start started-1 org.photos@1000
                < observe sleep
                > saved
                > hostStarted started-1 process=100
                > attach #2 by=1000 org.photos@1000 started-1 process=101
                < reply #2 attached started-1 org.photos@1000
                > attach #3 by=1000 org.photos@1000 started-1 process=100
                < reply #3 refused notAHost "another process of the one that was started has attached, or it is ending"
                > attach #4 by=1001 org.photos@1001 started-1 process=100
                < reply #4 refused notAHost "another process of the one that was started has attached, or it is ending"
                """)
    }

    @Test func `leaves with the daemon, and its runs are due again`() {
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
                > shutdown
                < warn started-1 run=1 shutdown grace=5s
                < save org.photos.index@1000 1 run=1 stop=shutdown host=started-1
                > saved
                # A handler that submits anew while it is told to end is every tutorial's way to go on.
                > submitTask #5 by=1000 org.photos@1000 {"identifier":"scan"}
                < save org.photos.scan@1000 1 due since=2026-11-20T10:00:00Z
                < reply #5 accepted org.photos.scan@1000 new
                > saved
                > taskEnded started-1 run=1 false
                < terminate started-1
                < history run=1 org.photos.index@1000 interrupted stop=shutdown (completed unsuccessfully)
                < save org.photos.index@1000 1 due since=2026-11-20T10:00:00Z
                > saved
                > hostLost started-1
                > hostEnded started-1 signal 15
                < exit
                """)
    }

    @Test func `that a dead daemon has left is ended once, and its runs are due again`() {  // B-64
        check(
            """
            > recovered nextRun=4
            | job org.photos.index@1000 run=1 host=started-1 {"identifier":"org.photos.index","onExpiration":"drop","application":"org.photos","task":{"identifier":"org.photos.index"}}
            | job org.photos.scan@1000 run=2 host=started-1 {"identifier":"org.photos.scan","onExpiration":"drop","application":"org.photos","task":{"identifier":"scan"}}
            | job org.photos.refresh@1000 run=3 host=guest-1 {"identifier":"org.photos.refresh","onExpiration":"drop","application":"org.photos","task":{"identifier":"org.photos.refresh","kind":"refresh"}}
            | permitted owner=1000 {"application":"org.photos","command":["/usr/bin/photos"],"tasks":{"org.photos.refresh":{},"org.photos.index":{},"scan":{}}}
            < adopt started-1 org.photos@1000
            < history run=3 org.photos.refresh@1000 interrupted stop=daemonRestart (unknown)
            < save org.photos.refresh@1000 1 due since=2026-11-20T10:00:00Z
            < observe sleep
            > files 0 unreadable 0
            > hostStarted started-1 process=0
            < terminate started-1
            @ +2s hostsReturn
            > saved
            +10s > wokeUp
            < kill started-1
            > hostEnded started-1 unknown
            < history run=1 org.photos.index@1000 interrupted stop=daemonRestart (unknown)
            < history run=2 org.photos.scan@1000 interrupted stop=daemonRestart (unknown)
            < save org.photos.index@1000 1 run=4 host=started-4
            < save org.photos.scan@1000 1 run=6 host=started-4
            < save org.photos.refresh@1000 1 run=5 host=started-4
            < start started-4 org.photos@1000
            """)
    }

    @Test func `is not started where that can't be stored`() {
        check(
            photos + """

                > submitTask #1 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 run=1 host=started-1
                < reply #1 accepted org.photos.index@1000 new
                < start started-1 org.photos@1000
                < observe sleep
                > notSaved "the disk is full"
                < reply #1 refused storage "the disk is full"
                < ignore sleep
                > submitTask #2 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 due since=2026-11-20T10:00:00Z
                < reply #2 accepted org.photos.index@1000 new
                > saved
                < save org.photos.index@1000 1 run=2 host=started-2
                < start started-2 org.photos@1000
                < observe sleep
                """)
    }

    @Test func `is not started anew for what waits while its program is being ended`() {
        check(
            photos + """

                > submitTask #1 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 run=1 host=started-1
                < reply #1 accepted org.photos.index@1000 new
                < start started-1 org.photos@1000
                < observe sleep
                > saved
                > hostStarted started-1 process=100
                > cancel #2 by=1000 org.photos.index@1000
                < terminate started-1
                < history run=1 org.photos.index@1000 cancelled stop=cancelled
                < forget org.photos.index@1000
                < reply #2 done
                < ignore sleep
                > saved
                > submitTask #3 by=1000 org.photos@1000 {"identifier":"org.photos.index"}
                < save org.photos.index@1000 1 due since=2026-11-20T10:00:00Z
                < reply #3 accepted org.photos.index@1000 new
                > saved
                ? org.photos.index@1000 application
                > hostEnded started-1 signal 15
                < save org.photos.index@1000 1 run=2 host=started-2
                < start started-2 org.photos@1000
                < observe sleep
                """)
    }
}
