// bgrun job: what a program of a run asks about its run, and says of it.
import ArgumentParser
import BGRunCalendar
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

// Each has its name written down: to make it of the type's name costs the start of every command two milliseconds.
struct JobCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "job",
        abstract: "Inside a run: ask about it, tell how far it is, put it off, or get more time.",
        discussion: """
            For the program of a run and all that it starts. Which run that is the daemon knows by itself.
            """,
        subcommands: [TimeLeft.self, Reason.self, Progress.self, Alive.self, Defer.self, Extend.self])

    struct TimeLeft: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "time-left",
            abstract: "Print the seconds until the run is told to end; once it was, until it is killed.",
            discussion: "A service that only ends with what it requires has \"infinity\".")
        @OptionGroup var call: CallOptions
        func run() throws {
            try call.show(OwnRunCall()) { account in
                (account.timeLeft.map { "\(max(0, $0.components.seconds))" } ?? "infinity") + "\n"
            }
        }
    }

    struct Reason: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reason",
            abstract: "Print why the run is told to end; before that, why it runs and how late it is.")
        @OptionGroup var call: CallOptions
        func run() throws {
            try call.show(OwnRunCall()) { OwnRunText($0, clock: LocalZone.clock).reason + "\n" }
        }
    }

    struct Progress: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "progress", abstract: "Tell how far the run is, for status, wait and --watch.")
        @Argument(
            help: ArgumentHelp("How much is done, from 0 to 100.", valueName: "percent"),
            transform: Words.percent)
        var percent: Int
        @Argument(help: ArgumentHelp("What it is doing, in a few words.", valueName: "text"))
        var text: String?
        @OptionGroup var call: CallOptions
        func run() throws { try call.show(ReportProgressCall(percent: percent, text: text)) { _ in "" } }
    }

    struct Alive: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "alive", abstract: "Give a sign of life, which a job with a \"watchdog\" owes.")
        @OptionGroup var call: CallOptions
        func run() throws { try call.show(ShowLifeCall()) { _ in "" } }
    }

    struct Defer: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "defer",
            abstract: "Say that the run does not finish this time: when it ends well, it is due again.",
            discussion: """
                Once the run's main process has left with a success, that counts as exit 75 does: the occurrence \
                stays due, and rests. A failure stays one.
                """)
        @Option(
            name: .customLong("for"),
            help: ArgumentHelp("How long it rests; without it, as after exit 75.", valueName: "duration"),
            transform: Words.duration)
        var duration: Duration?
        @OptionGroup var call: CallOptions
        func validate() throws {
            if let duration, !RunWords.deferrals.contains(duration) {
                let (least, most) = (RunWords.deferrals.lowerBound, RunWords.deferrals.upperBound)
                throw ValidationError("--for takes a duration from \(least.text) to \(most.text)")
            }
        }
        func run() throws { try call.show(DeferRunCall(for: duration)) { _ in "" } }
    }

    struct Extend: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "extend",
            abstract:
                "Add to the run's time budget, up to its maxTimeBudget; prints the seconds that are left.")
        @Argument(
            help: ArgumentHelp("How much more, such as 5m.", valueName: "duration"),
            transform: Words.duration)
        var duration: Duration
        @OptionGroup var call: CallOptions
        func validate() throws {
            if duration <= .zero { throw ValidationError("give a duration above zero, such as 5m") }
        }
        func run() throws {
            try call.show(ExtendRunCall(by: duration)) { "\(max(0, $0.timeLeft.components.seconds))\n" }
        }
    }
}
