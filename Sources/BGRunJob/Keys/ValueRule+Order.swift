// The rules of what a job has to do with others.
import BGRunJSON

extension ValueRule<Label> {
    /// - Parameter example: What to write, with its article.
    static func label(_ example: String) -> ValueRule {
        ValueRule(
            expects: example,
            schema: [
                "type": "string",
                // In a template, %i stands for the instance.
                "pattern": .string("^([A-Za-z0-9]|%i)([A-Za-z0-9._-]|%i){0,\(Label.longest - 1)}$"),
            ],
            read: { field throws(FieldError) in
                let text = try field.string()
                if let label = Label(text) { return label }
                throw field.refusal(
                    "\(QuotedText(text)) is not made of letters, digits, '.', '_' and '-', beginning with a letter or a "
                        + "digit, or has more than \(Label.longest) bytes", advice: "write \(example)")
            }, print: { .string($0.text) })
    }

    static var group: ValueRule { label("a word such as \"disk-heavy\"") }
}

extension ValueRule<[Label]> {
    /// One word, or some of them.
    static var tags: ValueRule {
        let wanted = "a word such as \"media\""
        let rule = ValueRule.oneOrMore(ValueRule<Label>.label(wanted), wanted)
        // Their order says nothing.
        return ValueRule(
            expects: rule.expects, schema: rule.schema,
            collecting: { rule.read($0, &$1)?.sorted() }, print: rule.print)
    }
}

private struct ConflictDraft {
    var group: Label?
}

extension ValueRule<[JobConflict]> {
    static var conflicts: ValueRule {
        .oneOrMore(ValueRule<JobConflict>.conflict, ValueRule<JobConflict>.wanted)
    }
}

extension ValueRule<JobConflict> {
    fileprivate static var wanted: String {
        "an identifier, or an object such as {\"group\": \"disk-heavy\"}"
    }

    /// A job, or `{"group": "disk-heavy"}`.
    fileprivate static var conflict: ValueRule {
        let table = KeyTable<ConflictDraft>([
            .init(
                "group", .group, \.group, "The group whose jobs are meant, all of them.",
                example: #""disk-heavy""#)
        ])
        let group = ValueRule.object(
            table, ConflictDraft(),
            required: [("group", "write the group, such as \"group\": \"disk-heavy\"")],
            example: wanted, value: { $0.group.map { .group($0) } },
            draft: { conflict in
                switch conflict {
                case .job: ConflictDraft()
                case .group(let name): ConflictDraft(group: name)
                }
            })
        let job = ValueRule<JobIdentifier>.identifier
        return ValueRule(
            expects: wanted, schema: ["anyOf": [.object(job.schema), .object(group.schema)]],
            collecting: { field, errors in
                if case .object = field.value { return group.read(field, &errors) }
                if case .string = field.value { return job.read(field, &errors).map { .job($0) } }
                errors.append(field.mismatch(wanted))
                return nil
            },
            print: { conflict in
                switch conflict {
                case .job(let identifier): job.print(identifier)
                case .group: group.print(conflict)
                }
            })
    }
}

extension ValueRule<[JobIdentifier]> {
    static var jobs: ValueRule {
        .oneOrMore(.identifier, "an identifier such as \"org.example.backup\"")
    }
}

private struct QueueDraft {
    var name: Label?
    var limit: Int?
}

extension ValueRule<JobQueue> {
    /// Its name, or `{"name": "disk", "limit": 2}`.
    static var queue: ValueRule {
        let wanted = "a name such as \"disk\", or an object such as {\"name\": \"disk\", \"limit\": 2}"
        let name = ValueRule<Label>.label("a word such as \"disk\"")
        let table = KeyTable<QueueDraft>([
            .init("name", name, \.name, "The name that its jobs have in common.", example: #""disk""#),
            .init(
                "limit", .whole(1...JobQueue.longest), \.limit,
                "How many of them run at a time; where jobs differ, the smallest counts.", default: "1",
                example: "2"),
        ])
        let object = ValueRule.object(
            table, QueueDraft(), required: [("name", "write its name, such as \"name\": \"disk\"")],
            example: wanted, value: { draft in draft.name.map { JobQueue($0, limit: draft.limit ?? 1) } },
            draft: { QueueDraft(name: $0.name, limit: $0.limit == 1 ? nil : $0.limit) })
        return ValueRule(
            expects: wanted, schema: ["anyOf": [.object(name.schema), .object(object.schema)]],
            collecting: { field, errors in
                if case .object = field.value { return object.read(field, &errors) }
                if case .string = field.value { return name.read(field, &errors).map { JobQueue($0) } }
                errors.append(field.mismatch(wanted))
                return nil
            },
            print: { $0.limit == 1 ? name.print($0.name) : object.print($0) })
    }
}
