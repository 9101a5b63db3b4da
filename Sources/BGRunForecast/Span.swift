// A time from an instant to a later one.
import BGRunCalendar

/// Its end is not part of it.
struct Span: Hashable {
    let from: WallTime
    let to: WallTime

    var isEmpty: Bool { to <= from }
    /// Never negative.
    var duration: Duration { isEmpty ? .zero : from.duration(to: to) }
}
