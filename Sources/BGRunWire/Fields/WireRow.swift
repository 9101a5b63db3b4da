// The rows of a table of the wire.
import BGRunJSON

/// What the interface's text tells of a key.
struct WireMember: Hashable, Sendable {
    let name: String
    let spelling: String
    let about: String
}

/// One key, or several that make one value together: how it is read, and where it is in the subject.
///
/// Its makers have names of their own: as overloads of one initializer they made tables slow to compile. Each runs once
/// a key, so none is compiled anew for each type: that would make the room larger by a quarter.
struct WireRow<Subject, Value>: Sendable {
    let members: [WireMember]
    let read: @Sendable (JSONObject) throws(FieldFault) -> Value
    let write: @Sendable (Subject, inout [JSONObject.Member]) -> Void

    @_semantics("optimize.sil.specialize.generic.never")
    private static func row(
        _ name: String, _ spelling: String, _ about: String,
        read: @escaping @Sendable (JSONValue) throws(FieldFault) -> Value,
        write: @escaping @Sendable (Subject) -> JSONValue?
    ) -> Self {
        Self(
            members: [WireMember(name: name, spelling: spelling, about: about)],
            read: { object throws(FieldFault) in
                do throws(FieldFault) {
                    // Absent and null mean the same.
                    return try read(object[name] ?? .null)
                } catch {
                    throw error.inside(name)
                }
            },
            write: { subject, members in
                if let value = write(subject) { members.append(JSONObject.Member(key: name, value: value)) }
            })
    }

    /// A key that is always written.
    @_semantics("optimize.sil.specialize.generic.never")
    static func key(
        _ name: String, _ type: FieldType<Value>, _ place: @escaping @Sendable (Subject) -> Value,
        _ about: String = ""
    ) -> Self {
        row(name, type.spelling, about, read: type.read, write: { type.write(place($0)) })
    }

    /// A key that a caller may leave out to mean `usual`.
    @_semantics("optimize.sil.specialize.generic.never")
    static func usual(
        _ name: String, _ type: FieldType<Value>, else usual: Value,
        _ place: @escaping @Sendable (Subject) -> Value, _ about: String = ""
    ) -> Self where Value: Sendable {
        row(
            name, "?\(type.spelling)", about,
            read: { json throws(FieldFault) in json == .null ? usual : try type.read(json) },
            write: { type.write(place($0)) })
    }

    /// A key that is written only where it has a value.
    @_semantics("optimize.sil.specialize.generic.never")
    static func sparse<Wrapped>(
        _ name: String, _ type: FieldType<Wrapped>, _ place: @escaping @Sendable (Subject) -> Wrapped?,
        _ about: String = ""
    ) -> Self where Value == Wrapped? {
        let optional = FieldType<Wrapped?>.optional(type)
        return row(
            name, optional.spelling, about, read: optional.read, write: { place($0).map(type.write) })
    }

    /// A key of one case of an enumeration: the subject that is written is of that case.
    @_semantics("optimize.sil.specialize.generic.never")
    static func of(
        _ name: String, _ type: FieldType<Value>, _ place: @escaping @Sendable (Subject) -> Value?
    ) -> Self {
        row(name, type.spelling, "", read: type.read, write: { place($0).map(type.write) ?? .null })
    }

    /// The same, and before it a key that tells again what others say; nobody reads that one.
    @_semantics("optimize.sil.specialize.generic.never")
    func telling<Told>(
        _ name: String, _ type: FieldType<Told>, _ place: @escaping @Sendable (Subject) -> Told,
        _ about: String = ""
    ) -> Self {
        let write = self.write
        return Self(
            members: [WireMember(name: name, spelling: type.spelling, about: about)] + members, read: read,
            write: { subject, members in
                members.append(JSONObject.Member(key: name, value: type.write(place(subject))))
                write(subject, &members)
            })
    }

    /// The keys of another table, beside the subject's own; none of them where there is nothing to write.
    @_semantics("optimize.sil.specialize.generic.never")
    static func keys(
        _ table: WireTable<Value>, _ place: @escaping @Sendable (Subject) -> Value?
    ) -> Self {
        Self(
            members: table.members, read: { object throws(FieldFault) in try table.read(object) },
            write: { subject, members in
                if let value = place(subject) { table.write(value, to: &members) }
            })
    }
}
