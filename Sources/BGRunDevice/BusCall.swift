// A method call as a value.

/// What is asked of a service; which service is said by who sends it.
package struct BusCall: Sendable {
    package let path: String
    package let interface: String
    package let member: String
    package let arguments: [BusArgument]

    package init(path: String, interface: String, member: String, _ arguments: BusArgument...) {
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }
}

/// A value of a basic type, written into a call.
package enum BusArgument: Equatable, Sendable {
    /// `s`
    case text(String)
    /// `b`
    case truth(Bool)
    /// `u`
    case number(UInt32)
}

/// A property's value, in the types that are read anywhere; what has another type is ``other``.
package enum BusValue: Equatable, Sendable {
    /// `s` or `o`
    case text(String)
    /// `b`
    case truth(Bool)
    /// `u`
    case number(UInt32)
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
