// Simulated conditions as people write them: `externalPower=off,batteryLevel=15,idle=10m`.
import BGRunCalendar
import BGRunJSON

extension SimulatedConditions {
    /// Why a text names no conditions to simulate.
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
                    key, "\(key) can't be \(QuotedText(text))", advice: "write \(kind.row.simulated.words)")
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
        case .number(let number): kind.row.simulated.text(number)
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
            guard let value = kind.row.simulated.value(text) else { return nil }
            self = value
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
