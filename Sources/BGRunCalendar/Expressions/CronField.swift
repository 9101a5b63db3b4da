// One field of a cron expression: what it may hold, and what is said where it holds something else.

/// The fields of a cron expression, in the order they are written in.
enum CronField: Int, CaseIterable {
    case second, minute, hour, day, month, weekday

    /// As an error names it.
    var name: String {
        switch self {
        case .second: "second"
        case .minute: "minute"
        case .hour: "hour"
        case .day: "day-of-month"
        case .month: "month"
        case .weekday: "day-of-week"
        }
    }

    var range: ClosedRange<Int64> {
        switch self {
        case .second, .minute: 0...59
        case .hour: 0...23
        case .day: 1...31
        case .month: 1...12
        case .weekday: 0...7
        }
    }

    /// The names its values go by, from the lowest value on.
    var words: [String] {
        switch self {
        case .second, .minute, .hour, .day: []
        case .month:
            ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        case .weekday: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
        }
    }

    /// The highest value, counting Sunday once.
    var top: Int64 { self == .weekday ? 6 : range.upperBound }

    /// What may stand in the field, for an error's advice.
    var advice: String {
        switch self {
        case .second, .minute, .hour: "write \(range.lowerBound) to \(range.upperBound), or \"*\""
        case .day: "write 1 to 31, \"L\" for the month's last day, or \"*\""
        case .month: "write 1 to 12, \"Jan\" to \"Dec\", or \"*\""
        case .weekday:
            "write 0 to 7 (0 and 7 are Sunday), \"Sun\" to \"Sat\", \"5#3\" for the third Friday, \"L5\" for the last, or \"*\""
        }
    }
}

/// The values that one field's text names.
struct CronValues {
    /// A bit for each value.
    var bits: UInt64 = 0
    /// As in ``CivilPattern/daysFromEnd``.
    var daysFromEnd: UInt32 = 0
    /// As in ``CivilPattern/workday``.
    var workday: Int64 = 0
    /// As in ``CivilPattern/nthWeekdays``.
    var nthWeekdays: UInt64 = 0
    /// Debian's cron looks at the field's first character alone: `*/2` and `*,5` count as well.
    let beginsWithStar: Bool

    private let field: CronField

