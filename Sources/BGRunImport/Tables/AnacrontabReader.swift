// Anacrontabs: what is to run once in so many days, whenever the machine is on.
import BGRunJSON

/// Makes descriptors of the entries of an anacrontab.
package enum AnacrontabReader {
    /// Reads an anacrontab into what was imported so far.
    ///
    /// - Parameter user: Whose it is, where jobs have to name that.
    package static func read(_ source: ForeignSource, user: String? = nil, into imported: inout Imported) {
        var variables = TableVariables()
        let count = imported.jobs.count
        for (place, line) in source.lines(of: .anacrontab, joined: true, &imported) {
            switch line {
            case .nothing: continue
            case .variable(let name, let value): variables.set(name, to: value, at: place, &imported)
            case .entry(let text): take(text, &variables, user, at: place, into: &imported)
            }
        }
        guard imported.jobs.count > count else { return }
        let whole = Place(path: source.path, line: nil, subject: "all its jobs")
        imported.say(
            Remark(
                .changed, whole,
                "they wait for external power, where Debian's anacron is not started on battery at all",
                advice: "remove \"requiresExternalPower\" for a job that may run on battery"))
        imported.say(
            Remark(
                .changed, whole,
                "a run has 3 h and background priority; what it writes is kept for bgrun logs, and not mailed",
                advice: "\"timeBudget\" and \"resources\" say otherwise"))
    }

    private static func take(
        _ text: Substring, _ variables: inout TableVariables, _ user: String?, at place: Place,
        into imported: inout Imported
    ) {
        guard let (words, rest) = CrontabLine.split(text, after: 3), !rest.isEmpty else {
            return imported.say(
                Remark(
                    .refused, place, "this is neither a variable nor an entry",
                    advice: "an entry has a period in days, a delay in minutes, a name and a command"))
        }
        guard !words[2].contains("/") else {
            return imported.say(
                Remark(
                    .refused, place, "anacron takes no name with a slash, and passes the line over",
                    advice: "write a name without one"))
        }
        let owner = user.flatMap { $0 == "root" ? nil : $0 }
        let name = "local.anacron.\(owner.map { "\($0)." } ?? "")\(words[2])"
        var sketch = JobSketch(imported.name(name), at: place)
        if let owner { sketch["user"] = .string(owner) }
        sketch["notes"] = .string("Imported from \(place.path.onOneLine), line \(place.line ?? 0).")
        schedule(String(words[0]), from: variables.firstHour, &sketch)
        delay(String(words[1]), &sketch)
        sketch["requiresExternalPower"] = true
        let line = String(rest).trimmed
        variables.run(line, &sketch)
        variables.delay(&sketch, isDrawnOnce: false)
        variables.hours(&sketch, isRead: true)
        CommandDoubts(line, in: variables["SHELL"] ?? "/bin/sh").tell(&sketch)
        imported.take(sketch)
    }

    /// - Parameter hour: The first in which it may start, since an occurrence at midnight would only wait for it.
    private static func schedule(_ period: String, from hour: Int, _ sketch: inout JobSketch) {
        let words = [
            "@daily": "daily", "@weekly": "weekly", "@monthly": "monthly", "@yearly": "yearly",
            "@annually": "yearly", "1": "daily",
        ]
        if let word = words[period.lowercased()] {
            sketch.add(schedule: ["calendar": .string(hour == 0 ? word : calendar(word, at: hour))])
            let start = hour == 0 ? "the first moment" : "the first allowed hour"
            let reason =
                "it is due from \(start) of a \(unit(word)) on, and made up for when the machine is on again"
            guard word != "daily" else { return sketch.say(.kept, sketch.place, reason) }
            return sketch.say(
                .changed, sketch.place, "\(reason), where anacron counts from the run before")
        }
        guard Int(period) != 0 else {
            return sketch.say(
                .refused, sketch.place,
                "it is run whenever anacron is started, which says nothing of when it is due",
                advice: "write a \"schedule\" such as {\"event\": \"boot\"}")
        }
        guard let days = Int(period), (1...36_500).contains(days) else {
            return sketch.say(
                .refused, sketch.place, "the period is no number of days",
                advice: "write one such as 7, or @daily, @weekly or @monthly")
        }
        sketch.add(schedule: ["every": .string("\(days)d")])
        sketch.say(
            .changed, sketch.place,
            "every \(days) days from its first run on, where anacron counts from the run before")
    }

    private static func calendar(_ word: String, at hour: Int) -> String {
        let days =
            switch word {
            case "daily": "*-*-*"
            case "weekly": "Mon *-*-*"
            case "monthly": "*-*-01"
            case _: "*-01-01"
            }
        return "\(days) \(TableVariables.clock(hour))"
    }

    private static func unit(_ word: String) -> String {
        switch word {
        case "daily": "day"
        case "weekly": "week"
        case "monthly": "month"
        case _: "year"
        }
    }

    /// Anacron's delays keep its jobs apart after it was started.
    private static func delay(_ text: String, _ sketch: inout JobSketch) {
        guard let minutes = Int(text), minutes >= 0 else {
            return sketch.say(
                .refused, sketch.place, "the delay is no number of minutes", advice: "write one such as 5")
        }
        sketch["queue"] = "anacron"
        sketch.say(
            .changed, sketch.place,
            "a queue has these jobs run one after the other, in place of the delay of \(minutes) min that keeps them apart"
        )
    }
}
