// The rules of `schedule`: one entry or a list, each of exactly one form.
import BGRunCalendar
import BGRunJSON

extension ValueRule<[Schedule]> {
    /// The most entries a schedule may have.
    static var mostSchedules: Int { 16 }

    /// One entry, or a list of them.
    static var schedules: ValueRule {
        let entry = ValueRule<Schedule>.schedule
        let list = ValueRule.list(of: entry)
        return ValueRule(
            expects: "an object such as {\"every\": \"6h\"}, or a list of such objects",
            // The entry stands once in the schema, for both ways of writing it.
            schema: [
                "anyOf": [
                    ["$ref": "#/$defs/schedule"],
                    .object(
                        list.schema.with([
                            "items": ["$ref": "#/$defs/schedule"], "minItems": 1,
                            "maxItems": .integer(Int64(mostSchedules)),
                        ])),
                ]
            ],
            collecting: { field, errors in
                guard case .array(let elements) = field.value else {
                    return entry.read(field, &errors).map { [$0] }
                }
                if let fault = fault(inCount: elements.count) {
                    errors.append(field.refusal(fault.reason, advice: fault.advice))
                    return nil
                }
                return list.read(field, &errors)
            },
            print: { $0.count == 1 ? entry.print($0[0]) : list.print($0) })
    }

    private static func fault(inCount count: Int) -> (reason: String, advice: String)? {
        switch count {
        case 0: ("the list is empty", "write an entry such as {\"every\": \"6h\"}, or remove the key")
        case ...mostSchedules: nil
        case _:
            (
                "the list has \(count) entries, \(mostSchedules) at most",
                "join some: one \"cron\" or \"calendar\" may name many times, such as {\"cron\": \"0 8,12,18 * * *\"}"
            )
        }
    }
}

extension ValueRule<Every.Origin> {
    private static var everyOrigins: String {
        "\"grid\", \"completion\", or a local time such as \"2026-12-01 09:00\""
    }

    fileprivate static var everyOrigin: ValueRule {
        ValueRule(
            expects: everyOrigins,
            schema: [
                "type": "string",
                "pattern":
                    "^(grid|completion|[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt ][0-9]{2}:[0-9]{2}(:[0-9]{2})?)?)$",
            ],
            read: { field throws(FieldError) in
                let text = try field.string()
                if let origin = Every.Origin(text) { return origin }
                let isInstant = WallTime(rfc3339: text) != nil
                throw field.refusal(
                    "\(QuotedText(text)) \(isInstant ? "is no local time" : "is not known here")",
                    advice: isInstant
                        ? "leave its offset out, and write the zone as \"timeZone\"" : "write \(everyOrigins)"
                )
            }, print: { .string($0.text) })
    }
}

extension ValueRule<TriggerEvent.Name> {
    /// One of the words; who names what has a key of its own is told that key.
    fileprivate static var eventName: ValueRule {
        let word = ValueRule.choice
        return ValueRule(
            schema: word.schema,
            collecting: { field, errors in
                if case .string(let text) = field.value,
                    let key = ["device", "mount", "path"].first(where: text.hasPrefix)
                {
                    errors.append(
                        field.refusal(
                            "\(QuotedText(text)) is no word of this key",
                            advice: "write \"\(key)\" in place of \"event\", with what is waited for"))
                    return nil
                }
                return word.read(field, &errors)
            }, print: word.print)
    }
}

extension ValueRule<Schedule> {
    /// What an entry may be, and the keys that may stand beside it.
    private static var forms: [(key: String, beside: [String])] {
        [
            ("cron", ["timeZone", "except"]), ("calendar", ["timeZone", "except"]),
            ("every", ["from", "timeZone"]),
            ("event", ["asleep", "delay"]), ("device", ["delay"]), ("mount", ["delay"]),
            ("path", ["settle", "recursive"]),
        ]
    }

    /// All keys of an entry.
    static var keys: [String] { table.rows.map(\.key.name) }

