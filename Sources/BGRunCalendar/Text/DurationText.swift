// Durations as people write them: a whole number and one unit, "90s", "15m", "6h", "3d".

extension Duration {
    private static let units: [(suffix: String, microseconds: Int64)] = [
        ("d", 86_400_000_000), ("h", 3_600_000_000), ("m", 60_000_000), ("s", 1_000_000), ("ms", 1_000),
    ]

    /// The longest duration that text may name: 100 years. Beyond it a typing error is likelier than a wish.
    package static let longestText: Duration = .seconds(36_525 * 86_400)

    /// Reads `"90s"`, `"15m"`, `"6h"`, `"3d"` or `"250ms"`; nil for anything else or for more than 100 years.
    package init?(text: String) { self.init(utf8: text.utf8[...]) }

    /// The same for a part of a text.
    package init?(text: Substring) { self.init(utf8: text.utf8) }

    private init?(utf8 text: Substring.UTF8View) {
        let digits = text.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let suffix = text.dropFirst(digits.count)
        guard
            (1...15).contains(digits.count),
            let unit = Self.units.first(where: { suffix.elementsEqual($0.suffix.utf8) })
        else { return nil }
        let count = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
        let microseconds = count.multipliedSaturating(by: unit.microseconds)
        guard microseconds <= Self.longestText.wholeMicroseconds else { return nil }
        self = .microseconds(microseconds)
    }

    /// The shortest text with one unit that means exactly this duration: `90s`, `2h`, `250ms`.
    ///
    /// What is finer than a millisecond is left out; nothing that text can name is.
    package var text: String {
        let total = wholeMicroseconds
        guard total != 0 else { return "0s" }
        let sign = total < 0 ? "-" : ""
        let unit = Self.units.first { total % $0.microseconds == 0 } ?? Self.units[Self.units.count - 1]
        return "\(sign)\((total / unit.microseconds).magnitude)\(unit.suffix)"
    }

    /// Two units at most, for people: `2 h 5 min`, `45 s`, `3 d`.
    package var rounded: String {
        let seconds = wholeMicroseconds.magnitude / 1_000_000
        switch seconds {
        case ..<60: return "\(seconds) s"
        case ..<3600: return Self.pair(seconds / 60, "min", seconds % 60, "s")
        case ..<86_400: return Self.pair(seconds / 3600, "h", seconds % 3600 / 60, "min")
        case _: return Self.pair(seconds / 86_400, "d", seconds % 86_400 / 3600, "h")
        }
    }

    private static func pair(_ large: UInt64, _ unit: String, _ small: UInt64, _ smaller: String) -> String {
        small == 0 ? "\(large) \(unit)" : "\(large) \(unit) \(small) \(smaller)"
    }
}
