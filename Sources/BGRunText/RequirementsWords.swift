// What a job requires and prefers, in one line.
import BGRunCalendar
import BGRunJob

extension Requirements {
    /// `external power, a network, either a battery of at least 80 % or an open lid`.
    var words: String { terms.map(\.words).joined(separator: ", ") }
}

extension Requirements.Term {
    fileprivate var words: String {
        switch self {
        case .requirement(let requirement): requirement.words
        case .anyOf(let alternatives):
            "either \(alternatives.map { $0.enclosed }.joined(separator: " or "))"
        case .not(let opposite): "not \(opposite.enclosed)"
        }
    }
}

extension Requirements {
    /// In brackets where it is more than one.
    fileprivate var enclosed: String { terms.count == 1 ? words : "(\(words))" }
}

extension Preference {
    /// `external power, for at most 3 d`.
    var words: String {
        requirements.words + (span.map { ", for at most \($0.rounded)" } ?? ", until it is overdue")
    }
}
