// One visible change, as `events` streams them.
import BGRunCalendar
import BGRunJob

/// Something that changed: of a job, of a run, or of the device.
package struct Transition: WireObject, Hashable {
    /// What changed, with what is to be said of it.
    package enum Change: Hashable, Sendable {
        /// A job is new, was changed, or moved on to another state.
        case jobChanged(JobID, JobState)
        /// A job left the table.
        case jobLeft(JobID)
        case runStarted(JobID, RunID)
        /// A run was told to end.
        case runExpiring(JobID, RunID, StopReason)
        case runEnded(JobID, RunID, Outcome, StopReason?)
        /// An occurrence, or several in a row, were skipped by rule.
        case occurrenceSkipped(JobID, JobRecord.LastSkip)
        case conditionChanged(Condition)
    }

    package var at: WallTime
    package var change: Change

    package init(at: WallTime, _ change: Change) {
        self.at = at
        self.change = change
    }

    /// What changed of one observed condition.
    package struct Condition: Hashable, Sendable {
        package var requirement: Requirement.Kind
        /// It with what was written to it: `batteryLevel 60`.
        package var text: String
        /// Whose it is, where each user has their own answer.
        package var owner: UserID?
        package var verdict: Verdict
        package var reason: String

        package init(
            _ requirement: Requirement, owner: UserID? = nil, _ verdict: Verdict, reason: String
        ) {
            self.requirement = requirement.kind
            text = requirement.text
            self.owner = owner
            self.verdict = verdict
            self.reason = reason
        }

        /// What history keeps of it; nil for a change of who looks.
        package init?(_ change: ConditionChange) {
            guard case .requirement(let text, let owner, let verdict) = change.what,
                let kind = Requirement.Kind(rawValue: String(text.prefix { $0 != " " }))
            else { return nil }
            requirement = kind
            self.text = text
            self.owner = owner
            self.verdict = verdict
            reason = change.reason
        }

        fileprivate init(fields: inout FieldReader) throws(FieldFault) {
            requirement = try fields.required("requirement", .choice(Requirement.Kind.self))
            text = try fields.required("text", .string)
            owner = try fields.optional("owner", .user)
            verdict = try fields.required("verdict", .choice(Verdict.self))
            reason = try fields.required("reason", .string)
        }

        fileprivate var fields: [Field] {
            var fields = [
                Field("requirement", .choice(Requirement.Kind.self), requirement),
                Field("text", .string, text),
            ]
            if let owner { fields.append(Field("owner", .user, owner)) }
            return fields + [
                Field("verdict", .choice(Verdict.self), verdict), Field("reason", .string, reason),
            ]
        }
    }

    /// Whose it is, and who alone may see it beside root; nil for what every user may see.
    package var owner: UserID? {
        if case .conditionChanged(let condition) = change { return condition.owner }
        return job?.owner
    }

    /// The job it is about; nil for a change of the device.
    package var job: JobID? {
        switch change {
        case .jobChanged(let job, _), .jobLeft(let job), .runStarted(let job, _),
            .runExpiring(let job, _, _), .runEnded(let job, _, _, _),
            .occurrenceSkipped(let job, _):
            job
        case .conditionChanged: nil
        }
    }

    /// The name of a change on the wire.
    package enum Kind: String, CaseIterable, Sendable {
        case jobChanged, jobLeft, runStarted, runExpiring, runEnded, occurrenceSkipped, conditionChanged
    }

    package var kind: Kind {
        switch change {
        case .jobChanged: .jobChanged
        case .jobLeft: .jobLeft
        case .runStarted: .runStarted
        case .runExpiring: .runExpiring
        case .runEnded: .runEnded
        case .occurrenceSkipped: .occurrenceSkipped
        case .conditionChanged: .conditionChanged
        }
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        at = try fields.required("at", .date)
        let kind = try fields.required("change", .choice(Kind.self))
        func job() throws(FieldFault) -> JobID {
            JobID(
                owner: try fields.required("owner", .user),
                identifier: try fields.required("identifier", .identifier))
        }
        func run() throws(FieldFault) -> RunID { try fields.required("run", .run) }
        switch kind {
        case .jobChanged:
            change = .jobChanged(try job(), try fields.required("state", .choice(JobState.self)))
        case .jobLeft:
            change = .jobLeft(try job())
        case .runStarted:
            change = .runStarted(try job(), try run())
        case .runExpiring:
            change = .runExpiring(try job(), try run(), try fields.required("stopReason", .stopReason))
        case .runEnded:
            change = .runEnded(
                try job(), try run(), try fields.required("outcome", .choice(Outcome.self)),
                try fields.optional("stopReason", .stopReason))
        case .occurrenceSkipped:
            change = .occurrenceSkipped(
                try job(), try fields.required("skipped", .object(JobRecord.LastSkip.self)))
        case .conditionChanged:
            change = .conditionChanged(try Condition(fields: &fields))
        }
    }

    /// Only the fields that mean something for the change are there.
    package var fields: [Field] {
        var fields = [Field("at", .date, at), Field("change", .choice(Kind.self), kind)]
        if let job {
            fields.append(Field("identifier", .identifier, job.identifier))
            fields.append(Field("owner", .user, job.owner))
        }
        switch change {
        case .jobChanged(_, let state): fields.append(Field("state", .choice(JobState.self), state))
        case .jobLeft: break
        case .runStarted(_, let run): fields.append(Field("run", .run, run))
        case .runExpiring(_, let run, let reason):
            fields.append(Field("run", .run, run))
            fields.append(Field("stopReason", .stopReason, reason))
        case .runEnded(_, let run, let outcome, let reason):
            fields.append(Field("run", .run, run))
            fields.append(Field("outcome", .choice(Outcome.self), outcome))
            if let reason { fields.append(Field("stopReason", .stopReason, reason)) }
        case .occurrenceSkipped(_, let skip):
            fields.append(Field("skipped", .object(JobRecord.LastSkip.self), skip))
        case .conditionChanged(let condition): fields += condition.fields
        }
        return fields
    }
}
