// What is brought up again soon after its last start is put off.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// How long what is brought up now has to wait, so that it starts no sooner than its distance after the start before.
    func spacingLeft(of job: Job, at now: Now) -> Duration {
        earliestStart(of: job, at: now).map { max(.zero, now.boot.duration(to: $0)) } ?? .zero
    }

    private func earliestStart(of job: Job, at now: Now) -> BootTime? {
        // What a person has begun is to begin now.
        if job.descriptor.kind == .continued { return nil }
        // A task's counts from the end of its last run.
        if let application = job.application {
            let span = applications[application]?.spacing ?? policy.applications.spacing
            return timetable.spacing.lastEnd(of: job.id)?.advanced(by: span)
        }
        let least = leastSpacing(of: job)
        // Where there is no distance, nothing of it grows.
        if least == .zero { return nil }
        // Who changes a service does so while it runs; that is not its own doing.
        let longest = job.descriptor.kind == .service ? .zero : policy.rest.initial
        return timetable.spacing.earliestStart(of: job.id, least: least, longest: longest)
            ?? storedStart(of: job, within: least, at: now).map { $0.advanced(by: least) }
    }

    /// Its last start as its record has it: a distance of days outlives what is remembered of starts.
    private func storedStart(of job: Job, within span: Duration, at now: Now) -> BootTime? {
        guard let passed = job.progress.lastStart?.duration(to: now.wall), .zero <= passed, passed < span
        else {
            return nil
        }
        return now.boot.advanced(by: .zero - passed)
    }

    /// Puts off what a request has brought up, where its job was started just before: the first occurrence, which begins
    /// with its acceptance. What a clock says keeps its instant.
    ///
    /// - Returns: The job, put off; nil where it may come up now.
    func putOffBySpacing(_ job: Job, at now: Now) -> Job? {
        guard job.number == 1, job.plan.called == nil, !timetable.planner.isOfClock(job) else { return nil }
        let wait = spacingLeft(of: job, at: now)
        guard wait > .zero else { return nil }
        var job = job
        // What has come is what is put off; what lies ahead keeps its instant.
        let ahead = job.plan.at.flatMap { now.wall < $0 ? $0 : nil }
        job.plan = ahead.map { Plan(at: $0, grid: job.plan.grid) } ?? Plan()
        job.call(after: wait, isAnew: true, at: now)
        return job
    }

    /// Takes note of a start, and keeps it with the job. One by hand is beside the plan, and takes nothing of it away.
    mutating func noteStart(of job: inout Job, at now: Now) {
        // A task's counts all the same: from its end on its next request is put off.
        if job.isByHand, job.application == nil { return }
        timetable.started(job.id, at: now)
        job.progress.lastStart = now.wall
    }

    /// Takes over from the store when the job was started last.
    mutating func recallStart(of job: Job, at now: Now) {
        if job.application != nil {
            // From the end of its run on its next request is put off, and that end is still to come.
            if job.phase.run != nil { timetable.started(job.id, at: now) }
            return
        }
        guard let started = job.progress.lastStart else { return }
        timetable.recall(
            job.id, started: started, isActive: job.phase.run != nil,
            span: leastSpacing(of: job), at: now)
    }

    private func leastSpacing(of job: Job) -> Duration { job.descriptor.spacing ?? policy.spacing }

    /// What a job that was called up waits for, where its last start puts it off and not a delay.
    func spacingBlocker(of job: Job, until instant: WallTime, at now: Now) -> Blocker? {
        guard let called = job.plan.called, called.end == job.plan.firstEnd,
            let end = earliestStart(of: job, at: now), called.end <= end
        else { return nil }
        // A distance that is longer than what it would grow to stays what it is, and a task's does not grow.
        let grows = job.application == nil && leastSpacing(of: job) < policy.rest.initial
        return .spacing(until: instant, isOwn: grows && timetable.spacing.isOwn(job.id))
    }
}

extension Job {
    /// Calls the occurrence up beside its plan, after a while. Of several calls the first counts.
    ///
    /// - Parameter isAnew: What was called up before does not count.
    /// - Returns: Whether it comes up at another instant than before.
    @discardableResult
    mutating func call(after wait: Duration, isAnew: Bool, at now: Now) -> Bool {
        let call = Deadline(wait, from: now)
        if !isAnew, let called = plan.called, called.end <= call.end { return false }
        plan.called = call
        return true
    }
}
