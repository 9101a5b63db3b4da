// The members of an object, each with its row of a table of keys: each once, none ignored.

extension JSONField {
    /// Gives each member whose key is in the table to `read`, in source order, with the number of its row.
    ///
    /// Keys that are not in the table, and keys given twice under different spellings, are noted and left
    /// out, so no key is ever accepted that does nothing. Twenty mistakes end the walk.
    package func forEachMember(
        of keys: [JSONKey], errors: inout [FieldError],
        read: (_ row: Int, _ member: JSONField, _ errors: inout [FieldError]) -> Void
    ) throws(FieldError) {
        let members = try object().members
        let path = keyPath
        // Which member each row was given by, to notice a second one.
        var places = [Int?](repeating: nil, count: keys.count)
        for (place, member) in members.enumerated() {
            guard !errors.isFull else { return }
            guard let row = keys.firstIndex(where: { $0.isSpelled(member.key) }) else {
                errors.append(FieldError.unknown(member.key, at: path, keys: keys))
                continue
            }
            if let twin = places[row] {
                errors.append(FieldError.twice(member.key, as: members[twin].key, at: path))
                continue
            }
            places[row] = place
            read(
                row, JSONField(member.value, at: .key(member.key), in: path, expects: keys[row].expects),
                &errors)
        }
    }
}

extension [FieldError] {
    /// The most mistakes that are worth telling. Advice is costly and a hostile text can hold thousands.
    private static var most: Int { 20 }

    /// Whether a reader that shows all mistakes at once has seen enough of them to stop.
    package var isFull: Bool { count >= Self.most }
}

extension FieldError {
    /// The reason of a key that is in no row of its table.
    package static let unknownKey = "unknown key"

    fileprivate static func twice(_ key: String, as twin: String, at keyPath: JSONKeyPath) -> FieldError {
        FieldError(
            at: keyPath.appending(.key(key)), reason: "this is the same key as \"\(twin)\"",
            advice: "remove one of them")
    }

    fileprivate static func unknown(_ key: String, at keyPath: JSONKeyPath, keys: [JSONKey]) -> FieldError {
        let nearest = NearestSpelling.of(key, among: keys.flatMap { [$0.name] + $0.aliases })
        return FieldError(
            at: keyPath.appending(.key(key)), reason: unknownKey,
            advice: nearest.map { "did you mean \"\($0)\"?" } ?? "remove it")
    }
}
