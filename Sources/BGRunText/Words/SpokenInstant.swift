// Instants as people type them: `02:00`, `tomorrow`, `mon 02:00`, `1h30m`, `yesterday 14:30`, and dates in full.
import BGRunCalendar

/// What somebody has typed for an instant, by the clock in front of them.
package struct SpokenInstant {
    /// Whether an instant to come is meant, or one that has passed: `02:00` is the next one, or the last.
    package enum Direction: Sendable {
        case ahead
        case back
    }

    private let direction: Direction
    private let clock: LocalClock

    /// Nobody types more.
    private static let longest = 64

    package init(_ direction: Direction, by clock: LocalClock) {
        self.direction = direction
        self.clock = clock
    }

    /// Nil where it is no instant.
    package func instant(_ text: String) -> WallTime? {
        guard text.utf8.count <= Self.longest else { return nil }
        if let date = WallTime(rfc3339: text) { return date }
        let words = text.lowercased().split(separator: " ").map(String.init)
        if words == ["now"] { return clock.now }
        if words.count == 1, let date = Self.joined(words[0]) { return day(date) }
        return span(words).map { clock.now.advanced(by: $0) } ?? day(words)
    }

    // MARK: - So far from now

    private func span(_ words: [String]) -> Duration? {
        let isBack = direction == .back
        var text = words.joined(separator: " ")
        if isBack, text.hasSuffix(" ago") {
            text.removeLast(4)
        } else if isBack ? text.hasPrefix("-") : text.hasPrefix("+") {
            text.removeFirst()
        } else if !isBack, let start = ["in ", "now + ", "now +"].first(where: text.hasPrefix) {
            text.removeFirst(start.count)
        }
        return Duration(text: text).map { isBack ? .zero - $0 : $0 }
    }

    // MARK: - A day, a time of day, or both

    private func day(_ words: [String]) -> WallTime? {
        guard (1...2).contains(words.count) else { return nil }
        let times = words.compactMap(Self.timeOfDay)
        let days = words.filter { Self.timeOfDay($0) == nil }
        guard times.count <= 1, days.count <= 1 else { return nil }
        guard let day = days.first else { return times.first.flatMap { nearest(at: $0) } }
        if let weekday = Self.weekday(day) { return nearest(at: times.first ?? 0, on: weekday) }
        return self.date(day).map { clock.instant(of: CivilTime($0, second: times.first ?? 0)) }
    }

    private var today: Int64 { clock.local(clock.now).daysSinceEpoch }

    private func date(_ word: String) -> CivilDate? {
        switch word {
        case "today": CivilDate(daysSinceEpoch: today)
        case "tomorrow": CivilDate(daysSinceEpoch: today + 1)
        case "yesterday": CivilDate(daysSinceEpoch: today - 1)
        case _: WallTime(rfc3339: "\(word)T00:00:00Z").map { CivilTime(seconds: $0.wholeSeconds).date }
        }
    }

    /// The next instant that is to come, or the last that has passed, at a second of the day, on any day or a weekday.
    private func nearest(at second: Int64, on weekday: Int64? = nil) -> WallTime? {
        (0...7).lazy.map { direction == .ahead ? today + $0 : today - $0 }
            .map { CivilTime(CivilDate(daysSinceEpoch: $0), second: second) }
            .filter { weekday == nil || $0.weekday == weekday }
            .map(clock.instant(of:))
            .first { direction == .ahead ? $0 > clock.now : $0 <= clock.now }
    }

    private static let weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
    private static let fullWeekdays = [
        "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    ]

    /// From 0, a Sunday.
    private static func weekday(_ word: String) -> Int64? {
        (weekdays.firstIndex(of: word) ?? fullWeekdays.firstIndex(of: word)).map(Int64.init)
    }

    /// `2026-03-29T02:30`, without a zone, as a day and a time.
    private static func joined(_ word: String) -> [String]? {
        let parts = word.split(separator: "t", omittingEmptySubsequences: false).map(String.init)
        return parts.count == 2 && parts[0].utf8.count == "2026-03-29".utf8.count ? parts : nil
    }

    /// `02:00`, `2:00:30`, `2am`, `2:30pm`, `noon`, `teatime` and `midnight` as seconds of a day.
    private static func timeOfDay(_ word: String) -> Int64? {
        if word == "noon" { return 43_200 }
        if word == "midnight" { return 0 }
        // As at(1) has it.
        if word == "teatime" { return 57_600 }
        let half = word.hasSuffix("am") ? Int64(0) : word.hasSuffix("pm") ? 12 : nil
        let parts = word.dropLast(half == nil ? 0 : 2)
            .split(separator: ":", omittingEmptySubsequences: false)
        // Without a colon it is a number, and no time of day unless it says which half of it.
        guard (half == nil ? 2...3 : 1...3).contains(parts.count), let first = number(parts[0], 1...2) else {
            return nil
        }
        let rest = parts.dropFirst().compactMap { number($0, 2...2) }
        guard rest.count == parts.count - 1, rest.allSatisfy({ $0 < 60 }) else { return nil }
        guard half == nil ? first < 24 : (1...12).contains(first) else { return nil }
        let hour = half.map { first % 12 + $0 } ?? first
        return hour * 3600 + (rest.first ?? 0) * 60 + (rest.count > 1 ? rest[1] : 0)
    }

    private static func number(_ digits: Substring, _ lengths: ClosedRange<Int>) -> Int64? {
        guard lengths.contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int64(digits)
    }
}
