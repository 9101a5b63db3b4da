// The rule of commands that are called when an occurrence has ended.
import BGRunCalendar
import BGRunJSON

private struct HookCommandDraft {
    var command: [String]?
    var timeBudget: Duration?
}

extension ValueRule<HookCommand> {
    /// An argument vector, or an object with one and how long it may take.
    static var hook: ValueRule {
        let usual = HookCommand.usualTimeBudget
        let table = KeyTable<HookCommandDraft>([
            .init(
                "command", .command, \.command, "The program and its arguments, run without a shell.",
                example: #"["/usr/libexec/bgrun/mail-report", "me@example.org"]"#),
            .init(
                "timeBudget", .duration(.seconds(1)...HookCommand.longestTimeBudget), \.timeBudget,
                "How long it may take; then it is killed.", default: "\"\(usual.text)\"", example: #""5m""#),
        ])
        let example = "{\"command\": [\"/usr/local/bin/tell-me\"], \"timeBudget\": \"2m\"}"
        let wanted =
            "a program and its arguments, such as [\"/usr/local/bin/tell-me\"], or an object such as \(example)"
        let list = ValueRule<[String]>.command
        let object = ValueRule.object(
            table, HookCommandDraft(),
            required: [("command", "write the program, such as \"command\": [\"/usr/local/bin/tell-me\"]")],
            example: example,
            value: { draft in
                draft.command.map { HookCommand(arguments: $0, timeBudget: draft.timeBudget ?? usual) }
            },
            draft: { hook in
                HookCommandDraft(
                    command: hook.arguments, timeBudget: hook.timeBudget == usual ? nil : hook.timeBudget)
            })
        return ValueRule(
            expects: wanted, schema: ["anyOf": [.object(list.schema), .object(object.schema)]],
            collecting: { field, errors in
                switch field.value {
                case .array: return list.read(field, &errors).map { HookCommand(arguments: $0) }
                case .object: return object.read(field, &errors)
                case .null, .bool, .integer, .number, .string:
                    errors.append(field.mismatch(wanted))
                    return nil
                }
            },
            print: { $0.timeBudget == usual ? list.print($0.arguments) : object.print($0) })
    }
}
