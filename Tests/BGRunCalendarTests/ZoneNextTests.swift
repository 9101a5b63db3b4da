// When schedules fire on days with a clock change, and on all others.
import BGRunCalendar
import BGRunTestSupport
import Testing

/// Every day at these times.
private struct Daily {
    /// Seconds of the day, ascending.
    var times: [Int64]

    /// `02:30`.
    init(_ texts: [String]) {
        times = texts.map { CivilTime("2000-01-01T\($0):00").secondOfDay }.sorted()
    }

    init(times: [Int64]) { self.times = times }

    func match(_ reading: CivilTime) -> CivilTime? {
        let midnight = reading.seconds - reading.secondOfDay
        if let time = times.first(where: { $0 >= reading.secondOfDay }) {
            return CivilTime(seconds: midnight + time)
        }
        return times.first.map { CivilTime(seconds: midnight + CivilTime.secondsPerDay + $0) }
    }
}

@Suite struct `A schedule on a day with a clock change` {
    /// What it fires at within the day, as the local clock shows it.
    private func firings(
        _ zone: String, from: String, until: String, _ times: [String], followsRealTime: Bool
    ) throws -> [String] {
        let zone = try SystemZones.zone(zone)
        let daily = Daily(times)
        var found: [String] = []
        var instant = WallTime(from)
        while let next = zone.next(after: instant, followsRealTime: followsRealTime, matching: daily.match),
            next < WallTime(until)
        {
            found.append(next.rfc3339(in: zone))
            instant = next
        }
        return found
    }

    @Test func `at fixed hours fires once after the gap for all that lies in it`() throws {
        let found = try firings(
            "Europe/Berlin", from: "2026-03-28T23:00:00Z", until: "2026-03-29T22:00:00Z",
            ["01:59", "02:00", "02:30", "02:59", "03:30"], followsRealTime: false)
        #expect(
            found == ["2026-03-29T01:59:00+01:00", "2026-03-29T03:00:00+02:00", "2026-03-29T03:30:00+02:00"])
    }

    @Test func `at fixed hours fires once, the first time, where a reading comes twice`() throws {
        let found = try firings(
            "Europe/Berlin", from: "2026-10-24T22:00:00Z", until: "2026-10-25T23:00:00Z",
            ["02:00", "02:30", "03:00"], followsRealTime: false)
        #expect(
            found == ["2026-10-25T02:00:00+02:00", "2026-10-25T02:30:00+02:00", "2026-10-25T03:00:00+01:00"])
    }

    @Test func `that follows real time fires whenever the clock shows it`() throws {
        let spring = try firings(
            "Europe/Berlin", from: "2026-03-29T00:00:00Z", until: "2026-03-29T02:00:00Z",
            ["01:30", "02:00", "02:30", "03:00", "03:30"], followsRealTime: true)
        #expect(
            spring == ["2026-03-29T01:30:00+01:00", "2026-03-29T03:00:00+02:00", "2026-03-29T03:30:00+02:00"])
        let autumn = try firings(
            "Europe/Berlin", from: "2026-10-25T00:00:00Z", until: "2026-10-25T02:30:00Z",
            ["02:00", "02:30", "03:00"], followsRealTime: true)
        #expect(
            autumn == [
                "2026-10-25T02:30:00+02:00", "2026-10-25T02:00:00+01:00", "2026-10-25T02:30:00+01:00",
                "2026-10-25T03:00:00+01:00",
            ])
    }

    @Test func `of a whole day that is skipped fires once, when the next one begins`() throws {
        let found = try firings(
            "Pacific/Apia", from: "2011-12-29T10:00:00Z", until: "2011-12-31T10:00:00Z", ["06:00", "18:00"],
            followsRealTime: false)
        #expect(
            found == [
                "2011-12-29T06:00:00-10:00", "2011-12-29T18:00:00-10:00", "2011-12-31T00:00:00+14:00",
                "2011-12-31T06:00:00+14:00", "2011-12-31T18:00:00+14:00",
            ])
    }

    @Test func `fires where a look at every half minute finds it due`() throws {
        var random = SeededGenerator(seed: 25)
        for sweep in try ZoneSweep.all() {
            for _ in 0..<4 {
                let times = (0..<Int.random(in: 2...12, using: &random)).map { _ in
                    Int64.random(in: 0..<2_880, using: &random) * ZoneSweep.step
                }
                let daily = Daily(times: times.sorted())
                let isDue = Set(times)
                let fixed = Set(sweep.firsts.filter { isDue.contains($0.key.secondOfDay) }.values).sorted()
                let shown = zip(sweep.instants, sweep.shown).filter { isDue.contains($0.1.secondOfDay) }.map(
                    \.0)
                for instant in sweep.samples(12, using: &random) {
                    for (followsRealTime, due) in [(false, fixed), (true, shown)] {
                        let expected = due.lazy.map { WallTime(seconds: $0) }.first { $0 > instant }
                        let found = sweep.zone.next(
                            after: instant, followsRealTime: followsRealTime, matching: daily.match)
                        // Later than the days that were looked at.
                        guard let expected else { continue }
                        #expect(
                            found == expected,
                            "\(sweep.zone.name) after \(instant.rfc3339), real time: \(followsRealTime), \(times)"
                        )
                    }
                }
            }
        }
    }
}

