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
