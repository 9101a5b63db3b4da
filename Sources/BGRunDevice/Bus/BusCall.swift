// A method call as a value.

/// What is asked of a service; which service is said by who sends it.
struct BusCall: Sendable {
    let path: String
    let interface: String
    let member: String
    let arguments: [BusArgument]

    init(path: String, interface: String, member: String, _ arguments: BusArgument...) {
        self.init(path: path, interface: interface, member: member, arguments)
    }

    init(path: String, interface: String, member: String, _ arguments: [BusArgument]) {
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }
}

/// A value that is written into a call: of a basic type, or one of the containers that some call needs.
enum BusArgument: Equatable, Sendable {
    /// `s`
    case text(String)
    /// `b`
    case truth(Bool)
    /// `u`
    case number(UInt32)
    /// `i`
    case signedNumber(Int32)
    /// `as`
    case texts([String])
    /// `a{sv}` in which each value is a `y`.
    case bytes([String: UInt8])
}

/// A property's value, in the types that are read anywhere; what has another type is ``other``.
enum BusValue: Equatable, Sendable {
    /// `s` or `o`
    case text(String)
    /// `b`
    case truth(Bool)
    /// `u`
    case number(UInt32)
    /// `i`
    case signedNumber(Int32)
    /// `t`
    case longNumber(UInt64)
    /// `(uo)`: a number, and the path of the object it stands for.
    case numbered(UInt32, path: String)
    /// `ao`
    case paths([String])
    /// `ay`
    case bytes([UInt8])
    /// `(so)`: a name, and the path of the object it stands for.
    case named(String, path: String)
    case other
}
