// Time cut at the ten minutes of local clocks, day by day.
import BGRunCalendar

/// One piece of a local day. Where clocks are set back a bin of a day has two, where they are set forward none.
struct DaySlot: Hashable {
    let span: Span
    /// Days since 1970-01-01 on the local clock.
    let day: Int64
    /// The tenth minute of the day: 0 to 143.
    let bin: Int
    /// From 0, a Sunday, to 6.
    let weekday: Int64

    static let minutes = 10
    static let binsOfDay = 1440 / minutes

    var isWeekend: Bool { weekday == 0 || weekday == 6 }

    /// All slots of a time, in order; the first and the last are cut where the time begins and ends.
    static func slots(of span: Span, in zone: Zone) -> [DaySlot] {
        var slots: [DaySlot] = []
        var at = span.from
        var change = zone.transition(after: at)?.at
        while at < span.to {
            if let passed = change, passed <= at { change = zone.transition(after: at)?.at }
            let civil = zone.civil(at: at)
            let length = Int64(minutes * 60)
            // The clock shows whole seconds that have passed; what is finer is the instant's own.
            let fraction = at.microseconds.quotientAndRemainderFloored(by: 1_000_000).remainder
            let left = (length - civil.secondOfDay % length) * 1_000_000 - fraction
            var end = min(at.advanced(by: .microseconds(left)), span.to)
            if let change, change > at { end = min(end, change) }
            guard end > at else { break }
            slots.append(
                DaySlot(
                    span: Span(from: at, to: end), day: civil.daysSinceEpoch,
                    bin: Int(civil.secondOfDay / length), weekday: civil.weekday))
            at = end
        }
        return slots
    }
}
