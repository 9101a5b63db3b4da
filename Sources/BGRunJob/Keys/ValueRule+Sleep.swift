// The rule of `keepAwake`: one word, or an object that says what a closed lid does.
import BGRunJSON

private struct KeepAwakeDraft {
    var when: PowerCondition?
    var withLidClosed: Bool?
}

extension ValueRule<KeepAwake> {
    /// `"onExternalPower"`, or an object that says what a closed lid does.
    static var keepAwake: ValueRule {
        let word = ValueRule<PowerCondition>.choice
        let table = KeyTable<KeepAwakeDraft>([
            .init(
                "when", word, \.when, "\"never\", \"onExternalPower\" or \"always\".",
                example: #""onExternalPower""#),
            .init(
                "withLidClosed", .flag, \.withLidClosed,
                "Whether closing the lid does not put the machine to sleep either.", default: "false",
                example: "true"),
        ])
        let wanted = "\"never\", \"onExternalPower\" or \"always\""
        return ValueRule(
            expects: wanted,
            schema: [
                "anyOf": [
                    .object(word.schema),
                    .object(
                        table.schema(required: ["when"]).with([
                            "not": [
                                "properties": ["when": ["const": "never"], "withLidClosed": ["const": true]],
                                "required": ["withLidClosed"],
                            ]
                        ])),
                ]
            ],
            collecting: { field, errors in
                guard case .object = field.value else {
                    return word.read(field, &errors).map { KeepAwake(when: $0) }
                }
                let count = errors.count
                var draft = KeepAwakeDraft()
                table.read(field, into: &draft, errors: &errors)
                guard errors.count == count else { return nil }
                guard let when = draft.when else {
                    errors.append(
                        FieldError(
                            at: field.keyPath.appending(.key("when")), reason: "the key is missing",
                            advice: "write \(wanted)"))
                    return nil
                }
                let withLidClosed = draft.withLidClosed ?? false
                if withLidClosed, when == .never {
                    errors.append(
                        FieldError(
                            at: field.keyPath.appending(.key("withLidClosed")),
                            reason: "the machine is kept awake \"never\", with its lid closed neither",
                            advice: "write \"when\": \"onExternalPower\", or remove it"))
                    return nil
                }
                return KeepAwake(when: when, withLidClosed: withLidClosed)
            },
            print: { keep in
                keep.withLidClosed
                    ? .object(table.print(KeepAwakeDraft(when: keep.when, withLidClosed: true)))
                    : word.print(keep.when)
            })
    }
}
