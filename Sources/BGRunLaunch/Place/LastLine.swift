// The last line of what a process writes, while it writes it.

/// Keeps the last line in which anything stands, and forgets all before it.
struct LastLine {
    /// Of a longer line the beginning is kept.
    private static let longest = 400

    private var last: [UInt8] = []
    /// The line that has not ended yet.
    private var current: [UInt8] = []

    /// Looks from the end on: a program may write line feeds for as long as it likes.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
        let lineFeed = UInt8(ascii: "\n")
        guard let end = bytes.lastIndex(of: lineFeed) else { return begin(bytes) }
        let whole = bytes[..<end]
        if let said = whole.lastIndex(where: Self.isAnything) {
            let start = whole[..<said].lastIndex(of: lineFeed).map { $0 + 1 }
            // The first line has begun before.
            if start != nil { current = [] }
            begin(whole[(start ?? whole.startIndex)...].prefix { $0 != lineFeed })
        }
        if current.contains(where: Self.isAnything) { last = current }
        current = []
        begin(bytes[(end + 1)...])
    }

    private mutating func begin(_ line: ArraySlice<UInt8>) {
        current += line.prefix(Self.longest - current.count)
    }

    /// What came last; nil where nothing did.
    var text: String? {
        let line = current.contains(where: Self.isAnything) ? current : last
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }

    private static func isAnything(_ byte: UInt8) -> Bool { byte > UInt8(ascii: " ") }
}
