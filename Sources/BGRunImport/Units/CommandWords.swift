// Command lines of units: words in quotes, escapes, marks before the program, and variables of systemd's.
import BGRunJob
import BGRunJSON

/// One command of an `ExecStart=` and the like.
struct CommandWords: Hashable {
    /// What stands before the program, such as `-` and `+`.
    let marks: Set<Character>
    /// The words with their `$` as they are written; the program is the first.
    let words: [String]

    /// The commands of a line, which a single `;` separates; nil where a quotation mark has no end.
    static func all(_ text: String) -> [CommandWords]? {
        guard let words = words(text, separatedBy: separator) else { return nil }
        return words.split { $0 == separator }.compactMap { part in
            guard let first = part.first else { return nil }
            let marks = marks(of: first)
            let program = String(first[marks.endIndex...])
            // With "@" the second word is what the program sees as its own name.
            let rest = marks.contains("@") ? part.dropFirst(2) : part.dropFirst()
            guard !program.isEmpty else { return nil }
            return CommandWords(marks: Set(marks), words: [program] + rest)
        }
    }

    static func marks(of word: String) -> Substring { word.prefix { "@-:+!|".contains($0) } }

    /// Stands between commands. No word is equal to it: a unit with a zero byte is refused, and no escape makes one.
    private static let separator = "\0"

    /// The words of a value; nil where a quotation mark has no end.
    ///
    /// - Parameter separator: What a `;` that stands by itself becomes, neither quoted nor escaped; systemd.service(5) has it so.
    static func words(_ text: String, separatedBy separator: String? = nil) -> [String]? {
        var (words, word, quote): ([String], String?, Character?) = ([], nil, nil)
        var rest = text[...]
        while let character = rest.popFirst() {
            let isAlone = word == nil && quote == nil && separator != nil
            if let separator, isAlone, character == ";", rest.first?.isBlank ?? true {
                words.append(separator)
            } else if isAlone, character == "\\", rest.first == ";", rest.dropFirst().first?.isBlank ?? true {
                rest = rest.dropFirst()
                words.append(";")
            } else if character == "\\" {
                // In place, since a word may be as long as its line.
                word = word ?? ""
                word?.append(escaped(&rest))
            } else if character == quote {
                quote = nil
            } else if quote != nil {
                word?.append(character)
            } else if character.isBlank {
                if let word { words.append(word) }
                word = nil
            } else if "\"'".contains(character), word == nil {
                (word, quote) = ("", character)
            } else if "\"'".contains(character) {
                quote = character
            } else {
                word = word ?? ""
                word?.append(character)
            }
        }
        if let word { words.append(word) }
        return quote == nil ? words : nil
    }

    /// The names of units in a value: a backslash is a part of them.
    static func names(_ text: String) -> [String] { unquoted(text, keepsBackslash: true) }

    /// The paths in a value, in which a backslash takes the meaning from what stands behind it.
    static func paths(_ text: String) -> [String] { unquoted(text, keepsBackslash: false) }

    /// What stands behind a quotation mark that has no end is not read, as systemd has it.
    private static func unquoted(_ text: String, keepsBackslash: Bool) -> [String] {
        var (words, word, quote): ([String], String?, Character?) = ([], nil, nil)
        var rest = text[...]
        while var character = rest.popFirst() {
            if character == quote {
                quote = nil
            } else if quote == nil, character.isBlank {
                if let word { words.append(word) }
                word = nil
            } else if quote == nil, "\"'".contains(character) {
                (word, quote) = (word ?? "", character)
            } else {
                if character == "\\", !keepsBackslash { character = rest.popFirst() ?? character }
                word = word ?? ""
                word?.append(character)
            }
        }
        if let word, quote == nil { words.append(word) }
        return words
    }

    /// A value without its escapes, in which quotation marks are marks as any other.
    static func unescaped(_ text: String) -> String {
        var (result, rest) = ("", text[...])
        while let character = rest.popFirst() {
            result += character == "\\" ? escaped(&rest) : String(character)
        }
        return result
    }

    private static let escapes: [Character: String] = [
        "a": "\u{7}", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t", "v": "\u{B}", "s": " ",
        "\\": "\\", "\"": "\"", "'": "'",
    ]

