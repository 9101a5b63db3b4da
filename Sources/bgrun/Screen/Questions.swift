// Questions to whoever sits at the terminal, one for each value that no option has.
import BGRunText

/// One question.
struct Question {
    let text: String
    /// What an empty line means.
    var usual: String?
    /// What says it without being asked.
    let option: String
}

/// Asks, and asks again for what can't be used; where nobody can be asked, that is the end.
struct Questions {
    private(set) var hasAsked = false

    /// - Parameters:
    ///   - given: What an option says.
    ///   - take: Throws a ``Failure`` for what can't be used.
    mutating func value<Value>(
        _ given: String?, _ question: Question, _ take: (String) throws -> Value
    ) throws -> Value {
        var given = given
        while true {
            let word = try given ?? answer(to: question)
            do {
                if word.unicodeScalars.contains("\u{FFFD}") {
                    throw Failure.usage(
                        "\(word.visible) is not UTF-8", advice: "check what the terminal sends")
                }
                return try take(word)
            } catch let failure as Failure where Terminal.canAsk {
                Self.say(failure.complaint)
                given = nil
            }
        }
    }

    /// - Returns: An empty text where an empty line is given and means nothing.
    mutating func answer(to question: Question) throws -> String {
        guard Terminal.canAsk else {
            throw Failure.usage(
                "\(question.option) is missing", advice: "bgrun help new tells what it is")
        }
        hasAsked = true
        let hint = question.usual.map { " [\($0)]" } ?? ""
        guard let answer = Terminal.answer(to: "\(question.text)\(hint) ") else {
            throw Failure(.unsuccessful, Complaint("there was no answer, and no job was set up"))
        }
        let word = answer.trimmed
        return word.isEmpty ? question.usual ?? "" : word
    }

    static func say(_ complaint: Complaint?) {
        if let complaint { Terminal.writeError("bgrun: \(complaint.text)\n") }
    }
}

extension String {
    /// Without the blanks around it.
    fileprivate var trimmed: String {
        guard let start = firstIndex(where: { !$0.isWhitespace }),
            let end = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[start...end])
    }
}
