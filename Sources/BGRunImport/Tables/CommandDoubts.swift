// What a line for a shell does, as far as its words tell: habits of crontabs and of Debian's packages.

/// Looks at a line that cron hands to a shell.
struct CommandDoubts {
    private let line: String
    private let words: [Substring]
    private let isBash: Bool

    /// - Parameter shell: What runs the line.
    init(_ line: String, in shell: String = "/bin/sh") {
        self.line = line
        isBash = ["bash", "zsh"].contains { shell.hasSuffix($0) }
        words = line.split { $0.isBlank || "\n;&|(){}\"'`<>".contains($0) }
    }

    /// Says what there is to know of it.
    func tell(_ sketch: inout JobSketch) {
        for (reason, advice) in notes { sketch.say(.note, sketch.place, reason, advice: advice) }
        if hasBackground {
            let isRedirection = !ShellCommands.hasBackground(line, isBash: true)
            sketch.say(
                .changed, sketch.place,
                isRedirection
                    ? "to /bin/sh a & stands in &> and 2&>1: what it starts so is ended behind the run"
                    : "no process outlives its run: what it starts with & is ended behind it",
                advice: isRedirection ? "write >FILE 2>&1" : "leave out the &, or end the line with wait")
        } else if let name = detaching {
            sketch.say(
                .changed, sketch.place, "no process outlives its run: what \(name) leaves behind is ended",
                advice: "start the program itself, as a job of the kind \"service\" where it is to go on")
        }
    }

    /// The program of the line that starts another and leaves it to itself.
    private var detaching: String? {
        for command in ShellCommands.all(line) {
            guard let name = command.first?.split(separator: "/").last.map(String.init) else { continue }
            let options = command.dropFirst()
            switch name {
            case "tmux"
            where options.contains { $0.hasPrefix("-") && $0.contains("d") && !$0.hasPrefix("--") }:
                return name
            case "screen"
            where options.contains { $0.hasPrefix("-d") || $0.hasPrefix("-S") && options.contains("-d") }:
                return name
            case "setsid" where !options.contains { ["-w", "--wait"].contains($0) }: return name
            case "daemonize", "start-stop-daemon": return name
            case _: continue
            }
        }
        return nil
    }

    /// What there is to know of it, each with what to do.
    private var notes: [(reason: String, advice: String)] {
        var notes: [(String, String)] = []
        let parts = line.split(maxSplits: 1) { $0.isBlank }
        if parts.count == 2, parts[0].contains(where: { ("0"..."9").contains($0) || $0 == "*" }),
            parts[0].allSatisfy({ ("0"..."9").contains($0) || "*,-/".contains($0) })
        {
            notes.append(
                (
                    "the command begins with what looks like a field of the time",
                    "an entry has five of them, or one @word"
                )
            )
        }
        if line.hasPrefix("-"), parts.first?.dropFirst().allSatisfy(\.isASCIILetter) == true {
            notes.append(
                (
                    "a flag before the command is other crons'; Debian's hands it to the shell, which fails",
                    "take it out"
                ))
        }
        if line.hasSuffix("\\") {
            notes.append(
                (
                    "no line of a crontab goes on behind a backslash: the command ends there",
                    "write the entry in one line"
                ))
        }
        if line.contains("/run/systemd/system") {
            notes.append(
                (
                    "the line looks for /run/systemd/system, so that it does nothing where systemd runs: a timer is there for that",
                    "import the timer: bgrun import systemd NAME.timer"
                ))
        }
        if let anacron { notes.append(anacron) }
        if let power { notes.append(power) }
        switch ShellGuard.of(line) {
        case .test:
            notes.append(
                (
                    "where the test before && does not hold, the run fails, of which cron takes no note",
                    "put it into an if: if TEST; then COMMAND; fi"
                ))
        case .lock:
            notes.append(
                (
                    "where the lock is held, the run fails, of which cron takes no note",
                    "take the lock out, since a job has one run at a time, or write flock -E 0 -n"
                ))
        case nil: break
        }
        if words.contains("run-parts") || words.contains(where: { $0.hasSuffix("/run-parts") }) {
            notes.append(
                (
                    "all programs of the directory are one job, with one outcome and one time budget",
                    "write a job for each where that matters"
                ))
        }
        if words.contains(where: { $0 == "sleep" }), line.contains("rand") || line.contains("RANDOM") {
            notes.append(
                (
                    "the run sleeps for a while before it begins, which counts as its work",
                    "write \"randomDelay\" in place of the sleep"
                ))
        }
        return notes
    }

