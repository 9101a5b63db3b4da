// Requirements in words, and by the name that tells each from all others.

extension Requirement {
    /// For people, as the object of "needs": "external power", "a battery of at least 60 %".
    package var words: String {
        if case .not(let opposite) = self { return kind.row.opposite(opposite) }
        return kind.row.words(self)
    }

    /// What a person can do or wait for, as a sentence without a full stop.
    package var remedy: String {
        if case .not = self { return "wait for \(words)" }
        return kind.row.remedy(self)
    }

    /// One line that names it among all others: the log, history and ``kind`` with what was written to it.
    package var text: String {
        if case .not(let opposite) = self { return "not \(opposite.text)" }
        let operand = kind.row.operand(self)
        return operand.isEmpty ? kind.rawValue : "\(kind.rawValue) \(operand)"
    }

    /// 150 is "1.5".
    package static func text(hundredths: Int) -> String {
        let fraction = hundredths % 100
        if fraction == 0 { return "\(hundredths / 100)" }
        return "\(hundredths / 100)."
            + (fraction % 10 == 0 ? "\(fraction / 10)" : fraction < 10 ? "0\(fraction)" : "\(fraction)")
    }
}
