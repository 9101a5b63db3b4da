// Cron and calendar expressions in zones: on quiet days as others have it, on days of a clock change by our rule.
import BGRunCalendar
import BGRunTestSupport
import Testing

@Suite struct `A schedule in a zone` {
    private func instant(_ text: String) throws -> WallTime { try #require(WallTime(rfc3339: text)) }

    private func instants(
        after base: WallTime, count: Int, next: (WallTime) -> WallTime?
    ) -> [WallTime] {
        var instants: [WallTime] = []
        while instants.count < count, let next = next(instants.last ?? base) { instants.append(next) }
        return instants
    }

    /// How many instants two lists have in common before the first on a local day with a clock change, where habits
    /// differ; nil where they disagree.
    private func common(_ ours: [WallTime], _ theirs: [WallTime], in zone: Zone) -> Int? {
        for (index, (our, their)) in zip(ours, theirs).enumerated() {
            if zone.clockChange(onDayOf: our) != nil || zone.clockChange(onDayOf: their) != nil {
                return index
            }
            if our != their { return nil }
        }
        return ours.count == theirs.count ? ours.count : nil
    }

    private func quietInstants(_ count: Int, in zone: Zone, using random: inout SeededGenerator) -> [WallTime]
    {
        (0..<count).map { _ in
            while true {
                let seconds = Int64.random(in: 1_000_000_000...3_400_000_000, using: &random)
                let base = WallTime(microseconds: seconds * 1_000_000)
                if zone.clockChange(onDayOf: base) == nil { return base }
            }
        }
    }

    @Test(arguments: Zone.tried)
    func `is due when cronsim and croniter say, on days without a clock change`(name: String) throws {
        let zone = try Zone.ofSystem(name)
        var random = SeededGenerator(seed: 60)
        let crons = (0..<150).map { _ in RandomCron(using: &random) }
        let bases = quietInstants(crons.count, in: zone, using: &random)
        let answers = try CronOracles.answers(
            to: zip(crons, bases).map {
                .init(
                    cron: $0.text, croniter: $0.croniterText, base: $1.microseconds / 1_000_000, count: 3,
                    zone: name)
            })
        var compared = 0
        for ((cron, base), answer) in zip(zip(crons, bases), answers) {
            guard let expression = try? CronExpression(cron.text) else { continue }
            let ours = instants(after: base, count: 3) { expression.next(after: $0, in: zone) }
            for (oracle, theirs) in [
                ("cronsim", answer.cronsim), ("croniter", cron.isForCroniter ? answer.croniter : nil),
            ] {
                guard let theirs = theirs?.map({ WallTime(microseconds: $0 * 1_000_000) }) else { continue }
                let common = common(ours, theirs, in: zone)
                compared += common ?? 0
                #expect(
                    common != nil,
                    "\(cron.text) after \(base.rfc3339), \(oracle): \(ours.map(\.rfc3339)), \(theirs.map(\.rfc3339))"
                )
            }
        }
        #expect(compared > 600, "only \(compared) instants were compared")
    }

