// The table of an object's keys, which reads the object, writes it, and describes it in the interface's text.
import BGRunJSON

/// All keys of a type, in the order in which they are written: one row a key.
///
/// A table is built once. Its rows hold closures, no key paths, since `status` writes thousands of jobs by them.
package struct WireTable<Subject>: Sendable {
    /// The type's name in the interface; empty for the parameters and the reply of a method.
    let name: String
    /// The interface's comment on the type.
    let about: String
    let members: [WireMember]
    private let reader: @Sendable (JSONObject) throws(FieldFault) -> Subject
    private let writers: [@Sendable (Subject, inout [JSONObject.Member]) -> Void]

    /// - Parameter make: The subject from the values of all rows. What it throws names the field to blame.
    init<each Value>(
        named name: String = "", about: String = "", _ row: repeat WireRow<Subject, each Value>,
        make: @escaping @Sendable (repeat each Value) throws(FieldFault) -> Subject
    ) {
        self.name = name
        self.about = about
        var members: [WireMember] = []
        var writers: [@Sendable (Subject, inout [JSONObject.Member]) -> Void] = []
        for row in repeat each row {
            members += row.members
            writers.append(row.write)
        }
        precondition(Set(members.map(\.name)).count == members.count, "a table of the wire has a key twice")
        self.members = members
        self.writers = writers
        reader = { object throws(FieldFault) in try make(repeat try (each row).read(object)) }
    }

    /// Keys that no row has are ignored: the other side may be newer.
    func read(_ object: JSONObject) throws(FieldFault) -> Subject { try reader(object) }

    func write(_ subject: Subject) -> JSONObject {
        var members: [JSONObject.Member] = []
        members.reserveCapacity(self.members.count)
        write(subject, to: &members)
        return JSONObject(distinct: members)
    }

    func write(_ subject: Subject, to members: inout [JSONObject.Member]) {
        for write in writers { write(subject, &members) }
    }
}
