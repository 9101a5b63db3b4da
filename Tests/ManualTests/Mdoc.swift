// Plain text as the macros of mdoc(7) have it.
import Foundation

/// Lines of a manual page.
enum Mdoc {
    /// A text with paragraphs, a line for each sentence. What stands between backticks is what somebody types.
    static func lines(_ text: String) -> [String] {
        let paragraphs = text.components(separatedBy: "\n\n").map { paragraph in
            sentences(of: paragraph).flatMap(pieces)
        }
        return Array(paragraphs.joined(separator: [".Pp"]))
    }

    /// A text that stands literally, as one argument of a macro.
    static func literal(_ text: String) -> String {
        "\"" + escaped(text).replacing("\"", with: "\\(dq").replacing("-", with: "\\-") + "\""
    }

    /// Characters that mean themselves.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\e"
            case "✓": escaped += "\\(OK"
            case "✗": escaped += "\\(mu"
            case "–": escaped += "\\(en"
            case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
            case _: escaped += "\\[u\(String(format: "%04X", scalar.value))]"
            }
        }
        return escaped
    }

    /// `-w` and `--watch` as `Fl w` and `Fl -watch`.
    static func flag(_ spelling: String) -> String { "Fl \(spelling.dropFirst())" }

    // MARK: - Sentences

    private static func sentences(of paragraph: String) -> [String] {
        let words = paragraph.split(whereSeparator: \.isWhitespace).map(String.init)
        var sentences: [[String]] = [[]]
        for (place, word) in words.enumerated() {
            sentences[sentences.count - 1].append(word)
            let next = place + 1 < words.count ? words[place + 1] : ""
            let isEnd = word.wholeMatch(of: /.*[.!?][)"]?/) != nil
            if isEnd, next.first.map({ $0.isUppercase || "\"`(".contains($0) }) == true {
                sentences.append([])
            }
        }
        return sentences.map { $0.joined(separator: " ") }.filter { !$0.isEmpty }
    }

    /// A sentence in lines: a macro for each literal in it.
    private static func pieces(of sentence: String) -> [String] {
        var lines: [String] = []
        let parts = sentence.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        for (place, part) in parts.enumerated() {
            // What follows a literal at once belongs to its line.
            let isLiteral = place % 2 == 1
            if isLiteral {
                lines.append(".Ql \(literal(part))")
                continue
            }
            var rest = part[...]
            if place > 0 {
                let punctuation = rest.prefix { ".,:;)!?".contains($0) }
                if !punctuation.isEmpty {
                    lines[lines.count - 1] += punctuation.map { " \($0)" }.joined()
                    rest = rest.dropFirst(punctuation.count)
                }
            }
            let text = rest.trimmingCharacters(in: .whitespaces)
            if !text.isEmpty { lines.append(line(text)) }
        }
        return lines
    }

    /// A line of text, in which dashes of options stay what they are.
    private static func line(_ text: String) -> String {
        let line = escaped(text).split(separator: " ").map { dashed(String($0)) }.joined(separator: " ")
        return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }

    private static func dashed(_ word: String) -> String {
        guard let option = word.prefixMatch(of: /(["(']*)(-{1,2})(?=[a-zA-Z]|$)/) else { return word }
        let dashes = String(repeating: "\\-", count: option.2.count)
        return String(option.1) + dashes + String(word[option.range.upperBound...])
    }
}
