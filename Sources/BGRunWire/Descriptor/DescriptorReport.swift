// What `status` shows of a job's descriptor: nothing that may be secret.
import BGRunCalendar
import BGRunJob

/// A descriptor without what may be secret in it.
package struct DescriptorReport: WireObject, Hashable {
    package var kind: JobDescriptor.Kind
    package var program: JobDescriptor.Program
    package var environment: [String]
    package var workingDirectory: String?
    package var earliestBegin: JobDescriptor.EarliestBegin?
    package var schedule: [ScheduleReport]
    package var timing: TimingReport
    package var requires: Requirements
    package var prefers: Preference?
    package var timeBudget: Duration
    package var gracePeriod: Duration
    package var onRequirementLost: JobDescriptor.RequirementLoss
    package var onExpiration: JobDescriptor.Expiry
    package var ends: EndsReport
    package var noNewPrivileges: Bool
    package var launch: LaunchRulesReport
    package var order: OrderRules

    package static let wire = WireTable<DescriptorReport>(
        named: "Descriptor",
        about: "What a job's author wrote. Its standard input is left out.",
        .key("kind", .choice, \.kind),
        .keys(JobDescriptor.Program.wire, \.program),
        .key("environment", .list(.string), \.environment, "the names alone, sorted"),
        .key("workingDirectory", .optional(.string), \.workingDirectory),
        .key(
            "earliestBeginDate", .optional(.earliestBegin), \.earliestBegin,
            "a date, or a span after acceptance such as +15m"),
        .key(
            "schedule", .list(.object), \.schedule,
            "whichever comes first makes the job due; empty for a job that runs once"),
        .keys(TimingReport.wire, \.timing),
        .key("requires", .requirements, \.requires, "as in a descriptor, null where it asks for nothing"),
        .key("prefers", .optional(.preference), \.prefers, "the same"),
        .key("timeBudget", .durationText, \.timeBudget)
            .telling("requirements", .list(.named), \.requires.kinds, "the kinds that are named in requires"),
        .key("gracePeriod", .durationText, \.gracePeriod),
        .key("onRequirementLost", .choice, \.onRequirementLost),
        .key("onExpiration", .choice, \.onExpiration),
        .keys(EndsReport.wire, \.ends),
        .key("noNewPrivileges", .bool, \.noNewPrivileges),
        .keys(LaunchRulesReport.wire, \.launch),
        .keys(OrderRules.wire, \.order),
        make: DescriptorReport.init)
}

extension DescriptorReport {
    package init(_ descriptor: JobDescriptor) {
        self.init(
            kind: descriptor.kind, program: descriptor.program,
            environment: descriptor.environment.map(\.name),
            workingDirectory: descriptor.workingDirectory, earliestBegin: descriptor.earliestBegin,
            schedule: descriptor.schedules.map(ScheduleReport.init), timing: TimingReport(descriptor),
            requires: descriptor.requirements, prefers: descriptor.preference,
            timeBudget: descriptor.timeBudget, gracePeriod: descriptor.gracePeriod,
            onRequirementLost: descriptor.onRequirementLost, onExpiration: descriptor.onExpiration,
            ends: EndsReport(descriptor), noNewPrivileges: descriptor.noNewPrivileges,
            launch: LaunchRulesReport(descriptor.launchRules), order: descriptor.order)
    }
}

extension JobDescriptor.Program {
    fileprivate static let wire = WireTable<JobDescriptor.Program>(
        .key(
            "command", .optional(.list(.string)), \.command,
            "this, shell, unit, or application and task are there"),
        .key("shell", .optional(.string), \.shell),
        .key("unit", .optional(.unit), \.unit, "a service of systemd, which is started and watched"),
        .key(
            "application", .optional(.identifier), \.application,
            "the application that has asked for it, in place of these"),
        .key("task", .optional(.object), \.request, "what it has asked for"),
        make: JobDescriptor.Program.init)

    private init(
        command: [String]?, shell: String?, unit: UnitName?, application: JobIdentifier?, task: TaskRequest?
    ) throws(FieldFault) {
        switch (command, shell, unit, application, task) {
        case (let command?, nil, nil, nil, nil): self = .command(command)
        case (nil, let shell?, nil, nil, nil): self = .shell(shell)
        case (nil, nil, let unit?, nil, nil): self = .unit(unit)
        case (nil, nil, nil, let application?, let task?):
            self = .task(application: application, task)
        case (_, _, _, _, _): throw FieldFault("command")
        }
    }

    private var application: JobIdentifier? { applicationTask?.application }
    private var request: TaskRequest? { applicationTask?.request }

    private var command: [String]? {
        switch self {
        case .command(let arguments): arguments
        case .shell, .unit, .task: nil
        }
    }

    private var shell: String? {
        switch self {
        case .command, .unit, .task: nil
        case .shell(let line): line
        }
    }
}

extension Requirements {
    /// The kinds that are named anywhere in it, in the order in which they are first named.
    fileprivate var kinds: [Requirement.Kind] {
        var kinds: [Requirement.Kind] = []
        for leaf in leaves where !kinds.contains(leaf.kind) { kinds.append(leaf.kind) }
        return kinds
    }
}
