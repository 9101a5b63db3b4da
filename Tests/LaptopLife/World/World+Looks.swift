// What is looked at: only what a job asks for, no more often than needed, and checks that take their time.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

/// A process that answers a question.
struct Inquiry {
    let asked: AwakeTime
    /// Nil where it never does.
    let ends: AwakeTime?
    let answer: Observation
}

extension World {
    func look(at subject: Subject) throws {
        counts["looks", default: 0] += 1
        if subject.isTold && subject != .idle || subject == .power || subject == .network {
            throw Broken("\(subject.notation) is looked at and tells of itself")
        }
        guard case .check(let check) = subject else {
            pending.append(.observed(subject, device.observation(of: subject)))
            return
        }
        guard inquiries[check] == nil else { throw Broken("\(subject.notation) is asked twice at once") }
        try expectReason(toAsk: check)
        let isStuck = areChecksStuck || Int.random(in: 0..<20, using: &dice) == 0
        let time = Duration.milliseconds(Int64.random(in: 10...7000, using: &dice))
        inquiries[check] = Inquiry(
            asked: now.awake, ends: isStuck ? nil : now.awake.advanced(by: time),
            answer: device.observation(of: subject))
        guard check.question != .online else { return }
        let owners = inquiries.keys.filter { $0.question != .online }.map(\.owner)
        guard owners.count < 4 + Set(owners).count, owners.count(where: { $0 == check.owner }) <= 2 else {
            throw Broken("\(owners.count) checks are under way at once")
        }
    }

    /// Nothing is looked at but what a job asks for.
    func expectInterest(in answer: Effects) throws {
        for case .read(let subject) in answer.stops
        where !memory.isDoubtful && !observed.contains(.subject(subject))
            && !sightings.leaves.keys.contains(where: { $0.rests(on: subject) })
        {
            throw Broken("\(subject.notation) is looked at and nobody asks for it")
        }
    }

    /// A host that did not answer is not asked again within a minute, a connectivity check not made again within five,
    /// while all is as it was.
    private func expectReason(toAsk check: Check) throws {
        let rest = Duration.seconds(check.question == .online ? 300 : 60)
        guard check.question.isOfNetwork, let failed = failedHosts[check],
            sightings.hostsForgotten < failed, sightings.lastChange < failed, memory.lastDue < failed,
            failed.duration(to: now.awake) < rest, !isAnyoneNearer(since: failed)
        else { return }
        throw Broken("\(Subject.check(check).notation) is asked again and nothing has changed")
    }

    /// Whether something that jobs wait for has come to count since, or holds one back no more: who waits for the host alone
    /// from then on asks it anew.
    private func isAnyoneNearer(since instant: AwakeTime) -> Bool {
        instant <= sightings.lastCounted
            || sightings.leaves.values.contains { instant <= $0.counts && $0.counts <= now.awake }
            || memory.told.values.contains { isReleased($0, since: instant) }
    }

    /// Whether something else has held the job back until after an instant, and does no more: what it prefers, a rest, its
    /// hours.
    private func isReleased(_ record: JobRecord, since instant: AwakeTime) -> Bool {
        let waits = [
            record.relaxes.map { now.wall.duration(to: $0) },
            record.occurrence.rest.map { now.boot.duration(to: $0.end) },
        ]
        if waits.contains(where: { $0.map { $0 <= .zero && instant <= now.awake.advanced(by: $0) } ?? false })
        {
            return true
        }
        guard let hours = record.descriptor.allowedHours, record.occurrence.dueSince != nil else {
            return false
        }
        let then = now.wall.advanced(by: now.awake.duration(to: instant))
        return hours.isOpen(at: now.wall, in: memory.localZone)
            && !hours.isOpen(at: then, in: memory.localZone)
    }

    func answer(_ check: Check) throws {
        guard let inquiry = inquiries.removeValue(forKey: check) else { return }
        counts["answers", default: 0] += 1
        stuckHosts[check] = nil
        let isYes = inquiry.answer == .answered(true, "")
        failedHosts[check] = isYes || isOutdated(inquiry) ? nil : now.awake
        try turn([.observed(.check(check), inquiry.answer)])
    }

    func abandon(_ subject: Subject) throws {
        guard case .check(let check) = subject, let inquiry = inquiries.removeValue(forKey: check) else {
            throw Broken("\(subject.notation) is abandoned and was not asked")
        }
        counts["abandoned", default: 0] += 1
        failedHosts[check] = isOutdated(inquiry) ? nil : now.awake
        stuckHosts[check] = inquiry.asked
        // Whoever waits for it waits for the next look.
        lookedAtFrom = now.awake
    }

    /// What was asked before the network changed says nothing of the new one, and is asked again; so it is for another
    /// occurrence that waits for it, a job that is moved to other conditions or times, or one that waits for nothing else
    /// since.
    private func isOutdated(_ inquiry: Inquiry) -> Bool {
        let changes = [
            sightings.hostsForgotten, sightings.lastSimulated, sightings.lastClock, memory.lastDue,
        ]
        return changes.contains { inquiry.asked <= $0 }
            || isAnyoneNearer(since: inquiry.asked)
    }

    /// The scheduler is woken for looks at full minutes, and only where a due job waits for nothing else.
    func expectReason(for wakeup: Wakeup) throws {
        guard wakeup.reason == .look else { return }
        guard now.awake.microseconds % 60_000_000 == 0 else {
            throw Broken("woken for a look between two minutes")
        }
        guard !memory.isDoubtful else { return }
        let isWaiting = memory.told.values.contains { record in
            guard record.occurrence.dueSince != nil, record.activeRun == nil, record.occurrence.rest == nil,
                memory.switches.hold(of: record.id, record.descriptor, at: now) == nil
            else { return false }
            let isOpen = { (requirement: Requirement) in
                requirement.kind.isLookedAt
                    || self.sightings.leaf(requirement, for: record.id).counts(at: self.now)
            }
            guard let preference = record.descriptor.preference, let relaxes = record.relaxes,
                now.wall < relaxes
            else { return record.descriptor.requirements.holds(isOpen) }
            return record.descriptor.requirements.holds(isOpen) && preference.requirements.holds(isOpen)
        }
        if !isWaiting { throw Broken("woken for a look, and no job waits for that alone") }
    }
}

extension Check {
    /// Its place among all checks.
    var order: String { Subject.check(self).notation }
}
