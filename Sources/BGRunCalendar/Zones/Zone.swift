// A time zone: which clock people read at which instant, past and future.

/// An IANA zone, immutable, as its compiled file says.
///
/// The file's stored transitions reach some way; from the last on its rule goes for ever. Lookups search them by
/// halves and allocate nothing.
package final class Zone: Sendable {
    /// Such as `Europe/Berlin`, as the caller named it.
    package let name: String
    /// Seconds since 1970 UTC, ascending, each a change of the offset, its name or its kind.
    private let transitions: [Int64]
    /// What begins at each transition, an index of `offsets`.
    private let kinds: [UInt8]
    /// The first is in force before the first transition.
    private let offsets: [ZoneOffset]
    /// In force from the last transition on; without one the last offset goes on.
    private let rule: ZoneRule?
    /// The smallest and the largest of all offsets, in seconds.
    let offsetRange: ClosedRange<Int64>

    /// Reads a TZif file (RFC 8536, RFC 9636).
    ///
    /// - Throws: ``ZoneFault`` for anything else, and for the `right/` zones, which count leap seconds.
    package init(name: String, tzif bytes: [UInt8]) throws(ZoneFault) {
        let table = ZoneTable(try ZoneFile(bytes))
        self.name = name
        transitions = table.transitions
        kinds = table.kinds
        offsets = table.offsets
        rule = table.rule
        let all = (table.offsets + (table.rule?.offsets ?? [])).map(\.seconds)
        offsetRange = (all.min() ?? 0)...(all.max() ?? 0)
    }

    private init(name: String, always offset: ZoneOffset) {
        self.name = name
        transitions = []
        kinds = []
        offsets = [offset]
        rule = nil
        offsetRange = offset.seconds...offset.seconds
    }

    package static let utc = Zone(
        name: "UTC", always: ZoneOffset(seconds: 0, isDaylightSaving: false, abbreviation: "UTC"))

    /// The offset in force at an instant.
    package func offset(at instant: WallTime) -> ZoneOffset { period(at: instant.wholeSeconds).offset }

    /// What the local clock shows, in whole seconds that have passed.
    package func civil(at instant: WallTime) -> CivilTime {
        period(at: instant.wholeSeconds).reading(at: instant.wholeSeconds)
    }

    /// The first instant at which the local clock shows this reading or a later one.
    ///
    /// So a reading that is skipped gives the first instant after the gap, and one that comes twice the first time.
    /// A later reading never gives an earlier instant.
    package func instant(of reading: CivilTime) -> WallTime {
        let reading = min(max(reading.seconds, -Self.rim), Self.rim)
        // No clock of this zone shows it before.
        var period = period(at: reading - offsetRange.upperBound)
        while true {
            let seconds = max(period.start, reading - period.offset.seconds)
            if seconds < period.end { return WallTime(wholeSeconds: seconds) }
            period = self.period(at: period.end)
        }
    }

    /// The next time that clocks are set forward or back. Changes of the name alone are passed over.
    package func transition(after instant: WallTime) -> ZoneTransition? {
        var before = period(at: instant.wholeSeconds)
        while before.end < Self.rim {
            let after = period(at: before.end)
            if before.offset.seconds != after.offset.seconds {
                let at = WallTime(wholeSeconds: before.end)
                return at > instant ? ZoneTransition(at: at, before: before.offset, after: after.offset) : nil
            }
            // A rule that changes names only would go on to the end of time.
            if let rule, !rule.changesClocks, after.start >= transitions.last ?? .min { return nil }
            before = after
        }
        return nil
    }

    /// The clock change that falls on the local day of an instant.
    ///
    /// A day is changed where some of its readings are skipped or come twice, or where it begins with a change.
    package func clockChange(onDayOf instant: WallTime) -> ZoneTransition? {
        let day = civil(at: instant).daysSinceEpoch
        let reach = Duration.seconds(3 * CivilTime.secondsPerDay)
        var from = instant.advanced(by: .zero - reach)
        while let change = transition(after: from), change.at <= instant.advanced(by: reach) {
            if change.days.contains(day) { return change }
            from = change.at
        }
        return nil
    }

    /// The period around an instant, in seconds since 1970 UTC.
    func period(at seconds: Int64) -> ZonePeriod {
        let passed = transitionsPassed(at: seconds)
        let start = passed > 0 ? transitions[passed - 1] : .min
        if passed == transitions.count, let rule {
            let period = rule.period(at: seconds)
            return ZonePeriod(start: max(start, period.start), end: period.end, offset: period.offset)
        }
        return ZonePeriod(
            start: start, end: passed < transitions.count ? transitions[passed] : .max,
            offset: offsets[passed > 0 ? Int(kinds[passed - 1]) : 0])
    }

    /// How many transitions are not later than an instant.
    private func transitionsPassed(at seconds: Int64) -> Int {
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= seconds { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// A little beyond the first and the last second that a `WallTime` can hold.
    static let rim: Int64 = 9_223_400_000_000
}

extension Zone: Hashable {
    /// Zones are equal in name and rules, whatever kind of file they were read from.
    package static func == (one: Zone, other: Zone) -> Bool {
        one === other
            || one.name == other.name && one.transitions == other.transitions && one.kinds == other.kinds
                && one.offsets == other.offsets && one.rule == other.rule
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension ZoneTransition {
    /// The local days that it changes, by number: those of the readings skipped or repeated, and of the first after.
    fileprivate var days: ClosedRange<Int64> {
        let readings = [before, after].map { at.wholeSeconds + $0.seconds }
        let shown = CivilTime(seconds: at.wholeSeconds + after.seconds)
        let first = CivilTime(seconds: readings.min() ?? 0)
        let last = CivilTime(seconds: (readings.max() ?? 0) - 1)
        return min(first, shown).daysSinceEpoch...max(last, shown).daysSinceEpoch
    }
}

extension WallTime {
    /// Seconds since 1970 UTC, rounded down.
    package var wholeSeconds: Int64 { microseconds.quotientAndRemainderFloored(by: 1_000_000).quotient }

    package init(wholeSeconds: Int64) {
        self.init(microseconds: wholeSeconds.multipliedSaturating(by: 1_000_000))
    }
}
