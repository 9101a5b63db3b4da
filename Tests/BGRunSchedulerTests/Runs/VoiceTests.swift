// Scenarios: what a run says of itself, and what comes of that.
import BGRunCalendar
import BGRunJob
import Testing

@Suite struct `A run that speaks` {
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

    @Test func `tells how far it is, and what is not said again stays`() {  // B-93
        check(
            Self.start(#","timeBudget":"1h""#) + """
                +60s > said #2 by=1000 run=1 40% "copying"
                < reply #2 heard left=59m
                $ org.example.a@1000 used=1m of=1h 40% "copying"
                > said run=1 60%
                $ org.example.a@1000 used=1m of=1h 60% "copying"
                > said run=1 "" stopping
                $ org.example.a@1000 used=1m of=1h 60% stopping
                # Words alone count nothing.
                > said run=1 "checking" ready
                $ org.example.a@1000 used=1m of=1h 60% "checking" ready
                @ +59m budgetEnds org.example.a@1000
                """)
    }

    @Test func `is passed on to those who watch twice a second`() throws {  // B-93
        var scenario = Scenario(policy: Policy())
        _ = try scenario.play(Self.start())
        func news(_ text: String) throws -> Bool {
            let before = scenario.revision
            _ = try scenario.play(text)
            return scenario.revision != before
        }
        #expect(try news("> said run=1 1%"))
        #expect(try !news("> said run=1 2%"))
        #expect(try !news("+499ms > said run=1 3%"))
        #expect(try news("+1ms > said run=1 4%"))
        #expect(try !news("+1s > said run=1 4%"), "it is nothing new")
    }

    @Test func `gets more time, as far as its job lets it`() {  // B-93
        check(
            Self.start(#","timeBudget":"10m","maxTimeBudget":"12m""#) + """
                +60s > said #2 by=1000 run=1 by=90s
                < reply #2 heard left=630s
                @ +630s budgetEnds org.example.a@1000
                # What is left, and then nothing.
                > said #3 by=1000 run=1 by=5m
                < reply #3 heard left=11m
                > said #4 by=1000 run=1 by=1s
                < reply #4 refused notExtended "the run has all of the 12m that the job's maxTimeBudget allows"
                > said run=1 atLeast=1h
                +11m > wokeUp
                < terminate run=1 timeBudget
                < save org.example.a@1000 1 run=1 stop=timeBudget
                # Asking never lengthens the grace period.
                > said #5 by=1000 run=1 by=1s
                < reply #5 refused notExtended "the run was told to end (timeBudget)"
                > said run=1 atLeast=1h
                @ +10s graceEnds org.example.a@1000
                """)
    }

    @Test func `gets time up to the policy's limit where its job names none`() {  // B-93
        var policy = Policy()
        policy.maxTimeBudget = .seconds(3600)
        check(
            Self.start(#","timeBudget":"50m""#) + """
                > said #2 by=1000 run=1 by=1h
                < reply #2 heard left=1h
                > said #3 by=1000 run=1 by=1s
                < reply #3 refused notExtended "the run has all of the 1h that it may have without the key maxTimeBudget"
                """, policy: policy)
    }

    @Test func `has so much left at least where a service would be extended`() {  // B-94
        check(
            Self.start(#","timeBudget":"10m""#) + """
                +60s > said run=1 atLeast=5m
                @ +9m budgetEnds org.example.a@1000
                +6m > said run=1 atLeast=5m
                @ +5m budgetEnds org.example.a@1000
                """)
    }

    @Test func `has put its occurrence off when it ends well`() {  // B-11 B-93
        check(
            Self.start() + """
                > said #2 by=1000 run=1 defer
                < reply #2 heard left=3h
                > exited run=1 exit 0
                < history run=1 org.example.a@1000 deferred (exit 0)
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=15m unfinished=1
                > saved
                @ +15m restEnds org.example.a@1000
                """)
    }

    @Test(arguments: [("2h", "2h"), ("1s", "10s"), ("36500d", "30d")])
    func `says how long its occurrence is left alone`(wanted: String, had: String) {  // B-93
        check(
            Self.start() + """
                > said run=1 defer
                > said run=1 defer=\(wanted)
                > mainExited run=1 exit 0
                < terminate run=1
                < save org.example.a@1000 1 run=1 left=(exit 0)
                > exited run=1 exit 0
                < history run=1 org.example.a@1000 deferred (exit 0)
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=\(had) unfinished=1
                """)
    }

    @Test func `fails all the same, and is ended for the reason that it was told`() {  // B-93
        check(
            Self.start() + """
                > said run=1 defer
                > exited run=1 exit 1
                < history run=1 org.example.a@1000 failed (exit 1)
                < forget org.example.a@1000
                < notify org.example.a@1000 failed times=1 last
                < ignore sleep
                """)
        check(
            Self.start(#","timeBudget":"1m""#) + """
                > said run=1 defer=1h
                +1m > wokeUp
                < terminate run=1 timeBudget
                < save org.example.a@1000 1 run=1 stop=timeBudget
                > exited run=1 exit 0
                < history run=1 org.example.a@1000 expired stop=timeBudget (exit 0)
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=15m unfinished=1
                """)
    }

    @Test func `is not heard any more once it has ended, nor before it has begun its next one`() {  // B-93
        check(
            Self.start(#","retry":{"initial":"100s","attempts":3}"#) + """
                > said run=1 defer 40%
                > exited run=1 exit 1
                < history run=1 org.example.a@1000 failed (exit 1) attempt=1/3
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=90s attempts=1
                > saved
                > said #2 by=1000 run=1 by=5m
                < reply #2 refused notRunning
                > said run=1 99%
                +90s > wokeUp
                < save org.example.a@1000 1 run=2 attempts=1
                < launch run=2 org.example.a@1000
                > saved
                # What it says may come before that it has begun.
                > said #3 by=1000 run=2 by=1h
                < reply #3 heard left=4h
                > launched run=2 process=78
                $ org.example.a@1000 used=0s of=4h
                > exited run=2 exit 0
                < history run=2 org.example.a@1000 succeeded (exit 0)
                < forget org.example.a@1000
                < ignore sleep
                """)
    }

    @Test func `has the time until its hours end it, or none that ends`() throws {  // B-92 B-101
        for (keys, left, end) in [
            (
                #","allowedHours":"09:00-11:00","onAllowedHoursEnd":"stop""#, Duration?.some(.seconds(3600)),
                true
            ),
            (#","allowedHours":"09:00-11:00","onAllowedHoursEnd":"freeze""#, .seconds(7200), true),
            (#","allowedHours":"09:00-11:00""#, .seconds(7200), false),
            (#","kind":"service""#, nil, false),
            (#","kind":"service","allowedHours":"09:00-11:00""#, .seconds(3600), true),
        ] {
            var scenario = Scenario(policy: Policy())
            let budget = keys.contains("service") ? "" : #","timeBudget":"2h""#
            _ = try scenario.play(Self.start(keys + budget))
            #expect(try #require(scenario.account(of: 1)).timeLeft == left, "\(keys)")
            let run = try #require(scenario.status(of: "org.example.a")?.run)
            #expect((run.hoursEnd?.rfc3339 == "2026-11-20T11:00:00Z") == end, "\(keys)")
        }
    }

    @Test func `is told what it goes without`() {  // B-92
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power no "BAT0 is discharging"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"prefers":{"externalPower":true,"anyOf":[{"charging":true},{"batteryLevel":80}],"for":"1h"}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > saved
            +1h > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000 without=externalPower without=anyOf
            < observe sleep
            """)
    }
}
