// The command line as a whole: its name, its subcommands, and what they share.
import ArgumentParser
import BGRunClient
import BGRunText
import BGRunWire

/// `bgrun`.
struct Bgrun: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bgrun",
        abstract: "Run jobs at a good moment: on external power, with a network, for a limited time.",
        discussion: """
            Talks to the system's daemon, or to the one at BGRUN_SOCKET; with --user to your own.

            Exit codes: 0 done, 1 the job did not succeed, the doctor found a fault, or an import or an adoption \
            was refused, 2 usage or invalid input, 3 timed out, 4 no daemon, 5 refused, 70 internal error, 74 the output \
            could not be written.
            """,
        version: ServiceIdentity.bgrun.version,
        groupedSubcommands: [
            // Each has a page of the manual (packaging/manual), and a command has its place in one of them.
            CommandGroup(
                name: "Hand over",
                subcommands: [
                    SubmitCommand.self, NewCommand.self, ImportCommand.self, AdoptCommand.self,
                    ReleaseCommand.self, EditCommand.self, LintCommand.self, RehearseCommand.self,
                ]),
            CommandGroup(
                name: "Look",
                subcommands: [
                    StatusCommand.self, WhyCommand.self, CatCommand.self, NextCommand.self,
                    ForecastCommand.self, ConditionsCommand.self, EventsCommand.self,
                ]),
            CommandGroup(
                name: "Look back",
                subcommands: [
                    LogsCommand.self, HistoryCommand.self, StatsCommand.self, TimelineCommand.self,
                    ReportCommand.self, MetricsCommand.self,
                ]),
            CommandGroup(
                name: "Change",
                subcommands: [
                    RunCommand.self, StopCommand.self, WaitCommand.self, PauseCommand.self,
                    UnpauseCommand.self, EnableCommand.self, DisableCommand.self, SnoozeCommand.self,
                    CancelCommand.self,
                ]),
            CommandGroup(
                name: "Applications",
                subcommands: [
                    PermitCommand.self, ForbidCommand.self, ApplicationsCommand.self, HoldCommand.self,
                ]),
            CommandGroup(name: "Inside a run", subcommands: [JobCommand.self]),
            CommandGroup(name: "Trouble", subcommands: [DoctorCommand.self, SimulateCommand.self]),
        ])

    @OptionGroup var call: CallOptions

    /// Without a subcommand: how things are, and what to do next.
    func run() throws {
        var connection = try call.daemon.connect()
        let reply = try connection.call(StatusCall(.all(owner: call.daemon.owner)))
        try call.show(Checkup(call.daemon).completed(reply), asLine: false) { status in
            let text = OverviewText(
                status, clock: LocalZone.clock, screen: Terminal.screen, owners: Words.owners)
            Terminal.write(text.lines.map(\.reaching))
        }
    }
}
