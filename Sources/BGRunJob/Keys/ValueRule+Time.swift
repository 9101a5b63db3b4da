// The rules of durations and dates.
import BGRunCalendar
import BGRunJSON

extension ValueRule<Duration> {
    private static var schemaOfDurations: JSONObject {
        [
            "type": "string", "pattern": .string(Duration.pattern),
            "maxLength": .integer(Int64(Duration.longestWords)),
        ]
    }
    /// Durations as an advice shows them; where none of them lies in the range, its ends.
    private static func examples(in range: ClosedRange<Duration>) -> [String] {
        let known = ["90s", "15m", "1h30m", "3d"].filter { Duration(text: $0).map(range.contains) == true }
        return (known.isEmpty ? [range.lowerBound.text, range.upperBound.text] : known).map { "\"\($0)\"" }
    }

    static func duration(_ range: ClosedRange<Duration>) -> ValueRule {
        let least = "\"\(range.lowerBound.text)\""
        let isBounded = range.upperBound < Duration.longestText
        return ValueRule(
            expects: isBounded
                ? "a duration from \(least) to \"\(range.upperBound.text)\""
                : "a duration of at least \(least), such as \"6h\"",
            schema: schemaOfDurations,
            read: { field throws(FieldError) in
                let duration = try parsed(field, in: range)
                if duration < range.lowerBound {
                    throw field.refusal(
                        "\(duration.text) is too short", advice: "write at least \(least)")
                }
                if duration > range.upperBound {
                    throw field.refusal(
                        "\(duration.text) is too long", advice: "write at most \"\(range.upperBound.text)\"")
                }
                return duration
            }, print: { .string($0.text) })
    }

    /// A duration that puts something off or limits it.
    static var span: ValueRule { .duration(.zero...Duration.longestText) }

    /// A duration above zero.
    ///
    /// - Parameter usual: What examples are taken from; what lies outside of it another key may refuse.
    static func budget(usual: ClosedRange<Duration> = .milliseconds(1)...Duration.longestText) -> ValueRule {
        let examples = examples(in: usual)
        let wanted = "a duration above zero such as \(examples[(examples.count - 1) / 2])"
        return ValueRule(
            expects: wanted,
            schema: schemaOfDurations.with(["allOf": [["pattern": "[1-9]"]]]),
            read: { field throws(FieldError) in
                let duration = try parsed(field, in: usual)
                if duration <= .zero {
                    throw field.refusal("\(duration.text) is not a budget", advice: "write \(wanted)")
                }
                return duration
            }, print: { .string($0.text) })
    }

    private static func parsed(_ field: JSONField, in range: ClosedRange<Duration>) throws(FieldError)
        -> Duration
    {
        let text = try field.string()
        if let duration = Duration(text: text) { return duration }
        if Duration.isTooLong(text) {
            throw field.refusal(
                "\(QuotedText(text)) is too long", advice: "write at most \"\(range.upperBound.text)\"")
        }
        let examples = examples(in: range)
        let some = examples.count > 1 ? "\(examples.dropLast().joined(separator: ", ")) or " : ""
        throw field.refusal(
            "\(QuotedText(text)) is no duration",
            advice: "write whole numbers with units, such as \(some)\(examples[examples.count - 1])")
    }
}

extension ValueRule<WallTime> {
    private static var wanted: String { "RFC 3339 such as \"2026-03-29T02:30:00+02:00\"" }

    static var schemaOfDates: JSONObject {
        [
            "type": "string",
            "pattern": .string(
                "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?"
                    + "([Zz]|[+-][0-9]{2}:[0-9]{2})$"),
        ]
    }

    static var date: ValueRule {
        ValueRule(
            expects: wanted, schema: schemaOfDates,
            read: { field throws(FieldError) in
                let text = try field.string()
                if let date = WallTime(rfc3339: text) { return date }
                throw field.refusal("\(QuotedText(text)) is no date", advice: "write \(wanted)")
            }, print: { .string($0.rfc3339) })
    }
}

