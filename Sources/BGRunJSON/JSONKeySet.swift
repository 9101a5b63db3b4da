// The keys an object has so far, to notice one that comes twice.

/// Finds a second key of the same bytes in about linear time, over the keys of hostile objects too.
///
/// A dozen keys are compared one by one. From `linearLimit` on they are hashed, with Swift's seeded hash over
/// the bytes. The hash of `String` would not do, as it is of the normal form: text with many combining marks
/// has any number of spellings of one normal form, and an object of them would be all in one bucket.
struct JSONKeySet {
    private static let linearLimit = 16

    private struct Key: Hashable {
        let text: String

        static func == (left: Key, right: Key) -> Bool {
            left.text.utf8.elementsEqual(right.text.utf8)
        }

        func hash(into hasher: inout Hasher) {
            for byte in text.utf8 { hasher.combine(byte) }
        }
    }

    private var many: Set<Key> = []

    /// Whether the key is not among the earlier members. Asked once for each member of an object, in order.
    mutating func isNew(_ key: String, after earlier: [JSONObject.Member]) -> Bool {
        if earlier.count < Self.linearLimit {
            return !earlier.contains { $0.key.hasSameBytes(as: key) }
        }
        if many.isEmpty {
            many = Set(earlier.map { Key(text: $0.key) })
        }
        return many.insert(Key(text: key)).inserted
    }
}
