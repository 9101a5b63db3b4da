// What a line asks date(1) before it does anything: crontabs have no other way to say "every second Tuesday".
import BGRunCalendar
import BGRunJSON

/// A test of the date in front of a command, beside the time at which cron starts it.
struct DateTest {
    private let pattern: CivilPattern
    private let fields: [Substring]
    /// From the format on: `["+%s", "/", "604800", "%", "2", "-eq", "0"]`.
    private let asked: ArraySlice<String>
    /// The words before `date`, and its options.
    private let (before, options): (ArraySlice<String>, ArraySlice<String>)
    /// Behind the test; nil where more than that hangs on it.
    private let command: String?

    /// Nil where the line asks for no date.
    init?(_ line: String, at time: String) {
        var (way, line) = ("", line[...])
        // Where the command runs says nothing of the date, and stays.
        while let and = Self.firstAnd(in: line), line.prefix(while: { !$0.isBlank }) == "cd" {
            way += line[..<and.upperBound] + " "
            line = line[and.upperBound...].drop(while: \.isBlank)
        }
        guard let cron = try? CronExpression(time), let and = Self.firstAnd(in: line) else { return nil }
        let words = Self.words(line[..<and.lowerBound])
        guard let date = words.firstIndex(where: { $0 == "date" || $0.hasSuffix("/date") }),
            let format = words[date...].firstIndex(where: { $0.hasPrefix("+%") })
        else { return nil }
        pattern = cron.pattern
        fields = time.split(separator: " ")
        (before, options, asked) = (words[..<date], words[(date + 1)..<format], words[format...])
        let rest = String(line[and.upperBound...]).trimmed
        // Without the test, a group that it opens would be closed only.
        let test = line[..<and.lowerBound]
        let isWhole = test.count { $0 == "(" } == test.count { $0 == ")" }
        let isOne = !rest.isEmpty && !rest.contains("||") && !rest.contains { ";&".contains($0) }
        command = isWhole && isOne ? way + rest : nil
    }

    private static func firstAnd(in line: Substring) -> Range<String.Index>? {
        guard let start = line.indices.first(where: { line[$0...].hasPrefix("&&") }) else { return nil }
        return start..<line.index(start, offsetBy: 2)
    }

    /// Without what groups and quotes, and with operators as words of their own.
    private static func words(_ text: Substring) -> [String] {
        var spaced = ""
        for character in text {
            switch character {
            case "%" where spaced.last == "+": spaced.append(character)
            case "%",
                "/" where spaced.last?.isNumber == true || spaced.last == " ":
                spaced += " \(character) "
            case _ where "[]()$\"'`\\".contains(character): spaced.append(" ")
            case _: spaced.append(character)
            }
        }
        return spaced.split(separator: " ").map(String.init)
    }

    /// The letter of the format, without a `-` for no zeros before it.
    private var letter: Character? { asked.first?.last }

    /// Every how many it is: behind the `%`.
    private var modulus: Int64? {
        guard let mark = asked.firstIndex(of: "%"), mark + 1 < asked.endIndex else { return nil }
        return Int64(asked[mark + 1]).flatMap { (2...100).contains($0) ? $0 : nil }
    }

    // MARK: - An interval

    /// The same as an interval of weeks, and the command without the test; nil where that is not certain.
    ///
    /// Weeks are counted from 1970 on, so that they go on over the end of a year. Where they begin, at midnight of UTC from
    /// Wednesday to Thursday, depends on the zone: a time near that belongs to either.
    var interval: (schedule: JSONObject, words: String, command: String)? {
        guard let command, let count = modulus, options.isEmpty || options == ["-u"],
            before.allSatisfy({ ["test", "expr"].contains($0) }),
            asked.dropLast().elementsEqual([
                "+%s", "/", "604800", "%", "\(count)", asked.dropLast().last ?? "",
            ]),
            ["-eq", "=", "=="].contains(asked.dropLast().last),
            let wanted = asked.last.flatMap({ Int64($0) }),
            (0..<count).contains(wanted), let first = firstTime, !Self.isNearTurn(first)
        else { return nil }
        let weeks = first.seconds.quotientAndRemainderFloored(by: Self.week).quotient
        let start = first.advanced(bySeconds: (wanted - weeks % count + count) % count * Self.week).text
        return (
            ["every": .string("\(count)w"), "from": .string(start)], "every \(count) weeks from \(start) on",
            command
        )
    }

