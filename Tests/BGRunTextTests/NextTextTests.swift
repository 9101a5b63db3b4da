// What `bgrun next` shows of the instants that lie ahead.
import BGRunCalendar
import BGRunJob
import BGRunText
import Testing

@Suite struct `The next instants` {
    private static let now = instant("2026-03-27T22:00:00Z")

    private static func instant(_ text: String) -> WallTime {
        guard let instant = WallTime(rfc3339: text) else { preconditionFailure("a test's date is bad") }
        return instant
    }

    private func cron(_ text: String, _ count: Int, in zone: Zone, after: WallTime = now) throws
        -> [NextInstant]
    {
        let expression = try CronExpression(text)
        var instants: [NextInstant] = []
        var last = after
        while instants.count < count, let next = expression.next(after: last, in: zone) {
            instants.append(NextInstant(next, in: zone, of: [.cron(expression, zone: nil)]))
            last = next
        }
        return instants
    }

    private func text(
        _ instants: [NextInstant], usual: Zone = Zones.berlin, on screen: Screen = .pipe
    ) -> String {
        let clock = LocalClock(now: Self.now) { _ in 3600 }
        return NextText(instants, usualZone: usual, clock: clock, screen: screen).lines
            .map { $0.text(on: screen) }.joined(separator: "\n")
    }

    // B-13
    @Test func `are marked where a time does not exist`() throws {
        #expect(
            text(try cron("30 2 * * *", 3, in: Zones.berlin)) == """
                Sat 2026-03-28 02:30:00 +01:00  in 3 h 30 min
                Sun 2026-03-29 03:00:00 +02:00  clocks go forward 1 h this day; 02:30 does not exist, runs at 03:00
                Mon 2026-03-30 02:30:00 +02:00
                """)
        let kwajalein = try cron(
            "0 9 * * *", 3, in: Zones.kwajalein, after: Self.instant("2026-08-20T12:00:00Z"))
        let nuuk = try cron("30 23 * * *", 1, in: Zones.nuuk, after: Self.instant("2026-03-28T12:00:00Z"))
        #expect(
            text(kwajalein, usual: Zones.kwajalein, on: Screen(colour: .off, width: 80)) + "\n"
                + text(nuuk, usual: Zones.nuuk) == """
                    Thu 2026-08-20 09:00:00 -12:00  in 145 d 23 h
                    Sat 2026-08-22 00:00:00 +12:00
                        2026-08-21 does not exist; its 09:00 runs on 2026-08-22 at 00:00
                    Sat 2026-08-22 09:00:00 +12:00  2026-08-21 does not exist
                    Sun 2026-03-29 00:00:00 -01:00  in 1 d 3 h  clocks go forward 1 h this day; \
                    2026-03-28 23:30 does not exist, runs on 2026-03-29 at 00:00
                    """)
    }

    // B-13
    @Test func `are marked where a time comes twice`() throws {
        let instants = try cron(
            "30 2 * * *", 2, in: Zones.berlin, after: Self.instant("2026-10-24T12:00:00Z"))
        #expect(
            text(instants) == """
                Sun 2026-10-25 02:30:00 +02:00  in 211 d 2 h  clocks go back 1 h this day; runs at the first 02:30
                Mon 2026-10-26 02:30:00 +01:00
                """)
    }

    @Test func `are marked on days whose change leaves them alone`() throws {
        let instants = try cron(
            "0 12 * * *", 2, in: Zones.lordHowe, after: Self.instant("2026-04-04T12:00:00Z"))
        #expect(
            text(instants, usual: Zones.lordHowe) == """
                Sun 2026-04-05 12:00:00 +10:30  in 8 d 3 h  clocks go back 30 min this day
                Mon 2026-04-06 12:00:00 +10:30
                """)
        let hourly = try cron("30 * * * *", 2, in: Zones.berlin, after: Self.instant("2026-03-29T00:00:00Z"))
        #expect(
            text(hourly) == """
                Sun 2026-03-29 01:30:00 +01:00  in 1 d 2 h  clocks go forward 1 h this day
                Sun 2026-03-29 03:30:00 +02:00  clocks go forward 1 h this day
                """)
    }

    @Test func `tell of the entry that names the time, and not of one that follows real time`() throws {
        let entries = [
            Schedule.cron(try CronExpression("*/15 * * * *"), zone: nil),
            .cron(try CronExpression("30 2 * * *"), zone: nil),
        ]
        let instants = ["2026-10-25T00:15:00Z", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"].map {
            NextInstant(Self.instant($0), in: Zones.berlin, of: entries)
        }
        #expect(instants.map(\.effect?.kind) == [nil, .comesTwice, nil])
    }

    @Test func `name a zone that is not the usual one`() throws {
        #expect(
            text(try cron("0 4 * * *", 1, in: Zones.kathmandu))
                == "Sat 2026-03-28 04:00:00 +05:45  Asia/Kathmandu  in 15 min")
    }

    @Test func `say how late a random delay may make them`() {
        let at = Self.instant("2026-03-28T03:00:00Z")
        let instant = NextInstant(at, in: .utc, latest: at.advanced(by: .seconds(1800)))
        #expect(
            text([instant], usual: .utc)
                == "Sat 2026-03-28 03:00:00 +00:00  in 5 h  or up to 30 min later")
    }

    @Test func `keep their remarks on a narrow terminal`() throws {
        #expect(
            text(try cron("30 2 29 * *", 1, in: Zones.berlin), on: Screen(colour: .off, width: 80)) == """
                Sun 2026-03-29 03:00:00 +02:00  in 1 d 3 h
                    clocks go forward 1 h this day; 02:30 does not exist, runs at 03:00
                """)
    }

    @Test func `say so when there is none`() {
        #expect(text([]) == "no instant lies ahead")
    }
}
