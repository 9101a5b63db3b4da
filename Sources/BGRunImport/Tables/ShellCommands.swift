// The commands of a line as a shell tells them apart, as far as a name for its job needs that.

enum ShellCommands {
    private static let longestWord = 4096

    /// Each with its words, without quotation marks, redirections and what is put in place of a substitution.
    static func all(_ line: String) -> [[String]] {
        var reading = Reading(rest: line[...])
        reading.read()
        return reading.commands
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
        var commands: [[String]] = []
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
                case ";", "(", ")", "\n": endCommand()
                case _ where character.isBlank: endWord()
                case _: append(character)
                }
            }
            endCommand()
        }

        /// `&&`, `|&` and `&>` wait for the command, a `&` alone does not.
        private mutating func ampersands(behind mark: Character) {
            if rest.first == "&" {
                rest = rest.dropFirst()
            } else if mark == "&", !isBash || rest.first != ">" {
                hasBackground = true
            }
            endCommand()
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

        private mutating func endCommand() {
            endWord()
            isTarget = false
            if !words.isEmpty { commands.append(words) }
            words = []
        }
    }
}
