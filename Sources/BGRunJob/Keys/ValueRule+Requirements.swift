// The rules of `requires` and `prefers`: trees of conditions.
import BGRunJSON

/// The tables of keys of requirements. Alternatives and opposites hold the same keys again, so their rules look the
/// table up when they read, and the JSON Schema refers to itself.
private enum RequirementsTable {
    /// The keys of `requires`, and of alternatives and opposites.
    static let conditions = KeyTable<RequirementsDraft>(
        rows, inside: inside + [("for", "prefers")], meant: .conditions)
    /// The keys of `prefers`.
    static let preference = KeyTable<RequirementsDraft>(
        rows + [
            .init(
                "for", .duration(.seconds(60) ... .seconds(365 * 86_400)), \.span,
                "How long the job is held back at most, counted from its due instant; without it, until \"latestBegin\".",
                example: #""3d""#
            )
        ], inside: inside, meant: .conditions)

    /// The rule of such an object, wherever it stands.
    static let rule = ValueRule<Requirements>.object(
        conditions, RequirementsDraft(), example: ValueRule<Requirements>.example, value: \.requirements,
        draft: { RequirementsDraft($0) })

    private static let inside = ValueRule<[Requirement]>.networkKeys.map { ($0, "network") }

    private static let rows: [KeyTable<RequirementsDraft>.Row] =
        Requirement.Kind.allCases.filter { !$0.row.isInsideNetwork }.map { KeyTable.Row($0) } + [
            .init(
                "anyOf", .alternatives, \.anyOf, "One of these is enough.",
                example: #"[{"externalPower": true}, {"batteryLevel": 80}]"#),
            .init(
                "not", .nested, \.not, "What this asks for together does not hold.",
                example: #"{"network": {"ssid": "Train"}}"#),
        ]
}

extension KeyTable<RequirementsDraft>.Row {
    /// The key of a kind, as its row describes it.
    init(_ kind: Requirement.Kind) {
        self.init(
            kind.rawValue, kind.row.rule(), get: { $0[kind] }, set: { $0[kind] = $1 }, kind.row.description,
            example: kind.row.example)
    }
}

extension ValueRule<Requirements> {
    fileprivate static var example: String { "an object such as {\"externalPower\": true}" }

    /// All keys of a condition's object.
    static var keys: [String] { RequirementsTable.conditions.rows.map(\.key.name) }

    /// What the JSON Schema says of them, in one place; all others refer to it.
    static var definition: JSONObject { RequirementsTable.rule.schema }

    private static var reference: JSONObject { ["$ref": "#/$defs/requirements"] }

    /// `requires`.
    static var requires: ValueRule {
        ValueRule(
            expects: example, schema: reference,
            collecting: { field, errors in
                if let words = words(of: field.value) {
                    errors.append(
                        field.refusal("found \(field.value.kindInWords)", advice: "write {\(words)}"))
                    return nil
                }
                return RequirementsTable.rule.read(field, &errors).flatMap { $0.bounded(at: field, &errors) }
            }, print: RequirementsTable.rule.print)
    }

    /// The members that are meant by a word, or a list of words, in place of an object; nil where one of them is none that is
    /// known.
    private static func words(of value: JSONValue) -> String? {
        let words: [JSONValue]
        switch value {
        case .string: words = [value]
        case .array(let elements): words = elements
        case _: return nil
        }
        guard (1...8).contains(words.count) else { return nil }
        var members: [String] = []
        for case .string(let word) in words {
            let isFlag = ["externalPower", "charging", "network", "locked"].contains(word)
            guard let member = isFlag ? "\"\(word)\": true" : MeantKey.member(for: word, in: .conditions)
            else {
                return nil
            }
            members.append(member)
        }
        let keys = Set(members.map { $0.prefix { $0 != ":" } })
        return members.count == words.count && keys.count == members.count
            ? members.joined(separator: ", ") : nil
    }

    /// The conditions of an alternative or an opposite. Its table is still being made when this is called.
    fileprivate static var nested: ValueRule {
        ValueRule(
            expects: example, schema: reference,
            collecting: { field, errors in RequirementsTable.rule.read(field, &errors) },
            print: { RequirementsTable.rule.print($0) })
    }
}

extension ValueRule<[Requirements]> {
    /// The most alternatives of one list.
    private static var most: Int { 8 }

    fileprivate static var alternatives: ValueRule {
        let wanted = "a list such as [{\"externalPower\": true}, {\"batteryLevel\": 80}]"
        let list = ValueRule.list(of: .nested)
        return ValueRule(
            expects: wanted,
            schema: list.schema.with(["minItems": 1, "maxItems": .integer(Int64(most))]),
            collecting: { field, errors in
                if case .array(let elements) = field.value, !(1...most).contains(elements.count) {
                    let reason = "the list has \(elements.count) entries, \(most) at most"
                    errors.append(
                        elements.isEmpty
                            ? field.refusal("the list is empty", advice: "write \(wanted), or remove the key")
                            : field.refusal(reason, advice: "remove some"))
                    return nil
                }
                return list.read(field, &errors)
            }, print: list.print)
    }
}

extension ValueRule<Preference> {
    /// `prefers`. Whether something says how long, ``JobDescriptor/contradictions`` knows.
    static var prefers: ValueRule {
        let table = RequirementsTable.preference
        let example = "an object such as {\"externalPower\": true, \"for\": \"3d\"}"
        return ValueRule(
            expects: example,
            schema: table.schema().with(["not": ["propertyNames": ["const": "for"]]]),
            collecting: { field, errors in
                let count = errors.count
                var draft = RequirementsDraft()
                table.read(field, into: &draft, errors: &errors)
                guard errors.count == count else { return nil }
                if draft.requirements.isEmpty {
                    errors.append(
                        field.refusal("this asks for nothing", advice: "write \(example), or remove the key"))
                    return nil
                }
                return draft.requirements.bounded(at: field, &errors)
                    .map { Preference($0, for: draft.span) }
            },
            print: { preference in
                var draft = RequirementsDraft(preference.requirements)
                draft.span = preference.span
                return .object(table.print(draft))
            })
    }
}
