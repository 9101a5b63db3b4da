// What `bgrun rehearse` prints of the last days: the picture, what came of it, and what was taken for granted.
import BGRunCalendar
import BGRunJob

/// The view of jobs that were played over the last days.
package struct RehearsalText {
    /// What was taken for granted, and what is not known.
    package struct Facts {
        /// How long runs of a job were taken to work, and by whom.
        package struct Work {
            package enum Source {
                /// By so many runs that succeeded.
                case runs(Int)
                /// By the person who asks.
                case asked
                case guess

                package var name: String {
                    switch self {
                    case .runs: "history"
                    case .asked: "asked"
                    case .guess: "guess"
                    }
                }
            }

            package var job: JobIdentifier
            package var span: Duration
            package var source: Source

            package init(_ job: JobIdentifier, _ span: Duration, by source: Source) {
                self.job = job
                self.span = span
                self.source = source
            }
        }

        package var begin = WallTime(microseconds: 0)
        package var end = WallTime(microseconds: 0)
        package var works: [Work] = []
        /// Of what nothing is known, and from when on something is; nil where nothing ever is.
        package var unknown: [(requirement: Requirement, until: WallTime?)] = []
        /// Those that others come after, and that are not played.
        package var missing: [JobIdentifier] = []
        /// Those that never came up, with when they do.
        package var notDue: [(job: JobIdentifier, at: WallTime?)] = []
        /// Something brings a job up that leaves no trace in history: a changed path, a login, an unlock.
        package var hasUnseenTriggers = false
        /// Why not all was played, behind a colon; nil where all was.
        package var cut: String?

        package init() {}
    }

    private let jobs: [JobTimeline]
    private let machine: MachineTimeline
    private let facts: Facts
    private let clock: LocalClock
    private let glyphs: Alphabet
    private let screen: Screen

    package init(
        _ jobs: [JobTimeline], _ machine: MachineTimeline, _ facts: Facts, clock: LocalClock,
        glyphs: Alphabet, on screen: Screen
    ) {
        self.jobs = jobs
        self.machine = machine
        self.facts = facts
        self.clock = clock
        self.glyphs = glyphs
        self.screen = screen
    }

    package var lines: [Line] {
        let what = jobs.count == 1 ? "it" : "they"
        let begin = clock.date(facts.begin)
        var lines = [
            Line(
                "How \(what) would have gone if submitted \(begin). Nothing was started.",
                .dim)
        ]
        for job in jobs {
            var text = TimelineText(machine, clock: clock, glyphs: glyphs, on: screen)
            lines.append(Line())
            lines += text.days(of: job)
            lines.append(Line())
            lines += (sums(of: job) + [lateness(of: job)]).compactMap(\.self).map { Line($0) }
        }
        let notes = self.notes
        if !notes.isEmpty { lines.append(Line()) }
        return lines + notes.map { Line($0, .dim) }
    }

    // MARK: What came of it

    /// `7 runs: 5 succeeded, 2 interrupted.`
    private func sums(of job: JobTimeline) -> [String?] {
        if let date = facts.notDue.first(where: { $0.job == job.job.identifier }) {
            return [
                date.at.map { "Not due in this time; it is due \(clock.date($0))." }
                    ?? "Not due in this time: it waits for an event or a file."
            ]
        }
        var counts: [(name: String, count: Int)] = []
        for run in job.runs {
            let name = run.outcome.title
            if let place = counts.firstIndex(where: { $0.name == name }) {
                counts[place].count += 1
            } else {
                counts.append((name, 1))
            }
        }
        let active = job.activeRun != nil ? [("running", 1)] : []
        let all = (counts.map { ($0.name, $0.count) } + active).map { "\($0.1) \($0.0)" }
        let count = job.runs.count + active.count
        let runs =
            count == 0
            ? "No run."
            : "\(count) \(count == 1 ? "run" : "runs"): \(all.joined(separator: ", "))."
        let skips = SkipReason.allCases.compactMap { reason -> String? in
            let count = job.skips.count { $0.reason == reason }
            return count == 0 ? nil : "\(count) skipped: \(reason.words)."
        }
        return [runs] + skips
    }

    /// `Longest wait: 6 h, from Tue 14:00: no external power.`
    private func lateness(of job: JobTimeline) -> String? {
        // Stretches that follow each other are one wait.
        var waits: [(from: WallTime, to: WallTime)] = []
        for wait in job.waits {
            if let last = waits.last, last.to == wait.from {
                waits[waits.count - 1].to = wait.to
            } else {
                waits.append((wait.from, wait.to))
            }
        }
        guard let longest = waits.max(by: { $0.from.duration(to: $0.to) < $1.from.duration(to: $1.to) })
        else { return nil }
        let span = longest.from.duration(to: longest.to)
        guard span >= .seconds(60) else { return nil }
        let cause = job.cause(from: longest.from, to: longest.to).map { ": \($0)" } ?? ""
        return "Longest wait: \(span.rounded), from \(clock.date(longest.from))\(cause)."
    }

    // MARK: What was taken for granted

    private var notes: [String] {
        var notes = facts.works.map { work in
            let name = jobs.count == 1 ? "each run" : "each run of \(work.job)"
            let why =
                switch work.source {
                case .runs(1): "as the one before it that succeeded"
                case .runs(let count): "the median of the last \(count) that succeeded"
                case .asked: "as you said"
                case .guess: "as none has succeeded so far; --takes says another time"
                }
            return
                "Assumes that \(name) takes \(work.span.rounded) (\(why)), and goes on where a stopped one was."
        }
        for (requirement, until) in facts.unknown {
            let kind = requirement.kind.rawValue
            notes.append(
                "Nothing is known \(until.map { "before \(clock.date($0)) " } ?? "")of \(requirement.words); it counts as unmet. "
                    + "With --assume \(kind)=on or \(kind)=off it counts as you say.")
        }
        for job in facts.missing {
            notes.append("\(job) is not played, so what comes after it waits for ever: name its file too.")
        }
        if facts.hasUnseenTriggers {
            notes.append(
                "Logins, unlocks and changed paths are not recorded: nothing that they bring up is played.")
        }
        if let cut = facts.cut {
            notes.append("It was played up to \(clock.date(facts.end)) only: \(cut).")
        }
        notes.append("Other jobs were not played; their queues, limits and conflicts are ignored.")
        return notes
    }
}