    /// Debian's own lines do nothing where anacron is, and others start it.
    private var anacron: (String, String)? {
        if ["-x /usr/sbin/anacron ||", "-x /usr/sbin/anacron ] ||", "! -x /usr/sbin/anacron"]
            .contains(where: line.contains)
        {
            return (
                "the line does nothing where anacron is installed",
                "import its table there: bgrun import anacrontab"
            )
        }
        guard
            let command = ShellCommands.all(line).first(where: {
                $0.first?.split(separator: "/").last == "anacron"
            })
        else { return nil }
        let table = command.firstIndex(of: "-t").flatMap { $0 + 1 < command.count ? command[$0 + 1] : nil }
        return (
            "the line starts anacron, which starts what its own table has",
            "import that in its place: bgrun import anacrontab\(table.map { " \($0.onOneLine)" } ?? "")"
        )
    }

    /// Lines that skip their run on battery.
    private var power: (String, String)? {
        guard words.contains(where: { $0 == "on_ac_power" || $0.hasSuffix("/on_ac_power") }) else {
            return nil
        }
        let isWhole =
            words.first == "on_ac_power" && line.hasPrefix("on_ac_power &&")
            || line.hasPrefix("! on_ac_power ||")
        return isWhole
            ? (
                "the line skips its run on battery, where \"requiresExternalPower\" has it wait for power",
                "write \"requiresExternalPower\": true, and the command without on_ac_power"
            )
            : (
                "the line asks on_ac_power itself, which skips a run, where \"requiresExternalPower\" has it wait",
                "write \"requiresExternalPower\": true in its place"
            )
    }

    /// Whether it starts something that it does not wait for.
    private var hasBackground: Bool {
        !words.contains("wait") && ShellCommands.hasBackground(line, isBash: isBash)
    }

    /// Whether a line that ends at a percent sign was probably not meant to: inside a quotation, a substitution or a
    /// format of date's.
    var isCut: Bool {
        if line.hasSuffix("+") { return true }
        var (quote, depth, isTicked, isEscaped): (Character?, Int, Bool, Bool) = (nil, 0, false, false)
        var before: Character?
        for character in line {
            defer { before = character }
            if isEscaped {
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil }
            } else {
                switch character {
                case "'", "\"": quote = character
                case "`": isTicked.toggle()
                case "(" where before == "$" || depth > 0: depth += 1
                case ")": depth = max(depth - 1, 0)
                case _: break
                }
            }
        }
        return quote != nil || depth > 0 || isTicked
    }

    /// Accounts of Debian's that have the name of a program, which may be given a path.
    private static let programs: Set<Substring> = ["lp", "mail", "man", "sync"]

    /// Whether it begins with the name of a user, as an entry of /etc/crontab does.
    func startsWithUser(_ isAccount: (String) -> Bool) -> Bool {
        let parts = line.split(maxSplits: 1) { $0.isBlank }
        guard parts.count == 2 else { return false }
        let isProgram =
            parts[1].hasPrefix("/") && !Self.programs.contains(parts[0])
            || ["[ ", "test ", "command ", "cd ", "if "].contains { parts[1].hasPrefix($0) }
        return parts[0] == "root" || isProgram && isAccount(String(parts[0]))
    }
}
