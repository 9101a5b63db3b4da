// How far a local clock is ahead of UTC, for how long, and when that changes.

/// What a zone's clocks are set to for a while: `CEST`, two hours east of UTC.
package struct ZoneOffset: Hashable, Sendable {
    /// Seconds east of UTC, from -89,999 to 93,599 (RFC 9636 §3.2).
    package let seconds: Int64
    /// Not the same as "in summer": Ireland's law calls its winter the time that is set apart.
    package let isDaylightSaving: Bool
    /// Such as `CET` or `+0330`; at most 15 printable ASCII characters.
    package let abbreviation: String

    package init(seconds: Int64, isDaylightSaving: Bool, abbreviation: String) {
        self.seconds = seconds
        self.isDaylightSaving = isDaylightSaving
        self.abbreviation = abbreviation
    }

    static let secondsAllowed: ClosedRange<Int64> = -89_999...93_599
    /// Of this length a string is stored in place, so that no lookup allocates or counts references.
    static let longestAbbreviation = 15
}

/// An instant at which a zone's clocks are set forward or back.
package struct ZoneTransition: Hashable, Sendable {
    /// The first instant of the new offset.
    package let at: WallTime
    package let before: ZoneOffset
    package let after: ZoneOffset

    package init(at: WallTime, before: ZoneOffset, after: ZoneOffset) {
        self.at = at
        self.before = before
        self.after = after
    }
}

/// A time during which a zone's offset stays as it is, in seconds since 1970 UTC.
///
/// `.min` and `.max` stand for no beginning and no end. The offset of the next one may be the same.
struct ZonePeriod: Hashable, Sendable {
    let start: Int64
    let end: Int64
    let offset: ZoneOffset

    /// What the local clock shows at an instant of this period.
    func reading(at seconds: Int64) -> CivilTime {
        CivilTime(seconds: seconds.addingSaturating(offset.seconds))
    }
}
