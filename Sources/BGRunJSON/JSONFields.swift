// The members of one object, read strictly: by a table of keys, each once, none ignored.

/// Reads an object whose keys are those of a table.
///
/// Making one refuses keys that are not in the table and keys given twice under different spellings, before
/// anything is read: who writes `comand` should hear of that, not of a missing `command`. Reading then asks
/// by the table's rows, and `finish` refuses what nobody asked for, so no key is ever accepted that does
/// nothing.
///
///     var fields = try JSONField(value).fields(Key.all)
///     let command = try fields.required(Key.command).strings()
///     let title = try fields.optional(Key.title)?.string()
///     try fields.finish()
package struct JSONFields: Sendable {
    private struct Entry: Sendable {
        let name: String
        let member: JSONObject.Member
        var isRead = false
    }

    /// Where the object stands.
    package let keyPath: JSONKeyPath
    private var entries: [Entry] = []

    package init(_ object: JSONObject, at keyPath: JSONKeyPath = .root, keys: [JSONKey]) throws(FieldError) {
        self.keyPath = keyPath
        entries.reserveCapacity(object.members.count)
        for member in object.members {
            guard let key = keys.first(where: { $0.isSpelled(member.key) }) else {
                throw Self.unknown(member.key, at: keyPath, keys: keys)
            }
            if let twin = entries.first(where: { $0.name.hasSameBytes(as: key.name) }) {
                throw Self.twice(member.key, as: twin.member.key, at: keyPath)
            }
            entries.append(Entry(name: key.name, member: member))
        }
    }

    /// The value of a key, or nil where the key is not given. A null is a value, and of the wrong kind for
    /// all.
    package mutating func optional(_ key: JSONKey) -> JSONField? {
        guard let place = entries.indices.first(where: { entries[$0].name.hasSameBytes(as: key.name) }) else {
            return nil
        }
        entries[place].isRead = true
        let member = entries[place].member
        return JSONField(member.value, at: .key(member.key), in: keyPath, expects: key.expects)
    }

    /// The value of a key, or nil where the key is not given or its value is null, which Varlink holds to be
    /// equal.
    package mutating func nullable(_ key: JSONKey) -> JSONField? {
        guard let field = optional(key), field.value != .null else { return nil }
        return field
    }

    /// The value of a key that must be given.
    package mutating func required(_ key: JSONKey) throws(FieldError) -> JSONField {
        guard let field = optional(key) else {
            throw FieldError(
                at: keyPath.appending(.key(key.name)),
                reason: "the key is missing", advice: "add it" + (key.expects.map { ": \($0)" } ?? ""))
        }
        return field
    }

    /// Refuses the first key that was not asked for: it is known, but means nothing beside the others.
    package func finish() throws(FieldError) {
        guard let entry = entries.first(where: { !$0.isRead }) else { return }
        throw FieldError(
            at: keyPath.appending(.key(entry.member.key)),
            reason: "the key means nothing here", advice: "remove it")
    }

    static func twice(_ key: String, as twin: String, at keyPath: JSONKeyPath) -> FieldError {
        FieldError(
            at: keyPath.appending(.key(key)), reason: "this is the same key as \"\(twin)\"",
            advice: "remove one of them")
    }

    static func unknown(_ key: String, at keyPath: JSONKeyPath, keys: [JSONKey]) -> FieldError {
        let nearest = NearestSpelling.of(key, among: keys.flatMap { [$0.name] + $0.aliases })
        return FieldError(
            at: keyPath.appending(.key(key)), reason: "unknown key",
            advice: nearest.map { "did you mean \"\($0)\"?" } ?? "remove it")
    }
}
