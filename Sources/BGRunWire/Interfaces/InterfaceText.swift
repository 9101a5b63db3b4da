// From tables to the text of an interface, as Varlink writes it.

/// The text of an interface, put together declaration by declaration.
struct InterfaceText {
    private static let columns = 100

    private(set) var text = ""

    init(_ name: String, about: String) {
        comment(about)
        text += "interface \(name)\n"
    }

    mutating func add<Subject>(_ table: WireTable<Subject>) {
        begin(table.about, table.members)
        text += "type \(table.name) (\n\(Self.lines(table.members)))\n"
    }

    mutating func add<Choice: WireChoice>(choice: Choice.Type) {
        begin(choice.wire.about)
        let words = choice.allCases.map(\.rawValue).joined(separator: ", ")
        text += Self.wrapped("type \(choice.wire.name) (\(words))", first: "", next: "  ")
    }

    mutating func add(_ method: some InterfaceMethod) {
        add(method: method.rawValue, method.row.about, input: method.row.input, output: method.row.output)
    }

    mutating func add(method name: String, _ about: String, input: [WireMember], output: [WireMember]) {
        begin(about, input + output)
        let head = "method \(name)\(Self.line(input)) -> "
        let whole = head + Self.line(output)
        if whole.utf8.count <= Self.columns {
            text += whole + "\n"
        } else if head.utf8.count < Self.columns, output.count > 1 {
            text += "\(head)(\n\(Self.lines(output)))\n"
        } else {
            text += "method \(name)(\n\(Self.lines(input))) -> \(Self.line(output))\n"
        }
    }

    mutating func add(error name: String, _ about: String, _ members: [WireMember]) {
        begin(about, members)
        text += "error \(name) \(Self.line(members))\n"
    }

    /// A blank line, and the comment: of the whole, then a line for each key that has something to be said of it.
    private mutating func begin(_ about: String, _ members: [WireMember] = []) {
        text += "\n"
        comment(about)
        for member in members where !member.about.isEmpty { comment("\(member.name): \(member.about).") }
    }

    private mutating func comment(_ about: String) {
        for paragraph in about.split(separator: "\n", omittingEmptySubsequences: false) {
            text += paragraph.isEmpty ? "#\n" : Self.wrapped(String(paragraph), first: "# ", next: "# ")
        }
    }

    private static func line(_ members: [WireMember]) -> String {
        "(\(members.map { "\($0.name): \($0.spelling)" }.joined(separator: ", ")))"
    }

    private static func lines(_ members: [WireMember]) -> String {
        members.enumerated().map { place, member in
            let comma = place == members.count - 1 ? "" : ","
            return wrapped("\(member.name): \(member.spelling)\(comma)", first: "  ", next: "    ")
        }.joined()
    }

    private static func wrapped(_ text: String, first: String, next: String) -> String {
        var lines = ""
        var line = first
        var isEmpty = true
        for word in text.split(separator: " ") {
            if !isEmpty, line.utf8.count + 1 + word.utf8.count > columns {
                lines += line + "\n"
                line = next
                isEmpty = true
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        return lines + line + "\n"
    }
}
