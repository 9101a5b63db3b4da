// The command line as a whole: its name, its subcommands, and what they share.
import ArgumentParser
import BGRunText
import BGRunWire

/// `bgrun`.
struct Bgrun: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bgrun",
        abstract: "Run jobs at a good moment: on external power, with a network, for a limited time.",
        discussion: """
            Talks to the system's daemon, or to the one at BGRUN_SOCKET; with --user to your own.

            Exit codes: 0 done, 1 the job did not succeed or the doctor found a fault, 2 usage or invalid \
            input, 3 timed out, 4 no daemon, 5 refused, 70 internal error, 74 the output could not be written.
            """,
        version: ServiceIdentity.bgrun.version,
        subcommands: [
            SubmitCommand.self, NewCommand.self, ImportCommand.self, EditCommand.self, StatusCommand.self,
            WhyCommand.self,
            CatCommand.self, RunCommand.self,
            StopCommand.self,
            CancelCommand.self, PauseCommand.self, UnpauseCommand.self, EnableCommand.self,
            DisableCommand.self, SnoozeCommand.self, WaitCommand.self, LogsCommand.self, HistoryCommand.self,
            StatsCommand.self,
            NextCommand.self, ForecastCommand.self, RehearseCommand.self, TimelineCommand.self,
            ReportCommand.self,
            MetricsCommand.self, ConditionsCommand.self, EventsCommand.self,
            SimulateCommand.self,
            PermitCommand.self, ForbidCommand.self, ApplicationsCommand.self, HoldCommand.self,
            JobCommand.self, LintCommand.self, DoctorCommand.self,
        ])

    @OptionGroup var call: CallOptions

    /// Without a subcommand: how things are, and what to do next.
    func run() throws {
        try call.show(
            StatusCall(.all(owner: call.daemon.owner)),
            by: { status in
                let text = OverviewText(
                    status, clock: LocalZone.clock, screen: Terminal.screen, owners: Words.owners)
                Terminal.write(text.lines)
            })
    }
}
