// bgrun why: all that keeps one job from running.
import ArgumentParser
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
            --history: what held the job back, for how long, and what changed.
            """)

    @Flag(help: "Tell what held it back in the last days, and for how long.")
    var history = false

    @Option(help: "With --history: how many days back.")
    var days: Int?

    @OptionGroup var job: JobArgument

    func validate() throws {
        guard let days else { return }
        guard history else { throw ValidationError("--days belongs to --history") }
        guard (1...HeldBackCall.mostDays).contains(days) else {
            throw ValidationError("--days takes a number from 1 to \(HeldBackCall.mostDays)")
        }
    }

    func run() throws {
        let clock = LocalZone.clock
        if history {
            return try job.call.show(
                HeldBackCall(job.target, days: days ?? HeldBackCall.usualDays),
                by: { Terminal.write(HeldBackText($0, clock: clock).lines) })
        }
        try job.call.show(
            WhyCall(job.target),
            by: { Terminal.write(WhyText($0, clock: clock, screen: Terminal.screen).lines) })
    }
}
