// Whether anybody uses the machine, and whose sessions are locked.

import BGRunJob
import BGRunLinux

extension Logind {
    /// Looks anew: a terminal's last key is told by no signal. Answered by one fact, also where nothing has changed.
    package func readIdle() {
        guard observesIdle else { return }
        readings.askIdle()
        guard service.isPresent, !service.isSilent else { return wish() }
        // The first look is under way otherwise, and answers this one too.
        guard readings.areSessionsKnown, !readings.isLooking else { return }
        if readings.sessionFault != nil { return listSessionsAgain() }
        readings.isLooking = true
        for path in sessions.paths { readSession(path) { _ in } }
        askIdleBlocks()
    }

    /// Tells what is known now and was not told yet.
    func tellReadings() {
        if observesLocks, let locks = lockObservation, readings.note(locks) { publish(.locks(locks)) }
        if observesIdle, let idle = idleness, readings.note(idle) { publish(.idle(idle)) }
    }

    private var lockObservation: Observation? {
        if let reason = service.absence { return .unknown(reason) }
        guard readings.areSessionsKnown else { return nil }
        return readings.sessionFault.map { .unknown($0) } ?? .locks(sessions.locks)
    }

    private var idleness: LogindIdle? {
        if let reason = service.absence { return service.isSilent ? .silent(reason) : .unknown(reason) }
        guard readings.areSessionsKnown, !readings.isLooking, let isBlocked = readings.isIdleBlocked else {
            return nil
        }
        if isBlocked { return .active }
        if let fault = readings.sessionFault { return .unknown(fault) }
        return sessions.idle(at: Clock.read(.monotonic), notBefore: readings.blockEnd)
    }

    // MARK: - Blocks

    /// A block against idleness is somebody's work: a film, a talk. Ours says nothing of people.
    ///
    /// Logind's own IdleHint counts ours as well, and a run that keeps the machine awake would keep itself from ever
    /// finding it idle. So the hint is put together here, of the sessions and of the others' blocks.
    func observeIdleBlocks() {
        guard observesIdle else { return readings.forgetIdle() }
        guard readings.blockMatch == nil else { return }
        let rule = PropertyChange.rule(.path(Self.path), of: Self.manager)
        readings.blockMatch = service.listen(rule, read: PropertyChange.reader(of: ["BlockInhibited"])) {
            [weak self] signal in
            if let self, let change = understood(signal), change.isThere { askIdleBlocks() }
        }
        askIdleBlocks()
    }

    func askIdleBlocks() {
        listBlocks(of: "idle") { [weak self] answer in
            guard let self, observesIdle else { return }
            if case .failure(.silent) = answer { return }
            readings.isLooking = false
            // Where it is not told, nobody is known to block.
            let isBlocked = (understood(answer) ?? []).contains { $0.who != Self.ownName }
            readings.noteBlock(isBlocked, at: Clock.read(.monotonic))
            tellReadings()
        }
    }
}
