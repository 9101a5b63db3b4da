// systemd's calendar expressions: Mon..Fri *-*-* 02:30 and the like.

/// A schedule in the notation of systemd.time(7), section "Calendar Events", as systemd 252 reads it.
///
/// Refused beyond what systemd refuses: fractions of a second, because bgrun plans in whole ones, and dates that
/// never come. Names of local time such as `CEST` are no zones here.
package struct CalendarExpression: Hashable, Sendable {
    /// As it was written.
    package let text: String
    package private(set) var pattern: CivilPattern
    /// The zone at the end of the text, `UTC` in capitals; nil where there is none. Whether it exists is not checked.
    package let zoneName: String?
    /// Whether the hours are `*` or `0/n`: such a job follows real time where clocks change.
    package let hasWildcardHour: Bool

    package init(_ text: String) throws(ScheduleFault) {
        let written = text[...].utf8
        var (rest, zone) = Self.separated(written)
        guard !rest.isEmpty else {
            throw ScheduleFault(
                reason: "the calendar expression is empty",
                advice: "write one such as \"Mon..Fri 02:30\" or \"daily\"")
        }
        if let long = Self.shorthands.first(where: { rest.equalsLowercase($0.word) })?.meaning {
            rest = long[...].utf8
        }
        var reader = CalendarReader(rest)
        try reader.read()
        if let reason = reader.pattern.reasonForNever {
            throw ScheduleFault(
                reason: "\(quoted(written)) never fires: \(reason)",
                advice: "write days that its months have, or \"*-*~01\" for a month's last day")
        }
        if reader.isTimestamp {
            guard zone == nil || zone == "UTC" else {
                throw ScheduleFault(
                    reason: "\(quoted(written)) names seconds since 1970, which have no zone",
                    advice: "leave the zone out")
            }
            zone = "UTC"
        }
        self.text = text
        pattern = reader.pattern
        zoneName = zone
        hasWildcardHour = reader.hasWildcardHour
    }

    /// The same without some days, where any are left; nil: with all of them.
    package func leavingOut(_ days: ExceptedDays?) throws(ScheduleFault) -> Self {
        var expression = self
        try expression.pattern.leaveOut(days)
        return expression
    }

    /// The first instant after `instant` at which a clock of the zone makes it due; nil where there is none.
    ///
    /// `zone` is the one that ``zoneName`` names, or else the job's. A local time that does not exist is due at the
    /// first instant after the gap, one that exists twice once, the first time; where the hour is a wildcard real
    /// time is followed.
    package func next(after instant: WallTime, in zone: Zone) -> WallTime? {
        zone.next(after: instant, followsRealTime: hasWildcardHour) { pattern.next(onOrAfter: $0) }
    }

    private static let shorthands: [(word: String, meaning: String)] = [
        ("minutely", "*-*-* *:*:00"), ("hourly", "*-*-* *:00:00"), ("daily", "*-*-* 00:00:00"),
        ("monthly", "*-*-01 00:00:00"), ("weekly", "Mon *-*-* 00:00:00"),
        ("yearly", "*-01-01 00:00:00"), ("annually", "*-01-01 00:00:00"), ("anually", "*-01-01 00:00:00"),
        ("quarterly", "*-01,04,07,10-01 00:00:00"),
        ("semiannually", "*-01,07-01 00:00:00"), ("semi-annually", "*-01,07-01 00:00:00"),
        ("biannually", "*-01,07-01 00:00:00"), ("bi-annually", "*-01,07-01 00:00:00"),
    ]

    /// What stands before the zone, and the zone.
    ///
    /// systemd looks whether the last word is a zone of the machine. Here it is taken as one by its looks: it begins
    /// with a letter, has a zone's characters only, and is no weekday.
    private static func separated(_ text: Substring.UTF8View) -> (Substring.UTF8View, String?) {
        guard let space = text.lastIndex(of: UInt8(ascii: " ")) else { return (text, nil) }
        let word = text[text.index(after: space)...]
        if word.equalsLowercase("utc") { return (text[..<space], "UTC") }
        guard
            let first = word.first, isLetter(first), word.last != UInt8(ascii: "/"),
            word.allSatisfy({ isLetter($0) || (0x30...0x39).contains($0) || "_+-/".utf8.contains($0) }),
            WeekdayName(at: word) == nil,
            !shorthands.contains(where: { word.equalsLowercase($0.word) })
        else { return (text, nil) }
        return (text[..<space], String(decoding: word, as: UTF8.self))
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
