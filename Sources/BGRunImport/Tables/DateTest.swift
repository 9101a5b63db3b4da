// What a line asks date(1) before it does anything: crontabs have no other way to say "every second Tuesday".
import BGRunCalendar
import BGRunJSON

/// A test of the date in front of a command, beside the time at which cron starts it.
struct DateTest {
    private let pattern: CivilPattern
    private let fields: [Substring]
    /// From the format on: `["+%s", "/", "604800", "%", "2", "-eq", "0"]`.
    private let asked: ArraySlice<String>
    /// What stands before `date`, and behind it before the format.
    private let (before, options): (ArraySlice<String>, ArraySlice<String>)
    /// Behind the test; nil where more than that hangs on it.
    private let command: String?

    /// Nil where the line asks for no date.
    init?(_ line: String, at time: String) {
        guard let cron = try? CronExpression(time), let and = Self.firstAnd(in: line) else { return nil }
        let words = Self.words(line[..<and.lowerBound])
        guard let date = words.firstIndex(where: { $0 == "date" || $0.hasSuffix("/date") }),
            let format = words[date...].firstIndex(where: { $0.hasPrefix("+%") })
        else { return nil }
        pattern = cron.pattern
        fields = time.split(separator: " ")
        (before, options, asked) = (words[..<date], words[(date + 1)..<format], words[format...])
        let rest = String(line[and.upperBound...]).trimmed
        command = rest.isEmpty || rest.contains("||") || rest.contains { ";&".contains($0) } ? nil : rest
    }

    private static func firstAnd(in line: String) -> Range<String.Index>? {
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

    /// What there is to know of it, and the schedule that may be meant.
    var note: (reason: String, advice: String)? {
        let meant = "and the command without the test, if that is meant"
        switch letter {
        case "V", "W", "U", "s":
            guard let count = modulus else { return nil }
            let time = firstTime?.text ?? "2026-12-01 09:00"
            let start =
                "write {\"every\": \"\(count)w\", \"from\": \"\(time)\"}, with a day on which it is to run, \(meant)"
            return letter == "s"
                ? (
                    "the line counts from 1970 on to let most of its runs pass, also one that is made up for",
                    start
                )
                : (
                    "the line asks for the number of the week, which begins anew with each year: distances differ there",
                    start
                )
        case "d", "e":
            let isTomorrow = options.contains("tomorrow") || options.contains("1day")
            if isTomorrow, asked.last == "1" || asked.last == "01" {
                return (
                    "the line lets all runs pass but that on the month's last day",
                    "write {\"cron\": \"\(fields[0]) \(fields[1]) L \(fields[3]) *\"} \(meant)"
                )
            }
            guard options.isEmpty, asked.contains("-le"), asked.last == "7", firstTime != nil else {
                return nil
            }
            return (
                "the line lets all runs pass but those of the month's first week",
                "write {\"cron\": \"\(fields[0]) \(fields[1]) * * \(fields[4])#1\"} \(meant)"
            )
        case _: return nil
        }
    }
}
