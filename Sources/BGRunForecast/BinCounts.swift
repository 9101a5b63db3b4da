// For each ten minutes of the day: on how many days somebody looked, and on how many of these it held.
import BGRunCalendar
import BGRunJob

/// Days counted for each bin, of one class of days.
struct BinCounts: Hashable {
    /// A bin that fewer days have shown says nothing.
    static let fewestDays = 3

    private(set) var seen = [Int](repeating: 0, count: DaySlot.binsOfDay)
    private(set) var held = [Int](repeating: 0, count: DaySlot.binsOfDay)
    /// Days on which somebody looked at all.
    private(set) var days = 0

    /// Whether on at least so many percent of the days on which somebody looked it held.
    func isLikely(_ bin: Int, percent: Int) -> Bool {
        seen[bin] >= Self.fewestDays && held[bin] * 100 >= seen[bin] * percent
    }

    /// One day: for how long somebody looked in each bin, and for how long of that it held.
    ///
    /// A bin was looked at if somebody did so for half of its ten minutes, and it held if it did so for half of that.
    mutating func take(looked: [Int64], held: [Int64]) {
        let half = Int64(DaySlot.minutes) * 30_000_000
        var isSeen = false
        for bin in looked.indices where looked[bin] >= half {
            isSeen = true
            seen[bin] += 1
            if held[bin] * 2 >= looked[bin] { self.held[bin] += 1 }
        }
        if isSeen { days += 1 }
    }
}

extension BinCounts {
    /// The times of day at which it is likely, as long as they can be.
    ///
    /// - Parameter joinsMidnight: The next day is one of the same class, so that a night is one window.
    func windows(percent: Int, joinsMidnight: Bool) -> [Forecast.Habit.Window] {
        var windows: [Forecast.Habit.Window] = []
        var start: Int?
        for bin in 0...DaySlot.binsOfDay {
            let isLikely = bin < DaySlot.binsOfDay && isLikely(bin, percent: percent)
            if isLikely, start == nil { start = bin * DaySlot.minutes }
            if !isLikely, let begin = start {
                windows.append(Forecast.Habit.Window(start: begin, end: bin * DaySlot.minutes % 1440))
                start = nil
            }
        }
        guard joinsMidnight, windows.count > 1, let first = windows.first, let last = windows.last,
            first.start == 0, last.end == 0
        else { return windows }
        windows.removeFirst()
        windows[windows.count - 1].end = first.end
        return windows
    }
}