    init(_ text: Substring.UTF8View, _ field: CronField) throws(ScheduleFault) {
        self.field = field
        beginsWithStar = text.first == UInt8(ascii: "*")
        for item in text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            guard !item.isEmpty else {
                throw fault(
                    "a comma in \(quoted(text)) has nothing beside it", "remove it, or write what is missing")
            }
            if try !takeLast(item), try !takeNth(item) { try takeRange(item) }
        }
        // Both ends of the week are Sunday.
        if field == .weekday { bits = bits & 0x7F | bits >> 7 }
    }

    /// `L`, `L-3`, `15W` or `LW` in the day of the month; `L5` or `5L` in the day of the week.
    private mutating func takeLast(_ item: Substring.UTF8View) throws(ScheduleFault) -> Bool {
        let isL = { (byte: UInt8?) in byte.map { $0 | 0x20 } == UInt8(ascii: "l") }
        switch field {
        case .day:
            if item.count > 1, item.last.map({ $0 | 0x20 }) == UInt8(ascii: "w") {
                let day = item.dropLast()
                let isLast = day.count == 1 && isL(day.first)
                guard workday == 0 else {
                    throw fault(
                        "\(quoted(item)) names a second workday", "write one, and the other in another entry")
                }
                workday = isLast ? CivilPattern.lastWorkday : try number(day, in: item)
                return true
            }
            guard isL(item.first) else { return false }
            let rest = item.dropFirst()
            guard rest.isEmpty || rest.first == UInt8(ascii: "-") else { return false }
            guard let before = rest.isEmpty ? 0 : rest.dropFirst().decimal, before <= 30 else {
                throw fault(
                    "\(quoted(item)) counts from the month's last day, and not 0 to 30 days",
                    "write \"L-3\" for the third day before the last")
            }
            daysFromEnd |= 1 << UInt32(before + 1)
            return true
        case .weekday:
            let leads = isL(item.first)
            guard leads || isL(item.last) else { return false }
            guard item.count > 1 else {
                throw fault(
                    "\(quoted(item)) names no weekday", "write \"L5\" for the last Friday of the month")
            }
            let weekday = try number(leads ? item.dropFirst() : item.dropLast(), in: item) % 7
            nthWeekdays |= 1 << (UInt64(weekday) * 8 + CivilPattern.lastWeekday)
            return true
        case .second, .minute, .hour, .month: return false
        }
    }

    /// `5#3` in the day of the week.
    private mutating func takeNth(_ item: Substring.UTF8View) throws(ScheduleFault) -> Bool {
        guard field == .weekday, let mark = item.firstIndex(of: UInt8(ascii: "#")) else { return false }
        let weekday = try number(item[..<mark], in: item) % 7
        let count = item[item.index(after: mark)...]
        guard let count = count.decimal, (1...5).contains(count) else {
            let day = Substring(item[..<mark])
            throw fault(
                "\(quoted(item)) asks for no weekday that a month has",
                "write \"\(day)#1\" to \"\(day)#5\", or \"L\(day)\" for the last one")
        }
        nthWeekdays |= 1 << UInt64(weekday * 8 + count)
        return true
    }

    /// `*`, `5`, `1-5`, and the first and last with a step.
    private mutating func takeRange(_ item: Substring.UTF8View) throws(ScheduleFault) {
        let slash = item.firstIndex(of: UInt8(ascii: "/"))
        let head = item[..<(slash ?? item.endIndex)]
        let step = try slash.map { place throws(ScheduleFault) in try self.step(after: place, in: item) }
        let (low, high): (Int64, Int64)
        if head.elementsEqual("*".utf8) {
            (low, high) = (field.range.lowerBound, field.range.upperBound)
        } else if let dash = head.firstIndex(of: UInt8(ascii: "-")) {
            low = try number(head[..<dash], in: item)
            high = try number(head[head.index(after: dash)...], in: item)
            guard low <= high else { throw reversed(item, low, high, step: step ?? 1) }
        } else {
            low = try number(head, in: item)
            if let step {
                let advice = "write \"\(low)-\(field.top)/\(step)\", or \"\(low)\" alone"
                throw fault("\(quoted(item)) steps from one value; cron steps through a range or *", advice)
            }
            high = low
        }
        for value in stride(from: low, through: high, by: Int64.Stride(step ?? 1)) {
            bits |= 1 << UInt64(value)
        }
    }

    private func step(after slash: Substring.UTF8View.Index, in item: Substring.UTF8View)
        throws(ScheduleFault)
        -> Int64
    {
        guard let step = item[item.index(after: slash)...].decimal, step > 0 else {
            throw fault("the step of \(quoted(item)) is no number from 1", "write a step such as \"*/2\"")
        }
        return step
    }

    private func number(_ text: Substring.UTF8View, in item: Substring.UTF8View) throws(ScheduleFault)
        -> Int64
    {
        let place = item.elementsEqual(text) ? quoted(text) : "\(quoted(text)) of \(quoted(item))"
        if let value = text.decimal {
            guard field.range.contains(value) else {
                throw fault(
                    "\(place) is not in \(field.range.lowerBound) to \(field.range.upperBound)", field.advice)
            }
            return value
        }
        if let word = field.words.firstIndex(where: { text.equalsLowercase($0) }) {
            return field.range.lowerBound + Int64(word)
        }
        throw fault(
            text.isEmpty ? "a number is missing in \(quoted(item))" : "\(place) is not known", field.advice)
    }

    /// Debian's cron takes `22-2` without a word and never fires it.
    private func reversed(_ item: Substring.UTF8View, _ low: Int64, _ high: Int64, step: Int64)
        -> ScheduleFault
    {
        let bottom = field.range.lowerBound
        func span(_ from: Int64, _ to: Int64) -> String { from == to ? "\(from)" : "\(from)-\(to)" }
        let advice: String
        if step == 1 {
            advice =
                field == .weekday && high == 0 ? "\(low)-7" : "\(span(low, field.top)),\(span(bottom, high))"
        } else {
            let round = field.top - bottom + 1
            let values = stride(from: low, through: high + round, by: Int64.Stride(min(step, round)))
            advice = values.map { String(($0 - bottom) % round + bottom) }.joined(separator: ",")
        }
        return fault("\(quoted(item)) runs backwards", "write \"\(advice)\"")
    }

    private func fault(_ reason: String, _ advice: String) -> ScheduleFault {
        ScheduleFault(reason: "\(field.name) field: \(reason)", advice: advice)
    }
}
