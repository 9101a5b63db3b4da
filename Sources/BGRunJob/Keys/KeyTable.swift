// The table of an object's keys, which reads the object, prints it and describes it.
import BGRunJSON

/// All keys that an object may have, in the order in which they are printed.
///
/// One table drives the strict reader, the list of known keys in its errors, the printer and the JSON Schema.
struct KeyTable<Subject>: Sendable {
    /// One key: its name, the rule of its values, and where they belong in the subject.
    struct Row: Sendable {
        let key: JSONKey
        private let words: Words
        private let describe: @Sendable () -> JSONObject
        fileprivate let read: @Sendable (JSONField, inout Subject, inout [FieldError]) -> Void
        fileprivate let print: @Sendable (Subject) -> JSONValue?
        /// Takes over what another subject says, where this one says nothing; false where that is not so.
        let fill: @Sendable (_ other: Subject, inout Subject) -> Bool
        /// Has the subject say nothing.
        let clear: @Sendable (inout Subject) -> Void
        /// Whether something may stand for it where it is left out.
        private(set) var mayBeDefault = false

        /// What is told of a key beside its rule.
        private struct Words {
            let description: String
            /// What holds where the key is left out, and what somebody may write, as they stand in a file.
            let usual: String?
            let example: String?
        }

        /// A key that may be left out; nil is not printed.
        ///
        /// - Parameters:
        ///   - usual: What holds where the key is left out, as it stands in a file; nil where no one value does.
        ///   - example: What somebody may write.
        init<Value>(
            _ name: String, alias: String? = nil, _ rule: ValueRule<Value>,
            _ place: any WritableKeyPath<Subject, Value?> & Sendable, _ description: String,
            default usual: String? = nil, example: String? = nil
        ) {
            self.init(
                JSONKey(name, aliases: alias.map { [$0] } ?? [], expects: rule.expects), { rule.schema },
                Words(description: description, usual: usual, example: example),
                read: { field, subject, errors in
                    guard let value = rule.read(field, &errors) else { return }
                    subject[keyPath: place] = value
                },
                print: { $0[keyPath: place].map(rule.print) },
                fill: { other, subject in
                    guard subject[keyPath: place] == nil, let value = other[keyPath: place] else {
                        return false
                    }
                    subject[keyPath: place] = value
                    return true
                }, clear: { $0[keyPath: place] = nil })
        }

        /// The same where its values have no place of their own in the subject.
        init<Value>(
            _ name: String, alias: String? = nil, _ rule: ValueRule<Value>,
            get: @escaping @Sendable (Subject) -> Value?,
            set: @escaping @Sendable (inout Subject, Value) -> Void, _ description: String,
            example: String? = nil
        ) {
            self.init(
                JSONKey(name, aliases: alias.map { [$0] } ?? [], expects: rule.expects), { rule.schema },
                Words(description: description, usual: nil, example: example),
                read: { field, subject, errors in
                    guard let value = rule.read(field, &errors) else { return }
                    set(&subject, value)
                },
                print: { get($0).map(rule.print) })
        }

        /// A key of a subject that holds its default already; it is always printed.
        init<Value>(
            _ name: String, _ rule: ValueRule<Value>, _ place: any WritableKeyPath<Subject, Value> & Sendable,
            _ description: String, example: String? = nil
        ) {
            self.init(
                JSONKey(name, expects: rule.expects), { rule.schema },
                Words(description: description, usual: nil, example: example),
                read: { field, subject, errors in
                    guard let value = rule.read(field, &errors) else { return }
                    subject[keyPath: place] = value
                },
                print: { rule.print($0[keyPath: place]) })
        }

        private init(
            _ key: JSONKey, _ describe: @escaping @Sendable () -> JSONObject, _ words: Words,
            read: @escaping @Sendable (JSONField, inout Subject, inout [FieldError]) -> Void,
            print: @escaping @Sendable (Subject) -> JSONValue?,
            fill: @escaping @Sendable (Subject, inout Subject) -> Bool = { _, _ in false },
            clear: @escaping @Sendable (inout Subject) -> Void = { _ in }
        ) {
            self.key = key
            self.describe = describe
            self.words = words
            self.read = read
            self.print = print
            self.fill = fill
            self.clear = clear
        }

