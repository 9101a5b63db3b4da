// A value that crosses the wire as a JSON object with named fields.
import BGRunJSON

/// A type of the interface, by the table of its keys.
package protocol WireObject: Sendable {
    static var wire: WireTable<Self> { get }
}

extension WireObject {
    package var object: JSONObject { Self.wire.write(self) }
    package var json: JSONValue { .object(object) }

    /// Reads a reply: fields that this side does not know are ignored, so the other may be newer.
    package init(reply object: JSONObject) throws(FieldFault) {
        self = try Self.wire.read(object)
    }
}

extension WireTable {
    /// Reads the parameters of a call: an unknown one is refused, since nothing would come of it.
    func read(parameters object: JSONObject) throws(FieldFault) -> Subject {
        let subject = try read(object)
        if let stranger = object.members.first(where: { member in !members.contains { $0.name == member.key }
        }) {
            throw FieldFault(stranger.key)
        }
        return subject
    }
}

/// A closed list of words that has a name in the interface.
package protocol WireChoice: RawRepresentable<String>, CaseIterable, Sendable {
    static var wire: (name: String, about: String) { get }
}

/// An answer or a call without any field.
package struct NoFields: WireObject, Hashable {
    package init() {}
    package static let wire = WireTable<NoFields>(make: NoFields.init)
}
