// Steps that do not fit into what they step through, and begin anew in the middle of one.

/// A step such as `*/45` of minutes: 0 and 45, and 15 minutes later 0 again.
package struct UnevenStep: Hashable, Sendable {
    package enum Field: String, Sendable {
        case minute, hour, day, month
    }

    package let field: Field
    package let step: Int64
    /// The last value, after which the first comes again.
    package let last: Int64
    package let first: Int64
    /// How far that is; nil for days, of which a month has sometimes more.
    package let rest: Int64?
    /// Its next time, of days on each of which it comes once.
    package var from: CivilTime?
}

extension CivilPattern {
    /// The first of its fields that steps through its whole range and does not come out even; nil where none does.
    ///
    /// Values alone do not tell `*/45` from `0,45`: the caller knows whether a step was written.
    package var unevenStep: UnevenStep? {
        Self.unevenStep(minutes, .minute, 0...59) ?? Self.unevenStep(UInt64(hours), .hour, 0...23)
            ?? Self.unevenStep(UInt64(days), .day, 1...31) ?? Self.unevenStep(UInt64(months), .month, 1...12)
    }

    private static func unevenStep(_ bits: UInt64, _ field: UnevenStep.Field, _ range: ClosedRange<Int64>)
        -> UnevenStep?
    {
        let values = Array(bits.places)
        guard values.count > 1, let first = values.first, let last = values.last else { return nil }
        let step = values[1] - first
        let isWhole =
            step > 1 && zip(values, values.dropFirst()).allSatisfy { $1 - $0 == step }
            && first - range.lowerBound < step && last + step > range.upperBound
        guard isWhole else { return nil }
        let rest = range.upperBound - last + first - range.lowerBound + 1
        guard field == .day || rest != step else { return nil }
        return UnevenStep(
            field: field, step: step, last: last, first: first, rest: field == .day ? nil : rest)
    }

    /// Whether it comes at one time of a day.
    package var isOnceADay: Bool {
        hours.nonzeroBitCount == 1 && minutes.nonzeroBitCount == 1 && seconds.nonzeroBitCount == 1
    }

    /// Whether it comes in each minute of some hours of the day, and not of all.
    package var runsEachMinuteOfSomeHours: Bool {
        minutes == 1 << 60 - 1 && seconds.nonzeroBitCount == 1 && hours != 1 << 24 - 1
    }
}
