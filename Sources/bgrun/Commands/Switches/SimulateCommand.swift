// bgrun simulate: a launch, an expiration, any stop, or conditions of the device, on purpose.
import ArgumentParser
import BGRunCalendar
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

// Each has its name written down: to make it of the type's name costs the start of every command two milliseconds.
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract:
            "Trigger a start, expiry or stop on purpose, or pretend a condition; simulated runs are marked.",
        subcommands: [Launch.self, Expire.self, Stop.self, Condition.self])

    /// Sends the request and says what it did.
    fileprivate static func simulate(
        _ simulation: Simulation, _ job: JobArgument, _ deed: Deed = .harmless
    ) throws {
        try job.find(deed) { target in
            try job.call.show(SimulateCall(target, simulation)) { reply in
                reply.run.map { "run \($0) of \(target.identifier) started\n" }
                    ?? "the run of \(target.identifier) was told to end\n"
            }
        }
    }

    struct Launch: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "launch", abstract: "Start it as if nothing blocked it.")
        @OptionGroup var job: JobArgument
        func run() throws { try simulate(.launch, job) }
    }

    struct Expire: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "expire", abstract: "End its run as if its budget were used.")
        @OptionGroup var job: JobArgument
        func run() throws { try simulate(.stop(.timeBudget), job, .ending("simulate expire")) }
    }

    struct Stop: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "stop", abstract: "End its run for any reason.")
        @Option(
            help: ArgumentHelp(
                "Such as requirementLost:externalPower or systemSleep; userRequest without it.",
                valueName: "reason"),
            completion: .stopReasons, transform: Words.stopReason)
        var reason: StopReason?
        @OptionGroup var job: JobArgument
        func run() throws { try simulate(.stop(reason ?? .userRequest), job, .ending("simulate stop")) }
    }

    struct Condition: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "condition",
            abstract: "Evaluate jobs against simulated conditions instead of the observed ones, for a while.",
            usage: """
                bgrun simulate condition ASSIGNMENTS… [--for DURATION] [--job ID]
                bgrun simulate condition --end [--job ID]
                """,
            discussion: """
                Such as externalPower=off,batteryLevel=15. Every kind of requirement takes on, off or unknown; \
                batteryLevel, load and temperature take a number too, idle a duration, lid open or closed. Of \
                what is true or false it is the state itself: locked=on simulates a locked session.

                Without --job it is for all jobs that you may change. It ends by itself. Runs that start by it \
                are real.
                """)

        @Argument(
            help: ArgumentHelp("What to simulate.", valueName: "assignments"), completion: .conditions)
        var assignments: [String] = []

        @Option(
            name: .customLong("for"),
            help: ArgumentHelp("How long (default: 2m).", valueName: "duration"),
            transform: Words.duration)
        var duration: Duration?

        @Option(
            help: ArgumentHelp("Only for this job.", valueName: "id"), completion: .jobs,
            transform: Words.jobName)
        var job: JobName?

        @Flag(help: "Evaluate against the observed conditions again.")
        var end = false

        @OptionGroup var call: CallOptions

        func validate() throws {
            guard assignments.isEmpty == end, !(end && duration != nil) else {
                throw ValidationError("give either conditions such as externalPower=off or --end")
            }
            if let duration, !(duration > .zero && duration <= SimulateConditionsCall.longestDuration) {
                throw ValidationError(
                    "--for takes a duration up to \(SimulateConditionsCall.longestDuration.text)")
            }
            if job == nil, call.daemon.owner != nil { throw ValidationError("--owner goes with --job") }
            if !end { _ = try Words.simulatedConditions(assignments) }
        }

        func run() throws {
            guard let job else { return try simulate(for: nil) }
            try call.daemon.job(job) { try simulate(for: $0) }
        }

        private func simulate(for target: Target?) throws {
            guard !end else {
                return try call.show(SimulateConditionsCall(target, .end)) { _ in
                    SimulationText.ended(for: target) + "\n"
                }
            }
            let conditions = try Words.simulatedConditions(assignments)
            let span = duration ?? SimulateConditionsCall.usualDuration
            try call.show(SimulateConditionsCall(target, .begin(conditions, for: span))) { reply in
                let clock = LocalZone.clock
                let until = reply.until ?? clock.now.advanced(by: span)
                return SimulationText.started(conditions, for: target, until: until, clock: clock) + "\n"
            }
        }
    }
}
