// Scenarios: what is usual for a run, and one that takes by far longer.
import BGRunCalendar
import BGRunJob
import Testing

@Suite struct `A run that takes too long` {
    private static func start(_ keys: String = "") -> String {
        """
        > recovered nextRun=1
        > files 0 unreadable 0
        > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]\(keys)}
        < save org.example.a@1000 1 run=1
        < reply #1 accepted org.example.a@1000 new
        < launch run=1 org.example.a@1000
        < observe sleep
        > saved
        > launched run=1 process=77

        """
    }

    @Test func `is told of once, when it has worked for three times what is usual`() {  // B-91
        check(
            Self.start() + """
                > earlierRuns run=1 40m 38m 90m
                $ org.example.a@1000 used=0s of=3h usual=40m
                @ +2h overruns org.example.a@1000
                +31m > wokeUp
                $ org.example.a@1000 used=31m of=3h usual=40m
                +89m > wokeUp
                < notify org.example.a@1000 overruns usual=40m
                $ org.example.a@1000 used=2h of=3h usual=40m overruns=usual
                @ +1h budgetEnds org.example.a@1000
                +1m > wokeUp
                """)
    }

    @Test func `has five minutes more in any case, and no rule of fewer than three runs`() {  // B-91
        check(
            Self.start() + """
                > earlierRuns run=1 2s 1s 3s
                @ +302s overruns org.example.a@1000
                """)
        check(
            Self.start() + """
                > earlierRuns run=1 2s 1s
                @ +3h budgetEnds org.example.a@1000
                $ org.example.a@1000 used=0s of=3h
                """)
    }

    @Test(arguments: [("1h", "1h"), ("1m", "5m")])
    func `has worked for longer than its interval, five minutes at least`(every: String, limit: String) {
        // B-91
        check(
            Self.start(#","schedule":{"every":"\#(every)"}"#) + """
                @ +\(limit) overruns org.example.a@1000
                +\(limit) > wokeUp
                < notify org.example.a@1000 overruns interval=\(every)
                """)
    }

    // B-91
    @Test func `is measured by what is shorter, the clock's next two instants or three times the usual`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > zone local UTC
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":[{"cron":"0 12 * * *"},{"calendar":"*-*-* 0/2:15"}]}
            < save org.example.a@1000 1 scheduled at=2026-11-20T10:15:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe localZone
            > saved
            > run #2 by=1000 org.example.a now
            < save org.example.a@1000 1 run=1 byHand
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > launched run=1 process=77
            < reply #2 started run=1
            @ +2h overruns org.example.a@1000
            > earlierRuns run=1 10m 10m 10m
            @ +30m overruns org.example.a@1000
            """)
    }

    @Test func `has worked: sleep does not count, nor standing still`() {  // B-91
        check(
            Self.start() + """
                > earlierRuns run=1 10m 10m 10m
                +10m > sleepAnnounced
                < freeze run=1
                < letSleep
                asleep +8h > sleepOver
                < thaw run=1
                < readPower
                @ +20m overruns org.example.a@1000
                +20m > wokeUp
                < notify org.example.a@1000 overruns usual=10m
                # It stands still and is still too long.
                > sleepAnnounced
                < freeze run=1
                < letSleep
                $ org.example.a@1000 used=30m of=3h usual=10m overruns=usual
                """)
    }

    @Test func `is not told of once it is told to end`() {  // B-91
        check(
            Self.start() + """
                > earlierRuns run=1 10m 10m 10m
                +29m > stop #2 by=1000 org.example.a
                < terminate run=1 userRequest
                < save org.example.a@1000 1 run=1 stop=userRequest
                < reply #2 done
                @ +10s graceEnds org.example.a@1000
                # Of one that has ended nobody wants to know.
                > exited run=1 exit 0
                < history run=1 org.example.a@1000 succeeded stop=userRequest (exit 0)
                < forget org.example.a@1000
                < ignore sleep
                > earlierRuns run=1 10m 10m 10m
                @ never
                """)
    }
}
