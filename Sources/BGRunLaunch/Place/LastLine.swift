// The last line of what a process writes, while it writes it.

/// Keeps the last line in which anything stands, and forgets all before it.
struct LastLine {
    /// Of a longer line the beginning is kept.
    private static let longest = 400

    private var last: [UInt8] = []
    /// The line that has not ended yet.
    private var current: [UInt8] = []

    mutating func add(_ bytes: ArraySlice<UInt8>) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (place, line) in lines.enumerated() {
            if place > 0 { endLine() }
            current += line.prefix(Self.longest - current.count)
        }
    }

    private mutating func endLine() {
        if Self.saysAnything(current) { last = current }
        current = []
    }

    /// What came last; nil where nothing did.
    var text: String? {
        let line = Self.saysAnything(current) ? current : last
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }

    private static func saysAnything(_ line: [UInt8]) -> Bool { line.contains { $0 > UInt8(ascii: " ") } }
}
