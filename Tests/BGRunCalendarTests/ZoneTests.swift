// What clocks show in a zone, and at which instant they show it.
import BGRunCalendar
import BGRunTestSupport
import Testing

@Suite struct `The clock of a zone` {
    @Test(arguments: [
        ("Europe/Berlin", "2026-03-29T00:59:59Z", "2026-03-29T01:59:59+01:00", "CET"),
        ("Europe/Berlin", "2026-03-29T01:00:00Z", "2026-03-29T03:00:00+02:00", "CEST"),
        ("Europe/Berlin", "2026-03-29T01:00:00.25Z", "2026-03-29T03:00:00.25+02:00", "CEST"),
        ("Europe/Berlin", "2345-07-01T00:00:00Z", "2345-07-01T02:00:00+02:00", "CEST"),
        ("Europe/London", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00+00:00", "GMT"),
        ("Europe/Dublin", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00+00:00", "GMT"),
        ("America/St_Johns", "2026-01-01T00:00:00Z", "2025-12-31T20:30:00-03:30", "NST"),
        ("Asia/Kathmandu", "2026-01-01T00:00:00Z", "2026-01-01T05:45:00+05:45", "+0545"),
        ("Pacific/Apia", "2011-12-30T09:59:59Z", "2011-12-29T23:59:59-10:00", "-10"),
        ("Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-31T00:00:00+14:00", "+14"),
        ("Africa/Casablanca", "2087-05-11T02:00:00Z", "2087-05-11T03:00:00+01:00", "+01"),
        ("Etc/UTC", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z", "UTC"),
        // Rounded to the minute, and still the same instant.
        ("Africa/Monrovia", "1971-01-01T12:00:00Z", "1971-01-01T11:15:00-00:45", "MMT"),
        ("Europe/Berlin", "1890-01-01T12:00:00Z", "1890-01-01T12:53:00+00:53", "LMT"),
        ("Europe/Paris", "1880-01-01T00:00:00Z", "1880-01-01T00:09:00+00:09", "LMT"),
    ])
    func `is told as text that names the same instant`(
        zone: String, instant: String, text: String, abbreviation: String
    ) throws {
        let zone = try SystemZones.zone(zone)
        #expect(WallTime(instant).rfc3339(in: zone) == text)
        #expect(WallTime(text) == WallTime(instant))
        #expect(zone.offset(at: WallTime(instant)).abbreviation == abbreviation)
    }

    @Test func `shows seconds that have passed`() throws {
        let berlin = try SystemZones.zone("Europe/Berlin")
        #expect(berlin.civil(at: WallTime(microseconds: -1)) == CivilTime("1970-01-01T00:59:59"))
        #expect(berlin.civil(at: WallTime(microseconds: 999_999)) == CivilTime("1970-01-01T01:00:00"))
        #expect(berlin.civil(at: WallTime("2026-03-29T00:59:59.999999Z")) == CivilTime("2026-03-29T01:59:59"))
        #expect(Zone.utc.civil(at: WallTime("2026-03-29T00:59:59Z")) == CivilTime("2026-03-29T00:59:59"))
    }

    @Test func `tells which time the law calls daylight saving`() throws {
        let summer = WallTime("2026-07-01T00:00:00Z")
        let winter = WallTime("2026-01-01T00:00:00Z")
        #expect(try SystemZones.zone("Europe/Berlin").offset(at: summer).isDaylightSaving)
        #expect(try !SystemZones.zone("Europe/Berlin").offset(at: winter).isDaylightSaving)
        #expect(try SystemZones.zone("Europe/Dublin").offset(at: winter).isDaylightSaving)
    }

    @Test(arguments: [
        ("2026-03-29T01:59:59", "2026-03-29T00:59:59Z"), ("2026-03-29T02:00:00", "2026-03-29T01:00:00Z"),
        ("2026-03-29T02:30:00", "2026-03-29T01:00:00Z"), ("2026-03-29T03:00:00", "2026-03-29T01:00:00Z"),
        ("2026-03-29T03:00:01", "2026-03-29T01:00:01Z"), ("2026-10-25T02:30:00", "2026-10-25T00:30:00Z"),
        ("2026-10-25T02:59:59", "2026-10-25T00:59:59Z"), ("2026-10-25T03:00:00", "2026-10-25T02:00:00Z"),
    ])
    func `shows a reading first at one instant`(reading: String, instant: String) throws {
        #expect(try SystemZones.zone("Europe/Berlin").instant(of: CivilTime(reading)) == WallTime(instant))
    }

    @Test func `shows every reading first where a look at every half minute finds it`() throws {
        for sweep in try ZoneSweep.all() {
            let faults = sweep.firsts.filter {
                sweep.zone.instant(of: $0.key) != WallTime(seconds: $0.value)
            }
            #expect(faults.isEmpty, "\(sweep.zone.name): \(faults.count) of \(sweep.firsts.count)")
            #expect(sweep.firsts.count > 7_000 - 120 * 24)
        }
    }

    @Test func `never goes back with later readings, in any zone`() throws {
        var random = SeededGenerator(seed: 24)
        for name in Set(ZoneSweep.changes.map(\.zone)).sorted() {
            let zone = try SystemZones.zone(name)
            for _ in 0..<300 {
                let reading = CivilTime(seconds: .random(in: -3_000_000_000...13_000_000_000, using: &random))
                let later = reading.advanced(bySeconds: .random(in: 0...100_000, using: &random))
                let instant = zone.instant(of: reading)
                #expect(instant <= zone.instant(of: later))
                #expect(zone.civil(at: instant) >= reading)
                #expect(zone.civil(at: instant.advanced(by: .microseconds(-1))) < reading)
            }
        }
    }

    @Test func `ends at the rim of time`() throws {
        for zone in [Zone.utc, try SystemZones.zone("Europe/Berlin")] {
            #expect(zone.instant(of: CivilTime(seconds: .max)) == WallTime(microseconds: .max))
            #expect(zone.instant(of: CivilTime(seconds: .min)) == WallTime(microseconds: .min))
            #expect(zone.transition(after: WallTime(microseconds: .max)) == nil)
            #expect(zone.next(after: WallTime(microseconds: .max), followsRealTime: true) { $0 } == nil)
            #expect(zone.next(after: WallTime(microseconds: .max), followsRealTime: false) { $0 } == nil)
        }
    }
}

@Suite struct `A clock change` {
    @Test func `comes next where the offset changes`() throws {
        let berlin = try SystemZones.zone("Europe/Berlin")
        let change = try #require(berlin.transition(after: WallTime("2026-01-01T00:00:00Z")))
        #expect(change.at == WallTime("2026-03-29T01:00:00Z"))
        #expect(change.before == ZoneOffset(seconds: 3600, isDaylightSaving: false, abbreviation: "CET"))
        #expect(change.after == ZoneOffset(seconds: 7200, isDaylightSaving: true, abbreviation: "CEST"))
        #expect(berlin.transition(after: change.at)?.at == WallTime("2026-10-25T01:00:00Z"))
        #expect(berlin.transition(after: WallTime("2026-03-29T00:59:59.999999Z"))?.at == change.at)
        #expect(Zone.utc.transition(after: WallTime("1900-01-01T00:00:00Z")) == nil)
        #expect(try SystemZones.zone("Asia/Tokyo").transition(after: WallTime("2000-01-01T00:00:00Z")) == nil)
    }

    @Test func `of the name alone is none`() throws {
        // Summer time went on as standard time, with the same offset.
        let istanbul = try SystemZones.zone("Europe/Istanbul")
        #expect(istanbul.transition(after: WallTime("2016-03-28T00:00:00Z")) == nil)
        let named = try ZoneWriter.zone(rule: "AAA0BBB0,M3.1.0,M10.1.0")
        #expect(named.transition(after: WallTime("2026-01-01T00:00:00Z")) == nil)
        #expect(named.offset(at: WallTime("2026-07-01T00:00:00Z")).abbreviation == "BBB")
    }

    @Test func `never comes where daylight saving is for ever`() throws {
        let zone = try ZoneWriter.zone(rule: "XXX3EDT4,0/0,J365/23")
        #expect(zone.transition(after: WallTime("2026-01-01T00:00:00Z")) == nil)
        #expect(zone.offset(at: WallTime("2026-01-01T03:00:00Z")).isDaylightSaving)
    }

    @Test(arguments: [
        ("Europe/Berlin", "2026-03-29T00:00:00+01:00", "2026-03-29T01:00:00Z" as String?),
        ("Europe/Berlin", "2026-03-29T23:59:59+02:00", "2026-03-29T01:00:00Z"),
        ("Europe/Berlin", "2026-03-28T23:59:59+01:00", nil),
        ("Europe/Berlin", "2026-03-30T00:00:00+02:00", nil),
        ("Europe/Berlin", "2026-10-25T12:00:00+01:00", "2026-10-25T01:00:00Z"),
        // At midnight: an hour of the 4th comes twice, the first hour of the 6th is skipped.
        ("America/Santiago", "2026-04-04T12:00:00-03:00", "2026-04-05T03:00:00Z"),
        ("America/Santiago", "2026-04-05T12:00:00-04:00", nil),
        ("America/Santiago", "2026-09-05T12:00:00-04:00", nil),
        ("America/Santiago", "2026-09-06T12:00:00-03:00", "2026-09-06T04:00:00Z"),
        // The day that never was is between these two, and the second begins with it.
        ("Pacific/Apia", "2011-12-29T12:00:00-10:00", nil),
        ("Pacific/Apia", "2011-12-31T12:00:00+14:00", "2011-12-30T10:00:00Z"),
        ("UTC", "2026-03-29T00:00:00Z", nil),
    ])
    func `falls on a local day`(zone: String, instant: String, change: String?) throws {
        let found = try SystemZones.zone(zone).clockChange(onDayOf: WallTime(instant))
        #expect(found?.at == change.map { WallTime($0) })
    }
}
