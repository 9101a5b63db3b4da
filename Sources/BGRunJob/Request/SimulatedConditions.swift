// Values of conditions that are simulated: `bgrun simulate condition`.

/// Values that stand in for what is seen.
package struct SimulatedConditions: Hashable, Sendable {
    package enum Value: Hashable, Sendable {
        /// Every requirement of the kind holds, or does not, or nobody knows. Of `locked` and `powerSaver` it is the
        /// state itself, whatever a job wants of it: the session is locked, the power saver is on.
        case verdict(Verdict)
        /// The number that the kind compares: percent, hundredths of load, or degrees.
        case number(Int)
        /// For `idle`: so long already.
        case span(Duration)
        case lid(LidState)
    }

    package struct Assignment: Hashable, Sendable {
        package let kind: Requirement.Kind
        package let value: Value

        package init(_ kind: Requirement.Kind, _ value: Value) {
            self.kind = kind
            self.value = value
        }
    }

    /// In the order of ``Requirement/Kind``; no kind twice, and never empty.
    package let assignments: [Assignment]

    package init(_ assignments: [Assignment]) {
        self.assignments = assignments
    }

    package func value(of kind: Requirement.Kind) -> Value? {
        assignments.first { $0.kind == kind }?.value
    }
}
