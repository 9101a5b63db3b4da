// Answers from what was seen of the machine: what held a job back, and when it is likely to start.
import BGRunCalendar
import BGRunDevice
import BGRunForecast
import BGRunJob
import BGRunScheduler
import BGRunStore
import BGRunWire

extension Desk {
    /// How many ended runs are looked at for what held a job back.
    private static let heldBackHistory = 1000
    /// Forecasts of one answer; each takes a while.
    static let mostForecasts = 25

    /// Whether what is asked for is there.
    func check(
        _ call: PastQuestion.Call, for user: UserID, _ scheduler: Scheduler, at now: Now
    ) throws(SchedulerError) {
        switch call {
        case .heldBack(let call): _ = try job(call.target, for: user, scheduler, now)
        case .moment(let call): _ = try job(call.target, for: user, scheduler, now)
        case .forecast(let call): _ = try list(call.jobs, for: Viewer(user), scheduler)
        }
    }

    /// What was seen of the machine, and what held jobs back beside it.
    func conditionHistory(
        _ call: ConditionHistoryCall, for user: UserID, _ scheduler: Scheduler, at now: Now
    ) throws(SchedulerError) -> LongAnswer {
        let from = call.since ?? now.wall.advanced(by: .zero - ConditionHistoryCall.usualSpan)
        // A list is gone through once.
        let (askers, held) = (
            try list(call.jobs, for: Viewer(user), scheduler),
            try list(call.jobs, for: Viewer(user), scheduler)
        )
        return LongAnswer(
            ConditionHistoryCall.Reply(from: from, to: now.wall),
            [
                (["changes"], .recorded(RecordedConditions(askers, since: from))),
                (["holds"], .holds(RecordedHolds(held, since: from))),
            ])
    }

    func holds(of job: JobID, since: WallTime) throws(SchedulerError) -> [HoldChange] {
        try reading { () throws(StoreFailure) in try store.holds(of: job, since: since) }
    }

    /// Reads some more of what was seen of the machine.
    ///
    /// - Returns: Whether there may be more.
    func readOn(_ rows: inout ConditionReading) throws(SchedulerError) -> Bool {
        try reading { () throws(StoreFailure) in try store.read(&rows) }
    }

    /// - Parameter changes: What was seen of the machine from an instant on.
    func heldBack(
        _ call: HeldBackCall, _ changes: [ConditionChange], from: WallTime, for user: UserID,
        _ scheduler: Scheduler, at now: Now
    ) throws(SchedulerError) -> HeldBack {
        let status = try job(call.target, for: user, scheduler, now)
        let past = try past(of: status, since: from, at: now)
        let timeline = ConditionTimeline(changes, from: from, to: now.wall)
        return HeldBack(past, on: timeline, changes: changes)
    }

    /// - Parameter changes: What was seen of the machine from an instant before it on.
    func moment(
        _ call: MomentCall, _ changes: [ConditionChange], from: WallTime, for user: UserID,
        _ scheduler: Scheduler, at now: Now
    ) throws(SchedulerError) -> PastMoment {
        let status = try job(call.target, for: user, scheduler, now)
        let past = try past(of: status, since: from, at: now)
        let timeline = ConditionTimeline(changes, from: from, to: now.wall)
        return PastMoment(past, at: min(call.at, now.wall), on: timeline, accepted: status.accepted)
    }

    /// What is known of a job from an instant on.
    private func past(
        of status: JobStatus, since from: WallTime, at now: Now
    ) throws(SchedulerError) -> JobPast {
        let holds = try holds(of: status.id, since: from)
        var runs: [HistoryEntry] = []
        var skips: [Skip] = []
        for line in try history(
            owner: status.id.owner, identifier: status.id.identifier, limit: Self.heldBackHistory)
        {
            switch line {
            case .run(let entry): if entry.ended >= from { runs.append(entry) }
            case .skip(let skip, _, _): if skip.skipped >= from { skips.append(skip) }
            }
        }
        let preference = status.descriptor.preference
        return JobPast(
            job: status.id, requirements: status.descriptor.requirements,
            preferred: preference?.requirements ?? .none,
            prefersFor: JobPast.span(of: preference, latestBegin: status.descriptor.latestBegin), runs: runs,
            skips: skips, holds: holds,
            dueSince: status.state.dueSince(status.due, at: now.wall).map { max($0, status.accepted) },
            activeRun: status.run.map { JobRecord.ActiveRun(run: $0.run, started: $0.started) })
    }

    /// For a job behind ``mostForecasts`` others.
    func noForecast(of status: JobStatus) -> Forecast {
        Forecast(
            job: status.id,
            note: Self.reasonForNoForecast(of: status)
                ?? "there are many jobs; name this one for its forecast")
    }

    func forecast(of status: JobStatus, on timeline: ConditionTimeline) -> Forecast {
        if let note = Self.reasonForNoForecast(of: status) { return Forecast(job: status.id, note: note) }
        let prospect = JobProspect(
            job: status.id, requirements: status.descriptor.requirements,
            allowedHours: status.descriptor.allowedHours, due: Self.earliest(of: status))
        var forecast = Forecast(prospect, on: timeline, in: (try? ZoneFiles().local()) ?? .utc)
        if status.dueBy != nil, let accuracy = status.descriptor.accuracy {
            forecast.note += " (accuracy \(accuracy.text))"
        }
        return forecast
    }

    /// When it may start at the earliest: one that rests, or waits for another try, not before that is over.
    private static func earliest(of status: JobStatus) -> WallTime? {
        let ends = status.blockers.compactMap { blocker -> WallTime? in
            switch blocker {
            case .resting(let end, _), .backOff(let end, _), .spacing(let end, _): end
            case _: nil
            }
        }
        return (ends + [status.due].compactMap(\.self)).max()
    }

    /// What makes the question when it may start a wrong one.
    private static func reasonForNoForecast(of status: JobStatus) -> String? {
        switch status.state {
        case .running, .frozen, .expiring: "it is running"
        case .paused: "it is paused by hand"
        case .disabled: "it is disabled"
        case .invalid: "it can't be used"
        case .scheduled, .due: nil
        }
    }
}
