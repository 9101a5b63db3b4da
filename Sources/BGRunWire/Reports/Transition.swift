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
        /// A run was told to end, or its main process has ended by itself and something of the run has not.
        case runExpiring(JobID, RunID, StopReason?)
        case runEnded(JobID, RunID, Outcome, StopReason?)
        /// An occurrence, or several in a row, had no run.
        case occurrenceSkipped(JobID, Skip)
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

    package static let wire = WireTable<Transition>(
        named: "Event", about: "One visible change. Which fields are there depends on it.",
        .keys(Keys.wire, \.keys), make: Transition.init)

    /// Only the fields that mean something for the change are there.
    private struct Keys: Sendable {
        var at: WallTime
        var kind: Kind
        var identifier: JobIdentifier?
        var owner: UserID?
        var state: JobState?
        var run: RunID?
        var outcome: Outcome?
        var stopReason: StopReason?
        var skip: Skip?
        var requirement: Requirement.Kind?
        var text: String?
        var verdict: Verdict?
        var reason: String?

        static let wire = WireTable<Keys>(
            .key("at", .date, \.at),
            .key(
                "change", .choice, \.kind,
                """
                jobChanged: identifier, owner, state. jobLeft: identifier, owner. runStarted: identifier, owner, \
                run. runExpiring: those, and stopReason unless its main process has ended by itself and left others \
                behind. runEnded: those and outcome; stopReason only where it was told to end. occurrenceSkipped: \
                identifier, owner, skipped. conditionChanged: requirement, text, verdict, reason, and owner where each \
                user has their own answer
                """),
            .sparse("identifier", .identifier, \.identifier), .sparse("owner", .user, \.owner),
            .sparse("state", .named, \.state), .sparse("run", .run, \.run),
            .sparse("outcome", .named, \.outcome), .sparse("stopReason", .stopReason, \.stopReason),
            .sparse("skipped", .object, \.skip), .sparse("requirement", .named, \.requirement),
            .sparse("text", .string, \.text), .sparse("verdict", .named, \.verdict),
            .sparse("reason", .string, \.reason),
            make: Keys.init)

        func job() throws(FieldFault) -> JobID {
            JobID(owner: try there(owner, "owner"), identifier: try there(identifier, "identifier"))
        }
    }

    private var keys: Keys {
        var keys = Keys(at: at, kind: kind, identifier: job?.identifier, owner: owner)
        switch change {
        case .jobChanged(_, let state): keys.state = state
        case .jobLeft: break
        case .runStarted(_, let run): keys.run = run
        case .runExpiring(_, let run, let reason): (keys.run, keys.stopReason) = (run, reason)
        case .runEnded(_, let run, let outcome, let reason):
            (keys.run, keys.outcome, keys.stopReason) = (run, outcome, reason)
        case .occurrenceSkipped(_, let skip): keys.skip = skip
        case .conditionChanged(let condition):
            (keys.requirement, keys.text) = (condition.requirement, condition.text)
            (keys.verdict, keys.reason) = (condition.verdict, condition.reason)
        }
        return keys
    }

    private init(_ keys: Keys) throws(FieldFault) {
        at = keys.at
        switch keys.kind {
        case .jobChanged: change = .jobChanged(try keys.job(), try there(keys.state, "state"))
        case .jobLeft: change = .jobLeft(try keys.job())
        case .runStarted: change = .runStarted(try keys.job(), try there(keys.run, "run"))
        case .runExpiring:
            change = .runExpiring(
                try keys.job(), try there(keys.run, "run"), keys.stopReason)
        case .runEnded:
            change = .runEnded(
                try keys.job(), try there(keys.run, "run"), try there(keys.outcome, "outcome"),
                keys.stopReason)
        case .occurrenceSkipped: change = .occurrenceSkipped(try keys.job(), try there(keys.skip, "skipped"))
        case .conditionChanged:
            change = .conditionChanged(
                Condition(
                    requirement: try there(keys.requirement, "requirement"),
                    text: try there(keys.text, "text"),
                    owner: keys.owner, verdict: try there(keys.verdict, "verdict"),
                    reason: try there(keys.reason, "reason")))
        }
    }
}

extension Transition.Condition {
    package init(_ requirement: Requirement, owner: UserID? = nil, _ verdict: Verdict, reason: String) {
        self.init(
            requirement: requirement.kind, text: requirement.text, owner: owner, verdict: verdict,
            reason: reason)
    }

    /// What history keeps of it; nil for a change of who looks.
    package init?(_ change: ConditionChange) {
        guard case .requirement(let text, let owner, let verdict) = change.what,
            let kind = Requirement.Kind(rawValue: String(text.prefix { $0 != " " }))
        else { return nil }
        self.init(requirement: kind, text: text, owner: owner, verdict: verdict, reason: change.reason)
    }
}