        /// What the JSON Schema says of the key.
        ///
        /// - Parameter subject: One that has said nothing, where that holds its defaults already.
        fileprivate func schema(_ subject: Subject?) -> JSONObject {
            let rule = describe()
            var schema: JSONObject = ["description": .string(words.description)]
            for member in rule.members { schema[member.key] = member.value }
            func value(_ text: String?) -> JSONValue? {
                text.flatMap { try? JSONValue(parsing: $0, limits: .descriptor) }
            }
            // Of an object the keys inside have their own.
            if let usual = value(words.usual) ?? (rule["properties"] == nil ? subject.flatMap(print) : nil) {
                schema["default"] = usual
            }
            if let example = value(words.example) { schema["examples"] = [example] }
            return schema
        }

        /// The same key, for which the policy may have something stand where it is left out.
        var orByPolicy: Row {
            var row = self
            row.mayBeDefault = true
            return row
        }
    }

    let rows: [Row]
    private let keys: [JSONKey]
    /// Keys that stand inside one of these keys, by which, so that someone who writes one here is told.
    private let inside: [(key: String, home: String)]
    /// Keys that there are not, with what to write in their place.
    private let meant: [MeantKey]

    init(_ rows: [Row], inside: [(key: String, home: String)] = [], meant: [MeantKey] = []) {
        self.rows = rows
        self.meant = meant
        keys = rows.map(\.key)
        // A key of both is none that is astray here.
        self.inside = inside.filter { astray in !rows.contains { $0.key.name == astray.key } }
    }

    /// The row of a key, by any of its spellings.
    func row(of key: String) -> Row? { rows.first { $0.key.isSpelled(key) } }

    /// A key as an object spells it already; itself where the object does not have it.
    func spelling(of key: String, in object: JSONObject) -> String {
        guard let row = row(of: key) else { return key }
        return ([row.key.name] + row.key.aliases).first { object[$0] != nil } ?? key
    }

    /// Puts every member of the object into the subject and notes all that is wrong with any of them.
    func read(_ field: JSONField, into subject: inout Subject, errors: inout [FieldError]) {
        let path = field.keyPath
        do throws(FieldError) {
            try field.forEachMember(of: keys, errors: &errors) { row, member, errors in
                rows[row].read(member, &subject, &errors)
            }
        } catch {
            errors.append(error)
        }
        guard !errors.isEmpty else { return }
        for (index, error) in errors.enumerated() where error.reason == FieldError.unknownKey {
            guard case .key(let key)? = error.keyPath.steps.last,
                error.keyPath == path.appending(.key(key)),
                let member = MeantKey.member(
                    for: key, in: meant, of: field.value, taking: { takes($0, as: $1, subject) })
            else { continue }
            errors[index] = FieldError(at: error.keyPath, reason: error.reason, advice: "write \(member)")
        }
        for (key, home) in inside {
            let place = path.appending(.key(key))
            guard let error = errors.firstIndex(where: { $0.keyPath == place }) else { continue }
            errors[error] = FieldError(
                at: place, reason: "this key stands inside \"\(home)\"", advice: "move it there")
        }
    }

    /// Whether a key takes a value; nil where there is no such key.
    private func takes(_ value: JSONValue, as key: String, _ subject: Subject) -> Bool? {
        guard let row = row(of: key) else { return nil }
        var trial = subject
        var faults: [FieldError] = []
        row.read(JSONField(value), &trial, &faults)
        return faults.isEmpty
    }

    func print(_ subject: Subject) -> JSONObject {
        JSONObject(
            rows.compactMap { row in
                row.print(subject).map { JSONObject.Member(key: row.key.name, value: $0) }
            })
    }

    /// The JSON Schema of the object: closed, and no key beside its own alias.
    ///
    /// - Parameter defaults: A subject that has said nothing, where that holds its defaults already.
    func schema(required: [String] = [], defaults: Subject? = nil) -> JSONObject {
        var properties: [JSONObject.Member] = []
        var rules: [JSONValue] = []
        for row in rows {
            let schema = row.schema(defaults)
            properties.append(JSONObject.Member(key: row.key.name, value: .object(schema)))
            for alias in row.key.aliases {
                properties.append(JSONObject.Member(key: alias, value: .object(schema)))
                rules.append(["not": ["required": [.string(row.key.name), .string(alias)]]])
            }
        }
        var schema: JSONObject = [
            "type": "object", "additionalProperties": false, "properties": .object(JSONObject(properties)),
        ]
        if !required.isEmpty { schema["required"] = .array(required.map { .string($0) }) }
        if !rules.isEmpty { schema["allOf"] = .array(rules) }
        return schema
    }
}
