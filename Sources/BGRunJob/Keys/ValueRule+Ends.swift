// The rules of keys about the ends of runs: exit codes, and how a failure is tried again.
import BGRunCalendar
import BGRunJSON

extension ValueRule<[Int]> {
    private static var mostCodes: Int { 32 }

    /// A list of exit codes, no code twice.
    ///
    /// - Parameter mayBeEmpty: Whether it says something that no code is meant.
    static func exitCodes(mayBeEmpty: Bool) -> ValueRule {
        let list = ValueRule.list(of: .whole(0...255))
        return ValueRule(
            expects: "a list of exit codes, such as [3]",
            schema: list.schema.with(mayBeEmpty ? [:] : ["minItems": 1])
                .with(["maxItems": .integer(Int64(mostCodes)), "uniqueItems": true]),
            collecting: { field, errors in
                guard let codes = list.read(field, &errors) else { return nil }
                if codes.isEmpty, !mayBeEmpty {
                    errors.append(
                        field.refusal(
                            "the list is empty", advice: "write a code such as 3, or remove the key"))
                    return nil
                }
                if codes.count > mostCodes {
                    errors.append(
                        field.refusal(
                            "the list has \(codes.count) entries, \(mostCodes) at most", advice: "remove some"
                        ))
                    return nil
                }
                guard let repeated = codes.indices.first(where: { codes[..<$0].contains(codes[$0]) }) else {
                    return codes
                }
                errors.append(
                    FieldError(
                        at: field.keyPath.appending(.index(repeated)),
                        reason: "the list has this code already", advice: "remove one of them"))
                return nil
            }, print: list.print)
    }
}

extension ValueRule<Retry> {
    private struct Draft: Sendable {
        var initial: Duration?
        var factor: Int?
        var longest: Duration?
        var attempts: Int?
    }

    /// `true`, or an object with what is to differ from the usual.
    static var retry: ValueRule {
        let usual = Retry.usual
        let table = KeyTable<Draft>([
            .init(
                "initial", .duration(.seconds(1)...Duration.longestText), \.initial,
                "The wait after the first failure.", default: "\"\(usual.initial.text)\"", example: #""1m""#),
            .init(
                "factor", .whole(1...10), \.factor,
                "Each further failure makes the wait so many times as long.", default: "\(usual.factor)",
                example: "1"),
            .init(
                "max", .duration(.seconds(1)...Duration.longestText), \.longest,
                "No wait is longer.", default: "\"\(usual.longest.text)\"", example: #""1h""#),
            .init(
                "attempts", .whole(2...1000), \.attempts,
                "How many runs are made of one occurrence, the first included.", default: "\(usual.attempts)",
                example: "5"),
        ])
        let wanted = "true, false, or an object such as {\"initial\": \"1m\", \"attempts\": 5}"
        let object = ValueRule.object(
            table, Draft(), example: wanted,
            value: { draft in
                Retry(
                    initial: draft.initial ?? min(usual.initial, draft.longest ?? usual.initial),
                    factor: draft.factor ?? usual.factor,
                    longest: draft.longest ?? max(usual.longest, draft.initial ?? usual.longest),
                    attempts: draft.attempts ?? usual.attempts)
            },
            draft: { retry in
                Draft(
                    initial: retry.initial, factor: retry.factor, longest: retry.longest,
                    attempts: retry.attempts)
            })
        return ValueRule(
            expects: wanted, schema: ["anyOf": [["type": "boolean"], .object(object.schema)]],
            collecting: { field, errors in
                if case .bool(let isWanted) = field.value { return isWanted ? usual : .never }
                guard case .object = field.value else {
                    errors.append(field.mismatch(wanted))
                    return nil
                }
                guard let retry = object.read(field, &errors) else { return nil }
                guard retry.initial > retry.longest else { return retry }
                errors.append(
                    FieldError(
                        at: field.keyPath.appending(.key("max")),
                        reason: "this is shorter than the first wait, \"\(retry.initial.text)\"",
                        advice: "write a longer one, or a shorter \"initial\""))
                return nil
            },
            print: { $0 == usual ? .bool(true) : $0 == .never ? .bool(false) : object.print($0) })
    }
}
