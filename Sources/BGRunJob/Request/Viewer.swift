// Who asks about jobs, and how much of each owner's they may see.

/// A caller, identified by the kernel.
package struct Viewer: Hashable, Sendable {
    package let user: UserID
    /// They are a member of one of the groups of the policy's `administrators`.
    package let isAdministrator: Bool

    package init(_ user: UserID, isAdministrator: Bool = false) {
        self.user = user
        self.isAdministrator = isAdministrator
    }

    /// The owners whose jobs are listed where the request names one, or none; nil for all.
    package func owners(meaning owner: UserID?) -> [UserID]? {
        if let owner { return sight(of: owner) == .nothing ? [] : [owner] }
        if user == .root { return nil }
        return isAdministrator ? [user, .root] : [user]
    }

    /// How much of a job is shown.
    package enum Sight: Sendable {
        case all
        /// How it stands and how it ends, and nothing of what it executes, waits for by name, or writes.
        case outline
        case nothing
    }

    /// The rule: users see what is theirs, root sees all, and administrators see of root's jobs how these stand.
    package func sight(of owner: UserID) -> Sight {
        if user == .root || user == owner { return .all }
        return owner == .root && isAdministrator ? .outline : .nothing
    }
}

extension HistoryLine {
    /// The part of it that a viewer may see; nil for none.
    package func shown(to viewer: Viewer) -> HistoryLine? {
        switch viewer.sight(of: job.owner) {
        case .all: return self
        case .nothing: return nil
        case .outline:
            guard case .run(let entry) = self else { return self }
            // Made of what is shown: a reason may name a path, and the call of a hook has what it wrote.
            return .run(
                HistoryEntry(
                    run: entry.run, job: entry.job, title: entry.title, due: entry.due,
                    started: entry.started, ended: entry.ended, duration: entry.duration,
                    outcome: entry.outcome, stopReason: entry.stopReason, exit: entry.exit,
                    isSimulated: entry.isSimulated, attempt: entry.attempt))
        }
    }
}

extension JobDescriptor {
    /// Its identifier, its title, and its dates; no path and no device of its schedule.
    package var outline: JobDescriptor {
        var outline = JobDescriptor(identifier: identifier, title: title, program: .command([]))
        outline.kind = kind
        outline.earliestBegin = earliestBegin
        outline.schedules = schedules.filter { schedule in
            switch schedule {
            case .cron, .calendar, .every: true
            case .event(.named, _), .event(.wakeAfter, _): true
            case .event(.device, _), .event(.mount, _), .path: false
            }
        }
        return outline
    }
}
