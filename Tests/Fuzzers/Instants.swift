// What must be so of the instants that a schedule names, whatever it is and wherever.

@testable import BGRunCalendar

enum Instants {
    /// One without a change, one with two a year, one with two a year by half an hour, in the south.
    static let zones = [
        Zone.utc, zone("CET-1CEST,M3.5.0,M10.5.0/3"), zone("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0"),
    ]

    /// A zone of one rule.
    private static func zone(_ rule: String) -> Zone {
        let counts: [UInt8] = [0, 0, 0, 0, 1, 4].flatMap { [0, 0, 0, $0] }
        let header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + counts
        let offset: [UInt8] = [0, 0, 0, 0, 0, 0] + Array("LMT\0".utf8)
        do {
            return try Zone(
                name: "Rule", tzif: header + offset + header + offset + Array("\n\(rule)\n".utf8))
        } catch {
            fatalError("a rule of our own is refused: \(error)")
        }
    }

    /// The rims of time, the beginning of the count, and days around changes of the clocks.
    static let samples: [WallTime] = [
        .min, -62_135_596_800_000_000, 0, 1_774_744_199_999_999, 1_792_890_000_000_000, 1_775_316_600_000_000,
        4_102_444_800_000_000, .max - 1,
    ].map { WallTime(microseconds: $0) }

    /// A schedule goes forward, and the first instant after another is the first after all between the two.
    static func check(_ next: (WallTime, Zone) -> WallTime?) {
        for zone in zones {
            for sample in samples {
                var instant = sample
                for _ in 0..<3 {
                    guard let found = next(instant, zone) else { break }
                    hold(found > instant, "the next instant is not later")
                    let middle = WallTime(microseconds: instant.microseconds / 2 + found.microseconds / 2)
                    for earlier in [middle, found.advanced(by: .microseconds(-1))] where earlier >= instant {
                        let again = next(earlier, zone)
                        hold(
                            again == found, "after \(earlier.microseconds) comes \(again?.microseconds ?? 0)")
                    }
                    instant = found
                }
            }
        }
    }

    /// What is found is in the pattern, and nothing between.
    static func check(_ pattern: CivilPattern) {
        for sample in samples {
            let start = CivilTime(seconds: sample.microseconds / 1_000_000)
            guard let found = pattern.next(onOrAfter: start) else { continue }
            hold(found >= start, "a reading comes before it was asked for")
            hold(contains(pattern, found), "a reading is not in the pattern")
            for earlier in [found.seconds, found.seconds / 2 + start.seconds / 2]
            where earlier >= start.seconds {
                let again = pattern.next(onOrAfter: CivilTime(seconds: earlier))
                hold(again == found, "from a later start another reading comes first")
            }
        }
    }

    private static func contains(_ pattern: CivilPattern, _ reading: CivilTime) -> Bool {
        let date = reading.date
        return pattern.seconds & 1 << UInt64(reading.second) != 0
            && pattern.minutes & 1 << UInt64(reading.minute) != 0
            && pattern.hours & 1 << UInt32(reading.hour) != 0 && pattern.months & 1 << UInt16(date.month) != 0
            && pattern.days(inMonth: date.month, year: date.year) & 1 << UInt32(date.day) != 0
    }

    static func check(_ hours: AllowedHours, after instant: WallTime, in zone: Zone) {
        guard let change = hours.nextChange(after: instant, in: zone) else { return }
        hold(change > instant, "the hours change before they are asked for")
        let before = hours.isOpen(at: change.advanced(by: .microseconds(-1)), in: zone)
        hold(
            hours.isOpen(at: change, in: zone) != before,
            "the hours do not change at \(change.rfc3339), after \(instant.rfc3339)")
        hold(hours.isOpen(at: instant, in: zone) == before, "the hours change twice at once")
    }
}
