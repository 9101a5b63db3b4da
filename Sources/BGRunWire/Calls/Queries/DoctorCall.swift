// Doctor: how this daemon works on this machine, and what is wrong with it.
import BGRunJob

/// Asks for all explanations at once.
package struct DoctorCall: SchedulerCall, WireObject {
    package var method: SchedulerMethod { .doctor }

    package init() {}
    package static let wire = WireTable<DoctorCall>(make: DoctorCall.init)

    /// What keeps the processes of a run together, so that all of them can be ended.
    package enum Holding: String, CaseIterable, Sendable {
        /// A control group (cgroup v2) for each run.
        case cgroup
        /// A session and process group for each run, and `BGRUN_RUN` in the environment of what left it.
        case session
    }

    package struct Reply: WireObject, Hashable {
        package var daemon: DaemonReport
        package var holding: Holding
        package var holdingReason: String
        package var power: PowerExplanation
        package var network: NetworkExplanation
        package var unknownRequirements: [UnknownRequirement]
        /// Keys of `resources`.
        package var unheldResources: [String]
        package var wakeups: [String]
        package var limits: [String]
        package var faults: [String]
        /// Those that something is wrong with.
        package var jobs: [JobReport]
        /// Of jobs that are over and have failed, as in `status`.
        package var ended: [EndedReport]

        package init(
            daemon: DaemonReport, holding: Holding, holdingReason: String, power: PowerExplanation,
            network: NetworkExplanation, unknownRequirements: [UnknownRequirement] = [],
            unheldResources: [String] = [], wakeups: [String] = [], limits: [String] = [],
            faults: [String] = [], jobs: [JobReport] = [], ended: [EndedReport] = []
        ) {
            self.daemon = daemon
            self.holding = holding
            self.holdingReason = holdingReason
            self.power = power
            self.network = network
            self.unknownRequirements = unknownRequirements
            self.unheldResources = unheldResources
            self.wakeups = wakeups
            self.limits = limits
            self.faults = faults
            self.jobs = jobs
            self.ended = ended
        }

        package static let wire = WireTable<Reply>(
            .key("daemon", .object, \.daemon),
            .key("holding", .choice, \.holding, "what keeps the processes of a run together"),
            .key("holdingReason", .string, \.holdingReason, "where the groups are, or why there are none"),
            .key("power", .object, \.power), .key("network", .object, \.network),
            .key(
                "unknownRequirements", .list(.object), \.unknownRequirements,
                "what jobs ask for and nobody can know; those jobs wait"),
            .key(
                "unheldResources", .list(.string), \.unheldResources,
                "keys of a descriptor's resources to which nothing holds a run here"),
            .key(
                "wakeups", .list(.string), \.wakeups,
                "each reason to look at something without an event that is armed now"),
            .key(
                "limits", .list(.string), \.limits,
                "what this machine or this daemon can't do, which is no fault"),
            .key("faults", .list(.string), \.faults, "what is wrong beside the jobs, and what to do"),
            .key("jobs", .list(.object), \.jobs, "those that have troubles"),
            .key("ended", .list(.object), \.ended, "the last runs of jobs that are over and have failed"),
            make: Reply.init)
    }
}
