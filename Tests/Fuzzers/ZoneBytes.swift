// A file of a time zone: refused, or a zone whose clocks can be read at every instant.

@testable import BGRunCalendar

enum ZoneBytes {
    /// Changes of the clocks that are looked at.
    private static let mostChanges = 24
    private static let hours = try? AllowedHours(windows: ["22:00-06:00", "12:30-12:31"])
    /// A matcher is asked once for each period of one offset, and once before: `Zone` goes through 400.
    private static let mostMatches = 401

    @Sendable static func check(_ bytes: [UInt8]) {
        let zone: Zone
        do throws(ZoneFault) {
            zone = try Zone(name: "Fuzzed", tzif: bytes)
        } catch {
            hold((0...max(bytes.count, 1 << 16)).contains(error.byte), "a fault lies outside of the file")
            holdIsShown(error.reason)
            return
        }
        hold((try? Zone(name: "Fuzzed", tzif: bytes)) == zone, "a file is read as two zones")
        for instant in instants(of: zone) { check(zone, at: instant) }
    }

    /// Those of interest: the rims, and those beside changes.
    private static func instants(of zone: Zone) -> [WallTime] {
        var instants = Instants.samples
        var from = instants[0]
        for _ in 0..<mostChanges {
            guard let change = zone.transition(after: from) else { break }
            hold(change.at > from, "a change is not later")
            hold(change.before.seconds != change.after.seconds, "a change changes nothing")
            instants += [change.at.advanced(by: .microseconds(-1)), change.at]
            from = change.at
        }
        return instants
    }

    private static func check(_ zone: Zone, at instant: WallTime) {
        let period = zone.period(at: instant.wholeSeconds)
        hold(
            period.start <= instant.wholeSeconds && instant.wholeSeconds < period.end,
            "a period lies elsewhere")
        hold(zone.offsetRange.contains(period.offset.seconds), "an offset is beyond all others")
        hold(ZoneOffset.secondsAllowed.contains(period.offset.seconds), "an offset is beyond a day")
        holdIsShown(period.offset.abbreviation)
        holdIsShown(instant.rfc3339(in: zone))
        let reading = zone.civil(at: instant)
        let first = zone.instant(of: reading)
        hold(first <= instant, "a reading is shown before its first instant")
        hold(first.microseconds == .min || zone.civil(at: first) >= reading, "a reading is not shown yet")
        _ = zone.clockChange(onDayOf: instant)
        if let hours { Instants.check(hours, after: instant, in: zone) }
        for followsRealTime in [false, true] { checkNext(after: instant, in: zone, followsRealTime) }
    }

    /// Half past two on each day, at last in 10,000 years.
    private static func checkNext(after instant: WallTime, in zone: Zone, _ followsRealTime: Bool) {
        var matches = 0
        let next = zone.next(after: instant, followsRealTime: followsRealTime) { reading in
            matches += 1
            let day = reading.daysSinceEpoch.multipliedSaturating(by: CivilTime.secondsPerDay)
            let today = CivilTime(seconds: day.addingSaturating(9_000))
            return today >= reading ? today : today.advanced(bySeconds: CivilTime.secondsPerDay)
        }
        hold(matches <= mostMatches, "a schedule is asked \(matches) times")
        hold(next ?? .init(microseconds: .max) > instant || next == nil, "the next instant is not later")
    }
}
