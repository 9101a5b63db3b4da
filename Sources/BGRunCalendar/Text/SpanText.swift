// Spans as people type them at a command line: `1h30m`, `90 min`, `2 days`.

extension Duration {
    private static let spokenUnits: [(names: [String], microseconds: Int64)] = [
        (["w", "week", "weeks"], 604_800_000_000), (["d", "day", "days"], 86_400_000_000),
        (["h", "hr", "hour", "hours"], 3_600_000_000), (["m", "min", "minute", "minutes"], 60_000_000),
        (["s", "sec", "second", "seconds"], 1_000_000), (["ms", "msec"], 1_000),
    ]
    /// More is no span that anybody types.
    private static let longestSpoken = 64

    /// Reads what ``init(text:)`` reads, and beside it several parts (`1h30m`, `1 h 30 min`), weeks, and the units' names, as
    /// systemd takes them; nil for anything else or for more than 100 years. Descriptors have one spelling, this is
    /// for who types.
    package init?(spoken text: some StringProtocol) {
        guard text.utf8.count <= Self.longestSpoken else { return nil }
        var rest = text.lowercased()[...]
        var total: Int64 = 0
        var isEmpty = true
        while true {
            rest = rest.drop { $0 == " " }
            guard !rest.isEmpty else { break }
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            let unit = rest.dropFirst(digits.count).drop { $0 == " " }.prefix { $0.isASCII && $0.isLetter }
            guard (1...15).contains(digits.count), let count = Int64(digits),
                let size = Self.spokenUnits.first(where: { $0.names.contains(String(unit)) })?.microseconds
            else { return nil }
            total = total.addingSaturating(count.multipliedSaturating(by: size))
            isEmpty = false
            rest = rest[unit.endIndex...]
        }
        guard !isEmpty, total <= Self.longestText.wholeMicroseconds else { return nil }
        self = .microseconds(total)
    }
}
