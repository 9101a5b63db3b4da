// What became of one thing that a foreign schedule says.

/// A place in a text of another scheduler, and what stands there.
struct Place: Hashable, Sendable {
    let path: String
    /// Counted from 1; nil where the text as a whole is meant.
    var line: Int?
    /// As it is written: `MAILTO=root`.
    var subject: String
}

/// What became of one thing that a foreign schedule says, and where it says it.
package struct Remark: Hashable, Sendable {
    /// From what needs nobody to what somebody has to look at.
    package enum Verdict: String, CaseIterable, Sendable {
        /// It means the same here.
        case kept
        /// It means the same, and there is something to know of it.
        case note
        /// It was taken over, and means something else here.
        case changed
        /// It was left out; the job is made without it.
        case notKept = "not kept"
        /// No job was made of it.
        case refused
    }

    package let verdict: Verdict
    package let path: String
    package let line: Int?
    package let subject: String
    package let reason: String
    package let advice: String?
    /// The job that it is about; nil for all of the text.
    package let job: String?

    init(_ verdict: Verdict, _ place: Place, _ reason: String, advice: String? = nil, job: String? = nil) {
        self.verdict = verdict
        path = place.path
        line = place.line
        subject = place.subject.onOneLine
        self.reason = reason
        self.advice = advice
        self.job = job
    }

    /// `/etc/crontab:17: changed: MAILTO=me: only failures are mailed; …`
    package var text: String {
        let place = line.map { "\(path):\($0)" } ?? path
        let head = subject.isEmpty ? "" : "\(subject): "
        return "\(place): \(verdict.rawValue): \(head)\(reason)\(advice.map { "; \($0)" } ?? "")"
    }
}

extension String {
    private static let longestSubject = 60

    /// A piece of somebody's text as a remark shows it: short, and without what moves a cursor.
    var onOneLine: String {
        var shown = String(
            unicodeScalars.prefix(Self.longestSubject).map { $0.isPlain ? Character($0) : " " })
        if unicodeScalars.dropFirst(Self.longestSubject).first != nil { shown += "…" }
        return shown
    }

    /// A text without blanks at its ends.
    var trimmed: String {
        String(drop(while: \.isBlank).reversed().drop(while: \.isBlank).reversed())
    }
}

extension Character {
    var isBlank: Bool { self == " " || self == "\t" || self == "\r" }
}

extension Unicode.Scalar {
    fileprivate var isPlain: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
            false
        case _: true
        }
    }
}
