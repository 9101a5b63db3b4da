// Scenarios: a failure is tried again, and what counts as one.
import Testing

@Suite struct `A job that tries again` {
    private static func start(_ keys: String) -> String {
        """
        > recovered nextRun=1
        > files 0 unreadable 0
        > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],\(keys)}
        < save org.example.a@1000 1 run=1
        < reply #1 accepted org.example.a@1000 new
        < launch run=1 org.example.a@1000
        < observe sleep
        > saved
        > launched run=1 process=77

        """
    }

    @Test func `has no failure tried again where it says so`() {  // B-87
        check(
            Self.start(#""retry":false"#) + """
                > exited run=1 exit 1
                < history run=1 org.example.a@1000 failed (exit 1)
                < forget org.example.a@1000
                < notify org.example.a@1000 failed times=1 last
                < ignore sleep
                """)
    }

    @Test func `has its failures tried again, later each time, and the last one is final`() {  // B-87
        check(
            Self.start(#""retry":{"initial":"100s","factor":3,"attempts":3}"#) + """
                > exited run=1 exit 1
                < history run=1 org.example.a@1000 failed (exit 1) attempt=1/3
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=90s attempts=1
                > saved
                ? org.example.a@1000 backOff
                @ +90s restEnds org.example.a@1000
                +90s > wokeUp
                < save org.example.a@1000 1 run=2 attempts=1
                < launch run=2 org.example.a@1000
                > saved
                > launched run=2 process=78
                > exited run=2 signal 9
                < history run=2 org.example.a@1000 failed (signal 9) attempt=2/3
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=315s attempts=2
                > saved
                # By hand it need not wait, and that is an attempt like any other.
                > run #2 by=1000 org.example.a now
                < save org.example.a@1000 1 run=3 attempts=2
                < launch run=3 org.example.a@1000
                > saved
                > launched run=3 process=79
                < reply #2 started run=3
                > exited run=3 exit 1
                < history run=3 org.example.a@1000 failed (exit 1) attempt=3/3
                < forget org.example.a@1000
                < notify org.example.a@1000 failed times=1 last
                < ignore sleep
                """)
    }

    @Test func `is told of its end once that is final`() {  // B-1 B-87
        check(
            Self.start(#""retry":{"initial":"100s","attempts":2}"#) + """
                > wait #2 by=1000 org.example.a
                > exited run=1 exit 1
                < history run=1 org.example.a@1000 failed (exit 1) attempt=1/2
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=90s attempts=1
                > saved
                +90s > wokeUp
                < save org.example.a@1000 1 run=2 attempts=1
                < launch run=2 org.example.a@1000
                > saved
                > launchFailed run=2 lasting "no such program"
                < history run=2 org.example.a@1000 couldNotLaunch attempt=2/2
                < forget org.example.a@1000
                < reply #2 ended couldNotLaunch run=2
                < notify org.example.a@1000 failed times=1 last
                < ignore sleep
                """)
    }

    @Test func `uses no attempt where it was interrupted or has asked to be run later`() {  // B-87
        check(
            Self.start(#""retry":true,"deferExitCodes":[11]"#) + """
                > exited run=1 exit 11
                < history run=1 org.example.a@1000 deferred (exit 11)
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=15m unfinished=1
                > saved
                ? org.example.a@1000 resting
                > run #2 by=1000 org.example.a now
                < save org.example.a@1000 1 run=2 unfinished=1
                < launch run=2 org.example.a@1000
                > saved
                > launched run=2 process=78
                < reply #2 started run=2
                # 75 is a code like any other where another one was named.
                > exited run=2 exit 75
                < history run=2 org.example.a@1000 failed (exit 75) attempt=1/10
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=27s unfinished=1 attempts=1
                > saved
                ? org.example.a@1000 backOff
                """)
    }

    @Test func `has done its work with a code that it calls a success`() {  // B-88
        check(
            Self.start(#""successExitCodes":[3,24]"#) + """
                > exited run=1 exit 24
                < history run=1 org.example.a@1000 succeeded (exit 24)
                < forget org.example.a@1000
                < ignore sleep
                """)
    }

    @Test func `begins to count anew with its next occurrence`() {  // B-87
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > zone local UTC
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"1h"},"retry":{"attempts":2,"initial":"100s"}}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > launched run=1 process=77
            > exited run=1 exit 1
            < history run=1 org.example.a@1000 failed (exit 1) attempt=1/2
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=90s attempts=1
            > saved
            +90s > wokeUp
            < save org.example.a@1000 1 run=2 attempts=1
            < launch run=2 org.example.a@1000
            > saved
            > launched run=2 process=78
            > exited run=2 exit 1
            < history run=2 org.example.a@1000 failed (exit 1) attempt=2/2
            < save org.example.a@1000 2 scheduled at=2026-11-20T11:00:00Z failing=1
            < notify org.example.a@1000 failed times=1
            """)
    }
}

@Suite struct `A run that fails by itself` {
    private static let onPower = """
        > recovered nextRun=1
        > files 0 unreadable 0
        > power yes "AC is online" asked
        > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true,KEYS}
        """

    private static func start(_ keys: String) -> String { onPower.replacing(",KEYS", with: keys) }

