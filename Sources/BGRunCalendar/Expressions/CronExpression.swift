// Cron expressions as Debian's cron means them, with seconds, last days and nth weekdays beside.

/// A schedule such as `30 2 * * 1-5`.
///
/// The rules are those of Debian's cron (crontab(5), `entry.c` of cron 3.0pl1), and where that takes a text silently
/// and means something surprising by it, the text is refused. Beyond Debian: a field for seconds in front, `L`,
/// `L-3`, `15W` and `LW` in the day of the month, and `5#3`, `L5` and `5L` in the day of the week.
package struct CronExpression: Hashable, Sendable {
    /// As it was written.
    package let text: String
    package private(set) var pattern: CivilPattern
    /// Whether the hour field begins with `*`: such a job follows real time where clocks change.
    package let hasWildcardHour: Bool

    package init(_ text: String) throws(ScheduleFault) {
        let written = text[...].utf8
        let fields = try Self.expanded(written).split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard fields.count == 5 || fields.count == 6 else {
            throw ScheduleFault(
                reason:
                    "\(quoted(written)) has \(fields.count) field\(fields.count == 1 ? "" : "s"), and cron 5",
                advice:
                    "write minute, hour, day of month, month and day of week; a sixth in front is the second")
        }
        var pattern = CivilPattern()
        var starred: Set<CronField> = []
        for (field, text) in zip(CronField.allCases.suffix(fields.count), fields) {
            let values = try CronValues(text, field)
            pattern.take(values, of: field)
            if values.beginsWithStar { starred.insert(field) }
        }
        // Debian's rule: either day is enough only where both fields are restricted.
        pattern.dayRule = starred.isDisjoint(with: [.day, .weekday]) ? .either : .both
        if let reason = pattern.reasonForNever {
            throw ScheduleFault(
                reason: "\(quoted(written)) never fires: \(reason)",
                advice:
                    "write days that its months have, or \"\(Self.lastDay(fields))\" for a month's last day")
        }
        self.text = text
        self.pattern = pattern
        hasWildcardHour = starred.contains(.hour)
    }

    /// The same without some days, where any are left; nil: with all of them.
    package func leavingOut(_ days: ExceptedDays?) throws(ScheduleFault) -> Self {
        var expression = self
        try expression.pattern.leaveOut(days)
        return expression
    }

    /// The first instant after `instant` at which a clock of the zone makes it due; nil where there is none.
    ///
    /// A local time that does not exist is due at the first instant after the gap, one that exists twice once, the
    /// first time; where the hour is a wildcard real time is followed.
    package func next(after instant: WallTime, in zone: Zone) -> WallTime? {
        zone.next(after: instant, followsRealTime: hasWildcardHour) { pattern.next(onOrAfter: $0) }
    }

    /// The same on the last day of its months.
    private static func lastDay(_ fields: [Substring.UTF8View]) -> String {
        var words = fields.map { String($0) ?? "" }
        words[words.count - 3] = "L"
        return words.joined(separator: " ")
    }

    /// What an `@word` stands for; the text itself where it is none.
    private static func expanded(_ text: Substring.UTF8View) throws(ScheduleFault) -> Substring.UTF8View {
        let words = text.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard let word = words.first, word.first == UInt8(ascii: "@") else { return text }
        if word.equalsLowercase("@every") {
            let span = words.count == 2 ? Duration(text: Substring(words[1])) : nil
            throw ScheduleFault(
                reason: "\"@every\" is no time but an interval",
                advice: "write {\"every\": \"\(span?.text ?? "6h")\"} in place of {\"cron\": …}")
        }
        guard words.count == 1 else {
            throw ScheduleFault(
                reason: "more than one word in \(quoted(text))", advice: "write \(quoted(word)) alone")
        }
        switch String(decoding: word, as: UTF8.self) {
        case "@yearly", "@annually": return "0 0 1 1 *"[...].utf8
        case "@monthly": return "0 0 1 * *"[...].utf8
        case "@weekly": return "0 0 * * 0"[...].utf8
        case "@daily", "@midnight": return "0 0 * * *"[...].utf8
        case "@hourly": return "0 * * * *"[...].utf8
        case "@reboot":
            throw ScheduleFault(
                reason: "\"@reboot\" is no time but an event", advice: "write {\"event\": \"boot\"}")
        case _:
            throw ScheduleFault(
                reason: "\(quoted(word)) is not known",
                advice:
                    "write \"@yearly\", \"@monthly\", \"@weekly\", \"@daily\" or \"@hourly\", or five fields")
        }
    }
}

extension CivilPattern {
    fileprivate mutating func take(_ values: CronValues, of field: CronField) {
        switch field {
        case .second: seconds = values.bits
        case .minute: minutes = values.bits
        case .hour: hours = UInt32(truncatingIfNeeded: values.bits)
        case .day:
            days = UInt32(truncatingIfNeeded: values.bits)
            daysFromEnd = values.daysFromEnd
            workday = values.workday
        case .month: months = UInt16(truncatingIfNeeded: values.bits)
        case .weekday:
            weekdays = UInt8(truncatingIfNeeded: values.bits)
            nthWeekdays = values.nthWeekdays
        }
    }
}
