// The rules of what only a manifest has: its tasks, by their identifiers.
import BGRunCalendar
import BGRunJSON

extension ValueRule<[ApplicationManifest.Task]> {
    /// An object with free keys: identifiers, or prefixes of them, each with an object of rules.
    static var tasks: ValueRule {
        let most = ApplicationManifest.mostTasks
        let example = "an object such as {\"com.example.photos.refresh\": {}}"
        return ValueRule(
            expects: example,
            schema: [
                "type": "object", "minProperties": 1, "maxProperties": .integer(Int64(most)),
                "propertyNames": [
                    "maxLength": .integer(Int64(JobIdentifier.longest)),
                    "pattern": "^(?!.*[.][.])[A-Za-z0-9][A-Za-z0-9._-]*([.][*])?$",
                ],
                "additionalProperties": .object(ValueRule<ApplicationManifest.TaskRules>.taskRules.schema),
            ],
            collecting: { field, errors in
                do throws(FieldError) {
                    let count = errors.count
                    let members = try field.members()
                    guard (1...most).contains(members.count) else {
                        throw members.isEmpty
                            ? field.refusal(
                                "an application without a task may ask for nothing",
                                advice: "write \(example)")
                            : field.refusal(
                                "there are \(members.count) tasks, \(most) at most",
                                advice:
                                    "remove some, or name continued ones together, such as \"com.example.photos.*\""
                            )
                    }
                    var tasks: [ApplicationManifest.Task] = []
                    for member in members where !errors.isFull {
                        if let task = task(member.key, member.field, &errors) { tasks.append(task) }
                    }
                    return errors.count == count ? tasks.sorted { $0.pattern < $1.pattern } : nil
                } catch {
                    errors.append(error)
                    return nil
                }
            },
            print: { tasks in
                .object(
                    JSONObject(
                        tasks.map {
                            JSONObject.Member(
                                key: $0.pattern.description,
                                value: ValueRule<ApplicationManifest.TaskRules>.taskRules.print($0.rules))
                        }))
            })
    }

    private static func task(
        _ name: String, _ field: JSONField, _ errors: inout [FieldError]
    ) -> ApplicationManifest.Task? {
        guard let pattern = TaskPattern(name) else {
            // The prefix with its dot, which must not be the second one.
            let text = name.hasSuffix(".*") ? String(name.dropLast()) : name
            errors.append(
                field.refusal(
                    JobIdentifier.fault(in: text) ?? "a task has no instance, behind '@'",
                    advice:
                        "write a task's identifier such as \"com.example.photos.refresh\", or of continued ones \"com.example.photos.*\""
                ))
            return nil
        }
        let rule = ValueRule<ApplicationManifest.TaskRules>.taskRules
        let place = JSONField(
            field.value, at: .key(name), in: field.keyPath.dropLast(), expects: rule.expects)
        return rule.read(place, &errors)
            .map { ApplicationManifest.Task(pattern, $0) }
    }
}

extension ValueRule<ApplicationManifest.TaskRules> {
    /// What the daemon adds to each request of a task; an empty object only permits it.
    static var taskRules: ValueRule {
        let table = ApplicationManifest.TaskRules.keys
        return ValueRule(
            expects: "an object such as {\"timeBudget\": \"5m\"}, or {}",
            schema: table.schema().with([
                "if": [
                    "properties": ["prefers": ["not": ["required": ["for"]]]], "required": ["prefers"],
                ],
                "then": ["required": ["latestBegin"]],
            ]),
            collecting: { field, errors in
                let count = errors.count
                var draft = ApplicationManifest.TaskRules.Draft()
                table.read(field, into: &draft, errors: &errors)
                return errors.count == count ? draft.rules : nil
            }, print: { .object(table.print(ApplicationManifest.TaskRules.Draft($0))) })
    }
}

extension ValueRule<LatestBegin> {
    /// A duration only: a task has many requests, and a date would fit one of them.
    static var latestBeginOfMany: ValueRule {
        let span = ValueRule<Duration>.span
        return ValueRule(
            expects: span.expects, schema: span.schema,
            collecting: { field, errors in
                if case .string(let text) = field.value, WallTime(rfc3339: text) != nil {
                    errors.append(
                        field.refusal(
                            "a task has many requests, and a date fits only one of them",
                            advice: "write a duration such as \"3d\", which is counted from each"))
                    return nil
                }
                return span.read(field, &errors).map { .after($0) }
            }, print: ValueRule.latestBegin.print)
    }
}