    @Test func `while something it requires is gone was interrupted`() {  // B-11
        check(
            Self.start(#","retry":true"#) + """

                < save org.example.a@1000 1 run=1
                < reply #1 accepted org.example.a@1000 new
                < launch run=1 org.example.a@1000
                < observe sleep
                > saved
                > launched run=1 process=77
                # Pulled a second ago: too short to be told to end, and long enough to fail of it.
                > power no "BAT0 is discharging" draining
                +1s > exited run=1 exit 1
                < history run=1 org.example.a@1000 interrupted stop=requirementLost:externalPower (exit 1)
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
                > saved
                ? org.example.a@1000 externalPower
                """)
    }

    @Test func `has failed all the same where its job says that it needs to lose nothing`() {  // B-11
        check(
            Self.start(#","onRequirementLost":"finish""#) + """

                < save org.example.a@1000 1 run=1
                < reply #1 accepted org.example.a@1000 new
                < launch run=1 org.example.a@1000
                < observe sleep
                > saved
                > launched run=1 process=77
                > power no "BAT0 is discharging" draining
                +1s > exited run=1 exit 1
                < history run=1 org.example.a@1000 failed (exit 1)
                < forget org.example.a@1000
                < notify org.example.a@1000 failed times=1 last
                < ignore sleep
                """)
    }

    @Test func `with something left behind was interrupted too`() {  // B-11
        check(
            Self.start("") + """

                < save org.example.a@1000 1 run=1
                < reply #1 accepted org.example.a@1000 new
                < launch run=1 org.example.a@1000
                < observe sleep
                > saved
                > launched run=1 process=77
                > power no "BAT0 is discharging" draining
                +1s > mainExited run=1 exit 1
                < terminate run=1
                < save org.example.a@1000 1 run=1 left=(exit 1)
                > saved
                > exited run=1 exit 1
                < history run=1 org.example.a@1000 interrupted stop=requirementLost:externalPower (exit 1)
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
                """)
    }
}

@Suite struct `A job that fails` {
    private static func start(_ keys: String) -> String {
        """
        > recovered nextRun=1
        > files 0 unreadable 0
        > zone local UTC
        > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"1h"}\(keys)}
        < save org.example.a@1000 1 run=1
        < reply #1 accepted org.example.a@1000 new
        < launch run=1 org.example.a@1000
        < observe sleep
        > saved
        > launched run=1 process=77

        """
    }

    @Test func `is told of at its first failure, and when it works again`() {  // B-89
        check(
            Self.start("") + """
                > exited run=1 exit 3
                < history run=1 org.example.a@1000 failed (exit 3)
                < save org.example.a@1000 2 scheduled at=2026-11-20T11:00:00Z failing=1
                < notify org.example.a@1000 failed times=1
                > saved
                +1h > wokeUp
                < save org.example.a@1000 2 run=2 failing=1
                < launch run=2 org.example.a@1000
                > saved
                > launched run=2 process=78
                > exited run=2 exit 3
                < history run=2 org.example.a@1000 failed (exit 3)
                < save org.example.a@1000 3 scheduled at=2026-11-20T12:00:00Z failing=2
                > saved
                +1h > wokeUp
                < save org.example.a@1000 3 run=3 failing=2
                < launch run=3 org.example.a@1000
                > saved
                > launched run=3 process=79
                > exited run=3 exit 0
                < history run=3 org.example.a@1000 succeeded (exit 0)
                < save org.example.a@1000 4 scheduled at=2026-11-20T13:00:00Z
                < notify org.example.a@1000 recovered times=2
                > saved
                """)
    }

    @Test func `is disabled after so many failures in a row, where it says so`() {  // B-89
        check(
            Self.start(#","disableAfterFailures":2"#) + """
                > exited run=1 exit 3
                < history run=1 org.example.a@1000 failed (exit 3)
                < save org.example.a@1000 2 scheduled at=2026-11-20T11:00:00Z failing=1
                < notify org.example.a@1000 failed times=1
                > saved
                # A stop is no failure, and no success.
                > run #2 by=1000 org.example.a now
                < save org.example.a@1000 2 run=2 byHand failing=1
                < launch run=2 org.example.a@1000
                > saved
                > launched run=2 process=78
                < reply #2 started run=2
                > exited run=2 exit 75
                < history run=2 org.example.a@1000 deferred (exit 75)
                < save org.example.a@1000 2 due since=2026-11-20T10:00:00Z rests=15m unfinished=1 byHand failing=1
                > saved
                +15m > wokeUp
                < save org.example.a@1000 2 run=3 unfinished=1 byHand failing=1
                < launch run=3 org.example.a@1000
                > saved
                > launched run=3 process=79
                > exited run=3 signal 11
                < history run=3 org.example.a@1000 failed (signal 11)
                < save org.example.a@1000 2 scheduled at=2026-11-20T11:00:00Z disabled failing=2
                < notify org.example.a@1000 failed times=2 disabled
                > saved
                ? org.example.a@1000 earliestBeginDate disabled
                # Whoever enables it has seen it: it counts anew.
                > enable #3 by=1000 org.example.a
                < save org.example.a@1000 2 scheduled at=2026-11-20T11:00:00Z
                < reply #3 done
                """)
    }

    @Test func `is told of as its owner wants it`() {  // B-89
        check(
            Self.start(#","notify":"never""#) + """
                > exited run=1 exit 3
                < history run=1 org.example.a@1000 failed (exit 3)
                < save org.example.a@1000 2 scheduled at=2026-11-20T11:00:00Z failing=1
                """)
        check(
            Self.start(#","notify":"always""#) + """
                > exited run=1 exit 0
                < history run=1 org.example.a@1000 succeeded (exit 0)
                < save org.example.a@1000 2 scheduled at=2026-11-20T11:00:00Z
                < notify org.example.a@1000 succeeded
                """)
    }
}
