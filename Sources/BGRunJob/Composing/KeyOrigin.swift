// Where keys of a descriptor come from that its author's own text does not say.
import BGRunJSON

/// What has given some keys of a descriptor, or taken them away.
package struct KeyOrigin: Hashable, Sendable {
    package enum Source: Hashable, Sendable {
        /// A file beside the one that brings the job.
        case dropIn(path: String)
        /// The policy's `defaults`.
        case policy
    }

    package let source: Source
    /// The outermost keys that it names.
    package let keys: [String]

    package init(_ source: Source, keys: [String]) {
        self.source = source
        self.keys = keys
    }

    /// As it is written: what no file brings is the policy's.
    package init(dropIn: String?, keys: [String]) {
        self.init(dropIn.map { .dropIn(path: $0) } ?? .policy, keys: keys)
    }

    /// The path of the file that brings them; nil for the policy.
    package var dropIn: String? {
        if case .dropIn(let path) = source { path } else { nil }
    }
}

extension [KeyOrigin] {
    /// The files beside the one that brings the job, in the order in which they change it.
    package var dropIns: [String] { compactMap(\.dropIn) }

    /// The keys that the policy has given.
    package var policyKeys: [String] { filter { $0.source == .policy }.flatMap(\.keys) }
}

// MARK: - In the store

private struct KeyOriginDraft: Sendable {
    var dropIn: String?
    var keys: [String]?
}

extension ValueRule<[KeyOrigin]> {
    /// As the store keeps it with a descriptor.
    static var origins: ValueRule {
        let table = KeyTable<KeyOriginDraft>([
            .init("dropIn", .text, \.dropIn, "The path of the file."),
            .init("keys", .list(of: .text), \.keys, "What it names."),
        ])
        return .list(
            of: .object(
                table, KeyOriginDraft(), required: [("keys", "name them")], example: "where keys come from",
                value: { draft in KeyOrigin(dropIn: draft.dropIn, keys: draft.keys ?? []) },
                draft: { origin in KeyOriginDraft(dropIn: origin.dropIn, keys: origin.keys) }))
    }
}
