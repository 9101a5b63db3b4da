// Scenarios: the machine lacks something to start runs, and they are started as soon as it is there.
import BGRunCalendar
import BGRunJob
import Testing

@testable import BGRunScheduler

// B-47
@Suite struct `What the machine lacks for a launch` {
    private let begin = """
        > recovered nextRun=1
        > files 0 unreadable 0
        > submit #1 by=1000 owner=1000 {"identifier":"org.example.bomb","command":["true"],"timeBudget":"1h"}
        < save org.example.bomb@1000 1 run=1
        < reply #1 accepted org.example.bomb@1000 new
        < launch run=1 org.example.bomb@1000
        < observe sleep
        > saved
        > launched run=1 process=77
        > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
        < save org.example.a@1000 1 run=2
        < reply #2 accepted org.example.a@1000 new
        < launch run=2 org.example.a@1000
        > saved
        > launchFailed run=2 shortage "no process"
        < history run=2 org.example.a@1000 couldNotLaunch
        < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
        > saved
        ? org.example.a@1000 shortage
        @ +10s launchRetry

        """

    @Test func `is tried for again when a run has ended, whosever it is`() {
        check(
            begin + """
                > submit #3 by=1001 owner=1001 {"identifier":"org.example.b","command":["true"]}
                < save org.example.b@1001 1 run=3
                < reply #3 accepted org.example.b@1001 new
                < launch run=3 org.example.b@1001
                > saved
                > launched run=3 process=78
                +10s > wokeUp
                < save org.example.a@1000 1 run=4
                < launch run=4 org.example.a@1000
                > saved
                > launchFailed run=4 shortage "no process"
                < history run=4 org.example.a@1000 couldNotLaunch
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
                > saved
                @ +20s launchRetry
                +11s > exited run=3 exit 0
                < history run=3 org.example.b@1001 succeeded (exit 0)
                < forget org.example.b@1001
                < save org.example.a@1000 1 run=5
                < launch run=5 org.example.a@1000
                > saved
                > launched run=5 process=79
                ? org.example.a@1000
                """)
    }

    @Test func `is not tried for more often than every ten seconds, however many runs end`() {
        check(
            begin + """
                +1s > exited run=1 exit 0
                < history run=1 org.example.bomb@1000 succeeded (exit 0)
                < forget org.example.bomb@1000
                > saved
                @ +9s launchRetry
                +9s > wokeUp
                < save org.example.a@1000 1 run=3
                < launch run=3 org.example.a@1000
                """)
    }

    @Test func `is tried for ever more rarely while no run ends, up to the longest rest`() {
        var policy = Policy()
        policy.rest.longest = .seconds(25)
        check(
            begin + """
                +10s > wokeUp
                < save org.example.a@1000 1 run=3
                < launch run=3 org.example.a@1000
                > saved
                @ +30s launchEnds org.example.a@1000
                > launchFailed run=3 shortage "no process"
                < history run=3 org.example.a@1000 couldNotLaunch
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
                > saved
                @ +20s launchRetry
                +20s > wokeUp
                < save org.example.a@1000 1 run=4
                < launch run=4 org.example.a@1000
                > saved
                > launchFailed run=4 shortage "no process"
                < history run=4 org.example.a@1000 couldNotLaunch
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
                > saved
                @ +25s launchRetry
                """, policy: policy)
    }

    @Test func `is tried for by one job for all of its owner's, and holds up nobody else`() {
        check(
            begin + """
                > submit #3 by=1000 owner=1000 {"identifier":"org.example.c","command":["true"]}
                < save org.example.c@1000 1 due since=2026-11-20T10:00:00Z
                < reply #3 accepted org.example.c@1000 new
                > saved
                ? org.example.c@1000 shortage
                > submit #4 by=1001 owner=1001 {"identifier":"org.example.b","command":["true"]}
                < save org.example.b@1001 1 run=3
                < reply #4 accepted org.example.b@1001 new
                < launch run=3 org.example.b@1001
                > saved
                > launched run=3 process=78
                +10s > wokeUp
                < save org.example.a@1000 1 run=4
                < launch run=4 org.example.a@1000
                > saved
                ? org.example.c@1000 limit shortage
                > exited run=3 exit 0
                < history run=3 org.example.b@1001 succeeded (exit 0)
                < forget org.example.b@1001
                > saved
                ? org.example.c@1000 shortage
                > launched run=4 process=79
                < save org.example.c@1000 1 run=5
                < launch run=5 org.example.c@1000
                """)
    }

    @Test func `is over once a program could have begun`() {
        check(
            begin + """
                > submit #3 by=1000 owner=1000 {"identifier":"org.example.c","command":["true"]}
                < save org.example.c@1000 1 due since=2026-11-20T10:00:00Z
                < reply #3 accepted org.example.c@1000 new
                > saved
                +10s > wokeUp
                < save org.example.a@1000 1 run=3
                < launch run=3 org.example.a@1000
                > saved
                > launchFailed run=3 lasting "no such program"
                < history run=3 org.example.a@1000 couldNotLaunch
                < forget org.example.a@1000
                < save org.example.c@1000 1 run=4
                < launch run=4 org.example.c@1000
                < notify org.example.a@1000 failed times=1 last
                """)
    }

    @Test func `keeps nobody from trying by hand, or from cancelling`() {
        check(
            begin + """
                +1s > run #3 by=1000 org.example.a now
                < save org.example.a@1000 1 run=3
                < launch run=3 org.example.a@1000
                > saved
                > launchFailed run=3 shortage "no process"
                < history run=3 org.example.a@1000 couldNotLaunch
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
                < reply #3 refused couldNotLaunch "no process"
                > saved
                @ +20s launchRetry
                > cancel #4 by=1000 org.example.a
                < forget org.example.a@1000
                < reply #4 done
                > saved
                @ +3599s budgetEnds org.example.bomb@1000
                """)
    }

    @Test func `is not counted from the try of a start that was never stored`() {
        check(
            begin + """
                +10s > wokeUp
                < save org.example.a@1000 1 run=3
                < launch run=3 org.example.a@1000
                > notSaved "the disk is full"
                ? org.example.a@1000 storage
                @ +10s saveRetry
                +10s > wokeUp
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
                > saved
                < save org.example.a@1000 1 run=4
                < launch run=4 org.example.a@1000
                """)
    }

    /// The loop asks when to wake up after it has carried out a turn, and answers questions in between.
    @Test func `is tried for although the instant has passed while something else was done`() {
        let owner = UserID(1000)
        func now(_ seconds: Int64) -> Now {
            Now(
                wall: WallTime(microseconds: seconds * 1_000_000),
                boot: BootTime(microseconds: seconds * 1_000_000),
                awake: AwakeTime(microseconds: seconds * 1_000_000))
        }
        var shortages = Shortages()
        shortages.failed(owner, reason: "no process", longest: .seconds(60), at: now(0))
        #expect(shortages.holds(owner, at: now(9)))
        #expect(!shortages.holds(owner, at: now(12)))
        #expect(shortages.nextTry(for: owner) == now(10).awake)
        shortages.pass(to: now(12))
        #expect(shortages.nextTry(for: owner) == nil)
        #expect(!shortages.holds(owner, at: now(12)))
    }
}
