// Whether a run keeps the machine awake, and what may cost battery at all.

/// Whether a run keeps the machine from falling asleep.
package struct KeepAwake: Hashable, Sendable {
    package static let never = KeepAwake(when: .never)

    package let when: PowerCondition
    /// Whether closing the lid does not put the machine to sleep either.
    package let withLidClosed: Bool

    package init(when: PowerCondition, withLidClosed: Bool = false) {
        self.when = when
        self.withLidClosed = withLidClosed
    }
}

/// When something that costs battery may be done.
package enum PowerCondition: String, CaseIterable, Sendable {
    case never, onExternalPower, always
}
