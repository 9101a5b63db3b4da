// bgrun why: all that keeps one job from running.
import ArgumentParser
import BGRunCalendar
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

struct WhyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Tell everything that keeps a job from running now, and what would help.",
        discussion: """
            Each requirement is listed with its state, since when it is so, and what would satisfy it. With \
            --history: what held the job back, for how long, and what changed. With --at: how it stood then.
            """)

    @Flag(help: "Tell what held it back in the last days, and for how long.")
    var history = false

    @Option(help: "With --history: how many days back.")
    var days: Int?

    @Option(
        help: ArgumentHelp(
            "Tell how it stood at this time: 02:00, \"yesterday 02:00\", \"Mon 02:00\", \"2026-03-29 02:30\", or so long ago, such as 6h.",
            valueName: "time"), transform: Words.pastMoment)
    var at: WallTime?

    @OptionGroup var job: JobArgument

    func validate() throws {
        if at != nil, history { throw ValidationError("give either --at or --history") }
        guard let days else { return }
        guard history else { throw ValidationError("--days belongs to --history") }
        guard (1...HeldBackCall.mostDays).contains(days) else {
            throw ValidationError("--days takes a number from 1 to \(HeldBackCall.mostDays)")
        }
    }

    func run() throws {
        try job.find { target in
            if let at { return try showMoment(at, of: target) }
            try history ? showPast(of: target) : showPresent(of: target)
        }
    }

    private func showMoment(_ instant: WallTime, of target: Target) throws {
        try job.call.show(
            MomentCall(target, at: instant),
            by: { Terminal.page(PastMomentText($0, clock: LocalZone.clock).lines, job.call.output) })
    }

    private func showPast(of target: Target) throws {
        try job.call.show(
            HeldBackCall(target, days: days ?? HeldBackCall.usualDays),
            by: { Terminal.page(HeldBackText($0, clock: LocalZone.clock).lines, job.call.output) })
    }

    private func showPresent(of target: Target) throws {
        let clock = LocalZone.clock
        do {
            try job.call.show(
                WhyCall(target),
                by: {
                    Terminal.page(
                        WhyText($0, clock: clock, screen: Terminal.screen).lines.map(\.reaching),
                        job.call.output)
                })
        } catch let absence as UnknownJob {
            // It waits for nothing any more: its end is why.
            guard let status = end(of: target) else { throw absence }
            if job.call.output.json { return Terminal.write(json: status) }
            Terminal.write(
                Array(
                    StatusText(status, clock: clock, screen: Terminal.screen, owners: Words.owners).ends
                        .dropFirst().map(\.reaching)))
        }
    }

    /// The status of a job that is over; nil where none of that name ever was, or where it is there.
    private func end(of target: Target) -> StatusCall.Reply? {
        let status = job.call.daemon.glance { connection, deadline in
            try? connection.call(StatusCall(.job(target)), until: deadline)
        }
        return status.flatMap { $0.jobs.isEmpty && !$0.ended.isEmpty ? $0 : nil }
    }
}
