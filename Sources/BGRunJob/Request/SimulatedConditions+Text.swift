// Simulated conditions as people write them: `externalPower=off,batteryLevel=15,idle=10m`.
import BGRunCalendar
import BGRunJSON

extension SimulatedConditions {
    /// Why a text names no conditions to play.
    package struct Fault: Error, Hashable, Sendable {
        /// The condition that is at fault; empty where it is the text as a whole.
        package let key: String
        package let reason: String
        package let advice: String

        fileprivate init(_ key: String, _ reason: String, advice: String) {
            self.key = key
            self.reason = reason
            self.advice = advice
        }
    }

    /// Reads what ``text`` prints; `yes` and `no` are taken for `on` and `off`.
    package init(text: String) throws(Fault) {
        var pairs: [(key: String, value: String)] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2 else {
                throw Fault(
                    "", "\(QuotedText(String(part))) is no condition with a value",
                    advice: "write one such as \"externalPower=off\"")
            }
            pairs.append((String(sides[0]), String(sides[1])))
        }
        try self.init(pairs)
    }

    /// The same from keys and values that were told apart already.
    package init(_ pairs: [(key: String, value: String)]) throws(Fault) {
        var values: [Requirement.Kind: Value] = [:]
        for (key, text) in pairs {
            guard let kind = Requirement.Kind(rawValue: key) else { throw .unknown(key) }
            guard let value = Value(text: text, of: kind) else {
                throw Fault(
                    key, "\(key) can't be \(QuotedText(text))", advice: "write \(kind.simulatedValues)")
            }
            guard values.updateValue(value, forKey: kind) == nil else {
                throw Fault(key, "\(key) is given twice", advice: "write it once")
            }
        }
        let assignments = Requirement.Kind.allCases.compactMap { kind in
            values[kind].map { Assignment(kind, $0) }
        }
        guard !assignments.isEmpty else {
            throw Fault("", "no condition is named", advice: "write one such as \"externalPower=off\"")
        }
        self.init(assignments)
    }

    /// One spelling for each value: `batteryLevel=15,idle=10m`.
    package var text: String { assignments.map { "\($0.kind.rawValue)=\($0.text)" }.joined(separator: ",") }
}

extension SimulatedConditions.Assignment {
    /// The value alone: `off`, `15`, `0.5`, `10m`, `closed`.
    package var text: String {
        switch value {
        case .verdict(.yes): "on"
        case .verdict(.no): "off"
        case .verdict(.unknown): "unknown"
        case .number(let hundredths) where kind == .load: Requirement.text(hundredths: hundredths)
        case .number(let number): String(number)
        case .span(let span): span.text
        case .lid(let state): state.rawValue
        }
    }
}

extension SimulatedConditions.Value {
    fileprivate init?(text: String, of kind: Requirement.Kind) {
        switch text {
        case "on", "yes": self = .verdict(.yes)
        case "off", "no": self = .verdict(.no)
        case "unknown": self = .verdict(.unknown)
        case _:
            guard let value = Self.specific(text, of: kind) else { return nil }
            self = value
        }
    }

    /// A value that only one kind has.
    private static func specific(_ text: String, of kind: Requirement.Kind) -> Self? {
        switch kind {
        case .batteryLevel: whole(text, in: 0...100).map { .number($0) }
        case .temperature: whole(text, in: -50...200).map { .number($0) }
        case .load: hundredths(text).map { .number($0) }
        case .idle: Duration(text: text).flatMap { $0 < .zero ? nil : .span($0) }
        case .lid: LidState(rawValue: text).map { .lid($0) }
        case .externalPower, .charging, .network, .unmetered, .interface, .ssid, .vpn, .reachable, .locked,
            .pressure, .freeSpace, .pathExists, .mounted, .device, .powerSaver, .command:
            nil
        }
    }

    private static func whole(_ text: String, in range: ClosedRange<Int>) -> Int? {
        guard let number = Int(text), range.contains(number), String(number) == text else { return nil }
        return number
    }

    /// `0.5`, `1.25` or `2` as hundredths; at most 1000 for each processor.
    private static func hundredths(_ text: String) -> Int? {
        let sides = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let first = sides.first, let units = digits(first), units <= 1000 else { return nil }
        switch sides.count {
        case 1: return units * 100
        case 2:
            guard sides[1].utf8.count <= 2, let fraction = digits(sides[1]) else { return nil }
            return units * 100 + (sides[1].utf8.count == 1 ? fraction * 10 : fraction)
        case _: return nil
        }
    }

    /// One to four digits and nothing else.
    private static func digits(_ text: Substring) -> Int? {
        guard (1...4).contains(text.utf8.count),
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(text)
    }
}

extension Requirement.Kind {
    /// What may be written for it, in words: `on, off or unknown`.
    fileprivate var simulatedValues: String {
        switch self {
        case .batteryLevel: "a percentage from 0 to 100, on, off or unknown"
        case .temperature: "degrees Celsius such as 80, on, off or unknown"
        case .load: "the load for each processor such as 0.5, on, off or unknown"
        case .idle: "a duration such as 10m, on, off or unknown"
        case .lid: "open, closed, on, off or unknown"
        case .externalPower, .charging, .network, .unmetered, .interface, .ssid, .vpn, .reachable, .locked,
            .pressure, .freeSpace, .pathExists, .mounted, .device, .powerSaver, .command:
            "on, off or unknown"
        }
    }
}

extension SimulatedConditions.Fault {
    fileprivate static func unknown(_ key: String) -> Self {
        let known = Requirement.Kind.allCases.map(\.rawValue)
        return Self(
            key, "there is no condition \(QuotedText(key))",
            advice: NearestSpelling.of(key, among: known).map { "did you mean \"\($0)\"?" }
                ?? "write one of \(known.joined(separator: ", "))")
    }
}
