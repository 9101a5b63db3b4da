// A name for what a line runs: that of its first program that says something.

enum CommandName {
    static func of(_ line: String) -> String { named(line, isInner: false)?.text ?? "job" }

    /// From the worst to the best.
    private enum Worth: Int, Comparable {
        case silent, brief, telling

        static func < (left: Worth, right: Worth) -> Bool { left.rawValue < right.rawValue }
    }

    private typealias Name = (text: String, worth: Worth)

    private static func named(_ line: String, isInner: Bool) -> Name? {
        var best: Name?
        for words in ShellCommands.all(line) {
            guard let name = program(words, isInner: isInner),
                name.worth > best?.worth ?? .silent || best == nil
            else { continue }
            best = name
            if name.worth == .telling { break }
        }
        return best
    }

    // MARK: - One command

    /// What a command may stand behind; the last where somebody has a column for the user too many.
    private static let keywords: Set = [
        "if", "then", "else", "elif", "do", "while", "until", "!", "{", "}", "root",
    ]
    /// Those that begin with these are none, or are over.
    private static let noCommands: Set = ["for", "case", "select", "fi", "done", "esac"]
    /// What runs its own words, or says something of the program that they name.
    private static let wrappers: Set = [
        "builtin", "chronic", "chrt", "command", "cronic", "dbus-run-session", "doas", "eatmydata", "env",
        "exec",
        "flock", "invoke-rc.d", "ionice", "nice", "nohup", "runuser", "service", "setsid", "stdbuf", "sudo",
        "systemd-cat", "time", "timeout", "type", "which", "xvfb-run",
    ]
    /// Options of those with a value that is no number.
    private static let valued: Set = ["-g", "-s", "-t", "-u"]
    private static let valuedOfOne: [String: Set<String>] = [
        "ionice": ["-P", "-c", "-n", "-p", "-u"],
        "runuser": ["-G", "-g", "-s", "-u", "-w", "--group", "--shell", "--user"],
    ]
    /// Those that have a shell run the line behind `-c`.
    private static let takingLine: Set = ["flock", "runuser"]
    private static let shells: Set = ["ash", "bash", "dash", "ksh", "sh", "su", "zsh"]
    private static let interpreters: Set = ["node", "perl", "php", "python", "ruby"]
    private static let silent: Set = [
        "", ".", ":", "[", "[[", "cd", "date", "echo", "exit", "export", "false", "on_ac_power", "printf",
        "read",
        "set", "sleep", "source", "test", "trap", "true", "ulimit", "umask", "wait",
    ]

    /// A command without what stands before it: variables, and what runs or describes the program behind.
    ///
    /// - Parameter kept: Programs that stand for themselves.
    static func unwrapped(_ words: [String], keeping kept: Set<String> = []) -> ArraySlice<String> {
        var rest = words[...]
        while let word = rest.first, !kept.contains(lastName(word)) {
            if keywords.contains(word) || isAssignment(word) {
                rest = rest.dropFirst()
            } else if wrappers.contains(lastName(word)) {
                rest = behind(wrapper: lastName(word), rest.dropFirst())
            } else {
                break
            }
        }
        return rest
    }

    private static func program(_ words: [String], isInner: Bool) -> Name? {
        let rest = unwrapped(words)
        guard let word = rest.first, !noCommands.contains(word) else { return nil }
        let (name, arguments) = (lastName(word), rest.dropFirst())
        if shells.contains(name) || word == "-c" {
            return script(of: word == "-c" ? rest : arguments, isInner: isInner) ?? (name, .silent)
        }
        if interpreters.contains(String(name.prefix { $0.isLetter })) {
            return program(of: arguments) ?? (name, .silent)
        }
        if name == "run-parts", let directory = arguments.last(where: { $0.hasPrefix("/") }) {
            return worth(lastName(directory))
        }
        return word.first == "$" && !word.contains("/") ? nil : worth(name)
    }

    private static func behind(wrapper: String, _ words: ArraySlice<String>) -> ArraySlice<String> {
        let rest = behind(optionsOf: wrapper, words)
        switch wrapper {
        // The file that it locks comes before the command.
        case "flock": return rest.dropFirst()
        // So does the user, where no option has named one.
        case "runuser" where rest.first != "-c" && !words[..<rest.startIndex].contains(where: isUserOption):
            return behind(optionsOf: wrapper, rest.dropFirst())
        case _: return rest
        }
    }

    private static func isUserOption(_ word: String) -> Bool {
        word == "-u" || word.hasPrefix("--user")
    }

    private static func behind(optionsOf wrapper: String, _ words: ArraySlice<String>) -> ArraySlice<String> {
        var rest = words
        let valued = valuedOfOne[wrapper] ?? valued
        while let word = rest.first, word != "-c" || !takingLine.contains(wrapper),
            word.first == "-" || word.first.map({ ("0"..."9").contains($0) }) ?? false
        {
            rest = rest.dropFirst(valued.contains(word) ? 2 : 1)
        }
        return rest
    }

    /// What a shell is given to run: a line, or a file.
    private static func script(of words: ArraySlice<String>, isInner: Bool) -> Name? {
        if let option = words.firstIndex(where: {
            $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.contains("c")
        }),
            option + 1 < words.endIndex
        {
            return isInner ? nil : named(words[option + 1], isInner: true)
        }
        return words.first { !$0.hasPrefix("-") }.flatMap { worth(lastName($0)) }
    }

    /// The file or the module that an interpreter is given; nil where the program stands in the line itself.
    private static func program(of words: ArraySlice<String>) -> Name? {
        if words.contains(where: { ["-c", "-e", "-r"].contains($0) }) { return nil }
        return words.first { !$0.hasPrefix("-") && !$0.contains("=") }.flatMap { worth(lastName($0)) }
    }

    // MARK: - Words

    private static func isAssignment(_ word: String) -> Bool {
        guard let mark = word.firstIndex(of: "=") else { return false }
        return TableVariables.fault(inName: String(word[..<mark])) == nil
    }

    private static func lastName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? ""
    }

    private static func worth(_ name: String) -> Name? {
        let count = name.count { $0.isASCIILetter || ("0"..."9").contains($0) }
        if silent.contains(name) { return name.contains(where: \.isASCIILetter) ? (name, .silent) : nil }
        guard count > 0 else { return nil }
        return (name, count > 1 && name.contains(where: \.isASCIILetter) ? .telling : .brief)
    }
}
