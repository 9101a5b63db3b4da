// A question about what was seen of the machine, of which there are thousands of rows.
import BGRunCalendar
import BGRunForecast
import BGRunJob
import BGRunScheduler
import BGRunStore
import BGRunWire

/// `HeldBack`, `Moment` or `Forecast`, as far as it has come: first the rows are read, then each job is judged by them.
///
/// A class, as it goes on in place: its rows take megabytes.
final class PastQuestion {
    enum Call {
        case heldBack(HeldBackCall)
        case moment(MomentCall)
        case forecast(ForecastCall)
    }

    private let call: Call
    private let from: WallTime
    private var rows: ConditionReading
    /// What the jobs are judged by, once all rows are read, and those that are left.
    private var judging: (timeline: ConditionTimeline, jobs: JobList)?
    private var forecasts: [Forecast] = []

    init(_ call: Call, at now: Now) {
        self.call = call
        from =
            switch call {
            case .heldBack(let call): now.wall.advanced(by: .seconds(-86_400) * call.days)
            // History is kept for about as long.
            case .moment(let call):
                max(call.at, now.wall.advanced(by: .seconds(-86_400) * HeldBackCall.mostDays))
                    .advanced(by: .zero - PastMoment.memory)
            case .forecast: now.wall.advanced(by: .zero - Forecast.memory)
            }
        rows = ConditionReading(since: from)
    }

    /// What a step has come to.
    enum Progress {
        case goesOn
        case isAnswered
        /// What was seen is needed no more, and this is the answer.
        case isAnsweredBy(LongAnswer)
    }

    /// Takes one step: reads some rows, or judges a job.
    func advance(
        _ conversation: inout Conversation, from desk: Desk, for user: UserID, _ scheduler: Scheduler,
        at now: Now
    ) throws(SchedulerError) -> Progress {
        if let judging { return judge(judging.timeline, judging.jobs, desk, scheduler, now) }
        if try desk.readOn(&rows) { return .goesOn }
        switch call {
        case .heldBack(let call):
            conversation.finish(
                try desk.heldBack(call, rows.changes, from: from, for: user, scheduler, at: now))
            return .isAnswered
        case .moment(let call):
            conversation.finish(
                try desk.moment(call, rows.changes, from: from, for: user, scheduler, at: now))
            return .isAnswered
        case .forecast(let call):
            judging = (
                ConditionTimeline(rows.changes, from: from, to: now.wall),
                try desk.list(call.jobs, for: Viewer(user), scheduler)
            )
            rows = ConditionReading(since: from)
            return .goesOn
        }
    }

    /// A job that gets no forecast can be told without what was seen, so nobody waits for those who read of thousands.
    private func judge(
        _ timeline: ConditionTimeline, _ jobs: JobList, _ desk: Desk, _ scheduler: Scheduler, _ now: Now
    ) -> Progress {
        if forecasts.count < Desk.mostForecasts {
            switch jobs.next(in: scheduler) {
            case .element(let job):
                if let status = scheduler.overview(of: job, at: now) {
                    forecasts.append(desk.forecast(of: status, on: timeline))
                }
                return .goesOn
            case .nothing: return .goesOn
            case .end: break
            }
        }
        return .isAnsweredBy(
            LongAnswer(
                ForecastCall.Reply(forecasts: []), [(["forecasts"], .forecasts(forecasts[...], jobs))]))
    }
}
