// What a line for a shell runs, as far as its words tell: a name for its job, and habits of Debian's packages.

/// Looks at a line that cron hands to a shell.
struct CommandDoubts {
    private let line: String
    private let words: [Substring]

    init(_ line: String) {
        self.line = line
        words = line.split { $0.isBlank || "\n;&|(){}\"'`<>".contains($0) }
    }

    /// A name for what is run: that of its program, or of the directory whose programs are run.
    var name: String {
        if words.contains(where: { $0 == "run-parts" || $0.hasSuffix("/run-parts") }),
            let directory = words.last(where: { $0.hasPrefix("/") && !$0.hasSuffix("run-parts") })
        {
            return Self.lastName(directory)
        }
        // Where it goes first is not what it runs.
        let run = words.indices.filter { $0 == words.startIndex || words[$0 - 1] != "cd" }.map { words[$0] }
        let path = run.first { word in
            ["/", "~/", "./", "$HOME/"].contains { word.hasPrefix($0) }
                && !["/dev/", "/run/", "/proc/", "/sys/", "/tmp/", "/bin/test", "/var/lib/"].contains {
                    word.hasPrefix($0)
                }
        }
        let plain = run.first { word in
            word.first.map { $0.isLetter } ?? false && !Self.notPrograms.contains(word) && !word.contains("=")
        }
        return (path ?? plain).map(Self.lastName) ?? "job"
    }

    private static let notPrograms: Set<Substring> = [
        "cd", "test", "if", "then", "command", "root", "exec", "env", "nice", "ionice", "sleep", "export",
        "umask",
    ]

    private static func lastName(_ path: Substring) -> String {
        path.split(separator: "/").last.map(String.init) ?? "job"
    }

    /// What there is to know of it, each with what to do.
    var notes: [(reason: String, advice: String)] {
        var notes: [(String, String)] = []
        if line.contains("/run/systemd/system") {
            notes.append(
                (
                    "the line looks for /run/systemd/system, so that it does nothing where systemd runs: a timer is there for that",
                    "import the timer: bgrun import systemd NAME.timer"
                ))
        }
        if line.contains("/usr/sbin/anacron") {
            notes.append(
                (
                    "the line does nothing where anacron is installed",
                    "import its table there: bgrun import anacrontab"
                ))
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
}
