// The rules of text in requirements that names one thing: it is shown in logs, and looked up as it stands.
import BGRunJSON

extension String {
    /// Whether anything in it ends a line, moves a cursor or turns the writing direction.
    var hasControls: Bool { unicodeScalars.contains(where: \.isUnfitForOneLine) }
}

extension ValueRule<String> {
    /// For the JSON Schema: no control characters.
    static var plainPattern: String { "^[^\\u0000-\\u001f\\u007f-\\u009f]*$" }

    static var pathExample: String { "an absolute path such as \"/mnt/backup\"" }

    /// An absolute path in its plain form, so that one place has one name.
    static var plainPath: ValueRule { plainPath(pathExample) }

    /// - Parameter wanted: What is expected, with an example.
    static func plainPath(_ wanted: String) -> ValueRule {
        let absolute = ValueRule.absolutePath(wanted)
        let pattern = "^(/|(/(?![.]{1,2}(/|$))[^/\\u0000-\\u001f\\u007f-\\u009f]{1,255})+)$"
        return ValueRule(
            schema: absolute.schema.with(["pattern": .string(pattern)]),
            collecting: { field, errors in
                guard let path = absolute.read(field, &errors) else { return nil }
                guard let fault = fault(inPlain: path) else { return path }
                errors.append(field.refusal("\(QuotedText(path)) \(fault)", advice: "write \(wanted)"))
                return nil
            }, print: { .string($0) })
    }

    private static func fault(inPlain path: String) -> String? {
        if path.hasControls { return "contains a control character" }
        if path.utf8.count == 1 { return nil }
        let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .dropFirst()
        if names.last?.isEmpty == true { return "ends in \"/\"" }
        if names.contains(where: \.isEmpty) { return "contains \"//\"" }
        let isRelative = names.contains { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }
        return isRelative ? "contains \".\" or \"..\"" : nil
    }
}
