// Readings of the device: what they open, what they stop, and when power is read again.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    mutating func read(_ reading: PowerReading, _ cause: PowerReadingCause, at now: Now) {
        let before = gates[Requirement.externalPower.index]
        let isNews = before.verdict != reading.verdict || before.reason != reading.reason
        if power.note(cause, isChange: before.verdict != reading.verdict, isNews: isNews, at: now) {
            saves.append(.rememberSilentPower)
        }
        let isChange = gates[Requirement.externalPower.index].read(
            reading.verdict, reason: reading.reason, settle: policy.settle.externalPower,
            lossSettle: reading.isContradicted
                ? policy.lossSettle.contradictedPower : policy.lossSettle.externalPower,
            at: now)
        if isChange || batteryLevel != reading.batteryLevel { revision &+= 1 }
        batteryLevel = reading.batteryLevel
    }

    mutating func read(_ reading: NetworkReading, at now: Now) {
        let isChange = gates[Requirement.network.index].read(
            reading.verdict, reason: reading.reason, settle: policy.settle.network,
            lossSettle: policy.lossSettle.network, at: now)
        if isChange { revision &+= 1 }
    }

    /// Tells every run that needs `requirement`, and wants to be stopped without it, to end.
    mutating func stopRuns(thatNeed requirement: Requirement, at now: Now) {
        revision &+= 1
        for id in runs.values.sorted() {
            guard let job = jobs[id], isHurt(job, byLosing: requirement) else { continue }
            apply(.told(Stop(.requirementLost(requirement))), to: id, at: now)
        }
    }

    private func isHurt(_ job: Job, byLosing requirement: Requirement) -> Bool {
        guard let run = job.phase.run, !run.isForced, job.descriptor.requirements.contains(requirement) else {
            return false
        }
        switch job.descriptor.onRequirementLost {
        case .stop: return true
        case .finish: return false
        }
    }

    // MARK: - Reading power without an event

    mutating func askForPower() {
        if power.ask() { signals.append(.readPower) }
    }

    mutating func passPower(to now: Now) {
        if let (instant, _) = power.wakeup(interval: powerPollInterval), instant <= now.awake {
            askForPower()
        }
        power.pass(to: now)
    }

    /// How often power is polled now; nil while nothing depends on it. `doctor` names it.
    package var powerPollInterval: Duration? {
        if runs.values.contains(where: { jobs[$0].map { isHurt($0, byLosing: .externalPower) } ?? false }) {
            return PowerWatch.shortPoll
        }
        guard case .lost = gates[Requirement.externalPower.index].state, isOnlyPowerMissing else {
            return nil
        }
        return isPowerSilent ? PowerWatch.shortPoll : PowerWatch.longPoll
    }

    /// No event can be trusted to tell of a change: seen, or said by the policy.
    var isPowerSilent: Bool { power.isSilent || policy.powerPoll }

    /// Whether some due job lacks nothing but power.
    private var isOnlyPowerMissing: Bool {
        readyQueues.indices.contains { index in
            let needs = ReadyQueue.all[index].requirements
            guard needs.contains(.externalPower), readyQueues[index].count > 0 else { return false }
            return needs.members.allSatisfy { $0 == .externalPower || gates[$0.index].isOpen }
        }
    }
}
