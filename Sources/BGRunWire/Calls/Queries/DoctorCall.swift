// Doctor: how this daemon works on this machine, and what is wrong with it.
import BGRunJob

/// Asks for all explanations at once.
package struct DoctorCall: SchedulerCall {
    package static let method = SchedulerMethod.doctor

    package init() {}
    package init(fields: inout FieldReader) throws(FieldFault) {}
    package var fields: [Field] { [] }

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
        /// Where the groups are, or why there are none.
        package var holdingReason: String
        package var power: PowerExplanation
        package var network: NetworkExplanation
        /// What jobs ask for and nobody can know; those jobs wait.
        package var unknownRequirements: [UnknownRequirement]
        /// Each exception from "nothing polls" that is armed now, in words.
        package var wakeups: [String]
        /// What this machine or this daemon can't do, with what does not work without it; nothing is wrong with that.
        package var limits: [String]
        /// What is wrong, and what to do; empty where the doctor finds the daemon healthy.
        package var faults: [String]

        package init(
            daemon: DaemonReport, holding: Holding, holdingReason: String, power: PowerExplanation,
            network: NetworkExplanation, unknownRequirements: [UnknownRequirement] = [],
            wakeups: [String] = [],
            limits: [String] = [],
            faults: [String] = []
        ) {
            self.daemon = daemon
            self.holding = holding
            self.holdingReason = holdingReason
            self.power = power
            self.network = network
            self.unknownRequirements = unknownRequirements
            self.wakeups = wakeups
            self.limits = limits
            self.faults = faults
        }

        package init(fields: inout FieldReader) throws(FieldFault) {
            daemon = try fields.required("daemon", .object(DaemonReport.self))
            holding = try fields.required("holding", .choice(Holding.self))
            holdingReason = try fields.required("holdingReason", .string)
            power = try fields.required("power", .object(PowerExplanation.self))
            network = try fields.required("network", .object(NetworkExplanation.self))
            unknownRequirements = try fields.required(
                "unknownRequirements", .list(of: .object(UnknownRequirement.self)))
            wakeups = try fields.required("wakeups", .list(of: .string))
            limits = try fields.required("limits", .list(of: .string))
            faults = try fields.required("faults", .list(of: .string))
        }

        package var fields: [Field] {
            [
                Field("daemon", .object(DaemonReport.self), daemon),
                Field("holding", .choice(Holding.self), holding),
                Field("holdingReason", .string, holdingReason),
                Field("power", .object(PowerExplanation.self), power),
                Field("network", .object(NetworkExplanation.self), network),
                Field(
                    "unknownRequirements", .list(of: .object(UnknownRequirement.self)), unknownRequirements),
                Field("wakeups", .list(of: .string), wakeups),
                Field("limits", .list(of: .string), limits),
                Field("faults", .list(of: .string), faults),
            ]
        }
    }
}
