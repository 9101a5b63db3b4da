// Programs that are finishing something: who may say so, for how long, and what waits for them.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    // MARK: - In and out

    mutating func grant(_ claim: AssertionClaim, _ requester: Requester, at now: Now) {
        guard !isShuttingDown, assertions.shutdown == .none else { return refuse(requester, .shuttingDown) }
        let most = policy.assertions.perOwner
        guard assertions.count(of: requester.user) < most else {
            return refuse(requester, .tooManyAssertions(limit: most))
        }
        let span = min(claim.limit ?? AssertionLimit.usual, policy.assertions.limit)
        let assertion = assertions.grant(claim, to: requester.user, for: span, at: now)
        // It has come behind the announcement, and has what the others have left. Nobody can be warned before the answer.
        var sleep: Duration?
        if case .preparing(let until) = self.sleep.state {
            sleep = now.awake.duration(to: min(until, assertion.end))
        }
        reported.noteChange()
        answer(
            requester.request,
            .asserted(assertion.id, for: span, until: now.wall.advanced(by: span), sleepsIn: sleep))
        if let host = claim.host, case .lingering? = hosts[host]?.phase { move(host, .busied, at: now) }
    }

    /// Its program has ended it, or has ended itself.
    mutating func assertionEnded(_ id: AssertionID, at now: Now) {
        guard let assertion = assertions.end(id) else { return }
        reported.noteChange()
        if let host = assertion.claim.host { left(host, at: now) }
    }

    // MARK: - Time

    /// Warns those whose limit is near, and ends those that are at theirs.
    mutating func passAssertions(to now: Now) {
        while let (assertion, instant) = assertions.next(), instant <= now.awake {
            if assertion.end <= now.awake {
                turn.effects.stops.append(.endAssertion(assertion.id))
                assertionEnded(assertion.id, at: now)
            } else {
                assertions.warned(assertion.id)
                warn(assertion, of: .timeBudget, by: assertion.end, at: now)
            }
        }
    }

    mutating func letShutdown(at now: Now) {
        if assertions.letShutdown(at: now) { turn.effects.wishes.append(.letShutdown) }
    }

    private mutating func warn(
        _ assertion: Assertion, of reason: StopReason, by instant: AwakeTime, at now: Now
    ) {
        let left = now.awake.duration(to: min(instant, assertion.end))
        turn.effects.stops.append(.warnAssertion(assertion.id, reason, left: max(.zero, left)))
    }

    // MARK: - Sleep and shutdown

    mutating func warnAssertionsOfSleep(at now: Now) {
        let until = now.awake.advanced(by: SleepWatch.preparation)
        for assertion in assertions.all { warn(assertion, of: .systemSleep, by: until, at: now) }
    }

    /// Whether the machine's sleep waits for a program that can still end what it is finishing.
    var isFinishing: Bool {
        assertions.all.contains { assertion in
            if let host = assertion.claim.host { return hosts[host]?.isFrozen != true }
            guard let run = assertion.claim.run, let job = runs[run] else { return true }
            if case .frozen? = jobs[job]?.phase { return false }
            return true
        }
    }

    mutating func shutdownAnnounced(at now: Now) {
        guard assertions.announceShutdown(at: now) else { return }
        reported.noteChange()
        let until = now.awake.advanced(by: Assertions.patience)
        for assertion in assertions.all { warn(assertion, of: .shutdown, by: until, at: now) }
    }

    mutating func shutdownOver() {
        assertions.callOffShutdown()
        reported.noteChange()
    }

    /// The daemon leaves: what programs are finishing has as long as it has for a shutdown.
    mutating func leaveAssertions(at now: Now) {
        let until = now.awake.advanced(by: Assertions.patience)
        for assertion in assertions.all where assertions.leave(assertion.id, at: now) {
            warn(assertion, of: .shutdown, by: until, at: now)
        }
    }

    // MARK: - Shown to people

    /// The assertions of a user's programs, or everybody's for root.
    package func assertionList(for user: UserID, at now: Now) -> [AssertionStatus] {
        assertions.all.filter { user == .root || $0.owner == user }.map {
            AssertionStatus(
                id: $0.id, owner: $0.owner, why: $0.claim.why, process: $0.claim.process, since: $0.since,
                until: now.wall(at: $0.end))
        }
    }
}
