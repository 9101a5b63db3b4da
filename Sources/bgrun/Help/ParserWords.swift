// What the argument parser says of a line, in the form of all errors: what is wrong, and what to write.
import BGRunJSON
import BGRunText

/// A message of the argument parser's, or of the `validate()` of a command, in our words.
struct ParserWords {
    let complaint: Complaint

    /// - Parameter help: What to do where the message does not say it.
    init(_ message: String, help: String) {
        let complaint = Self.read(message)
        let saysAll = complaint.advice != nil || complaint.what.contains(";")
        self.complaint = saysAll ? complaint : Complaint(complaint.what, advice: help)
    }

    private static func read(_ message: String) -> Complaint {
        let quoted = message.split(separator: "'", omittingEmptySubsequences: false)
        let first = quoted.count > 1 ? String(quoted[1]) : ""
        switch String(quoted[0]) {
        case "Missing value for ":
            let name = ParameterName(first)
            return Complaint("\(name.option ?? first) needs a value" + (name.value.map { " (\($0))" } ?? ""))
        case "Missing expected argument ": return Complaint("\(ParameterName(first).text) is missing")
        case "Unknown option ": return Complaint("there is no option \(first.visible)")
        case "The option " where quoted.count > 3:
            return Complaint("\(first) takes no value", advice: "leave out =\(String(quoted[3]).visible)")
        case "The value ": return invalidValue(message) ?? plain(message)
        case let words where words == "Unexpected argument " || words.hasSuffix(" unexpected arguments: "):
            let all = quoted.indices.filter { $0 % 2 == 1 }.map { String(quoted[$0]).visible }
            return Complaint(
                all.count == 1
                    ? "\(all[0]) is one argument too many"
                    : "there are \(all.count) arguments too many: \(all.joined(separator: ", "))")
        case _: return plain(message)
        }
    }

    private static func plain(_ message: String) -> Complaint {
        let end = message.last == "." ? message.dropLast() : message[...]
        return Complaint((end.prefix(1).lowercased() + end.dropFirst()).visible)
    }

    /// `The value 'x' is invalid for '-n <count>'`, and perhaps why it is, or which values there are.
    private static func invalidValue(_ message: String) -> Complaint? {
        let text = message.dropFirst("The value '".count)
        let link = "' is invalid for '"
        guard let end = text.indices.first(where: { text[$0...].hasPrefix(link) }) else { return nil }
        let rest = text[end...].dropFirst(link.count)
        let name = ParameterName(String(rest.prefix { $0 != "'" }))
        let more = rest.drop { $0 != "'" }.dropFirst()
        let place = name.option.map { "\($0): " } ?? ""
        if more.hasPrefix(": ") { return Complaint((place + more.dropFirst(2)).visible) }
        let known = ". Please provide one of "
        return Complaint(
            "\(place)\(QuotedText(String(text[..<end]))) is no \(name.value ?? "value for it")",
            advice: more.hasPrefix(known)
                ? "write \(more.dropFirst(known.count).filter { $0 != "'" && $0 != "." })" : nil)
    }

    /// `--for <duration>`, `-n`, `<identifier> ...`.
    private struct ParameterName {
        let text: String
        let option: String?
        let value: String?

        init(_ name: String) {
            text = name.hasSuffix(" ...") ? String(name.dropLast(4)) : name
            let words = text.split(separator: " ").map(String.init)
            option = words.first { $0.hasPrefix("-") }
            value = words.first { $0.hasPrefix("<") }.map {
                String($0.drop { $0 == "<" }.prefix { $0 != ">" })
            }
        }
    }
}
