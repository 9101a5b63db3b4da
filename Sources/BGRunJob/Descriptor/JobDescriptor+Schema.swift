// The JSON Schema of descriptors, made from the table that reads them.
import BGRunJSON

extension JobDescriptor {
    /// A schema (draft 2020-12) for editors and other programs, of descriptors and of templates.
    ///
    /// It accepts all that the reader accepts. What no schema can say (the length of a duration, the days of
    /// a month, the policy's limits) only the reader refuses.
    package static var jsonSchema: JSONValue {
        var schema: JSONObject = [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": "urn:bgrun:descriptor",
            "title": "A job of bgrun",
        ]
        for member in keys.schema(required: ["identifier"]).members { schema[member.key] = member.value }
        schema["oneOf"] = .array(
            programKeys.map { ["required": [.string($0)]] })
        schema["allOf"] = .array(Self.rules(of: schema))
        schema["$defs"] = [
            "schedule": .object(ValueRule<Schedule>.schedule.schema),
            "requirements": .object(ValueRule<Requirements>.definition),
        ]
        return .object(schema)
    }

    /// What holds between keys.
    private static func rules(of schema: JSONObject) -> [JSONValue] {
        var rules: [JSONValue] = []
        if case .array(let ofTable)? = schema["allOf"] { rules = ofTable }
        rules += shortRequirements.map { short, key in
            [
                "not": [
                    "properties": ["requires": ["required": [.string(key)]]],
                    "required": [.string(short), "requires"],
                ]
            ]
        }
        let isTemplate: JSONValue = ["pattern": "@$"]
        rules.append([
            "if": ["required": ["instances"]], "then": ["properties": ["identifier": isTemplate]],
            "else": ["properties": ["identifier": ["not": isTemplate]]],
        ])
        rules.append([
            "if": [
                "properties": ["prefers": ["not": ["required": ["for"]]]], "required": ["prefers"],
            ],
            "then": ["required": ["latestBegin"]],
        ])
        return rules
    }
}
