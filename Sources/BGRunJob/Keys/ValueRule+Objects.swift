// The rules of objects with keys of their own, and of values that stand alone or in a list.
import BGRunJSON

extension ValueRule {
    /// An object of a table's keys that says something, with some keys that must be there.
    ///
    /// - Parameters:
    ///   - required: Keys that must be there, and what to write for each.
    ///   - example: What to write where nothing is said at all.
    static func object<Draft: Sendable>(
        _ table: KeyTable<Draft>, _ empty: Draft, required: [(key: String, advice: String)] = [],
        example: String, value: @escaping @Sendable (Draft) -> Value?,
        draft: @escaping @Sendable (Value) -> Draft
    ) -> ValueRule {
        return ValueRule(
            expects: example,
            schema: table.schema(required: required.map(\.key))
                .with(required.isEmpty ? ["minProperties": 1] : [:]),
            collecting: { field, errors in
                let count = errors.count
                var draft = empty
                table.read(field, into: &draft, errors: &errors)
                if case .object(let object) = field.value {
                    if required.isEmpty, object.members.isEmpty {
                        errors.append(
                            field.refusal(
                                "this asks for nothing", advice: "write \(example), or remove the key"))
                    }
                    errors += required.filter { object[$0.key] == nil }.map { key, advice in
                        FieldError(
                            at: field.keyPath.appending(.key(key)), reason: "the key is missing",
                            advice: advice)
                    }
                }
                return errors.count == count ? value(draft) : nil
            },
            print: { .object(table.print(draft($0))) })
    }

    /// The most values that a list of ``oneOrMore(_:_:)`` has.
    private static var most: Int { 8 }

    /// One value, or a list of different ones.
    ///
    /// - Parameter wanted: What one is, as the object of "write".
    static func oneOrMore<Element: Hashable & SendableMetatype>(_ rule: ValueRule<Element>, _ wanted: String)
        -> ValueRule
    where Value == [Element] {
        let list = ValueRule.list(of: rule)
        return ValueRule(
            expects: "\(wanted), or a list of such",
            schema: [
                "anyOf": [
                    .object(rule.schema),
                    .object(
                        list.schema.with([
                            "minItems": 1, "maxItems": .integer(Int64(most)), "uniqueItems": true,
                        ])),
                ]
            ],
            collecting: { field, errors in
                guard case .array(let elements) = field.value else {
                    return rule.read(field, &errors).map { [$0] }
                }
                guard (1...most).contains(elements.count) else {
                    let reason =
                        elements.isEmpty
                        ? "the list is empty" : "the list has \(elements.count) entries, \(most) at most"
                    let advice = elements.isEmpty ? "write \(wanted), or remove the key" : "remove some"
                    errors.append(field.refusal(reason, advice: advice))
                    return nil
                }
                let before = errors.count
                guard let values = list.read(field, &errors) else {
                    // That an object is missing does not say which.
                    for (place, error) in errors.enumerated().dropFirst(before)
                    where error.keyPath.dropLast() == field.keyPath && error.advice == "write an object" {
                        errors[place] = FieldError(
                            at: error.keyPath, reason: error.reason, advice: "write \(wanted)")
                    }
                    return nil
                }
                let repeated = values.indices.first { values[..<$0].contains(values[$0]) }
                guard let repeated else { return values }
                errors.append(
                    FieldError(
                        at: field.keyPath.appending(.index(repeated)),
                        reason: "the list has this entry already", advice: "remove one of them"))
                return nil
            },
            print: { $0.count == 1 ? rule.print($0[0]) : list.print($0) })
    }
}

extension ValueRule<Bool> {
    /// A condition that is asked for by `true`. What `false` would mean is not plain, so it says what to write.
    ///
    /// - Parameter opposite: How its opposite is written.
    static func demanded(opposite: String) -> ValueRule {
        ValueRule(
            expects: "true", schema: ["const": true],
            read: { field throws(FieldError) in
                if try field.bool() { return true }
                throw field.refusal(
                    "false asks for nothing", advice: "remove the key, or write \(opposite) for the opposite")
            }, print: { .bool($0) })
    }
}
