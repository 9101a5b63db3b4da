// One value together with its place, so that a wrong one is refused with its key path.

/// A value of an object or list that is being read strictly. Each method gives what it is named for or a
/// refusal.
package struct JSONField: Sendable {
    package let value: JSONValue
    private let parent: JSONKeyPath
    private let step: JSONKeyPath.Step?
    private let expects: String?

    /// The outermost value.
    package init(_ value: JSONValue) {
        self.value = value
        parent = .root
        step = nil
        expects = nil
    }

    /// A value inside another one.
    package init(
        _ value: JSONValue, at step: JSONKeyPath.Step, in parent: JSONKeyPath, expects: String? = nil
    ) {
        self.value = value
        self.parent = parent
        self.step = step
        self.expects = expects
    }

    /// Where the value stands. Put together on demand: nearly all fields are read without a complaint.
    package var keyPath: JSONKeyPath {
        step.map(parent.appending) ?? parent
    }

    // MARK: Reading

    package func string() throws(FieldError) -> String {
        guard case .string(let string) = value else { throw mismatch("a string") }
        return string
    }

    package func bool() throws(FieldError) -> Bool {
        guard case .bool(let bool) = value else { throw mismatch("true or false") }
        return bool
    }

    /// A number written without fraction and exponent, inside the range.
    package func integer(in range: ClosedRange<Int>) throws(FieldError) -> Int {
        switch value {
        case .integer(let integer):
            if let number = Int(exactly: integer), range.contains(number) { return number }
            throw refusal("the number is out of range", advice: "write \(Self.wanted(range))")
        case .number:
            throw refusal("the number is not whole, or too large", advice: "write \(Self.wanted(range))")
        case .null, .bool, .string, .array, .object:
            throw mismatch(Self.wanted(range))
        }
    }

    private static func wanted(_ range: ClosedRange<Int>) -> String {
        "a whole number from \(range.lowerBound) to \(range.upperBound)"
    }

    /// One of a fixed set of words, as the raw values of an enum.
    package func choice<Choice>(_ type: Choice.Type) throws(FieldError) -> Choice
    where Choice: CaseIterable & RawRepresentable, Choice.RawValue == String {
        try choice(of: Array(type.allCases))
    }

    /// One of some of the words of such a set.
    package func choice<Choice>(of choices: [Choice]) throws(FieldError) -> Choice
    where Choice: RawRepresentable, Choice.RawValue == String {
        guard case .string(let word) = value else { throw mismatch(Self.wanted(choices)) }
        guard let choice = choices.first(where: { $0.rawValue == word }) else {
            throw refusal("\(QuotedText(word)) is not known here", advice: "write \(Self.wanted(choices))")
        }
        return choice
    }

    private static func wanted<Choice>(_ choices: [Choice]) -> String
    where Choice: RawRepresentable, Choice.RawValue == String {
        let words = choices.map { "\"\($0.rawValue)\"" }
        return words.count == 1 ? words.joined() : "one of \(words.joined(separator: ", "))"
    }

    /// The elements of a list.
    package func elements() throws(FieldError) -> [JSONField] {
        guard case .array(let elements) = value else { throw mismatch("a list") }
        let path = keyPath
        return elements.enumerated().map { JSONField($1, at: .index($0), in: path) }
    }

    package func object() throws(FieldError) -> JSONObject {
        guard case .object(let object) = value else { throw mismatch("an object") }
        return object
    }

    /// The members of an object whose keys are free, such as names of environment variables, in source order.
    package func members() throws(FieldError) -> [(key: String, field: JSONField)] {
        let path = keyPath
        return try object().members.map { ($0.key, JSONField($0.value, at: .key($0.key), in: path)) }
    }

    // MARK: Refusing

    /// The value is of the wrong kind; `wanted` is the object of "write" where the table's row names nothing.
    package func mismatch(_ wanted: String) -> FieldError {
        refusal("found \(value.kindInWords)", advice: "write \(expects ?? wanted)")
    }

    /// The value is of the right kind and still not acceptable, for the caller's reason.
    package func refusal(_ reason: String, advice: String) -> FieldError {
        FieldError(at: keyPath, reason: reason, advice: advice)
    }
}
