// What history keeps of the machine, as `ConditionHistory` answers.
import BGRunCalendar
import BGRunJob

extension ConditionChange: WireObject {
    package static let wire = WireTable<ConditionChange>(
        named: "ConditionChange",
        about: "One change of what was seen of the machine: of a requirement, or of who looked.",
        .key("at", .date, \.at),
        .key(
            "requirement", .optional(.string), \.requirement,
            "it with what was written to it, as in Condition; a long one is cut"),
        .key("owner", .optional(.user), \.owner, "whose it is, where each user has their own answer"),
        .key("verdict", .optional(.named), \.verdict, "there with requirement"),
        .key("machine", .optional(.named), \.machine, "there without requirement"),
        .key("reason", .string, \.reason),
        .key("simulated", .bool, \.isSimulated),
        make: ConditionChange.init)

    private var requirement: String? {
        if case .requirement(let text, _, _) = what { text } else { nil }
    }
    private var owner: UserID? {
        if case .requirement(_, let owner, _) = what { owner } else { nil }
    }
    private var verdict: Verdict? {
        if case .requirement(_, _, let verdict) = what { verdict } else { nil }
    }
    private var machine: MachineState? {
        if case .machine(let state) = what { state } else { nil }
    }

    private init(
        at: WallTime, requirement: String?, owner: UserID?, verdict: Verdict?, machine: MachineState?,
        reason: String, isSimulated: Bool
    ) throws(FieldFault) {
        let what: What
        switch (requirement, machine) {
        case (let requirement?, nil):
            what = .requirement(requirement, owner: owner, try there(verdict, "verdict"))
        case (nil, let state?): what = .machine(state)
        case (_, _): throw FieldFault("machine")
        }
        self.init(at: at, what, reason: reason, isSimulated: isSimulated)
    }
}

extension ConditionChange.MachineState: WireChoice {
    package static let wire = (
        name: "MachineState",
        about: """
        Who looked at the machine: the daemon that starts and stops, or nobody while it sleeps. lastWritten: a \
        daemon has ended without a word, and had written last then.
        """
    )
}

extension HoldChange: WireObject {
    package static let wire = WireTable<HoldChange>(
        named: "HoldChange", about: "What holds a job back beside requirements, from an instant on.",
        .keys(JobID.wire, \.job),
        .key("at", .date, \.at),
        .key("waiting", .bool, \.isWaiting, "its occurrence is due and has no run"),
        .key("blockers", .list(.string), \.blockers, "names, in the fixed order"),
        make: HoldChange.init)
}
