// The rules of plain values: flags, words, numbers, text and lists.
import BGRunJSON

extension ValueRule<Bool> {
    static var flag: ValueRule {
        ValueRule(
            schema: ["type": "boolean"], read: { field throws(FieldError) in try field.bool() },
            print: { .bool($0) })
    }
}

extension ValueRule<Int> {
    static func whole(_ range: ClosedRange<Int>) -> ValueRule {
        ValueRule(
            schema: [
                "type": "integer", "minimum": .integer(Int64(range.lowerBound)),
                "maximum": .integer(Int64(range.upperBound)),
            ],
            read: { field throws(FieldError) in try field.integer(in: range) }, print: { .integer(Int64($0)) }
        )
    }

    /// A number of bytes, plain or as text such as `"1M"`.
    static func size(_ range: ClosedRange<Int>) -> ValueRule {
        let wanted =
            "a size from \"\(SizeText.text(of: range.lowerBound))\" to "
            + "\"\(SizeText.text(of: range.upperBound))\", such as \"1M\""
        return ValueRule(
            expects: wanted,
            schema: [
                "anyOf": [
                    ["type": "string", "pattern": "^[0-9]+[KMGT]?$"],
                    .object(ValueRule.whole(range).schema),
                ]
            ],
            read: { field throws(FieldError) in
                guard case .string(let text) = field.value else { return try field.integer(in: range) }
                guard let size = SizeText.size(of: text) else {
                    let meant = SizeText.meant(by: text)
                    throw field.refusal(
                        "\(QuotedText(text)) is no size",
                        advice: "write \(meant.map { "\"\($0)\"" } ?? wanted)")
                }
                guard range.contains(size) else {
                    throw field.refusal("\(QuotedText(text)) is out of range", advice: "write \(wanted)")
                }
                return size
            }, print: { .string(SizeText.text(of: $0)) })
    }
}

extension ValueRule where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
    /// One word of a closed set.
    static var choice: ValueRule { choice(of: Array(Value.allCases)) }

    /// One of some of the words of a list.
    static func choice(of choices: [Value]) -> ValueRule {
        ValueRule(
            schema: ["enum": .array(choices.map { .string($0.rawValue) })],
            read: { field throws(FieldError) in try field.choice(of: choices) },
            print: { .string($0.rawValue) })
    }
}

extension ValueRule<String> {
    /// Any text at all.
    static var text: ValueRule {
        ValueRule(
            schema: ["type": "string"], read: { field throws(FieldError) in try field.string() },
            print: { .string($0) })
    }

    /// Text that is handed to the kernel, where a NUL byte would end it early.
    static var kernelText: ValueRule {
        ValueRule(
            schema: ["type": "string", "pattern": "^[^\\u0000]*$"],
            read: { field throws(FieldError) in
                let text = try field.string()
                if text.utf8.contains(0) { throw field.containsNUL }
                return text
            }, print: { .string($0) })
    }
}

extension ValueRule {
    /// A list of values, each of which meets `rule`.
    static func list<Element>(of rule: ValueRule<Element>) -> ValueRule where Value == [Element] {
        ValueRule(
            schema: ["type": "array", "items": .object(rule.schema)],
            collecting: { field, errors in
                do throws(FieldError) {
                    let count = errors.count
                    var values: [Element] = []
                    for element in try field.elements() where !errors.isFull {
                        if let value = rule.read(element, &errors) { values.append(value) }
                    }
                    return errors.count == count ? values : nil
                } catch {
                    errors.append(error)
                    return nil
                }
            }, print: { .array($0.map(rule.print)) })
    }
}

extension JSONField {
    var containsNUL: FieldError {
        refusal(
            "the text contains a NUL character (\\u0000), which ends it for the kernel", advice: "remove it")
    }
}
