// bgrun timeline: what the last days were like for jobs, half an hour a character.
import ArgumentParser
import BGRunCalendar
import BGRunJob
import BGRunText
import BGRunWire

struct TimelineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline",
        abstract: "Draw what the last days were like: when jobs waited, for what, and when they ran.",
        discussion: """
            With an identifier: a row a day. Without: a row for each job, of the last 24 hours or of each of the days. A \
            character is half an hour, on narrow terminals an hour; a legend explains them.
            """)

    @Argument(
        help: ArgumentHelp("Draw only this job, a row a day.", valueName: "identifier"), completion: .jobs,
        transform: Words.jobName)
    var name: JobName?

    @OptionGroup var tagged: TagOption

    @Option(help: "How many days, up to today: 7 of one job, else the last 24 hours.")
    var days: Int?

    @OptionGroup var call: CallOptions

    /// As long as anything may be kept.
    private static let mostDays = 366

    func validate() throws {
        try tagged.validate(beside: name)
        if let days, !(1...Self.mostDays).contains(days) {
            throw ValidationError("--days takes a number from 1 to \(Self.mostDays)")
        }
    }

    func run() throws {
        let clock = LocalZone.clock
        let past = try call.daemon.jobs(name, tagged) {
            try RecordedPast.asked($0, since: since(clock), call)
        }
        if call.output.json { return Terminal.write(json: TimelineReport.json(past.machine, past.jobs)) }
        var text = TimelineText(past.machine, clock: clock, glyphs: Terminal.alphabet, on: Terminal.screen)
        if name != nil {
            var lines: [Line] = []
            for job in past.jobs {
                if !lines.isEmpty { lines.append(Line()) }
                lines += text.days(of: job)
            }
            Terminal.page(lines, call.output)
        } else {
            Terminal.page(text.overview(past.jobs, isOneDay: days == nil), call.output)
        }
    }

    /// The beginning of a local day; without a job and a number, 24 hours ago.
    private func since(_ clock: LocalClock) -> WallTime {
        if name == nil, days == nil { return clock.now.advanced(by: .seconds(-86_400)) }
        let today = clock.local(clock.now).daysSinceEpoch
        let first = today - Int64((days ?? 7) - 1)
        return clock.instant(of: CivilTime(seconds: first * CivilTime.secondsPerDay))
    }
}