    private static func escaped(_ rest: inout Substring) -> String {
        guard let mark = rest.popFirst() else { return "\\" }
        if let text = escapes[mark] { return text }
        let length = ["x": 2, "u": 4, "U": 8][mark]
        if let length, let number = UInt32(rest.prefix(length), radix: 16), number > 0,
            let scalar = Unicode.Scalar(number)
        {
            rest = rest.dropFirst(length)
            return String(Character(scalar))
        }
        return "\\\(mark)"
    }

    // MARK: - Variables

    /// The words where nothing in them is a variable.
    var plainWords: [String]? {
        let plain = words.map(Self.plain)
        return plain.contains(nil) ? nil : plain.compactMap { $0 }
    }

    private static func plain(_ word: String) -> String? {
        pieces(of: word).reduce("") { text, piece in
            guard let text, case .text(let more) = piece else { return nil }
            return text + more
        }
    }

    private enum Piece { case text(String), variable(String), wholeWord(String) }

    /// `${NAME}` anywhere, `$NAME` as a word of its own, and `$$` for a dollar sign.
    private static func pieces(of word: String) -> [Piece] {
        if word.first == "$", isName(word.dropFirst()) { return [.wholeWord(String(word.dropFirst()))] }
        var (pieces, text, rest): ([Piece], String, Substring) = ([], "", word[...])
        while let character = rest.popFirst() {
            if character == "$", rest.first == "$" {
                rest = rest.dropFirst()
                text.append("$")
            } else if character == "$", rest.first == "{", let name = name(rest.dropFirst()) {
                pieces += [.text(text), .variable(String(name))]
                text = ""
                rest = rest[name.endIndex...].dropFirst()
            } else {
                text.append(character)
            }
        }
        return pieces + [.text(text)]
    }

    /// The name before a `}`, which is looked for no further than a name goes.
    private static func name(_ text: Substring) -> Substring? {
        let name = text.prefix(while: isOfName)
        return isName(name) && text[name.endIndex...].first == "}" ? name : nil
    }

    private static func isOfName(_ character: Character) -> Bool {
        character.isASCIILetter || character == "_" || ("0"..."9").contains(character)
    }

    private static func isName(_ text: Substring) -> Bool {
        guard let first = text.first, first.isASCIILetter || first == "_" else { return false }
        return text.allSatisfy(isOfName)
    }

    /// The command with its variables in place of their names, as systemd puts them there; nil where one is not known.
    ///
    /// A `$NAME` that is a word by itself becomes the words of its value, from which quotation marks are taken away. A command without
    /// one is as good in a shell, which shows no value; and one that grows beyond what a unit may have is left to it.
    func filled(with values: [String: String]) -> CommandWords? {
        guard splitsVariables else { return nil }
        var filled: [String] = []
        var length = 0
        for (place, word) in words.enumerated() {
            var text = ""
            for piece in Self.pieces(of: word) {
                if case .variable(let name) = piece { length += values[name]?.utf8.count ?? 0 }
                if case .wholeWord(let name) = piece { length += values[name]?.utf8.count ?? 0 }
                guard length <= Self.longestFilling else { return nil }
                switch piece {
                case .text(let more): text += more
                case .variable(let name), .wholeWord(let name):
                    guard let value = values[name], place > 0 else { return nil }
                    guard case .wholeWord = piece else {
                        text += value
                        continue
                    }
                    guard let parts = Self.words(value) else { return nil }
                    filled += parts
                }
            }
            if case .wholeWord? = Self.pieces(of: word).first { continue }
            filled.append(text)
        }
        return CommandWords(marks: marks.union([":"]), words: filled)
    }

    private static let longestFilling = 64 << 10

    /// Whether the words of a variable's value become words of the command.
    var splitsVariables: Bool {
        !marks.contains(":")
            && words.contains { if case .wholeWord? = Self.pieces(of: $0).first { true } else { false } }
    }

    /// The command for a shell, which does what systemd does with variables.
    var shellLine: String {
        words.map { word in
            if marks.contains(":") { return ShellWord.typed(word) }
            return Self.pieces(of: word).map { piece in
                switch piece {
                case .text(let text): text.isEmpty && word != "" ? "" : ShellWord.typed(text)
                case .variable(let name): "\"${\(name)}\""
                case .wholeWord(let name): "$\(name)"
                }
            }.joined()
        }.joined(separator: " ")
    }
}