    @Test(arguments: Zone.tried)
    func `is due when systemd says, on days without a clock change`(name: String) throws {
        let zone = try Zone.ofSystem(name)
        var random = SeededGenerator(seed: 61)
        var compared = 0
        for base in quietInstants(4, in: zone, using: &random) {
            let texts = (0..<40).map { _ in RandomCalendar(using: &random).text }
            let theirs = try SystemdAnalyze.readings(
                of: texts, after: base.rfc3339.dropLast().replacing("T", with: " ") + " UTC", count: 3,
                zone: name)
            for (text, theirs) in zip(texts, theirs) {
                guard let theirs, let expression = try? CalendarExpression(text) else { continue }
                let ours = instants(after: base, count: 3) { expression.next(after: $0, in: zone) }
                let others = try theirs.map { try instant($0.replacing(" ", with: "T") + "Z") }
                let common = common(ours, others, in: zone)
                compared += common ?? 0
                #expect(
                    common != nil,
                    "\(text) after \(base.rfc3339): \(ours.map(\.rfc3339)), \(theirs)")
            }
        }
        #expect(compared > 250, "only \(compared) instants were compared")
    }

    /// Zone, expression, the instant before, and the next instants in UTC.
    private static let changes: [(String, String, String, [String])] = [
        // Berlin leaves out 02:00 to 03:00 on 2026-03-29, at 01:00 UTC.
        (
            "Europe/Berlin", "30 2 * * *", "2026-03-28T01:30:00Z",
            ["2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"]
        ),
        (
            "Europe/Berlin", "0,30 2-3 * * *", "2026-03-29T00:30:00Z",
            ["2026-03-29T01:00:00Z", "2026-03-29T01:30:00Z", "2026-03-30T00:00:00Z"]
        ),
        // Twelve readings are left out and make one instant. Debian's cron runs none: it follows a minute's star too.
        (
            "Europe/Berlin", "*/5 2 * * *", "2026-03-29T00:59:59Z",
            ["2026-03-29T01:00:00Z", "2026-03-30T00:00:00Z"]
        ),
        (
            "Europe/Berlin", "30 * * * *", "2026-03-28T23:30:00Z",
            ["2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z", "2026-03-29T02:30:00Z"]
        ),
        // A wildcard hour that is left out is left out.
        (
            "Europe/Berlin", "0 */2 * * *", "2026-03-28T23:00:00Z",
            ["2026-03-29T02:00:00Z", "2026-03-29T04:00:00Z"]
        ),
        // Berlin has 02:00 to 03:00 twice on 2026-10-25, from 00:00 and from 01:00 UTC.
        (
            "Europe/Berlin", "30 2 * * *", "2026-10-24T00:30:00Z",
            ["2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"]
        ),
        (
            "Europe/Berlin", "0,30 2-3 * * *", "2026-10-24T23:00:00Z",
            ["2026-10-25T00:00:00Z", "2026-10-25T00:30:00Z", "2026-10-25T02:00:00Z", "2026-10-25T02:30:00Z"]
        ),
        (
            "Europe/Berlin", "30 * * * *", "2026-10-24T23:30:00Z",
            ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-25T02:30:00Z"]
        ),
        (
            "Europe/Berlin", "0 */2 * * *", "2026-10-24T22:00:00Z",
            ["2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z", "2026-10-25T03:00:00Z"]
        ),
        // Asked in the second of the two hours, the day's run is behind.
        ("Europe/Berlin", "30 2 * * *", "2026-10-25T01:15:00Z", ["2026-10-26T01:30:00Z"]),
        (
            "America/New_York", "15 2 * * 0", "2026-03-01T12:00:00Z",
            ["2026-03-08T07:00:00Z", "2026-03-15T06:15:00Z"]
        ),
        (
            "America/New_York", "15 1 * * *", "2026-10-31T12:00:00Z",
            ["2026-11-01T05:15:00Z", "2026-11-02T06:15:00Z"]
        ),
        // Lord Howe moves by half an hour: forward on 2026-10-04 from 02:00, back on 2026-04-05 from 02:00.
        (
            "Australia/Lord_Howe", "15 2 * * *", "2026-10-02T16:00:00Z",
            ["2026-10-03T15:30:00Z", "2026-10-04T15:15:00Z"]
        ),
        (
            "Australia/Lord_Howe", "45 1 * * *", "2026-04-04T00:00:00Z",
            ["2026-04-04T14:45:00Z", "2026-04-05T15:15:00Z"]
        ),
        (
            "Australia/Lord_Howe", "45 * * * *", "2026-04-04T14:00:00Z",
            ["2026-04-04T14:45:00Z", "2026-04-04T15:15:00Z", "2026-04-04T16:15:00Z"]
        ),
        (
            "Europe/Berlin", "0 0-23/2 * * *", "2026-03-28T23:00:00Z",
            ["2026-03-29T01:00:00Z", "2026-03-29T02:00:00Z"]
        ),
        // Apia had no 2011-12-30.
        (
            "Pacific/Apia", "0 12 30 12 *", "2011-12-29T00:00:00Z",
            ["2011-12-30T10:00:00Z", "2012-12-29T22:00:00Z"]
        ),
        // Casablanca goes back for Ramadan on 2026-02-15 at 03:00, and forward on 2026-03-22 at 02:00.
        (
            "Africa/Casablanca", "30 2 * * *", "2026-02-15T00:00:00Z",
            ["2026-02-15T01:30:00Z", "2026-02-16T02:30:00Z"]
        ),
        (
            "Africa/Casablanca", "30 2 * * *", "2026-03-21T12:00:00Z",
            ["2026-03-22T02:00:00Z", "2026-03-23T01:30:00Z"]
        ),
        // Beirut's days of change begin at one o'clock.
        ("Asia/Beirut", "@daily", "2026-03-28T12:00:00Z", ["2026-03-28T22:00:00Z", "2026-03-29T21:00:00Z"]),
        (
            "Asia/Kathmandu", "0 0 * * *", "2026-03-29T00:00:00Z",
            ["2026-03-29T18:15:00Z", "2026-03-30T18:15:00Z"]
        ),
    ]

    @Test(arguments: changes)
    func `runs a local time that is left out after the gap, and one that comes twice the first time`(
        zone: String, cron: String, base: String, expected: [String]
    ) throws {
        let zone = try Zone.ofSystem(zone)
        let expression = try CronExpression(cron)
        let found = instants(after: try instant(base), count: expected.count) {
            expression.next(after: $0, in: zone)
        }
        #expect(found.map(\.rfc3339) == expected)
    }

    @Test(arguments: [
        (
            "*-*-* 02:30 Europe/Berlin", "2026-03-28T12:00:00Z",
            ["2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"]
        ),
        ("02:30 Europe/Berlin", "2026-10-24T12:00:00Z", ["2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"]),
        ("hourly Europe/Berlin", "2026-10-24T23:00:00Z", ["2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z"]),
        ("0/2:00 Europe/Berlin", "2026-03-28T23:00:00Z", ["2026-03-29T02:00:00Z", "2026-03-29T04:00:00Z"]),
        ("0/2:00 Europe/Berlin", "2026-10-24T23:00:00Z", ["2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z"]),
        (
            "00..23/2:00 Europe/Berlin", "2026-03-28T23:00:00Z",
            ["2026-03-29T01:00:00Z", "2026-03-29T02:00:00Z"]
        ),
        (
            "00..23/2:00 Europe/Berlin", "2026-10-24T23:00:00Z",
            ["2026-10-25T00:00:00Z", "2026-10-25T03:00:00Z"]
        ),
        ("*:0/30 Europe/Berlin", "2026-10-25T00:00:00Z", ["2026-10-25T00:30:00Z", "2026-10-25T01:00:00Z"]),
        // Of the first of a month systemd 252 leaves out midnight.
        ("0/5:20 UTC", "2024-05-31T20:00:00Z", ["2024-05-31T20:20:00Z", "2024-06-01T00:20:00Z"]),
        (
            "*-*~01 00:00 Pacific/Apia", "2026-02-27T00:00:00Z",
            ["2026-02-27T11:00:00Z", "2026-03-30T11:00:00Z"]
        ),
    ])
    func `keeps the same rule for calendar expressions`(text: String, base: String, expected: [String]) throws
    {
        let expression = try CalendarExpression(text)
        let zone = try Zone.ofSystem(#require(expression.zoneName))
        let found = instants(after: try instant(base), count: expected.count) {
            expression.next(after: $0, in: zone)
        }
        #expect(found.map(\.rfc3339) == expected)
    }

    @Test func `is due in UTC when its readings are`() throws {
        let cron = try CronExpression("30 2 29 2 *")
        let found = cron.next(after: try instant("2026-01-01T00:00:00.5Z"), in: .utc)
        #expect(found?.rfc3339 == "2028-02-29T02:30:00Z")
        #expect(
            try CalendarExpression("2020-01-01").next(after: instant("2026-01-01T00:00:00Z"), in: .utc) == nil
        )
        #expect(
            try CalendarExpression("@1893456000").next(after: instant("2026-01-01T00:00:00Z"), in: .utc)
                == instant("2030-01-01T00:00:00Z"))
    }
}
