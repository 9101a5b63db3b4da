// Requirements at a start: none too early, and none too late.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

extension World {
    // MARK: - None too early

    /// Nothing starts but what has all that it needs, and has it for long enough, except over the head of that.
    func expectNeeds(of order: LaunchOrder, _ record: JobRecord, isAtOnce: Bool, isByHand: Bool) throws {
        guard sightings.doubtEnds < now.awake else { return }
        // Who asks in person for something at once takes power's last word; a task does without what is preferred. By hand
        // nothing has to settle either.
        let isTask = order.descriptor.program.applicationTask?.request.strategy == .fail
        let holds = { (requirement: Requirement) in
            self.mayStart(
                on: requirement, of: order.job, byAnyWordOfPower: isAtOnce || isTask || isByHand,
                isSettled: !isByHand)
        }
        guard order.descriptor.requirements.holds(holds) else {
            throw Broken("\(order.job) starts without what it needs: \(standing(of: record))")
        }
        guard let preference = order.descriptor.preference, let relaxes = record.relaxes, now.wall < relaxes,
            !preference.requirements.holds(holds), !isTask, !isByHand
        else { return }
        throw Broken("\(order.job) starts without what it prefers, before \(relaxes.rfc3339)")
    }

    private func mayStart(
        on requirement: Requirement, of job: JobID, byAnyWordOfPower: Bool, isSettled: Bool
    ) -> Bool {
        let key = sightings.key(of: requirement, for: job)
        guard let leaf = sightings.leaves[key], isSettled ? leaf.counts(at: now) : leaf.state == .held
        else { return false }
        guard key.simulation == nil else { return true }
        if requirement.kind.isOfPower {
            return byAnyWordOfPower
                || (sightings.told.powerAt.map { $0.duration(to: now.awake) <= .seconds(1) } ?? false)
        }
        guard requirement.kind.isLookedAt, let subject = requirement.subjects(of: job.owner).first else {
            return true
        }
        guard let readAt = sightings.told.readAt[subject] else { return false }
        if requirement.kind.isOfHosts, readAt < sightings.hostsForgotten { return false }
        return readAt.duration(to: now.awake) <= subject.longestBelief
    }

    /// Where each condition of the job stands, for whoever reads of a fault.
    private func standing(of record: JobRecord) -> String {
        let descriptor = record.descriptor
        let leaves = descriptor.requirements.leaves + (descriptor.preference?.requirements.leaves ?? [])
        return leaves.map { requirement in
            let leaf = sightings.leaf(requirement, for: record.id)
            let readAt = requirement.subjects(of: record.id.owner).first.flatMap { sightings.told.readAt[$0] }
            let read = readAt.map { ", read \($0.duration(to: now.awake).text) ago" } ?? ""
            let counts = leaf.counts.duration(to: now.awake).text
            return "\(requirement.text): \(leaf.state), counts since \(counts)\(read)"
        }.joined(separator: "; ")
    }

    // MARK: - None too late

    /// Takes note of who is held back by nothing but requirements, at the end of a turn.
    func noteFreedom() throws {
        for id in freeSince.keys where memory.told[id] == nil { freeSince[id] = nil }
        for record in memory.told.values {
            guard isFree(record, at: now) else {
                freeSince[record.id] = nil
                continue
            }
            // Another request of the same name is another job.
            let known = freeSince[record.id].flatMap { $0.accepted == record.accepted ? $0 : nil }
            freeSince[record.id] = known ?? Freedom(since: now.awake, accepted: record.accepted)
            try expectStarted(record, by: now.awake, "nothing blocks it, and it does not start")
        }
    }

    /// Before anything happens: whoever could have started in between should have woken the scheduler.
    func expectPromptness() throws {
        for (id, _) in freeSince {
            guard let record = memory.told[id] else { continue }
            let before = now.awake.advanced(by: .milliseconds(-1))
            try expectStarted(record, by: before, "nobody was woken to start it")
        }
    }

    private func expectStarted(_ record: JobRecord, by instant: AwakeTime, _ words: String) throws {
        guard let free = freeSince[record.id]?.since, sightings.doubtEnds < now.awake,
            let start = startInstant(of: record), max(free, start) <= instant
        else { return }
        let from = max(free, start)
        // It may have become late meanwhile, or its hours may be over.
        let then = Now(
            wall: now.wall.advanced(by: now.awake.duration(to: from)),
            boot: now.boot.advanced(by: now.awake.duration(to: from)), awake: from)
        let descriptor = record.descriptor
        let all = descriptor.requirements.leaves + (descriptor.preference?.requirements.leaves ?? [])
        let looks = all.filter {
            $0.kind.isLookedAt && sightings.key(of: $0, for: record.id).simulation == nil
        }
        let patience = looks.reduce(Duration.zero) { $0 + $1.patience }
        guard from.advanced(by: patience) <= instant, isFree(record, at: then), isFree(record, at: now) else {
            return
        }
        // What is left of this instant is done in the next turn.
        if let wakeup = scheduler.nextWakeup(at: now), wakeup.moment.left(at: now) <= .zero { return }
        let blockers = scheduler.blockers(of: record.id, at: now).map { "\($0)" }.joined(separator: ", ")
        throw Broken(
            "\(record.id): \(words), although all has held for \(from.duration(to: now.awake).text) [\(blockers)] \(standing(of: record))"
        )
    }

