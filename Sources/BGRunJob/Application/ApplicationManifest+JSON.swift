// The one reader and the one printer of manifests: directories, the socket and the store share them.
import BGRunCalendar
import BGRunJSON

extension ApplicationManifest {
    /// Reads the text of a manifest, at most 64 KiB of it.
    ///
    /// - Parameter rules: What the daemon and the machine add. The store gives none: what was permitted under an
    ///   older policy stays permitted.
    package init(json bytes: [UInt8], rules: DescriptorRules? = nil) throws(DescriptorError) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: bytes, limits: .descriptor)
        } catch {
            throw .text(error)
        }
        try self.init(checked: value, rules: rules)
    }

    /// Reads a manifest that is part of a message; its text alone has at most 64 KiB too.
    package init(value: JSONValue, rules: DescriptorRules? = nil) throws(DescriptorError) {
        // Before it is read: a message may have sixteen times as much, of what takes longest.
        if let error = Self.excess(TextSize(of: value)) { throw .fields([error]) }
        try self.init(checked: value, rules: rules)
    }

    /// The canonical form: keys in the order of the table, defaults left out, tasks by name.
    ///
    /// Reading it gives the same manifest again, so it is what the store keeps. It holds the environment's values;
    /// what people see is ``maskedJSON``.
    package var json: JSONValue { .object(Self.keys.print(Draft(self))) }

    /// The canonical form for people and the log: values of the environment are hidden.
    package var maskedJSON: JSONValue {
        var masked = self
        masked.environment = environment.map { .init(name: $0.name, value: "…") }
        return masked.json
    }

    /// ``maskedJSON`` on one line.
    package var maskedText: String { maskedJSON.text() }

    /// Tells one content from another, whatever the order of keys and the white space.
    package var fingerprint: UInt64 { Fingerprint.of(json.bytes()) }

    private init(checked value: JSONValue, rules: DescriptorRules?) throws(DescriptorError) {
        var draft = Draft()
        var errors: [FieldError] = []
        Self.keys.read(JSONField(value), into: &draft, errors: &errors)
        if case .object(let object) = value, !errors.isFull { errors += Self.absences(in: object) }
        guard errors.isEmpty, let manifest = draft.manifest else { throw .fields(errors) }
        let broken =
            manifest.contradictions + manifest.wrongNames + (rules.map(manifest.mistakes(under:)) ?? [])
        guard broken.isEmpty else { throw .fields(broken) }
        self = manifest
        // A size in bytes becomes text, which may be longer.
        textSize = TextSize(of: json)
        if let error = Self.excess(textSize) { throw .fields([error]) }
    }

    /// The keys that must be there, and what to write for each.
    static let required = [
        (key: "application", advice: "name the application, such as \"application\": \"com.example.photos\""),
        (
            key: "command",
            advice: "write the program that is started, such as \"command\": [\"/usr/bin/photos\"]"
        ),
        (key: "tasks", advice: "name its tasks, such as \"tasks\": {\"com.example.photos.refresh\": {}}"),
    ]

    private static func absences(in object: JSONObject) -> [FieldError] {
        required.filter { object[$0.key] == nil }.map { key, advice in
            FieldError(at: JSONKeyPath([.key(key)]), reason: "the key is missing", advice: advice)
        }
    }

    private static func excess(_ size: TextSize) -> FieldError? { size.excess(of: "the manifest") }
}
