// A reading of a calendar and a clock on the wall, of which no zone is known.

/// What a local clock shows: a day and a time of day, in whole seconds.
///
/// It is no instant. Where a zone's clocks are set back the same reading comes twice, where they are set forward
/// some never come; `Zone` says which.
package struct CivilTime: Hashable, Comparable, Sendable {
    /// Seconds from 1970-01-01 00:00:00 on the same clock, every day counted as 86,400.
    package var seconds: Int64

    package init(seconds: Int64) { self.seconds = seconds }

    /// - Parameter second: Of the day; may exceed a day's, and is then carried over.
    package init(_ date: CivilDate, second: Int64 = 0) {
        seconds = date.daysSinceEpoch.multipliedSaturating(by: Self.secondsPerDay).addingSaturating(second)
    }

    package init(
        year: Int64, month: Int64, day: Int64, hour: Int64 = 0, minute: Int64 = 0, second: Int64 = 0
    ) {
        self.init(
            CivilDate(year: year, month: month, day: day), second: hour * 3600 + minute * 60 + second)
    }

    package static let secondsPerDay: Int64 = 86_400

    package static func < (earlier: Self, later: Self) -> Bool { earlier.seconds < later.seconds }

    package var daysSinceEpoch: Int64 { seconds.quotientAndRemainderFloored(by: Self.secondsPerDay).quotient }
    package var date: CivilDate { CivilDate(daysSinceEpoch: daysSinceEpoch) }
    /// From 0 to 86,399.
    package var secondOfDay: Int64 { seconds.quotientAndRemainderFloored(by: Self.secondsPerDay).remainder }
    package var hour: Int64 { secondOfDay / 3600 }
    package var minute: Int64 { secondOfDay / 60 % 60 }
    package var second: Int64 { secondOfDay % 60 }
    /// From 0, a Sunday, to 6. 1970-01-01 was a Thursday.
    package var weekday: Int64 {
        daysSinceEpoch.addingSaturating(4).quotientAndRemainderFloored(by: 7).remainder
    }

    package func advanced(bySeconds count: Int64) -> CivilTime {
        CivilTime(seconds: seconds.addingSaturating(count))
    }
}
