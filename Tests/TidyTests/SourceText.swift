// A Swift file as written, and its code alone: comments and literals blanked, every line in its place.
import BGRunTestSupport
import Glibc

/// One Swift file that rules are held against.
struct SourceText: Sendable {
    /// The path in the checkout: `Sources/BGRunJob/Outcome.swift`.
    let path: String
    let text: String
    /// `text` with spaces for comments, for what stands in string literals and for what stands in backticks.
    let code: String
    let lines: [Substring]
    let codeLines: [Substring]

    init(path: String, text: String) {
        self.path = path
        self.text = text
        var blanking = Blanking(text)
        code = blanking.blanked()
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        codeLines = code.split(separator: "\n", omittingEmptySubsequences: false)
    }

    init(path: String) throws {
        self.init(path: path, text: try Repository.text(path))
    }

    /// Every Swift file below a directory; those of Sources and Tests are read once for all tests. What a tutorial shows is
    /// somebody else's program.
    static func all(below directory: String) throws -> [SourceText] {
        switch directory {
        case "Sources": try sources.get()
        case "Tests": try tests.get()
        default: try read(directory)
        }
    }

    private static let sources = Result { try read("Sources") }
    private static let tests = Result { try read("Tests") }

    private static func read(_ directory: String) throws -> [SourceText] {
        try Repository.files(below: directory, suffix: ".swift").filter { !$0.has(".docc/") }
            .map { try SourceText(path: $0) }
    }

    /// The target that the file belongs to: the directory below Sources or Tests.
    var room: String {
        let parts = path.split(separator: "/")
        return parts.count > 2 ? String(parts[1]) : ""
    }

    /// Each place of the code that `pattern` is found in, as `path:line: what was found`.
    ///
    /// - Parameter words: One of these stands in whatever matches. Looking for them first is what makes the whole
    ///   repository a matter of a second.
    func places(of pattern: Regex<Substring>, with words: [String]) -> [String] {
        Self.places(of: pattern, with: words, in: codeLines, path: path)
    }

    static func places(
        of pattern: Regex<Substring>, with words: [String], in lines: [Substring], path: String
    ) -> [String] {
        // Otherwise a Swift regex takes `a.hashValue` for one word.
        let pattern = pattern.wordBoundaryKind(.simple)
        return lines.enumerated().flatMap { index, line -> [String] in
            guard words.contains(where: { line.has($0) }) else { return [] }
            return line.matches(of: pattern).map { "\(path):\(index + 1): \($0.output)" }
        }
    }
}

extension StringProtocol {
    /// Whether the bytes of `word` stand anywhere in here; many times faster than comparing characters.
    func has(_ word: String) -> Bool {
        withCString { text in word.withCString { strstr(text, $0) != nil } }
    }
}

/// Walks over Swift text once and blanks what isn't code. Code inside `\( )` is code.
private struct Blanking {
    private enum Place {
        case code(openParentheses: Int)
        case string(hashes: Int, isMultiline: Bool)
    }

    private let input: [UInt8]
    private var output: [UInt8]
    private var index = 0
    private var places: [Place] = [.code(openParentheses: 0)]

    init(_ text: String) {
        input = Array(text.utf8)
        output = input
    }

    mutating func blanked() -> String {
        while index < input.count, let place = places.last {
            switch place {
            case .code(let depth): stepCode(depth)
            case .string(let hashes, let isMultiline): stepString(hashes, isMultiline)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private func has(_ text: StaticString, at offset: Int = 0) -> Bool {
        let end = index + offset + text.utf8CodeUnitCount
        guard end <= input.count else { return false }
        return text.withUTF8Buffer { input[(index + offset)..<end].elementsEqual($0) }
    }

    private mutating func blank(_ count: Int) {
        for position in index..<min(index + count, input.count) where input[position] != UInt8(ascii: "\n") {
            output[position] = UInt8(ascii: " ")
        }
        index = min(index + count, input.count)
    }

    private mutating func replacePlace(_ place: Place) { places[places.count - 1] = place }

    /// What begins or ends something; most of a file is none of it.
    private static let marks = Array("/`#\"()\\\n".utf8)

    private mutating func stepCode(_ depth: Int) {
        guard Self.marks.contains(input[index]) else { return index += 1 }
        if has("//") { return blankLine() }
        if has("/*") { return blankBlock() }
        if has("`") { return blankName() }
        let hashes = input[index...].prefix { $0 == UInt8(ascii: "#") }.count
        if has("\"\"\"", at: hashes) {
            index += hashes + 3
            return places.append(.string(hashes: hashes, isMultiline: true))
        }
        if has("\"", at: hashes) {
            index += hashes + 1
            return places.append(.string(hashes: hashes, isMultiline: false))
        }
        if has("(") { replacePlace(.code(openParentheses: depth + 1)) }
        if has(")") {
            // The end of an interpolation gives back to the string it stands in.
            if depth == 0, places.count > 1 {
                places.removeLast()
            } else {
                replacePlace(.code(openParentheses: depth - 1))
            }
        }
        index += max(1, hashes)
    }

    private mutating func stepString(_ hashes: Int, _ isMultiline: Bool) {
        guard Self.marks.contains(input[index]) else { return blank(1) }
        let marks = Array(repeating: UInt8(ascii: "#"), count: hashes)
        let quotes = isMultiline ? 3 : 1
        let end = index + quotes + hashes
        if has("\\"), input[(index + 1)...].starts(with: marks) {
            let escaped = index + 1 + hashes
            let isInterpolation = escaped < input.count && input[escaped] == UInt8(ascii: "(")
            blank(hashes + 2)
            if isInterpolation { places.append(.code(openParentheses: 0)) }
        } else if isMultiline ? has("\"\"\"") : has("\""), end <= input.count,
            input[(index + quotes)..<end].elementsEqual(marks)
        {
            index = end
            places.removeLast()
        } else if !isMultiline, has("\n") {
            // No string ends here in Swift: it was a quotation mark in a regular expression.
            places.removeLast()
        } else {
            blank(1)
        }
    }

    private mutating func blankLine() {
        blank(input[index...].prefix { $0 != UInt8(ascii: "\n") }.count)
    }

    private mutating func blankName() {
        index += 1
        blank(input[index...].prefix { $0 != UInt8(ascii: "`") && $0 != UInt8(ascii: "\n") }.count)
        index += 1
    }

    private mutating func blankBlock() {
        var depth = 0
        repeat {
            if has("/*") {
                depth += 1
                blank(2)
            } else if has("*/") {
                depth -= 1
                blank(2)
            } else {
                blank(1)
            }
        } while depth > 0 && index < input.count
    }
}
