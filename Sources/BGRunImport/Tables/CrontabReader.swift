// Crontabs as Debian's cron reads them: a user's own, and the system's with a column for the user.
import BGRunCalendar
import BGRunJSON

/// Makes descriptors of the entries of a crontab.
package struct CrontabReader {
    /// What stands between the time and the command.
    package enum Form: Hashable, Sendable {
        /// Nothing: it is a user's own.
        case ownersOnly
        /// The name of a user, as in /etc/crontab and /etc/cron.d.
        case withUser
    }

    private let source: ForeignSource
    private let form: Form
    /// Who the jobs are to be of, where that is another than who installs them.
    private let user: String?
    private var accounts: AccountNames
    private var variables = TableVariables()
    /// Whether a line was refused for the way it is written.
    private var hasUnreadable = false

    private init(
        _ source: ForeignSource, _ form: Form, user: String?, isAccount: @escaping (String) -> Bool
    ) {
        self.source = source
        self.form = form
        self.user = user
        accounts = AccountNames(isAccount: isAccount)
    }

    /// Reads a crontab into what was imported so far.
    ///
    /// - Parameters:
    ///   - user: Whose crontab it is, where jobs have to name that; the column of the system's comes first.
    ///   - isAccount: Whether there is an account of a name.
    package static func read(
        _ source: ForeignSource, _ form: Form, user: String? = nil, into imported: inout Imported,
        isAccount: @escaping (String) -> Bool = { $0 == "root" }
    ) {
        var reader = CrontabReader(source, form, user: user, isAccount: isAccount)
        let count = imported.jobs.count
        for (place, line) in source.lines(of: .crontab, &imported) {
            switch line {
            case .nothing: continue
            case .variable(let name, let value):
                if place.subject.trimmed.last == "=", value.isEmpty {
                    imported.say(
                        Remark(
                            .changed, place,
                            "Debian's cron knows no variable without a value, and takes no table with one; it is empty, as other crons have it",
                            advice: "write \(name.onOneLine)=\"\" there"))
                }
                reader.variables.set(name, to: value, at: place, &imported)
            case .entry(let text): reader.take(text, at: place, into: &imported)
            }
        }
        if imported.jobs.count > count { reader.sayOfAll(&imported) }
        let place = Place(path: source.path, line: nil, subject: "its lines")
        if let last = source.text.last, last != "\n", last != "\r\n" {
            imported.say(
                Remark(
                    .note, place, "the last line has no end, and Debian's cron takes no such table",
                    advice: "end it with a line feed"))
        }
        if reader.hasUnreadable {
            imported.say(
                Remark(
                    .note, place,
                    "where Debian's cron can't read a line of a table, it runs none of its entries",
                    advice: "mend what was refused, there too"))
        }
        if source.text.contains("\r\n") {
            imported.say(
                Remark(
                    .changed, place,
                    "they end with a carriage return, which cron hands to the shell with the command"))
        }
    }

    /// What holds for each of its jobs is said once.
    private func sayOfAll(_ imported: inout Imported) {
        let place = Place(path: source.path, line: nil, subject: "all its jobs")
        imported.say(
            Remark(
                .changed, place,
                "times that pass while the machine is off or asleep are made up for by one run",
                advice: "\"missed\": \"skip\" leaves them out"))
        imported.say(
            Remark(
                .changed, place,
                "a run has 3 h and background priority, and no second one starts beside it; one that ends with another code than 0 has failed; what it writes is kept for bgrun logs, and not mailed",
                advice: "\"timeBudget\" and \"resources\" say otherwise"))
    }

    private mutating func take(_ text: Substring, at place: Place, into imported: inout Imported) {
        if let fault = CrontabLine.fault(of: text) {
            hasUnreadable = true
            return imported.say(Remark(.refused, place, fault.reason, advice: fault.advice))
        }
        guard let (time, user, rest) = columns(text) else {
            hasUnreadable = true
            return imported.say(
                Remark(
                    .refused, place, "this is neither a variable nor an entry",
                    advice: form == .withUser
                        ? "an entry has five fields of time, a user and a command"
                        : "an entry has five fields of time and a command"))
        }
        if let user, user.contains(where: { "*/,".contains($0) }) {
            return imported.say(
                Remark(
                    .refused, place, "\(user) stands where a user does, and cron passes over the line",
                    advice: "an entry has five fields of time, a user and a command; seconds are other crons'"
                ))
        }
        let (line, input) = Self.separated(rest)
        var sketch = JobSketch(imported.name(name(of: line, user)), at: place)
        sketch["notes"] = .string("Imported from \(place.path.onOneLine), line \(place.line ?? 0).")
        if line.allSatisfy(\.isWhitespace) {
            sketch.say(.refused, place, "the entry runs nothing", advice: "write a command behind the time")
        }
        let test = DateTest(line, at: time)
        let command = test?.interval?.command ?? line
        let doubts = CommandDoubts(command, in: variables["SHELL"] ?? "/bin/sh")
        schedule(time, test?.interval, &sketch)
        if let user, user != "root" {
            sketch["user"] = .string(user)
            if !accounts.has(user) {
                sketch.say(
                    .note, place, "there is no account \(user) here",
                    advice: user.allSatisfy(\.isNumber)
                        ? "a sixth field of time, the year, is systemd-cron's alone" : "look at its name")
            }
        }
        variables.run(command, &sketch)
        variables.delay(&sketch, isDrawnOnce: true)
        variables.hours(&sketch, isRead: false)
        if let input {
            sketch["standardInput"] = .string(input)
            doubts.isCut
                ? sketch.say(
                    .note, place,
                    "the command ends at the first %, also inside a quotation, as it does for cron",
                    advice: "write \\% for a percent sign")
                : sketch.say(.kept, place, "what stands behind the first % is its standard input")
        }
        if form == .ownersOnly, doubts.startsWithUser({ accounts.has($0) }) {
            sketch.say(
                .note, place,
                "the command begins with the name of a user, as an entry of /etc/crontab does, and is run as it stands",
                advice: "--user-column reads it as a user's")
        }
        if let note = test?.note, test?.interval == nil {
            sketch.say(.note, place, note.reason, advice: note.advice)
        }
        doubts.tell(&sketch)
        imported.take(sketch)
    }

    /// The file comes first where it is one of several of the system's, else the owner: two of them may have the same program.
    private func name(of line: String, _ user: String?) -> String {
        let program = CommandName.of(line)
        if form == .withUser, let file = source.path.split(separator: "/").last, file != "crontab",
            file != program
        {
            return "local.cron.\(file).\(program)"
        }
        guard let user, user != "root" else { return "local.cron.\(program)" }
        return "local.cron.\(user).\(program)"
    }

    // MARK: - Columns

    private func columns(_ text: Substring) -> (time: String, user: String?, command: Substring)? {
        let fields = text.first == "@" ? 1 : 5
        let hasUser = form == .withUser
        guard let (words, command) = CrontabLine.split(text, after: fields + (hasUser ? 1 : 0)) else {
            return nil
        }
        return (
            words.prefix(fields).joined(separator: " "), hasUser ? words.last.map(String.init) : user, command
        )
    }

    private mutating func schedule(
        _ time: String, _ interval: (schedule: JSONObject, words: String, command: String)?,
        _ sketch: inout JobSketch
    ) {
        guard time.lowercased() != "@reboot" else {
            sketch.add(schedule: ["event": "boot"])
            return sketch.say(
                .changed, sketch.place, "once for each boot of the machine, and not when cron is started")
        }
        do throws(ScheduleFault) {
            _ = try CronExpression(time)
        } catch  where time.contains("~") {
            return sketch.say(
                .refused, sketch.place, "a time by chance (~) is cronie's and OpenBSD's",
                advice: "write a fixed one, and \"randomDelay\": \"1h\" into the descriptor")
        } catch {
            hasUnreadable = true
            return sketch.say(.refused, sketch.place, error.reason, advice: error.advice)
        }
        if let interval {
            sketch.say(
                .changed, sketch.place,
                "\(interval.words), as its test of the date has it; the test is left out, so that a run that is made up for passes, too"
            )
        }
        var entry = interval?.schedule ?? ["cron": .string(time)]
        defer { sketch.add(schedule: .object(entry)) }
        if interval == nil { sayOfTime(time, &sketch) }
        guard let zone = variables["CRON_TZ"], let place = variables.place(of: "CRON_TZ") else { return }
        entry["timeZone"] = .string(zone)
        sketch.say(
            .changed, place,
            "the times are of that zone, which Debian's cron passes over, and other crons do not")
    }

    private func sayOfTime(_ time: String, _ sketch: inout JobSketch) {
        switch Self.others(time) {
        case "#":
            sketch.say(
                .changed, sketch.place,
                "Debian's cron reads no further than the #, and runs it on each such weekday; it is due as other crons have it"
            )
        case _?:
            sketch.say(
                .changed, sketch.place,
                "Debian's cron knows no L and W, and takes no table with them; it is due as other crons have it"
            )
        case nil: sketch.say(.kept, sketch.place, "the time means the same")
        }
    }

    /// What of the days Debian's crontab(5) has not; a name of a day or a month has letters, too.
    private static func others(_ time: String) -> Character? {
        let fields = time.uppercased().split { $0.isBlank }
        guard fields.count == 5 else { return nil }
        return fields[2].first { "LW".contains($0) } ?? fields[4].first { $0 == "L" }
            ?? fields[4].first { $0 == "#" }
    }

    // MARK: - Commands

    /// The line for the shell, and what it reads: a percent sign ends a line unless a backslash stands before it, and the
    /// first of them begins the input.
    private static func separated(_ command: Substring) -> (line: String, input: String?) {
        var (lines, isEscaped): ([String], Bool) = ([""], false)
        for character in command {
            switch (character, isEscaped) {
            case ("%", false): lines.append("")
            case ("%", true):
                lines[lines.count - 1].removeLast()
                lines[lines.count - 1].append("%")
            case (let other, _): lines[lines.count - 1].append(other)
            }
            isEscaped = character == "\\" && !isEscaped
        }
        let line = lines[0].trimmed
        guard lines.count > 1 else { return (line, nil) }
        let input = lines.dropFirst().joined(separator: "\n")
        return (line, input.hasSuffix("\n") || input.isEmpty ? input : input + "\n")
    }
}
