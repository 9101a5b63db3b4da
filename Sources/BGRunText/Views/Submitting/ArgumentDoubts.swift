// Words of a command that only a shell would understand: no shell reads them.
import BGRunJob

/// What is doubtful in the words of a command.
package struct ArgumentDoubts {
    private let program: JobDescriptor.Program
    private let key: String

    /// - Parameter key: Where its words stand.
    package init(_ program: JobDescriptor.Program, at key: String = "command") {
        self.program = program
        self.key = key
    }

    /// One warning of a kind at most, with the first word that gives it.
    package var warnings: [WarningText] {
        switch program {
        case .command(let arguments): isShell(arguments) ? [] : doubts(arguments)
        case .shell(let line):
            line.utf8.contains(0x0D)
                ? [
                    WarningText(
                        "carriageReturn", at: "shell",
                        "a line ends in a carriage return, which the shell takes for a part of its last word",
                        advice: "write the line's end as \\n alone")
                ] : []
        case .unit, .task: []
        }
    }

    /// A shell reads the words itself, and so may a program that is given one of its own.
    private func isShell(_ arguments: [String]) -> Bool {
        let name = arguments.first?.split(separator: "/").last.map(String.init) ?? ""
        return ["sh", "bash", "dash", "zsh", "fish", "ksh", "ssh", "find", "expr", "test", "["].contains(name)
            || arguments.dropFirst().contains { ["sh", "bash", "/bin/sh", "/bin/bash"].contains($0) }
    }

    /// Only a job has a line for a shell in place of a command.
    private var otherwise: String {
        key == "command" ? "use \"shell\"" : "have a shell read it: \"/bin/sh\", \"-c\", \"…\""
    }

    private func doubts(_ arguments: [String]) -> [WarningText] {
        let words = arguments.enumerated().map { (place: $0.offset, word: $0.element) }
        var doubts: [WarningText] = []
        if let home = words.first(where: { Self.isHome($0.word) }) {
            doubts.append(
                WarningText(
                    "unexpanded", at: "\(key)[\(home.place)]",
                    "no shell reads a command, so \"~\" in \"\(home.word)\" stays as it is",
                    advice: "write the path in full, or \(otherwise)"))
        }
        if let variable = words.first(where: { Self.isVariable($0.word) }) {
            doubts.append(
                WarningText(
                    "unexpanded", at: "\(key)[\(variable.place)]",
                    "no shell reads a command, so \"\(variable.word)\" stays as it is",
                    advice: "write its value, or \(otherwise)"))
        }
        if let mark = words.first(where: { Self.marks.contains($0.word) }) {
            doubts.append(
                WarningText(
                    "unexpanded", at: "\(key)[\(mark.place)]",
                    "no shell reads a command, so \"\(mark.word)\" is a word for the program",
                    advice: otherwise))
        }
        return doubts
    }

    private static let marks: Set = ["|", "||", "&&", ">", ">>", "<", "2>", "2>&1", "&"]

    /// `~/x`, `~`, `--to=~/x`; not `file~`.
    private static func isHome(_ word: String) -> Bool {
        word == "~" || word.hasPrefix("~/")
            || word.drop { $0 != "=" }.dropFirst().hasPrefix("~/")
    }

    /// `$HOME/x`, `${HOME}`, `--to=$HOME`: names as the environment has them, which few other languages write so.
    private static func isVariable(_ word: String) -> Bool {
        let value = word.hasPrefix("$") ? word[...] : word.drop { $0 != "=" }.dropFirst()
        guard value.first == "$" else { return false }
        let isBraced = value.dropFirst().first == "{"
        let name = value.dropFirst(isBraced ? 2 : 1)
        let letters = name.prefix { $0.isASCII && ($0.isUppercase || $0.isNumber) || $0 == "_" }
        var rest = name[letters.endIndex...]
        if isBraced { guard rest.popFirst() == "}" else { return false } }
        return letters.first.map { !$0.isNumber } ?? false && (rest.isEmpty || rest.first == "/")
    }
}
