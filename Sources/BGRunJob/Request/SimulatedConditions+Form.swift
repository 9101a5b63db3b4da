// The values of a kind that can be simulated: how they are written, and what is seen where they are.
import BGRunCalendar

extension SimulatedConditions {
    /// What may be simulated of a kind beside `on`, `off` and `unknown`.
    package struct Form: Sendable {
        /// As the object of "write"; nil where there is nothing else.
        private let wanted: String?
        let value: @Sendable (String) -> Value?
        /// How a number is written.
        var text: @Sendable (Int) -> String = { String($0) }
        /// What is seen where the value is simulated, at that instant; nil where that is no ``Observation``.
        package var seen: @Sendable (Value, AwakeTime) -> Observation? = { _, _ in nil }

        /// What may be written, in words: `on, off or unknown`.
        var words: String { "\(wanted.map { "\($0), " } ?? "")on, off or unknown" }

        static let verdict = Form(wanted: nil, value: { _ in nil })
        static let lid = Form(
            wanted: "open, closed", value: { LidState(rawValue: $0).map { .lid($0) } },
            seen: { value, _ in if case .lid(let state) = value { .lid(state) } else { nil } })

        /// A span, up to now, of what `seen` says of its beginning.
        static func span(seen: @escaping @Sendable (AwakeTime) -> Observation) -> Form {
            Form(
                wanted: "a duration such as 10m",
                value: { Duration(text: $0).flatMap { $0 < .zero ? nil : .span($0) } },
                seen: { value, now in
                    guard case .span(let span) = value else { return nil }
                    return seen(now.advanced(by: .zero - span))
                })
        }

        static func number(
            _ range: ClosedRange<Int>, _ wanted: String, seen: @escaping @Sendable (Int) -> Observation?
        ) -> Form {
            Form(
                wanted: wanted,
                value: { text in
                    Int(text).flatMap { range.contains($0) && String($0) == text ? .number($0) : nil }
                }, seen: { value, _ in value.number.flatMap(seen) })
        }

        /// A number such as `0.5`.
        static func hundredths(
            _ wanted: String, seen: @escaping @Sendable (Int) -> Observation?
        ) -> Form {
            Form(
                wanted: wanted, value: { decimal($0).map { .number($0) } },
                text: { Requirement.text(hundredths: $0) }, seen: { value, _ in value.number.flatMap(seen) })
        }
    }
}

extension SimulatedConditions.Value {
    fileprivate var number: Int? { if case .number(let number) = self { number } else { nil } }
}

/// `0.5`, `1.25` or `2` as hundredths; at most 1000 whole ones.
private func decimal(_ text: String) -> Int? {
    let sides = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let units = digits(sides[0]), units <= 1000 else { return nil }
    guard sides.count == 2 else { return units * 100 }
    guard sides[1].utf8.count <= 2, let fraction = digits(sides[1]) else { return nil }
    return units * 100 + (sides[1].utf8.count == 1 ? fraction * 10 : fraction)
}

/// One to four digits and nothing else.
private func digits(_ text: Substring) -> Int? {
    guard (1...4).contains(text.utf8.count),
        text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(text)
}
