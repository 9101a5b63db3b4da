// What holds where a descriptor does not say, by the policy.
import BGRunJSON

extension JobDescriptor {
    /// Keys of descriptors with the values that they have where they are left out.
    package struct Defaults: Hashable, Sendable {
        /// Nil is the usual case, and a policy is copied often.
        private var drafted: Apart<Draft>?

        package init() {}

        init(_ draft: Draft) { drafted = draft == Draft() ? nil : .value(draft) }

        var isEmpty: Bool { drafted == nil }
        var draft: Draft { drafted?.value ?? Draft() }

        /// Values that no job may have under the policy.
        func mistakes(under policy: Policy) -> [FieldError] {
            guard !isEmpty else { return [] }
            var draft = draft
            (draft.identifier, draft.shell) = (JobIdentifier("a"), "true")
            let mistakes = draft.descriptor?.mistakes(under: DescriptorRules(policy: policy)) ?? []
            return mistakes.map {
                FieldError(
                    at: JSONKeyPath([.key("defaults")] + $0.keyPath.steps), reason: $0.reason,
                    advice: $0.advice)
            }
        }

        /// Adds to what was written what holds beside it, and gives the names of the keys.
        ///
        /// What would contradict the descriptor does not hold for it: a service has no time budget.
        func fill(_ draft: inout Draft, whereFine isFine: (JobDescriptor) -> Bool) -> [String] {
            guard let defaults = drafted?.value else { return [] }
            var keys: [String] = []
            for row in JobDescriptor.keys.rows where row.mayBeDefault && !draft.names(row.key.name) {
                var filled = draft
                guard row.fill(defaults, &filled), let descriptor = filled.descriptor, isFine(descriptor)
                else { continue }
                draft = filled
                keys.append(row.key.name)
            }
            return keys
        }
    }

    /// Without what the policy has given.
    var withoutDefaults: JobDescriptor {
        let keys = origins.policyKeys
        guard !keys.isEmpty else { return self }
        var descriptor = self
        var required = RequirementsDraft(requirements)
        if keys.contains("requiresExternalPower") { required[.externalPower] = nil }
        if keys.contains("requiresNetwork") { required[.network] = nil }
        descriptor.requirements = required.requirements
        var draft = Draft(descriptor)
        for row in Self.keys.rows where keys.contains(row.key.name) { row.clear(&draft) }
        return draft.descriptor ?? self
    }
}

extension JobDescriptor.Draft {
    /// Whether `requires` says already what a short key would.
    fileprivate func names(_ key: String) -> Bool {
        guard let requires else { return false }
        return switch key {
        case "requiresExternalPower": requires.leaves.contains { $0.kind == .externalPower }
        case "requiresNetwork":
            requires.leaves.contains { $0.kind == .network || $0.kind.row.isInsideNetwork }
        case _: false
        }
    }
}

extension ValueRule<JobDescriptor.Defaults> {
    /// The policy's table is made at each start of the daemon, so that of descriptors, which is ten times as large, is made only
    /// where there is something to read or to print.
    static var defaults: ValueRule {
        ValueRule(
            expects: "an object such as {\"timeBudget\": \"2h\"}", schema: ["type": "object"],
            collecting: { field, errors in
                let count = errors.count
                var draft = JobDescriptor.Draft()
                defaultKeys.read(field, into: &draft, errors: &errors)
                for place in errors.indices[count...] {
                    let path = errors[place].keyPath
                    guard path.dropLast() == field.keyPath, case .key(let key)? = path.steps.last,
                        JobDescriptor.keys.row(of: key).map({ !$0.mayBeDefault }) == true
                    else { continue }
                    errors[place] = FieldError(
                        at: path, reason: "nothing can stand for this key in all jobs",
                        advice: "write it in the descriptors that need it")
                }
                return errors.count == count ? JobDescriptor.Defaults(draft) : nil
            }, print: { .object(defaultKeys.print($0.draft)) })
    }

    private static var defaultKeys: KeyTable<JobDescriptor.Draft> {
        KeyTable(JobDescriptor.keys.rows.filter(\.mayBeDefault))
    }
}
