// bgrun simulate: play a launch, an expiration, or any stop.
import ArgumentParser
import BGRunClient
import BGRunJob
import BGRunWire

struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Play what the machine would do later; the run is marked as simulated.",
        subcommands: [Launch.self, Expire.self, Stop.self])

    /// Sends the request and says what it did.
    fileprivate static func play(
        _ simulation: Simulation, _ job: JobArgument, _ output: OutputOptions, _ daemon: DaemonOptions
    ) throws {
        var connection = try daemon.connect()
        let target = Target(identifier: job.identifier, owner: daemon.owner)
        let reply = try connection.call(SimulateCall(target, simulation))
        if output.json { return Terminal.write(json: reply) }
        let identifier = job.identifier
        Terminal.write(
            reply.run.map { "run \($0) of \(identifier) started\n" }
                ?? "the run of \(identifier) was told to end\n")
    }

    struct Launch: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Start it as if nothing blocked it.")
        @OptionGroup var job: JobArgument
        @OptionGroup var output: OutputOptions
        @OptionGroup var daemon: DaemonOptions
        func run() throws { try play(.launch, job, output, daemon) }
    }

    struct Expire: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "End its run as if its budget were used.")
        @OptionGroup var job: JobArgument
        @OptionGroup var output: OutputOptions
        @OptionGroup var daemon: DaemonOptions
        func run() throws { try play(.stop(.timeBudget), job, output, daemon) }
    }

    struct Stop: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "End its run for any reason.")
        @Option(
            help: ArgumentHelp(
                "Such as requirementLost:externalPower or systemSleep; userRequest without it.",
                valueName: "reason"),
            transform: Words.stopReason)
        var reason: StopReason?
        @OptionGroup var job: JobArgument
        @OptionGroup var output: OutputOptions
        @OptionGroup var daemon: DaemonOptions
        func run() throws { try play(.stop(reason ?? .userRequest), job, output, daemon) }
    }
}
