// The rules of durations and dates.
import BGRunCalendar
import BGRunJSON

extension ValueRule<Duration> {
    private static var schemaOfDurations: JSONObject {
        ["type": "string", "pattern": "^[0-9]{1,15}(ms|s|m|h|d)$"]
    }
    private static var anyDuration: String {
        "a whole number and a unit, such as \"90s\", \"15m\", \"6h\" or \"3d\""
    }

    static func duration(_ range: ClosedRange<Duration>) -> ValueRule {
        ValueRule(
            expects: "a duration from \"\(range.lowerBound.text)\" to \"\(range.upperBound.text)\"",
            schema: schemaOfDurations,
            read: { field throws(FieldError) in
                let duration = try parsed(field)
                if duration < range.lowerBound {
                    throw field.refusal(
                        "\(duration.text) is too short", advice: "write at least \"\(range.lowerBound.text)\""
                    )
                }
                if duration > range.upperBound {
                    throw field.refusal(
                        "\(duration.text) is too long", advice: "write at most \"\(range.upperBound.text)\"")
                }
                return duration
            }, print: { .string($0.text) })
    }

    /// A duration above zero.
    static var budget: ValueRule {
        ValueRule(
            expects: "a duration above zero such as \"15m\"",
            schema: ["type": "string", "pattern": "^(?=.*[1-9])[0-9]{1,15}(ms|s|m|h|d)$"],
            read: { field throws(FieldError) in
                let duration = try parsed(field)
                if duration <= .zero {
                    throw field.refusal(
                        "\(duration.text) is not a budget",
                        advice: "write a duration above zero such as \"15m\"")
                }
                return duration
            }, print: { .string($0.text) })
    }

    private static func parsed(_ field: JSONField) throws(FieldError) -> Duration {
        let text = try field.string()
        if let duration = Duration(text: text) { return duration }
        throw field.refusal("\(QuotedText(text)) is no duration", advice: "write \(anyDuration)")
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
                    ["pattern": "^\\+[0-9]{1,15}(ms|s|m|h|d)$"],
                    [
                        "pattern": .string(
                            "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?"
                                + "([Zz]|[+-][0-9]{2}:[0-9]{2})$")
                    ],
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

extension ValueRule<Every> {
    /// What is read of a schedule before it is known to be whole.
    private struct Draft {
        var interval: Duration?
        var origin: Every.Origin?
    }

    /// `{"every": "6h"}`, also with `"from": "completion"`.
    static var schedule: ValueRule {
        let table = KeyTable<Draft>([
            .init(
                "every", .duration(Every.shortestInterval...Duration.longestText), \.interval,
                "The time from one occurrence to the next, such as \"6h\"."),
            .init(
                "from", .choice, \.origin,
                "What the time is counted from: a fixed grid (the default) or the end of the run before."),
        ])
        return ValueRule(
            expects: "an object such as {\"every\": \"6h\"}", schema: table.schema(required: ["every"]),
            collecting: { field, errors in
                let count = errors.count
                var draft = Draft()
                table.read(field, into: &draft, errors: &errors)
                if let interval = draft.interval, errors.count == count {
                    return Every(interval: interval, from: draft.origin ?? .grid)
                }
                if errors.count == count {
                    errors.append(
                        FieldError(
                            at: field.keyPath.appending(.key("every")), reason: "the key is missing",
                            advice:
                                "write the time from one occurrence to the next, such as \"every\": \"6h\""))
                }
                return nil
            },
            print: { every in
                .object(
                    table.print(
                        Draft(interval: every.interval, origin: every.from == .grid ? nil : every.from)))
            })
    }
}
