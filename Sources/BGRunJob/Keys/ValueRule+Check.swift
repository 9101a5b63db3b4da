// The rule of `requires.command`: a program that says by its exit whether a condition holds.
import BGRunCalendar
import BGRunJSON

private struct CommandCheckDraft {
    var command: [String]?
    var every: Duration?
    var timeBudget: Duration?
}

extension ValueRule<CommandCheck> {
    static var example: String {
        "an object such as {\"command\": [\"/usr/local/bin/is-quiet\"], \"every\": \"10m\"}"
    }

    static var commandCheck: ValueRule {
        let table = KeyTable<CommandCheckDraft>([
            .init(
                "command", .check, \.command,
                "The program, by its absolute path, and its arguments; run as the job's owner.",
                example: #"["/usr/local/bin/nas-is-idle"]"#),
            .init(
                "every", .duration(.seconds(60) ... .seconds(7 * 86_400)), \.every,
                "How long an answer is good for.", example: #""10m""#),
            .init(
                "timeBudget", .duration(.seconds(1) ... .seconds(60)), \.timeBudget,
                "How long it may take; then it is killed, and does not hold.", default: #""10s""#,
                example: #""30s""#),
        ])
        return .object(
            table, CommandCheckDraft(),
            required: [
                ("command", "write the program, such as \"command\": [\"/usr/local/bin/is-quiet\"]"),
                ("every", "write how long an answer is good for, such as \"every\": \"10m\""),
            ], example: example,
            value: { draft in
                draft.command.flatMap { arguments in
                    draft.every.map {
                        CommandCheck(
                            arguments: arguments, interval: $0,
                            timeBudget: draft.timeBudget ?? CommandCheck.defaultTimeBudget)
                    }
                }
            },
            draft: { check in
                let budget = check.timeBudget
                return CommandCheckDraft(
                    command: check.arguments, every: check.interval,
                    timeBudget: budget == CommandCheck.defaultTimeBudget ? nil : budget)
            })
    }
}

extension CommandCheck {
    fileprivate static let defaultTimeBudget: Duration = .seconds(10)
}

extension ValueRule<[String]> {
    /// An argument vector whose program is found without anybody's PATH.
    fileprivate static var check: ValueRule {
        let command = ValueRule.command
        let path = ValueRule<String>.plainPath
        let wanted =
            "the absolute path of the program and its arguments, such as [\"/usr/bin/test\", \"-e\", \"/x\"]"
        return ValueRule(
            expects: wanted, schema: command.schema.with(["prefixItems": [.object(path.schema)]]),
            collecting: { field, errors in
                guard let arguments = command.read(field, &errors), let program = arguments.first else {
                    return nil
                }
                if program.utf8.first != UInt8(ascii: "/") {
                    errors.append(
                        field.refusal(
                            "\(QuotedText(program)) is not absolute, and a check has no caller whose PATH it could use",
                            advice: "write \(wanted)"))
                    return nil
                }
                // Its name is shown wherever the check keeps a job back.
                guard let first = try? field.elements().first, path.read(first, &errors) != nil else {
                    return nil
                }
                return arguments
            }, print: command.print)
    }
}
