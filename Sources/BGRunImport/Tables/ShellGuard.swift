// Commands that ask whether there is anything to do: cron takes no note of how a line ends, and here it is the outcome of the run.

/// What a line may end by without having done anything.
enum ShellGuard {
    /// `[ -x /a ] && /a`: where the test does not hold, it is the last command that has run.
    case test
    /// `flock -n`, which fails where the lock is held.
    case lock

    /// The first of a line by which it may end as a failure; nil where there is none, or other commands decide.
    static func of(_ line: String) -> ShellGuard? {
        let tokens = structured(ShellCommands.tokens(line))
        var isCondition = false
        for (place, token) in tokens.enumerated() {
            switch token {
            case .condition: isCondition = true
            case .body: isCondition = false
            case .shell(.command(let words)) where !isCondition:
                guard let kind = kind(of: words), decides(tokens[(place + 1)...]) else { continue }
                if kind == .test, place + 1 == tokens.count || tokens[place + 1] != .shell(.and) { continue }
                return kind
            case .shell: continue
            }
        }
        return nil
    }

    // MARK: - One command

    /// Programs that are asked, and do nothing else.
    private static let asking: Set = [
        "[", "[[", "test", "which", "type", "hash", "pgrep", "pidof", "grep", "egrep", "fgrep", "zgrep",
        "mountpoint", "findmnt",
        "ping", "ping6", "fping", "nc", "ncat", "nm-online", "diff", "cmp", "expr", "ls", "stat", "fuser",
        "getent", "ischroot",
        "laptop-detect", "systemd-detect-virt", "on_ac_power",
    ]

    private static func kind(of words: [String]) -> ShellGuard? {
        let rest = CommandName.unwrapped(words, keeping: ["command", "type", "which", "flock"])
        guard let name = rest.first?.split(separator: "/").last.map(String.init) ?? rest.first else {
            return nil
        }
        let options = rest.dropFirst()
        switch name {
        case "command": return options.first.map { ["-v", "-V"].contains($0) } == true ? .test : nil
        case "systemctl": return options.contains { $0.hasPrefix("is-") } ? .test : nil
        case "flock": return isImpatient(options) ? .lock : nil
        case "run-one", "lckdo": return .lock
        case _: return asking.contains(name) ? .test : nil
        }
    }

    /// Whether flock(1) is told not to wait without end, and has no exit status of 0 for that.
    private static func isImpatient(_ options: ArraySlice<String>) -> Bool {
        let own = options.prefix { $0.hasPrefix("-") || $0.allSatisfy { ("0"..."9").contains($0) } }
        let text = own.joined(separator: " ").replacing("=", with: " ")
        guard !text.contains("-E 0"), !text.contains("-E0"), !text.contains("--conflict-exit-code 0") else {
            return false
        }
        return own.contains { word in
            ["--nb", "--nonblock", "--wait", "--timeout"].contains { word.hasPrefix($0) }
                || !word.hasPrefix("--") && word.first == "-" && word.contains { "nw".contains($0) }
        }
    }

    // MARK: - The line

    private enum Part: Hashable { case shell(ShellCommands.Token), condition, body }

    /// With the marks of groups that are words to the reader of commands. A `case` has its own parentheses, and ends the look.
    private static func structured(_ tokens: [ShellCommands.Token]) -> [Part] {
        var parts: [Part] = []
        for token in tokens {
            guard case .command(var words) = token else {
                parts.append(.shell(token))
                continue
            }
            words: while let word = words.first {
                switch word {
                case "case": return parts
                case "{": parts.append(.shell(.open))
                case "}", "fi", "done": parts.append(.shell(.close))
                case "if", "while", "until": parts += [.shell(.open), .condition]
                case "elif": parts.append(.condition)
                case "then", "do", "else": parts.append(.body)
                case "for", "select":
                    parts.append(.shell(.open))
                    words = []
                    break words
                case _: break words
                }
                words.removeFirst()
            }
            if !words.isEmpty { parts.append(.shell(.command(words))) }
        }
        return parts
    }

    /// Whether the line ends as a failure where the command before does.
    private static func decides(_ behind: ArraySlice<Part>) -> Bool {
        var (level, lowest) = (0, 0)
        for (place, part) in zip(behind.indices, behind)
        where level <= lowest || part == .shell(.close) || part == .shell(.open) {
            switch part {
            case .shell(.open): level += 1
            case .shell(.close):
                level -= 1
                lowest = min(lowest, level)
            case .shell(.or), .shell(.background): return false
            case .shell(.pipe):
                if lowest < 0 || place == behind.startIndex { return false }
            case .shell(.next):
                let next = behind[(place + 1)...].first { $0 != .shell(.next) }
                if let next, next != .shell(.close) { return false }
            case .shell(.and), .shell(.command), .condition, .body: continue
            }
        }
        return true
    }
}
