// The commands of a line as a shell tells them apart, as far as a name for its job and remarks on it need that.

enum ShellCommands {
    private static let longestWord = 4096

    /// Each with its words, without quotation marks, redirections and what is put in place of a substitution.
    static func all(_ line: String) -> [[String]] {
        tokens(line).compactMap { if case .command(let words) = $0 { words } else { nil } }
    }

    /// A command, or what stands between commands.
    enum Token: Hashable {
        case command([String])
        /// `&&`, `||`, `|`, `;` or the like, `&`, and the marks of a group.
        case and, or, pipe, next, background, open, close
    }

    static func tokens(_ line: String) -> [Token] {
        var reading = Reading(rest: line[...])
        reading.read()
        return reading.tokens
    }

    /// Whether it starts a command and goes on without it, by a `&`.
    ///
    /// - Parameter isBash: The shell knows `&>`, which is a redirection to it; to others it is a `&` and a redirection.
    static func hasBackground(_ line: String, isBash: Bool) -> Bool {
        var reading = Reading(rest: line[...], isBash: isBash)
        reading.read()
        return reading.hasBackground
    }

    private struct Reading {
        var rest: Substring
        private(set) var tokens: [Token] = []
        private(set) var hasBackground = false
        private var words: [String] = []
        private var word: String?
        /// Whether the next word is where something is redirected to.
        private var isTarget = false
        private let isBash: Bool

        init(rest: Substring, isBash: Bool = true) {
            self.rest = rest
            self.isBash = isBash
        }

        mutating func read() {
            while let character = rest.popFirst() {
                switch character {
                case "\\": append(rest.popFirst() ?? " ")
                case "'", "\"": quotation(character)
                case "$" where rest.first == "(", "`": substitution(character)
                case "<", ">": redirection()
                case "&", "|": ampersands(behind: character)
                case "(": endCommand(.open)
                case ")": endCommand(.close)
                case ";", "\n": endCommand(.next)
                case _ where character.isBlank: endWord()
                case _: append(character)
                }
            }
            endCommand(nil)
        }

        /// `&&`, `|&` and `&>` wait for the command, a `&` alone does not.
        private mutating func ampersands(behind mark: Character) {
            let isDouble = rest.first == mark
            if isDouble || rest.first == "&" { rest = rest.dropFirst() }
            if mark == "|" { return endCommand(isDouble ? .or : .pipe) }
            if isDouble { return endCommand(.and) }
            if !isBash || rest.first != ">" {
                hasBackground = true
                return endCommand(.background)
            }
            endWord()
        }

        /// In place, since a word may be as long as its line. What is longer than any path names nothing.
        private mutating func append(_ character: Character) {
            let length = word?.utf8.count ?? 0
            word = word ?? ""
            guard length + character.utf8.count <= ShellCommands.longestWord else { return }
            word?.append(character)
        }

        private mutating func quotation(_ mark: Character) {
            word = word ?? ""
            while let character = rest.popFirst(), character != mark {
                if mark == "\"", character == "$" && rest.first == "(" || character == "`" {
                    substitution(character)
                } else if mark == "\"", character == "\\" {
                    append(rest.popFirst() ?? " ")
                } else {
                    append(character)
                }
            }
        }

        /// What is run for a word says nothing of the line's own commands.
        private mutating func substitution(_ mark: Character) {
            word = word ?? ""
            var depth = mark == "`" ? 1 : 0
            repeat {
                guard let character = rest.popFirst() else { return }
                switch (mark, character) {
                case ("$", "("): depth += 1
                case ("$", ")"), ("`", "`"): depth -= 1
                case _: break
                }
            } while depth > 0
        }

        private mutating func redirection() {
            if let number = word, number.allSatisfy({ ("0"..."9").contains($0) }) { word = nil }
            endWord()
            rest = rest.drop { "<>&|".contains($0) }
            isTarget = true
        }

        private mutating func endWord() {
            guard let ended = word else { return }
            if !isTarget { words.append(ended) }
            isTarget = false
            word = nil
        }

        /// - Parameter token: What stands behind it.
        private mutating func endCommand(_ token: Token?) {
            endWord()
            isTarget = false
            if !words.isEmpty { tokens.append(.command(words)) }
            words = []
            if let token { tokens.append(token) }
        }
    }
}
