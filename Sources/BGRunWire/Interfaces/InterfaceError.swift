// What the errors of an interface have in common: names, and a table of parameters for each.
import BGRunJSON

/// The errors of one interface.
package protocol InterfaceError: Error, Hashable, Sendable {
    associatedtype Name: RawRepresentable<String>, CaseIterable
    static var interface: String { get }
    var name: Name { get }
    /// The parameters of the errors of a name, and what the interface says of them.
    static func table(of name: Name) -> WireTable<Self>
}

extension InterfaceError {
    /// The error as a reply. Its name has its interface before it.
    package var answer: Answer {
        .error("\(Self.interface).\(name.rawValue)", Self.table(of: name).write(self))
    }

    package init(_ name: Name, parameters: JSONObject) throws(FieldFault) {
        self = try Self.table(of: name).read(parameters)
    }

    static func describe(in text: inout InterfaceText) {
        for name in Name.allCases {
            let table = table(of: name)
            text.add(error: name.rawValue, table.about, table.members)
        }
    }
}
