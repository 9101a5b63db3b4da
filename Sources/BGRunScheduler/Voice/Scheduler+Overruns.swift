// Runs that take by far longer than usual, or than there is until the next one: their owners are told, once.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// The job of an active run whose time is compared with that of earlier ones: any but a service, which has no usual end.
    package func measuredJob(of run: RunID) -> JobID? {
        guard let id = runs[run], let job = jobs[id], job.descriptor.kind != .service else { return nil }
        return id
    }

    /// So long took the job's last runs that succeeded.
    mutating func earlierRunsRead(of run: RunID, _ spans: [Duration], at now: Now) {
        // It may have ended since.
        guard runs[run] != nil else { return }
        runs[voice: run].span.learn(spans)
        reported.noteChange()
    }

    /// What lies between two occurrences of a job by the clock: of several schedules, the shortest.
    func interval(of job: Job, at now: Now) -> Duration? {
        let zones = timetable.planner.zones
        return job.descriptor.schedules.filter(\.hasPoints).compactMap { schedule -> Duration? in
            guard let first = schedule.next(after: now.wall, anchor: job.anchor, zones: zones),
                let second = schedule.next(after: first, anchor: job.anchor, zones: zones)
            else { return nil }
            return first.duration(to: second)
        }.min()
    }

    /// When the next run is told of that takes too long. One that stands still does not come to it.
    var nextOverrun: (job: JobID, at: AwakeTime)? {
        runs.jobIDs.compactMap { id in untoldOverrun(of: id).map { (job: id, at: $0) } }
            .min { ($0.at, $0.job) < ($1.at, $1.job) }
    }

    private func untoldOverrun(of id: JobID) -> AwakeTime? {
        guard case .running(let run, _)? = jobs[id]?.phase, case let voice = runs[voice: run.id],
            !voice.isOverrunTold, let limit = voice.span.limit?.work
        else { return nil }
        return run.started.awake.advanced(by: run.frozenFor).advanced(by: limit)
    }

    mutating func tellOverruns(at now: Now) {
        while let (id, instant) = nextOverrun, instant <= now.awake {
            guard let job = jobs[id], let run = job.phase.run,
                let overrun = overrun(of: run, in: job.phase, at: now)
            else { return }
            runs[voice: run.id].isOverrunTold = true
            reported.noteChange()
            turn.effects.wishes.append(
                .notify(
                    Notice(
                        job: id, title: job.descriptor.title, reason: .overruns(overrun), blockers: [])))
        }
    }

    /// What an active run takes longer than; nil where it does not.
    func overrun(of run: Run, in phase: Phase, at now: Now) -> Overrun? {
        runs[voice: run.id].span.overrun(after: work(of: run, in: phase, at: now))
    }

    /// For how long a run has worked.
    func work(of run: Run, in phase: Phase, at now: Now) -> Duration {
        if case .frozen(_, _, let since, _) = phase { return run.worked(until: since) }
        return run.worked(until: now.awake)
    }
}
