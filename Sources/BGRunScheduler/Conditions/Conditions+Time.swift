// What time alone brings about: gates that settle, looks that are due, and the next wake-up.
import BGRunCalendar
import BGRunJob

extension Conditions {
    /// For whose sake time matters, beside those who wait.
    struct Watch {
        /// The needs of all runs.
        var running: [Need] = []
        /// A run would be hurt by a loss of power: then it is looked for.
        var isPowerNeeded = false
        /// Whose due jobs are kept from starting by nothing but what they need.
        var starters: [UserID] = []
    }

    /// Lets gates settle that have settled by now.
    ///
    /// - Returns: What was gained, for those who wait for the event.
    mutating func passGates(to now: Now, _ portion: inout Portion) -> [TriggerEvent] {
        var gains: [TriggerEvent] = []
        for place in gates.dueGates(by: now, atMost: portion.left) {
            portion.spend(1)
            if let change = gates[place].changesAt, change <= now.awake {
                gates.lookBeforeIdle(place)
                continue
            }
            switch gates.pass(place, to: now) {
            case .nothing: break
            case .opened(let isGain):
                orders.hasNews = true
                let key = gates[place].key
                // What is simulated does not happen.
                if isGain, key.simulation == nil, let event = TriggerEvent(gainOf: key.requirement) {
                    gains.append(event)
                }
            case .lossCounts: orders.hasNews = true
            }
        }
        passOn()
        if gates.takeIdleLook() { orders.reads.append(.read(.idle)) }
        return gains
    }

    /// Ends checks that take too long, and looks at the power supplies where that is due.
    mutating func passLooks(to now: Now, _ watch: Watch) {
        endOverdueChecks(at: now)
        if let (instant, _) = power.wakeup(interval: powerPollInterval(watch)), instant <= now.awake {
            askForPower()
        }
        power.pass(to: now)
    }

    private mutating func endOverdueChecks(at now: Now) {
        for subject in looks.overdue(at: now) {
            guard case .check(let check) = subject else { continue }
            orders.stops.append(.abandon(subject))
            observed(
                subject, .answered(false, "did not answer within \(check.timeBudget.text)"), at: now)
        }
    }

    /// How often power is polled now; nil while nothing depends on it.
    func powerPollInterval(_ watch: Watch) -> Duration? {
        if watch.isPowerNeeded { return PowerWatch.shortPoll }
        guard isOnlyPowerMissing else { return nil }
        return isPowerSilent ? PowerWatch.shortPoll : PowerWatch.longPoll
    }

    /// Whether some due job lacks nothing but what the power supplies tell.
    private var isOnlyPowerMissing: Bool {
        // Loops, since a closure would copy all this each time.
        for need in needs.lackingPower {
            for gate in needs[need].gates where gates[gate].key.requirement.isPower {
                if case .lost = gates[gate].gate.state { return true }
            }
        }
        return false
    }

    // MARK: - The next wake-up

    /// When the first gate settles, or moves by time alone. Of thousands all but a few are passed over.
    func gateWakeup(_ watch: Watch) -> Wakeup? {
        var first: (at: AwakeTime, gate: GateTable.Place, wakeup: Wakeup)?
        for place in gates.timedGates {
            guard let move = gates.move(of: place) else { continue }
            if let first, (first.at, first.gate) < (move, place) { continue }
            for wakeup in wakeups(of: gates[place], watch) {
                guard case .awake(let instant) = wakeup.moment else { continue }
                if let first, (first.at, first.gate) <= (instant, place) { continue }
                first = (instant, place, wakeup)
            }
        }
        return first?.wakeup
    }

    /// When something is looked at, and when a simulation ends.
    mutating func lookWakeups(_ watch: Watch, at now: Now) -> [Wakeup] {
        var wakeups: [Wakeup] = []
        if let (instant, reason) = power.wakeup(interval: powerPollInterval(watch)) {
            wakeups.append(Wakeup(.awake(instant), reason))
        }
        if let instant = looks.firstDeadline { wakeups.append(Wakeup(.awake(instant), .checkEnds)) }
        for owner in watch.starters {
            if let instant = nextLook(for: owner, at: now) { wakeups.append(Wakeup(.awake(instant), .look)) }
        }
        if let end = simulations.firstEnd { wakeups.append(Wakeup(.boot(end), .simulationEnds)) }
        return wakeups
    }

    private func wakeups(of entry: GateTable.Entry, _ watch: Watch) -> [Wakeup] {
        let requirement = entry.key.requirement
        let isNeededByRun = requirement.kind.isLosable && watch.running.contains { entry.needs.contains($0) }
        var wakeups: [Wakeup] = []
        // Time alone moves it, which matters to nobody while no job waits and no run needs it.
        if let change = entry.changesAt,
            isNeededByRun || entry.needs.contains(where: { needs.waiting.contains($0) })
        {
            wakeups.append(Wakeup(.awake(change), .changes(requirement)))
        }
        guard let instant = entry.gate.wakeup else { return wakeups }
        switch entry.gate.state {
        case .settling: wakeups.append(Wakeup(.awake(instant), .settles(requirement)))
        // Only runs are told of a loss.
        case .lost: if isNeededByRun { wakeups.append(Wakeup(.awake(instant), .lossCounts(requirement))) }
        case .unread, .open: break
        }
        return wakeups
    }
}
