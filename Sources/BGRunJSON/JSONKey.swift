// One key an object may have: a row of the table its reader is driven by.

/// A key by its one spelling, the other spellings accepted for it, and what its value should be:
///
///     JSONKey("timeBudget", expects: "a duration such as \"15m\"")
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

    /// Whether a text is one of its spellings.
    package func isSpelled(_ spelling: String) -> Bool {
        name.hasSameBytes(as: spelling) || aliases.contains { $0.hasSameBytes(as: spelling) }
    }
}