    private static var table: KeyTable<ScheduleDraft> {
        KeyTable<ScheduleDraft>(
            [
                .init(
                    "cron", .cron, \.cron, "A cron expression such as \"30 2 * * 1-5\".",
                    example: #""30 2 * * 1-5""#),
                .init(
                    "calendar", .calendar, \.calendar,
                    "A calendar expression as systemd writes it, such as \"Mon..Fri 02:30\".",
                    example: #""Mon..Fri 02:30""#),
                .init(
                    "timeZone", .timeZone, \.timeZone,
                    "The zone whose clock is meant, such as \"Europe/Berlin\"; without it, the machine's own.",
                    example: #""Europe/Berlin""#),
                .init(
                    "except", .exceptedDays, \.except,
                    "Days on which it does not come, such as \"Sat\", \"12-25\" or \"2026-12-24/2027-01-01\"; one or a list.",
                    example: #"["Sat", "Sun", "12-24/01-01"]"#
                ),
                .init(
                    "every", .duration(Every.shortestInterval...Duration.longestText), \.every,
                    "The time from one occurrence to the next, such as \"6h\". Whole days and weeks keep their time of day.",
                    example: #""6h""#),
                .init(
                    "from", .everyOrigin, \.from,
                    "What the time is counted from: a fixed grid (\"grid\"), the end of the run before (\"completion\"), or the local time of the first occurrence.",
                    default: #""grid""#, example: #""2026-12-01 09:00""#),
                .init(
                    "event", .eventName, \.event,
                    "A change of the device that makes the job due, also of who uses it: \"login\" and \"unlock\" are its owner's.",
                    example: #""wake""#),
                .init(
                    "asleep", .duration(.seconds(1)...Duration.longestText), \.asleep,
                    "How long the machine has to have slept at least, beside \"wake\".", example: #""1h""#),
                .init(
                    "device", .deviceMatch, \.device,
                    "A device whose coming makes the job due, by properties that udev knows of it.",
                    example: #"{"ID_FS_UUID": "1234-ABCD"}"#),
                .init(
                    "mount", .mountTarget, \.mount,
                    "A file system whose mounting makes the job due, by its place or its UUID.",
                    example: #""/mnt/nas""#),
                .init(
                    "delay", .span, \.delay,
                    "The time from the event, also of a device or a mount, until the job is due.",
                    default: #""0s""#, example: #""2m""#),
                .init(
                    "path", .directory, \.path, "A file or directory whose change makes the job due.",
                    example: #""/home/me/inbox""#),
                .init(
                    "settle", .duration(.zero ... .seconds(86_400)), \.settle,
                    "How long it has to be quiet after a change.", default: #""30s""#, example: #""5m""#),
                .init(
                    "recursive", .flag, \.recursive, "Whether everything below the directory counts.",
                    default: "false", example: "true"),
            ], meant: .schedule)
    }

    static var schedule: ValueRule {
        let table = table
        return ValueRule(
            expects: "an object such as {\"every\": \"6h\"}", schema: schema(of: table),
            collecting: { field, errors in
                let count = errors.count
                var draft = ScheduleDraft()
                table.read(field, into: &draft, errors: &errors)
                guard errors.count == count else { return nil }
                do throws(FieldError) {
                    try checkForm(of: field)
                    try draft.checkZone(of: field)
                    try draft.checkSleep(of: field)
                    try draft.takeExceptions(of: field)
                    return draft.schedule
                } catch {
                    errors.append(error)
                    return nil
                }
            },
            print: { .object(table.print(ScheduleDraft($0))) })
    }

    /// Exactly one form, and no key beside a form that it doesn't belong to.
    private static func schema(of table: KeyTable<ScheduleDraft>) -> JSONObject {
        var schema = table.schema()
        schema["oneOf"] = .array(forms.map { ["required": [.string($0.key)]] })
        var homes: [JSONObject.Member] = []
        for key in table.rows.map(\.key.name) {
            let owners = forms.filter { $0.beside.contains(key) }
            guard !owners.isEmpty else { continue }
            let wanted: [JSONValue] = owners.map { ["required": [.string($0.key)]] }
            homes.append(
                JSONObject.Member(key: key, value: wanted.count == 1 ? wanted[0] : ["anyOf": .array(wanted)]))
        }
        schema["dependentSchemas"] = .object(JSONObject(homes))
        return schema
    }

    /// Exactly one form, and only what belongs to it.
    private static func checkForm(of field: JSONField) throws(FieldError) {
        let keys = try field.members().map(\.key)
        let given = forms.filter { keys.contains($0.key) }
        guard let form = given.first else {
            throw FieldError(
                at: field.keyPath, reason: "this says nothing about when the job is due",
                advice: "write one of \(forms.map { "\"\($0.key)\"" }.joined(separator: ", "))")
        }
        if given.count > 1 {
            throw FieldError(
                at: field.keyPath.appending(.key(given[1].key)), reason: "\"\(form.key)\" is given too",
                advice: "make two entries of it: [{\"\(form.key)\": …}, {\"\(given[1].key)\": …}]")
        }
        if let stray = keys.first(where: { $0 != form.key && !form.beside.contains($0) }) {
            let belongs = forms.filter { $0.beside.contains(stray) }.map { "\"\($0.key)\"" }
            throw FieldError(
                at: field.keyPath.appending(.key(stray)),
                reason: "this belongs to \(belongs.joined(separator: " or ")), not to \"\(form.key)\"",
                advice: "remove it")
        }
    }
}

extension ValueRule<CronExpression> {
    static var cron: ValueRule {
        ValueRule(
            expects: "a cron expression such as \"30 2 * * 1-5\"",
            schema: [
                "type": "string",
                "pattern": .string(
                    "^[ \\t]*(@(yearly|annually|monthly|weekly|daily|midnight|hourly)"
                        + "|[A-Za-z0-9*,/#-]+([ \\t]+[A-Za-z0-9*,/#-]+){4,5})[ \\t]*$"),
            ],
            read: { field throws(FieldError) in
                let text = try field.string()
                do throws(ScheduleFault) {
                    return try CronExpression(text)
                } catch {
                    throw field.refusal(error.reason, advice: error.advice)
                }
            }, print: { .string($0.text) })
    }
}

extension ValueRule<CalendarExpression> {
    static var calendar: ValueRule {
        ValueRule(
            expects: "a calendar expression such as \"Mon..Fri 02:30\"",
            schema: ["type": "string", "pattern": "^[A-Za-z0-9*@][A-Za-z0-9*,./:~@+_ -]*$"],
            read: { field throws(FieldError) in
                let text = try field.string()
                do throws(ScheduleFault) {
                    return try CalendarExpression(text)
                } catch {
                    throw field.refusal(error.reason, advice: error.advice)
                }
            }, print: { .string($0.text) })
    }
}

extension ValueRule<ExceptedDays> {
    /// One entry, or a list of them.
    static var exceptedDays: ValueRule {
        let wanted = ExceptedDays.example
        let text: JSONObject = [
            "type": "string",
            "pattern": .string(
                "^([0-9]{4}-[0-9]{2}-[0-9]{2}(/[0-9]{4}-[0-9]{2}-[0-9]{2})?|[0-9]{2}-[0-9]{2}(/[0-9]{2}-[0-9]{2})?"
                    + "|[A-Za-z]{3,9})$"),
        ]
        let list: JSONObject = [
            "type": "array", "items": .object(text), "minItems": 1,
            "maxItems": .integer(Int64(ExceptedDays.most)),
        ]
        return ValueRule(
            expects: "\(wanted), or a list of such",
            schema: ["anyOf": [.object(text), .object(list)]],
            read: { field throws(FieldError) in
                var texts: [String] = []
                if case .array = field.value {
                    for element in try field.elements() {
                        let text = try element.string()
                        // What is wrong with one is said at its place.
                        do throws(ScheduleFault) {
                            _ = try ExceptedDays([text])
                        } catch {
                            throw element.refusal(error.reason, advice: error.advice)
                        }
                        texts.append(text)
                    }
                } else if case .string(let text) = field.value {
                    texts = [text]
                } else {
                    throw field.mismatch("\(wanted), or a list of such")
                }
                do throws(ScheduleFault) {
                    return try ExceptedDays(texts)
                } catch {
                    throw field.refusal(error.reason, advice: error.advice)
                }
            },
            print: { days in
                days.texts.count == 1 ? .string(days.texts[0]) : .array(days.texts.map { .string($0) })
            })
    }
}

extension ValueRule<String> {
    /// The name of an IANA zone. Whether the machine has it is for ``DescriptorRules`` to say.
    static var timeZone: ValueRule {
        let wanted = "the name of a zone such as \"Europe/Berlin\""
        return ValueRule(
            expects: wanted,
            schema: ["type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_+/-]*$", "maxLength": 255],
            read: { field throws(FieldError) in
                let text = try field.string()
                let isName = text.utf8.enumerated().allSatisfy { place, byte in
                    switch byte {
                    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
                    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"),
                        UInt8(ascii: "/"), UInt8(ascii: "-"):
                        place > 0
                    case _: false
                    }
                }
                if isName, (1...255).contains(text.utf8.count) { return text }
                throw field.refusal("\(QuotedText(text)) is no time zone", advice: "write \(wanted)")
            }, print: { .string($0) })
    }
}
