// Where on the calendar a row of history lies whose clock may have been wrong.
import BGRunCalendar

/// Rows in the order in which they were written, each with its place in time.
///
/// People set clocks. What was written later is right: where a clock was set back, the time that it went through twice
/// belongs to the second time. A clock that shows a time which is not reached yet, or one more than a day before what it
/// showed already, as without its battery, is not believed at all: its rows have happened somewhere before the next one
/// that is.
struct Placement {
    /// Never descending; the end for what happened after the last row that can be believed.
    let places: [WallTime]
    let isBelieved: [Bool]

    private static let setBackAtMost: Duration = .seconds(86_400)

    /// - Parameters:
    ///   - instants: What the clock showed.
    ///   - end: Now: nothing has happened later.
    init(_ instants: [WallTime], end: WallTime) {
        var latest: WallTime?
        let isBelieved = instants.map { instant in
            if instant > end { return false }
            if let latest, instant < latest.advanced(by: .zero - Self.setBackAtMost) { return false }
            latest = max(latest ?? instant, instant)
            return true
        }
        var places = instants
        var earliest = end
        for index in instants.indices.reversed() {
            if isBelieved[index] { earliest = min(earliest, instants[index]) }
            places[index] = earliest
        }
        self.places = places
        self.isBelieved = isBelieved
    }
}
