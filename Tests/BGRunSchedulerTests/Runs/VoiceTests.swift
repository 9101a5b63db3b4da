// What a run says of itself, and what comes of that.
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
}
