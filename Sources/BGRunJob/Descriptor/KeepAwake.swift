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

extension JobDescriptor {
    /// The keys by which it keeps the machine awake, or wakes it, beside what the policy gives to all.
    package var awakeKeys: Set<String> {
        var keys: Set<String> = []
        if keepAwake.when != .never { keys.insert("keepAwake") }
        if wakeSystem != .never { keys.insert("wakeSystem") }
        return keys.subtracting(origins.policyKeys)
    }
}

extension ApplicationManifest {
    /// The same of its tasks.
    package var awakeKeys: Set<String> {
        tasks.contains { $0.rules.keepAwake.when != .never } ? ["keepAwake"] : []
    }
}

/// When something that costs battery may be done.
package enum PowerCondition: String, CaseIterable, Sendable {
    case never, onExternalPower, always
}
