// Durations as people write them: whole numbers, each with its unit, "90s", "15m", "1h30m", "2 days".

extension Duration {
    /// The units, the longest first; of the names the first is printed.
    private static let units: [(names: [String], microseconds: Int64)] = [
        (["w", "week", "weeks"], 604_800_000_000), (["d", "day", "days"], 86_400_000_000),
        (["h", "hr", "hour", "hours"], 3_600_000_000), (["m", "min", "minute", "minutes"], 60_000_000),
        (["s", "sec", "second", "seconds"], 1_000_000), (["ms", "msec"], 1_000),
    ]
    /// More is no duration that anybody writes.
    package static let longestWords = 64
    /// What a text of a duration matches, but for its length.
    package static let pattern: String =
        "^( *[0-9]{1,15} *(\(units.flatMap(\.names).joined(separator: "|"))))+ *$"

    /// The longest duration that text may name: 100 years. Beyond it a typing error is likelier than a wish.
    package static let longestText: Duration = .seconds(36_525 * 86_400)

    /// Reads whole numbers, each with its unit: `"90s"`, `"1h30m"`, `"1 h 30 min"`, `"2 weeks"`. One rule for descriptors and
    /// for command lines; nil for anything else or for more than 100 years.
    package init?(text: some StringProtocol) {
        guard let total = Self.microseconds(of: text.utf8), total <= Self.longestText.wholeMicroseconds else {
            return nil
        }
        self = .microseconds(total)
    }

    /// Whether the text has the form of a duration and names more than any may.
    package static func isTooLong(_ text: some StringProtocol) -> Bool {
        microseconds(of: text.utf8).map { $0 > longestText.wholeMicroseconds } ?? false
    }

    private static func microseconds(of text: some Collection<UInt8>) -> Int64? {
        guard text.count <= longestWords else { return nil }
        var rest = Array(text)[...]
        var total: Int64?
        while true {
            rest = rest.drop { $0 == UInt8(ascii: " ") }
            guard !rest.isEmpty else { return total }
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            rest = rest[digits.endIndex...].drop { $0 == UInt8(ascii: " ") }
            let unit = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
            rest = rest[unit.endIndex...]
            guard (1...15).contains(digits.count),
                let size = units.first(where: { $0.names.contains { unit.elementsEqual($0.utf8) } })
            else { return nil }
            let count = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
            total = (total ?? 0).addingSaturating(count.multipliedSaturating(by: size.microseconds))
        }
    }

    /// The shortest text with one unit that means exactly this duration: `90s`, `2h`, `250ms`.
    ///
    /// What is finer than a millisecond is left out; nothing that text can name is.
    package var text: String {
        let total = wholeMicroseconds
        guard total != 0 else { return "0s" }
        let sign = total < 0 ? "-" : ""
        // Weeks are read, and printed as days.
        let unit =
            Self.units.dropFirst().first { total % $0.microseconds == 0 } ?? Self.units[Self.units.count - 1]
        return "\(sign)\((total / unit.microseconds).magnitude)\(unit.names[0])"
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
