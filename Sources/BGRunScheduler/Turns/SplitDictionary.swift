// A dictionary that never moves all of what it has at once.

/// A dictionary in parts, for what one user may make tens of thousands of.
///
/// A dictionary that has to grow moves all its elements, which takes many milliseconds where they are many; several that
/// grow alike do so in the same turn. Here each part grows for itself.
struct SplitDictionary<Key: Hashable, Value> {
    private static var partCount: Int { 32 }

    private var parts: [[Key: Value]] = Array(repeating: [:], count: Self.partCount)

    /// No order comes of it: there is no iterator.
    private static func part(of key: Key) -> Int {
        var hasher = Hasher()
        hasher.combine(key)
        return hasher.finalize() & (partCount - 1)
    }

    subscript(key: Key) -> Value? {
        get { parts[Self.part(of: key)][key] }
        _modify { yield &parts[Self.part(of: key)][key] }
    }

    subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
        get { parts[Self.part(of: key)][key] ?? value() }
        _modify { yield &parts[Self.part(of: key)][key, default: value()] }
    }

    /// Gives what the key had before.
    mutating func updateValue(_ value: Value, forKey key: Key) -> Value? {
        parts[Self.part(of: key)].updateValue(value, forKey: key)
    }

    /// Gives what the key had.
    mutating func removeValue(forKey key: Key) -> Value? {
        parts[Self.part(of: key)].removeValue(forKey: key)
    }
}
