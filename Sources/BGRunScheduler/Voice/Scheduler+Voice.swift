// What runs say of themselves: how far they are, that they want more time, that they do not finish this time.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    mutating func spoke(_ id: RunID, _ words: RunWords, _ requester: Requester?, at now: Now) {
        // It may have ended since.
        guard let jobID = runs[id], let job = jobs[jobID] else {
            if let requester { refuse(requester, .notRunning) }
            return
        }
        live(job, words, at: now)
        var voice = runs[voice: id]
        if voice.take(words) {
            // As with continued tasks: who floods keeps nobody else busy.
            let isTold =
                voice.progressTold.map { $0.advanced(by: Self.progressPause) <= now.awake } ?? true
            if isTold {
                voice.progressTold = now.awake
                reported.noteChange()
            }
            runs[voice: id] = voice
        }
        if let more = words.extension, let refusal = jobs[jobID].flatMap({ extend($0, by: more, at: now) }) {
            if let requester { refuse(requester, refusal) }
            return
        }
        guard let requester, let job = jobs[jobID] else { return }
        answer(requester.request, .heard(timeLeft: timeLeft(for: job, at: now) ?? .zero))
    }

    /// Whatever a run says is a sign of life, except that it does not go on.
    private mutating func live(_ job: Job, _ words: RunWords, at now: Now) {
        if words.life == .hanging {
            apply(.told(StopOrder(.unresponsive)), to: job.id, at: now)
        } else if let run = job.phase.run, run.silenceLimit != nil, run.host == nil {
            apply(.progressed(at: now.awake), to: job.id, at: now)
        }
    }

    /// What a run has failed of that was told to end because it hung; nil for all others.
    func hanging(_ run: RunID, of job: Job, _ stop: StopOrder?) -> String? {
        guard let stop, stop.reason == .unresponsive, !stop.isSimulated else { return nil }
        if runs[voice: run].saysItHangs { return "it has said that it hangs" }
        return job.descriptor.watchdog.map { "no sign of life for \($0.text)" } ?? "no sign of life"
    }

    /// Gives a run more time, as far as it may have it.
    ///
    /// - Returns: Why it gets none at all.
    private mutating func extend(_ job: Job, by more: RunWords.Extension, at now: Now) -> Refusal? {
        guard let run = job.phase.run else { return .notRunning }
        if let ending = job.phase.ending {
            return .notExtended(
                ending.stop.map { "the run was told to end (\($0.reason))" } ?? "the run has ended")
        }
        if job.descriptor.kind == .service { return .notExtended("a service has no time budget") }
        let most = mostBudget(of: job)
        let room = max(.zero, most - run.timeBudget)
        let wanted: Duration
        switch more {
        case .by(let span): wanted = span
        case .atLeast(let span): wanted = span - (run.timeBudget - run.worked(until: now.awake))
        }
        guard wanted > .zero else { return nil }
        guard room > .zero else {
            return .notExtended(
                job.descriptor.maxTimeBudget == nil
                    ? "the run has all of the \(most.text) that it may have without the key maxTimeBudget"
                    : "the run has all of the \(most.text) that the job's maxTimeBudget allows")
        }
        apply(.extended(by: min(wanted, room)), to: job.id, at: now)
        return nil
    }

    /// How far a run of the job may extend its budget. A budget that the policy had allowed once stays.
    private func mostBudget(of job: Job) -> Duration {
        // Whose rights it has is not who says how long the owner's slot is taken.
        let unsaid = job.descriptor.launchRules.user == nil ? policy.maxTimeBudget : job.descriptor.timeBudget
        return min(job.descriptor.maxTimeBudget ?? unsaid, policy.maxTimeBudget)
    }

    /// Until a run is told to end; once it was, until it is killed. Nil where there is none, and where nothing ends it but
    /// what it requires.
    private func timeLeft(for job: Job, at now: Now) -> Duration? {
        let budget: Duration
        switch job.phase {
        case .scheduled, .due: return nil
        case .launching(let run, nil, _): budget = run.timeBudget
        case .running(let run, _): budget = now.awake.duration(to: run.budgetEnds)
        case .frozen(let run, _, let since, _): budget = since.duration(to: run.budgetEnds)
        case .launching(_, .some, let killAt), .expiring(_, _, _, let killAt):
            return max(.zero, now.awake.duration(to: killAt))
        case .killed: return .zero
        }
        let hours =
            job.descriptor.hoursEnd == .stop
            ? hoursEnd(of: job, at: now).map { now.wall.duration(to: $0) } : nil
        let spans = [job.descriptor.kind == .service ? nil : budget, hours].compactMap(\.self)
        return spans.min().map { max(.zero, $0) }
    }

    /// For how long the occurrence rests, where its run has said so.
    func wantedRest(after run: RunID, of job: Job) -> Duration? {
        guard job.descriptor.launchRules.user == nil || job.descriptor.maxTimeBudget != nil,
            case .by(let span)? = runs[voice: run].deferral
        else { return nil }
        return min(max(span, RunWords.deferrals.lowerBound), RunWords.deferrals.upperBound)
    }

    /// What a run may know of itself.
    package func account(of id: RunID, at now: Now) -> RunAccount? {
        guard let jobID = runs[id], let job = jobs[jobID], let run = job.phase.run else { return nil }
        return RunAccount(
            run: id, job: jobID, due: run.due, started: run.started.wall, relaxed: run.relaxed,
            isByHand: job.isByHand, timeLeft: timeLeft(for: job, at: now), timeBudget: run.timeBudget,
            maxTimeBudget: max(mostBudget(of: job), run.timeBudget), stopReason: job.phase.stop?.reason)
    }
}
