// When the daemon's program may be replaced, and what of its runs the next one is told.
import BGRunCalendar
import BGRunJob

/// Whether the daemon's program is to be replaced by a newer one that takes over its runs.
package enum Renewal: Equatable, Sendable {
    case unwanted
    /// Not before this has come about: a clause for people.
    case waits(String)
    case mayBegin
}

extension Scheduler {
    /// Where a renewal stands that was asked for.
    ///
    /// A run that works or stands still is handed on as it is. What is only beginning or ending, and what somebody's open
    /// connection stands for, is not: that would take both programs to know each other's ways. It is waited for, and all goes
    /// on meanwhile.
    package var renewal: Renewal {
        guard runs.renewalAsked != nil, !isShuttingDown else { return .unwanted }
        return renewalHindrance.map { .waits($0) } ?? .mayBegin
    }

    /// What a renewal waits for that was asked for long ago: somebody may be keeping it from coming about, and with it what the
    /// next program mends.
    package func overdueRenewal(at now: Now) -> String? {
        guard let asked = runs.renewalAsked, asked.duration(to: now.boot) >= Self.renewalPatience,
            case .waits(let clause) = renewal
        else { return nil }
        return clause
    }

    private static let renewalPatience = Duration.seconds(600)

    /// The runs that go on, in the order of their jobs.
    package var continuedRuns: [ContinuedRun] {
        runs.jobIDs.compactMap { id in
            guard let phase = jobs[id]?.phase, let run = phase.run else { return nil }
            return ContinuedRun(phase, saying: runs[voice: run.id])
        }
    }

    mutating func requestRenewal(at now: Now) {
        if isShuttingDown { return }
        runs.awaitRenewal(at: now)
    }

    private var renewalHindrance: String? {
        if !files.isRead { return "the files are read" }
        if ledger.fault != nil { return "the state directory can be written" }
        if !sleep.isAwake { return "the machine has slept" }
        if assertions.shutdown != .none { return "a shutdown that was announced has come" }
        return runs.jobIDs.lazy.compactMap { runHindrance(of: $0) }.first ?? ownersHindrance
    }

    /// With whose it is: nobody but root can end what others keep up.
    private var ownersHindrance: String? {
        if let owner = runs.disowningOwner { return "what was killed of user \(owner) has ended" }
        if let host = hosts.firstStarted { return "the program of \(host.application) has left" }
        if let assertion = assertions.all.first(where: holdsRenewal) {
            return "what programs of user \(assertion.owner) are finishing is done"
        }
        if let application = applications.withJobs.first(where: hasContinuedRequest) {
            return "what somebody has just started in \(application) is over"
        }
        if let owner = reported.hooks.calledOwner {
            return "the command that is told of an end of user \(owner)'s has ended"
        }
        return nil
    }

    /// What is begun long after a renewal was asked for is not waited for: who renews an assertion again and again would put it off
    /// without end.
    private func holdsRenewal(_ assertion: Assertion) -> Bool {
        runs.renewalAsked.map { assertion.granted <= $0.advanced(by: Self.assertionPatience) } ?? false
    }

    private static let assertionPatience = Duration.seconds(60)

    /// Whether what was asked for, or has happened, is still being done with one job after the other. The next program would know
    /// nothing of it, but of a changed path, which it finds by itself.
    package var hasUnfinishedChores: Bool { chores.hasOwed }

    private func runHindrance(of id: JobID) -> String? {
        guard let phase = jobs[id]?.phase, let run = phase.run else { return nil }
        if run.host != nil { return "run \(run.id) of \(id) has ended in its application" }
        switch phase {
        case .scheduled, .due, .running, .frozen: return nil
        case .launching: return "run \(run.id) of \(id) has begun"
        case .expiring, .killed: return "run \(run.id) of \(id) has ended"
        }
    }

    /// Whether a request of the application's is there that only its own process can begin.
    private func hasContinuedRequest(_ application: ApplicationID) -> Bool {
        applications.jobs(of: application).contains { id in
            guard let job = jobs[id] else { return false }
            return job.descriptor.kind == .continued || job.successor?.descriptor.kind == .continued
        }
    }

    // MARK: - In the next program

    /// Goes on with a run of the program before.
    mutating func goOn(with continued: ContinuedRun, of job: Job, at now: Now) {
        runs[voice: continued.run.id] = continued.voice(
            usual: UsualSpan(interval: interval(of: job, at: now)))
    }
}
