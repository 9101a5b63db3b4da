// The programs that a command starts, also below those that only start another.
import BGRunJob

/// The argument vectors of a job's programs, as far as its words tell them.
package struct StartedPrograms {
    package let vectors: [[String]]

    package init(_ program: JobDescriptor.Program) {
        vectors = program.arguments.map { Self.vectors(of: $0, depth: 8) } ?? []
    }

    /// The name of a program without its directory.
    package static func name(_ vector: [String]) -> String {
        vector.first?.split(separator: "/").last.map(String.init) ?? ""
    }

    /// Programs that start what stands behind them, with their options that have a value of their own.
    private static let starters: [String: Set<String>] = [
        "sudo": ["-u", "-g", "-h", "-p", "-C"], "doas": ["-u", "-C"], "env": ["-u", "-C", "-S"],
        "nice": ["-n"],
        "ionice": ["-c", "-n"], "chrt": [], "nohup": [], "setsid": [], "time": ["-f", "-o"],
        "timeout": ["-k", "-s"], "systemd-inhibit": [], "flock": ["-w", "-E"], "stdbuf": ["-i", "-o", "-e"],
        "chronic": [], "exec": [], "command": [], "eatmydata": [],
    ]
    private static let shells: Set = ["sh", "bash", "dash", "zsh", "ksh", "fish"]
    /// Words of a shell that a program may stand behind.
    private static let keywords: Set = [
        "if", "then", "else", "elif", "do", "while", "until", "!", "{", "(", "time",
    ]

    private static func vectors(of words: [String], depth: Int) -> [[String]] {
        guard depth > 0, !words.isEmpty else { return [] }
        let name = name(words)
        if shells.contains(name) {
            guard let flag = words.firstIndex(where: { $0.hasPrefix("-") && $0.hasSuffix("c") }),
                words.indices.contains(flag + 1)
            else { return [words] }
            return commands(in: words[flag + 1]).flatMap { vectors(of: $0, depth: depth - 1) }
        }
        guard let valued = starters[name] else { return [words] }
        var rest = words.dropFirst()
        while let word = rest.first, word.hasPrefix("-") || word.contains("=") {
            rest = rest.dropFirst(valued.contains(word) ? 2 : 1)
        }
        // The duration of one, the lock of the other.
        if ["timeout", "flock"].contains(name) { rest = rest.dropFirst() }
        return vectors(of: Array(rest), depth: depth - 1)
    }

    /// The simple commands of a line, roughly: what stands in quotation marks is no command, whatever it looks like.
    private static func commands(in line: String) -> [[String]] {
        var (commands, words, word): ([[String]], [String], String) = ([], [], "")
        var quote: Character?
        func endWord() {
            if !word.isEmpty { words.append(word) }
            word = ""
        }
        func endCommand() {
            endWord()
            let command = words.drop { keywords.contains($0) || $0.contains("=") && !$0.hasPrefix("-") }
            if !command.isEmpty { commands.append(Array(command)) }
            words = []
        }
        for character in line {
            switch character {
            case let mark where mark == quote: quote = nil
            case "'" where quote == nil, "\"" where quote == nil: quote = character
            case _ where quote != nil: word.append(character)
            case ";", "&", "|", "\n", "(", ")", "`": endCommand()
            case " ", "\t": endWord()
            case _: word.append(character)
            }
        }
        endCommand()
        return commands
    }
}