@Suite struct `A schedule that seldom fires` {
    private func leapMonday(_ reading: CivilTime) -> CivilTime? {
        (reading.date.year...reading.date.year + 80).lazy
            .filter { CivilDate.days(inMonth: 2, year: $0) == 29 }
            .map { CivilTime(year: $0, month: 2, day: 29, hour: 12) }
            .first { $0 >= reading && $0.weekday == 1 }
    }

    @Test(arguments: [true, false])
    func `is found forty years ahead`(followsRealTime: Bool) throws {
        let berlin = try SystemZones.zone("Europe/Berlin")
        let found = berlin.next(
            after: WallTime("2072-03-01T00:00:00Z"), followsRealTime: followsRealTime, matching: leapMonday)
        #expect(found == WallTime("2112-02-29T11:00:00Z"))
    }

    @Test(arguments: [true, false])
    func `is asked for no more readings than it takes`(followsRealTime: Bool) throws {
        let berlin = try SystemZones.zone("Europe/Berlin")
        var questions = 0
        _ = berlin.next(after: WallTime("2072-03-01T00:00:00Z"), followsRealTime: followsRealTime) {
            reading in
            questions += 1
            return leapMonday(reading)
        }
        #expect(questions == 1)
    }

    @Test func `never fires where all of its readings lie in gaps`() throws {
        let berlin = try SystemZones.zone("Europe/Berlin")
        func lastSundayOfMarch(_ reading: CivilTime) -> CivilTime? {
            (reading.date.year...reading.date.year + 1).lazy
                .flatMap { year in
                    (25...31).map { CivilTime(year: year, month: 3, day: $0, hour: 2, minute: 30) }
                }
                .first { $0 >= reading && $0.weekday == 0 }
        }
        let start = WallTime("2026-01-01T00:00:00Z")
        #expect(berlin.next(after: start, followsRealTime: true, matching: lastSundayOfMarch) == nil)
        #expect(
            berlin.next(after: start, followsRealTime: false, matching: lastSundayOfMarch)
                == WallTime("2026-03-29T01:00:00Z"))
        #expect(Zone.utc.next(after: start, followsRealTime: true, matching: lastSundayOfMarch) != nil)
    }

    @Test func `is over after its last reading`() throws {
        let berlin = try SystemZones.zone("Europe/Berlin")
        let last = CivilTime("2026-10-25T02:30:00")
        func once(_ reading: CivilTime) -> CivilTime? { reading <= last ? last : nil }
        func next(_ instant: String, followsRealTime: Bool) -> String? {
            berlin.next(after: WallTime(instant), followsRealTime: followsRealTime, matching: once)?.rfc3339
        }
        #expect(next("2026-10-25T00:00:00Z", followsRealTime: false) == "2026-10-25T00:30:00Z")
        #expect(next("2026-10-25T00:30:00Z", followsRealTime: false) == nil)
        #expect(next("2026-10-25T00:30:00Z", followsRealTime: true) == "2026-10-25T01:30:00Z")
        #expect(next("2026-10-25T00:59:00Z", followsRealTime: true) == "2026-10-25T01:30:00Z")
        #expect(next("2026-10-25T01:30:00Z", followsRealTime: true) == nil)
    }
}
