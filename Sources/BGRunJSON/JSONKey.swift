// One key an object may have: a row of the table its reader is driven by.

/// A key by its one spelling, the other spellings accepted for it, and what its value should be.
///
/// A reader of objects writes its rows as constants, hands the whole table to `JSONFields`, and asks with a
/// row:
///
///     static let timeBudget = JSONKey("timeBudget", expects: "a duration such as \"15m\"")
package struct JSONKey: Sendable, Equatable {
    package let name: String
    package let aliases: [String]

    /// What the value should be, as the object of "write"; nil leaves it to the method that reads the value.
    package let expects: String?

    package init(_ name: String, aliases: [String] = [], expects: String? = nil) {
        self.name = name
        self.aliases = aliases
        self.expects = expects
    }

    func isSpelled(_ spelling: String) -> Bool {
        name.hasSameBytes(as: spelling) || aliases.contains { $0.hasSameBytes(as: spelling) }
    }
}

extension JSONKey: ExpressibleByStringLiteral {
    package init(stringLiteral name: String) {
        self.init(name)
    }
}
