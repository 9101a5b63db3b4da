// What a shell would take behind `--`, where a program and its arguments belong.
import BGRunJob
import BGRunLinux
import BGRunText

/// A command whose program there is not: the line that may be meant.
struct ShellHabit {
    private let command: [String]
    private let line = TypedLine(Array(OwnProgram.arguments.dropFirst()))

    init(_ command: [String]) { self.command = command }

    /// Nil of what is no shell's.
    var failure: Failure? {
        guard let first = command.first else { return nil }
        if command.count == 1, let failure = oneWord(first) { return failure }
        if Self.isAssignment(first) { return assignment }
        switch first {
        case "cd":
            return .usage(
                "cd belongs to the shell",
                advice: "bgrun submit --key workingDirectory=DIRECTORY says where a command runs")
        case "export":
            return .usage(
                "export belongs to the shell", advice: "bgrun submit --env NAME=VALUE sets a variable")
        case _ where Self.words.contains(first):
            let text = command.map(ShellWord.typed).joined(separator: " ")
            return write("\(first) belongs to the shell", ["sh", "-c", text])
        case _: return nil
        }
    }

    /// A line in one word.
    private func oneWord(_ text: String) -> Failure? {
        let words = text.split { " \t\n".contains($0) }.map(String.init)
        let isMarked = text.contains { ";|&<>$`\"'\n".contains($0) }
        guard let first = words.first, isMarked || words.count > 1 else { return nil }
        let isOfShell = ["cd", "export"].contains(first) || Self.words.contains(first)
        if isMarked || isOfShell || Self.isAssignment(first) {
            return write("\"\(text.visible)\" is a line for a shell", ["sh", "-c", text])
        }
        guard (try? CallerProgram.path(of: first)) != nil else { return nil }
        return write("\"\(text.visible)\" is one word, and no program is called so", words)
    }

    /// `submit` alone has an option for variables; elsewhere env(1) sets them.
    private var assignment: Failure {
        let variables = Array(command.prefix(while: Self.isAssignment))
        let rest = Array(command.dropFirst(variables.count))
        let what = "\(variables[0].visible) is a variable and no program"
        guard line.path == "bgrun submit" else { return write(what, ["env"] + command) }
        return write(what, rest.isEmpty ? ["COMMAND"] : rest, with: variables.flatMap { ["--env", $0] })
    }

    /// The line as it was typed, with another command.
    private func write(_ what: String, _ command: [String], with options: [String] = []) -> Failure {
        let words = line.words.prefix { $0 != "--" } + options + ["--"] + command
        return Failure(.usage, Complaint(what, write: Mistyped.typed(words)))
    }

    private static func isAssignment(_ word: String) -> Bool {
        guard let sign = word.utf8.firstIndex(of: UInt8(ascii: "=")) else { return false }
        let name = word[..<sign]
        return name.first.map { !$0.isNumber } == true
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }

    /// Those that are no programs, as a rule.
    private static let words = [
        ".", "case", "eval", "exec", "for", "if", "set", "ulimit", "umask", "unset", "until", "while",
    ]
}
