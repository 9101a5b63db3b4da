// The JSON Schema of manifests, made from the tables that read them.
import BGRunJSON

extension ApplicationManifest {
    /// A schema (draft 2020-12) for editors and other programs.
    ///
    /// It accepts all that the reader accepts. What no schema can say (two tasks with one job's name) only the reader
    /// refuses.
    package static var jsonSchema: JSONValue {
        var schema: JSONObject = [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": "urn:bgrun:manifest",
            "title": "An application of bgrun and its tasks",
        ]
        for member in keys.schema(required: required.map(\.key)).members { schema[member.key] = member.value }
        schema["$defs"] = ["requirements": .object(ValueRule<Requirements>.definition)]
        return .object(schema)
    }
}