    private static let week: Int64 = 604_800

    private static func isNearTurn(_ time: CivilTime) -> Bool {
        // Zones lie from 12 hours behind UTC to 14 hours before it.
        [-14, 12].contains {
            time.advanced(bySeconds: $0 * 3600).seconds / week != time.seconds / week
        }
    }

    /// The first time of 2026 that cron starts it, where it does so once a week.
    private var firstTime: CivilTime? {
        let isWeekly =
            pattern.weekdays.nonzeroBitCount == 1 && pattern.hours.nonzeroBitCount == 1
            && pattern.minutes.nonzeroBitCount == 1 && pattern.seconds == 1 && pattern.nthWeekdays == 0
            && pattern.dayRule == .both && pattern.days == ~1 && pattern.months == 0x1FFE
        return isWeekly ? pattern.next(onOrAfter: CivilTime(year: 2026, month: 1, day: 1)) : nil
    }

    // MARK: - Notes

    /// A note for the report of the import: the reason, and the schedule that may be meant.
    var note: (reason: String, advice: String)? {
        switch letter {
        case "V", "W", "U":
            modulus.map {
                (
                    "the line asks for the number of the week, which begins anew with each year: distances differ there",
                    advice(every: "\($0)w")
                )
            }
        case "s":
            modulus.flatMap { count in
                let unit = asked.contains("604800") ? "w" : asked.contains("86400") ? "d" : nil
                return unit.map {
                    (
                        "the line counts from 1970 on to let most of its runs pass, also one that is made up for",
                        advice(every: "\(count)\($0)")
                    )
                }
            }
        case "d", "e", "u", "w": onDay
        case _: nil
        }
    }

    private func advice(every span: String) -> String {
        let time = firstTime?.text ?? "2026-12-01 09:00"
        return
            "write {\"every\": \"\(span)\", \"from\": \"\(time)\"}, with a day on which it is to run, \(Self.meant)"
    }

    private static let meant = "and the command without the test, if that is meant"

    /// Of a test that lets one day of a month pass.
    private var onDay: (reason: String, advice: String)? {
        guard fields.count == 5, let number = asked.last.flatMap({ Int($0) }), asked.count == 3 else {
            return nil
        }
        let isEqual = ["-eq", "=", "=="].contains(asked.dropLast().last)
        let isDay = letter == "d" || letter == "e"
        let isAnyWeekday = pattern.weekdays == 0x7F
        // On the first to seventh of a month, as `1-7` says, each weekday is the first.
        let sevenths = (0..<4).first { pattern.days == 0x7F << UInt32(1 + 7 * $0) }
        if isDay, isEqual, number == 1, isAnyWeekday,
            options.contains(where: { ["tomorrow", "1day"].contains($0) })
        {
            return onDay("that on the month's last day", "L", "*")
        }
        guard options.isEmpty else { return nil }
        if isDay, asked.contains("-le"), number == 7, firstTime != nil {
            let weekday = pattern.weekdays.trailingZeroBitCount
            return onDay("those of the month's first week", "*", "\(weekday)#1")
        }
        guard !isDay, isEqual, isAnyWeekday, (0...7).contains(number), let sevenths else { return nil }
        return onDay("those on one weekday", "*", "\(number)#\(sevenths + 1)")
    }

    private func onDay(_ days: String, _ day: String, _ weekday: String) -> (reason: String, advice: String) {
        let cron = [String(fields[0]), String(fields[1]), day, String(fields[3]), weekday].joined(
            separator: " ")
        return (
            "the line lets all runs pass but \(days)", "write {\"cron\": \"\(cron)\"} \(Self.meant)"
        )
    }
}
