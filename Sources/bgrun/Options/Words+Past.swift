// Times that have passed, as people say them.
import ArgumentParser
import BGRunCalendar
import BGRunJSON
import BGRunLinux
import BGRunText

extension Words {
    /// An instant that has passed: all that ``past(_:)`` takes, a time of day, and one of a day of the last seven.
    static func pastMoment(_ text: String) throws -> WallTime {
        let now = WallTime(microseconds: Clock.read(.realtime))
        let instant = try dayTime(text, at: now) ?? past(text)
        guard instant <= now else {
            throw ValidationError(
                "\(QuotedText(text)) lies ahead; bgrun next and bgrun forecast tell of that")
        }
        return instant
    }

    /// `02:00`, `today 02:00`, `yesterday 02:00`, `Mon 02:00`: the last one that has passed.
    private static func dayTime(_ text: String, at now: WallTime) -> WallTime? {
        let words = text.split(separator: " ")
        guard let time = words.last, time.contains(":"), !time.contains("-"), words.count <= 2 else {
            return nil
        }
        let today = LocalZone.clock
        let days: ClosedRange<Int64>
        var weekday: Substring?
        switch words.count == 2 ? words[0].lowercased() : "" {
        case "": days = 0...1
        case "today": days = 0...0
        case "yesterday": days = 1...1
        case _:
            days = 0...7
            weekday = words[0]
        }
        for back in days {
            let day = today.civilDay(now.advanced(by: .seconds(-86_400 * back)))
            if let weekday, !Self.names(day.weekday, weekday) { continue }
            guard let instant = LocalZone.instant("\(day.date) \(time)") else { return nil }
            if instant <= now { return instant }
            if days.lowerBound == days.upperBound { return instant }
        }
        return nil
    }

    /// `mon`, `Monday`, by its first three letters.
    private static func names(_ weekday: String, _ word: Substring) -> Bool {
        word.count >= 3 && word.lowercased().hasPrefix(weekday.lowercased())
    }
}
