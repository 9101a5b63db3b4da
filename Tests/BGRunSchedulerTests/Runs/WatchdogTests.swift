// Scenarios: runs that owe signs of life, and give none.
import BGRunJob
import Testing

@Suite struct `A watchdog` {
    private static func start(_ keys: String = #","watchdog":"20s""#) -> String {
        """
        > recovered nextRun=1
        > files 0 unreadable 0
        > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]\(keys)}
        < save org.example.a@1000 1 run=1
        < reply #1 accepted org.example.a@1000 new
        < launch run=1 org.example.a@1000
        < observe sleep
        > launched run=1 process=77

        """
    }

    // B-108 B-9
    @Test func `ends a run that gives no sign of life, and that has failed however it leaves`() {
        check(
            Self.start() + """
                @ +25s silenceEnds org.example.a@1000
                +24s > wokeUp
                +1s > wokeUp
                < terminate run=1 unresponsive
                < save org.example.a@1000 1 run=1 stop=unresponsive
                @ +10s graceEnds org.example.a@1000
                +1s > exited run=1 exit 0
                < history run=1 org.example.a@1000 failed stop=unresponsive (exit 0) "no sign of life for 20s"
                < forget org.example.a@1000
                < notify org.example.a@1000 failed times=1 last
                < ignore sleep
                """)
    }

    // B-108
    @Test func `takes any word for a sign of life, by whichever way it comes`() {
        check(
            Self.start() + """
                +20s > said run=1 alive
                @ +25s silenceEnds org.example.a@1000
                +20s > said run=1 "copying"
                @ +25s silenceEnds org.example.a@1000
                +20s > said #2 by=1000 run=1 40%
                < reply #2 heard left=179m
                +20s > said #3 by=1000 run=1 alive
                < reply #3 heard left=10720s
                @ +25s silenceEnds org.example.a@1000
                # Also where it gets no more time.
                +20s > said run=1 by=30d
                @ +25s silenceEnds org.example.a@1000
                +25s > wokeUp
                < terminate run=1 unresponsive
                < save org.example.a@1000 1 run=1 stop=unresponsive
                # It is too late now.
                +1s > said run=1 alive
                @ +9s graceEnds org.example.a@1000
                """)
    }

    // B-108
    @Test func `waits while the run stands still or the machine sleeps, and the budget ends it as ever`() {
        check(
            Self.start(#","watchdog":"20s","timeBudget":"40s""#) + """
                +10s > sleepAnnounced
                < freeze run=1
                < letSleep
                +2s > sleepOver
                < thaw run=1
                @ +15s silenceEnds org.example.a@1000
                asleep +8h > wokeUp
                < readPower
                @ +15s silenceEnds org.example.a@1000
                +10s > said run=1 alive
                @ +20s budgetEnds org.example.a@1000
                +20s > wokeUp
                < terminate run=1 timeBudget
                < save org.example.a@1000 1 run=1 stop=timeBudget
                """)
    }

    // B-108
    @Test func `is not asked by a run that says itself that it hangs, which ends it at once`() {
        check(
            Self.start("") + """
                @ +3h budgetEnds org.example.a@1000
                +1m > said run=1 hangs
                < terminate run=1 unresponsive
                < save org.example.a@1000 1 run=1 stop=unresponsive
                +1s > exited run=1 signal 15
                < history run=1 org.example.a@1000 failed stop=unresponsive (signal 15) "it has said that it hangs"
                < forget org.example.a@1000
                < notify org.example.a@1000 failed times=1 last
                < ignore sleep
                """)
    }

    // B-108 B-87
    @Test
    func `counts from when the program runs, and what it has ended is tried again as other failures are`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"watchdog":"10s","retry":true}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            +20s > launched run=1 process=77
            @ +12500ms silenceEnds org.example.a@1000
            +12500ms > wokeUp
            < terminate run=1 unresponsive
            < save org.example.a@1000 1 run=1 stop=unresponsive
            +10s > wokeUp
            < kill run=1
            > exited run=1 signal 9
            < history run=1 org.example.a@1000 failed stop=unresponsive (signal 9) "no sign of life for 10s" attempt=1/10
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=27s attempts=1
            """)
    }

    // B-108 B-102 B-103
    @Test func `has a service started anew, beside the time in which that proves itself`() {
        check(
            Self.start(#","kind":"service","watchdog":"1m""#) + """
                @ +75s silenceEnds org.example.a@1000
                +75s > wokeUp
                < terminate run=1 unresponsive
                < save org.example.a@1000 1 run=1 stop=unresponsive
                > exited run=1 exit 0
                < history run=1 org.example.a@1000 failed stop=unresponsive (exit 0) "no sign of life for 1m"
                < save org.example.a@1000 1 due since=2026-11-20T10:01:15Z rests=9s attempts=1 failing=1
                < notify org.example.a@1000 failed times=1
                """)
    }
}