    /// From when on what it needs holds and counts, as things stand; nil while it does not.
    private func startInstant(of record: JobRecord) -> AwakeTime? {
        let leaf = { (requirement: Requirement) in self.heldFrom(requirement, for: record.id) }
        guard let needs = record.descriptor.requirements.instant(leaf) else { return nil }
        guard let preference = record.descriptor.preference, let relaxes = record.relaxes else {
            return needs
        }
        let relaxed = now.awake.advanced(by: now.wall.duration(to: relaxes))
        let wants = preference.requirements.instant(leaf).map { min($0, relaxed) } ?? relaxed
        return max(needs, wants)
    }

    private func heldFrom(_ requirement: Requirement, for job: JobID) -> AwakeTime? {
        let key = sightings.key(of: requirement, for: job)
        guard requirement.kind.isLookedAt, key.simulation == nil else {
            let leaf = sightings.leaves[key]
            if case .idle(let span) = requirement, key.simulation == nil, leaf?.state == .lost,
                case .idle(.idle(let since))? = sightings.told.values[.idle]
            {
                return since.advanced(by: span)
            }
            return leaf?.state == .held ? leaf?.counts : nil
        }
        guard let subject = requirement.subjects(of: job.owner).first, !areChecksStuck else { return nil }
        var truth = Told()
        truth.values[subject] = device.observation(of: subject)
        guard requirement.verdict(truth, owner: job.owner, at: now) == .yes else { return nil }
        // What was simulated was not looked at meanwhile.
        let lookedAtFrom = max(lookedAtFrom, sightings.lastSimulated)
        let since = max(device.since[subject.component] ?? .init(microseconds: 0), lookedAtFrom)
        guard requirement.kind.isOfHosts, case .check(let check) = subject else { return since }
        if let asked = stuckHosts[check], sightings.hostsForgotten <= asked { return nil }
        // Who did not answer is asked again when something has changed, and else within a quarter of an hour, or an hour.
        let patience = Duration.seconds(check.question == .online ? 3600 : 15 * 60) + .seconds(60)
        // The connectivity check is asked half a minute after the last time at the soonest, and then at a full minute.
        let pause = Duration.seconds(check.question == .online ? 90 : 0)
        return since <= sightings.hostsForgotten
            ? sightings.hostsForgotten.advanced(by: pause) : since.advanced(by: patience)
    }

    /// Whether nothing but requirements keeps the job from starting.
    private func isFree(_ record: JobRecord, at now: Now) -> Bool {
        guard let due = record.occurrence.dueSince, record.activeRun == nil, !memory.isDoubtful, sleep == nil,
            memory.lull == nil,
            record.descriptor.kind == .service
                || memory.hasRoom(for: record.id.owner, ofMost: policy.maxRuns),
            memory.lack.mayStart(record.id.owner, at: now)
        else { return false }
        if isShuttingDown || isHeldByApplication(record, at: now) || isHeldByOrder(record) { return false }
        if scheduler.state(of: record.id) == .invalid { return false }
        if let rest = record.occurrence.rest, now.boot < rest.end { return false }
        guard record.switches.enabled ?? record.descriptor.isEnabled else { return false }
        if memory.switches.isInDoubt(record.id) { return false }
        if memory.switches.hold(of: record.id, record.descriptor, at: now) != nil { return false }
        if let hours = record.descriptor.allowedHours, !hours.isOpen(at: now.wall, in: memory.localZone) {
            return false
        }
        if let most = record.descriptor.maxLateness, due.advanced(by: most) < now.wall { return false }
        if record.descriptor.kind == .service || due.duration(to: now.wall) <= .seconds(60) { return true }
        guard memory.settlesUntil.map({ $0 <= now.awake }) ?? true else { return false }
        if memory.slots.isEmpty { return true }
        // Beside others' runs a user's first comes in its turn, and beside the user's own only while all is calm.
        let isInTurn = memory.lastLateStart.map { $0.duration(to: now.awake) >= .seconds(2) } ?? true
        return isInTurn && !memory.slots.values.contains(record.id.owner)
    }
}

extension JobRecord {
    /// From when on what it prefers counts no more.
    var relaxes: WallTime? {
        guard let due = occurrence.dueSince, let preference = descriptor.preference else { return nil }
        var ends = [preference.span.map { due.advanced(by: $0) }]
        switch descriptor.latestBegin {
        case .after(let span): ends.append(due.advanced(by: span))
        case .date(let date): ends.append(date)
        case nil: break
        }
        return ends.compactMap { $0 }.min()
    }
}

extension Requirement {
    /// In what time a change of what is looked at has to be seen.
    fileprivate var patience: Duration {
        switch self {
        case .not(let opposite): opposite.patience
        case .command(let command): command.interval + .seconds(60 + 60)
        case .reachable, .online: .seconds(60)
        case _: .seconds(130)
        }
    }
}

extension Subject {
    /// How long a yes may be believed.
    fileprivate var longestBelief: Duration {
        guard case .check(let check) = self else { return .seconds(10) }
        switch check.question {
        case .command(let command): return command.interval
        case .reachable: return .seconds(60)
        case .online: return .seconds(7 * 86_400)
        }
    }
}
