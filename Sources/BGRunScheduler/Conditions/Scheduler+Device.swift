// Readings of the device: what they open, and when power is read again.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    mutating func read(_ reading: PowerReading, _ cause: PowerReadingCause, at now: Now) {
        let before = gates.seen.power
        let isChange = before?.verdict ?? .unknown != reading.verdict
        let isNews = isChange || before?.reason ?? "" != reading.reason
        if power.note(cause, isChange: isChange, isNews: isNews, at: now) {
            effects.saves.append(.rememberSilentPower)
        }
        if before?.batteryLevel != reading.batteryLevel { revision &+= 1 }
        gates.seen.power = reading
        judge(.power, at: now)
    }

    mutating func read(_ reading: NetworkReading, at now: Now) {
        if gates.seen.network != reading { askHostsAgain() }
        gates.seen.network = reading
        judge(.network, at: now)
    }

    // MARK: - Reading power without an event

    mutating func askForPower() {
        if power.ask() { reads.append(.readPower) }
    }

    mutating func passPower(to now: Now) {
        if let (instant, _) = power.wakeup(interval: powerPollInterval), instant <= now.awake {
            askForPower()
        }
        power.pass(to: now)
    }

    /// How often power is polled now; nil while nothing depends on it. `doctor` names it.
    package var powerPollInterval: Duration? {
        if isPowerNeededByRun { return PowerWatch.shortPoll }
        guard isOnlyPowerMissing else { return nil }
        return isPowerSilent ? PowerWatch.shortPoll : PowerWatch.longPoll
    }

    /// No event can be trusted to tell of a change: seen, or said by the policy.
    var isPowerSilent: Bool { power.isSilent || policy.powerPoll }

    /// Whether some due job lacks nothing but what the power supplies tell.
    private var isOnlyPowerMissing: Bool {
        // Loops, since a closure would copy the scheduler each time.
        for place in needs.lackingPower {
            for gate in needs[place].gates where gates[gate].key.requirement.isPower {
                if case .lost = gates[gate].gate.state { return true }
            }
        }
        return false
    }
}
