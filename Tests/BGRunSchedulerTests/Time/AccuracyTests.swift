// Scenarios: occurrences that may come up a while later, and share a wake-up.
import Testing

@Suite struct `A job whose instant need not be exact` {
    private static let start = """
        > recovered nextRun=1
        > files 0 unreadable 0
        > zone local UTC

        """

    private static func submit(_ number: Int, _ name: String, _ keys: String) -> String {
        #"> submit #\#(number) by=1000 owner=1000 {"identifier":"org.example.\#(name)","command":["true"],\#(keys)}"#
            + "\n"
    }

    // B-110
    @Test func `is woken for at the end of its time, and for nothing before`() {
        check(
            Self.start + Self.submit(1, "a", #""schedule":{"cron":"0 11 * * *"},"accuracy":"15m""#) + """
                < save org.example.a@1000 1 scheduled at=2026-11-20T11:00:00Z
                < reply #1 accepted org.example.a@1000 new
                < observe localZone
                @ +75m occurrenceDue org.example.a@1000
                +59m > wokeUp
                ? org.example.a@1000 earliestBeginDate
                +16m > wokeUp
                < save org.example.a@1000 1 run=1
                < launch run=1 org.example.a@1000
                < observe sleep
                """)
    }

    // B-110
    @Test func `starts with whatever happens in that time, and with the first of several`() {
        check(
            Self.start + Self.submit(1, "a", #""schedule":{"cron":"0 11 * * *"},"accuracy":"15m""#) + """
                < save org.example.a@1000 1 scheduled at=2026-11-20T11:00:00Z
                < reply #1 accepted org.example.a@1000 new
                < observe localZone

                """ + Self.submit(2, "b", #""earliestBeginDate":"+65m","accuracy":"2m""#) + """
                    < save org.example.b@1000 1 scheduled after=65m
                    < reply #2 accepted org.example.b@1000 new
                    @ +67m occurrenceDue org.example.b@1000
                    +67m > wokeUp
                    < save org.example.b@1000 1 run=2
                    < save org.example.a@1000 1 run=1
                    < launch run=1 org.example.a@1000
                    < launch run=2 org.example.b@1000
                    < observe sleep
                    """)
    }

    // B-110 B-25
    @Test func `comes up at its instant where its hours would end meanwhile`() {
        check(
            Self.start
                + Self.submit(
                    1, "a",
                    #""schedule":{"cron":"50 10 * * *"},"accuracy":"15m","allowedHours":"10:00-11:00""#) + """
                    < save org.example.a@1000 1 scheduled at=2026-11-20T10:50:00Z
                    < reply #1 accepted org.example.a@1000 new
                    < observe localZone
                    @ +50m occurrenceDue org.example.a@1000
                    """)
    }

    // B-110 B-14 B-41
    @Test func `is late only after its time, and its lateness counts from there`() {
        check(
            Self.start
                + Self.submit(
                    1, "a", #""schedule":{"cron":"0 11 * * *"},"accuracy":"15m","maxLateness":"10m""#) + """
                    < save org.example.a@1000 1 scheduled at=2026-11-20T11:00:00Z
                    < reply #1 accepted org.example.a@1000 new
                    < observe localZone
                    asleep +84m > clockChanged
                    < readPower
                    < save org.example.a@1000 1 due since=2026-11-20T11:15:00Z
                    ? org.example.a@1000 catchUp
                    """)
    }

    // B-110 B-23
    @Test func `wakes the machine at the end of its time, together with others`() {
        check(
            Self.start
                + Self.submit(
                    1, "a", #""schedule":{"cron":"0 11 * * *"},"accuracy":"15m","wakeSystem":"always""#) + """
                    < save org.example.a@1000 1 scheduled at=2026-11-20T11:00:00Z
                    < reply #1 accepted org.example.a@1000 new
                    < observe localZone
                    ! +75m occurrenceDue org.example.a@1000

                    """
                + Self.submit(2, "b", #""schedule":{"cron":"10 11 * * *"},"wakeSystem":"always""#) + """
                    < save org.example.b@1000 1 scheduled at=2026-11-20T11:10:00Z
                    < reply #2 accepted org.example.b@1000 new
                    ! +70m occurrenceDue org.example.b@1000
                    asleep +70m > clockChanged
                    < readPower
                    < save org.example.b@1000 1 run=2
                    < save org.example.a@1000 1 run=1
                    < launch run=1 org.example.a@1000
                    < launch run=2 org.example.b@1000
                    < observe sleep
                    """)
    }

    // B-110
    @Test func `starts at once where its instant is that of its acceptance`() {
        check(
            Self.start + Self.submit(1, "a", #""accuracy":"15m""#) + """
                < save org.example.a@1000 1 run=1
                < reply #1 accepted org.example.a@1000 new
                < launch run=1 org.example.a@1000
                < observe sleep
                """)
    }

    // B-110 B-87
    @Test func `is tried again at the instant that its retry says`() {
        check(
            Self.start + Self.submit(1, "a", #""accuracy":"15m","retry":true"#) + """
                < save org.example.a@1000 1 run=1
                < reply #1 accepted org.example.a@1000 new
                < launch run=1 org.example.a@1000
                < observe sleep
                > launched run=1 process=7
                > exited run=1 exit 1
                < history run=1 org.example.a@1000 failed (exit 1) attempt=1/10
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=27s attempts=1
                @ +27s restEnds org.example.a@1000
                """)
    }
}
