// An input cut into the values a fuzzer asks for.

/// What is left of an input. Beyond its end there are zeros, so that every input means something.
struct Input {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isEmpty: Bool { rest.isEmpty }
    /// All that is left, as a text; bytes that are none become U+FFFD.
    var text: String { String(decoding: rest, as: UTF8.self) }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// So many bytes, the lowest first.
    mutating func number(bytes count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(byte()) << (8 * $1) }
    }

    /// One of a list.
    mutating func one<Value>(of values: [Value]) -> Value { values[Int(byte()) % values.count] }

    /// Some bytes: their count stands before them.
    mutating func piece() -> ArraySlice<UInt8> {
        let count = Int(byte())
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
