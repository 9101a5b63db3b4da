// A field that is missing, unknown, or not of its type.

/// What is wrong with the fields of an object, by the name of the first bad one.
package struct FieldFault: Error, Hashable, Sendable {
    /// With the fields around it: `job.run.started`.
    package let field: String

    package init(_ field: String) {
        self.field = field
    }

    func inside(_ outer: String) -> FieldFault {
        FieldFault(field.isEmpty ? outer : "\(outer).\(field)")
    }
}

/// The value of a field that what was read besides makes necessary.
func there<Value>(_ value: Value?, _ field: String) throws(FieldFault) -> Value {
    guard let value else { throw FieldFault(field) }
    return value
}