extension ValueRule<LatestBegin> {
    /// A duration, or a date as people write it.
    static var latestBegin: ValueRule {
        let span = ValueRule<Duration>.span
        let date = ValueRule<WallTime>.date
        let wanted = "a duration such as \"3d\", or a date such as \"2026-03-29T02:30:00+02:00\""
        return ValueRule(
            expects: wanted,
            schema: ["anyOf": [.object(span.schema), .object(date.schema)]],
            read: { field throws(FieldError) in
                let text = try field.string()
                if let date = WallTime(rfc3339: text) { return .date(date) }
                if let duration = Duration(text: text) { return .after(duration) }
                throw field.refusal(
                    "\(QuotedText(text)) is neither a duration nor a date",
                    advice: "write \(wanted)")
            },
            print: { latest in
                switch latest {
                case .after(let duration): span.print(duration)
                case .date(let instant): date.print(instant)
                }
            })
    }
}

extension ValueRule<AllowedHours> {
    /// `"22:00-06:00"`, or a list of such windows.
    static var allowedHours: ValueRule {
        let wanted = "a window such as \"22:00-06:00\" or \"Mon-Fri 22:00-06:00\", or a list of such windows"
        let time = "([01][0-9]|2[0-3]):[0-5][0-9]"
        let days = "[A-Za-z]+((\\.\\.|[,-])[A-Za-z]+)*,?"
        let span = "\(time)-(\(time)|24:00)"
        let window: JSONObject = [
            "type": "string", "pattern": .string("^((\(days) +)?\(span)|\(days))$"),
        ]
        return ValueRule(
            expects: wanted,
            schema: [
                "anyOf": [
                    .object(window),
                    [
                        "type": "array", "items": .object(window), "minItems": 1,
                        "maxItems": .integer(Int64(AllowedHours.mostWindows)),
                    ],
                ]
            ],
            read: { field throws(FieldError) in
                guard case .array = field.value else {
                    return try hours(of: field, [try self.window(field, wanted)])
                }
                var windows: [String] = []
                for element in try field.elements() {
                    let text = try self.window(element, "a window such as \"22:00-06:00\"")
                    // Alone first, so that what is wrong with it is told of it.
                    _ = try hours(of: element, [text])
                    windows.append(text)
                }
                return try hours(of: field, windows)
            },
            print: { hours in
                hours.windows.count == 1
                    ? .string(hours.windows[0]) : .array(hours.windows.map { .string($0) })
            })
    }

    private static func window(_ field: JSONField, _ wanted: String) throws(FieldError) -> String {
        guard case .string(let text) = field.value else { throw field.mismatch(wanted) }
        return text
    }

    private static func hours(of field: JSONField, _ windows: [String]) throws(FieldError) -> AllowedHours {
        do throws(ScheduleFault) {
            return try AllowedHours(windows: windows)
        } catch {
            throw field.refusal(error.reason, advice: error.advice)
        }
    }
}

extension ValueRule<JobDescriptor.EarliestBegin> {
    static var earliestBegin: ValueRule {
        let wanted = "RFC 3339 such as \"2026-03-29T02:30:00+02:00\", or \"+15m\""
        return ValueRule(
            expects: wanted,
            schema: [
                "type": "string",
                "anyOf": [
                    ["pattern": .string("^\\+" + Duration.pattern.dropFirst())],
                    .object(ValueRule<WallTime>.schemaOfDates),
                ],
            ],
            read: { field throws(FieldError) in
                let text = try field.string()
                if text.utf8.first == UInt8(ascii: "+"), let delay = Duration(text: text.dropFirst()) {
                    return .after(delay)
                }
                if let date = WallTime(rfc3339: text) { return .date(date) }
                throw field.refusal("\(QuotedText(text)) is no date", advice: "write \(wanted)")
            },
            print: { begin in
                switch begin {
                case .date(let date): .string(date.rfc3339)
                case .after(let delay): .string("+\(delay.text)")
                }
            })
    }
}
