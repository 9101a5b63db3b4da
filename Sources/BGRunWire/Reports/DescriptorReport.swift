// What `status` shows of a job's descriptor: nothing that may be secret.
import BGRunCalendar
import BGRunJob

/// A descriptor without what may be secret in it.
package struct DescriptorReport: WireObject, Hashable {
    package var kind: JobDescriptor.Kind
    package var program: JobDescriptor.Program
    /// The names of its environment, sorted. Values never leave the daemon.
    package var environment: [String]
    package var workingDirectory: String?
    /// A date, or a span such as `+15m`, as in the descriptor.
    package var earliestBegin: String?
    package var schedule: [ScheduleReport]
    package var timing: TimingReport
    package var requires: Requirements
    package var prefers: Preference?
    package var timeBudget: Duration
    package var gracePeriod: Duration
    package var onRequirementLost: JobDescriptor.RequirementLoss
    package var onExpiration: JobDescriptor.Expiry
    package var noNewPrivileges: Bool

    package init(_ descriptor: JobDescriptor) {
        kind = descriptor.kind
        program = descriptor.program
        environment = descriptor.environment.map(\.name)
        workingDirectory = descriptor.workingDirectory
        switch descriptor.earliestBegin {
        case nil: earliestBegin = nil
        case .date(let date): earliestBegin = date.rfc3339
        case .after(let span): earliestBegin = "+\(span.text)"
        }
        schedule = descriptor.schedules.map(ScheduleReport.init)
        timing = TimingReport(descriptor)
        requires = descriptor.requirements
        prefers = descriptor.preference
        timeBudget = descriptor.timeBudget
        gracePeriod = descriptor.gracePeriod
        onRequirementLost = descriptor.onRequirementLost
        onExpiration = descriptor.onExpiration
        noNewPrivileges = descriptor.noNewPrivileges
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        kind = try fields.required("kind", .choice(JobDescriptor.Kind.self))
        let command = try fields.optional("command", .list(of: .string))
        let shell = try fields.optional("shell", .string)
        switch (command, shell) {
        case (let command?, nil): program = .command(command)
        case (nil, let shell?): program = .shell(shell)
        case (nil, nil), (_?, _?): throw FieldFault("command")
        }
        environment = try fields.required("environment", .list(of: .string))
        workingDirectory = try fields.optional("workingDirectory", .string)
        earliestBegin = try fields.optional("earliestBeginDate", .string)
        schedule = try fields.required("schedule", .list(of: .object(ScheduleReport.self)))
        timing = try TimingReport(fields: &fields)
        requires = try fields.optional("requires", .requirements) ?? .none
        prefers = try fields.optional("prefers", .preference)
        timeBudget = try fields.required("timeBudget", .durationText)
        gracePeriod = try fields.required("gracePeriod", .durationText)
        onRequirementLost = try fields.required(
            "onRequirementLost", .choice(JobDescriptor.RequirementLoss.self))
        onExpiration = try fields.required("onExpiration", .choice(JobDescriptor.Expiry.self))
        noNewPrivileges = try fields.required("noNewPrivileges", .bool)
    }

    package var fields: [Field] {
        let command: [String]?
        let shell: String?
        switch program {
        case .command(let arguments): (command, shell) = (arguments, nil)
        case .shell(let line): (command, shell) = (nil, line)
        }
        return [
            Field("kind", .choice(JobDescriptor.Kind.self), kind),
            Field("command", .list(of: .string), orNull: command),
            Field("shell", .string, orNull: shell),
            Field("environment", .list(of: .string), environment),
            Field("workingDirectory", .string, orNull: workingDirectory),
            Field("earliestBeginDate", .string, orNull: earliestBegin),
            Field("schedule", .list(of: .object(ScheduleReport.self)), schedule),
        ] + timing.fields + [
            Field("requires", .requirements, orNull: requires.isEmpty ? nil : requires),
            Field("prefers", .preference, orNull: prefers),
            Field("requirements", .list(of: .choice(Requirement.Kind.self)), requires.kinds),
            Field("timeBudget", .durationText, timeBudget),
            Field("gracePeriod", .durationText, gracePeriod),
            Field("onRequirementLost", .choice(JobDescriptor.RequirementLoss.self), onRequirementLost),
            Field("onExpiration", .choice(JobDescriptor.Expiry.self), onExpiration),
            Field("noNewPrivileges", .bool, noNewPrivileges),
        ]
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
