// A question about what was seen of the machine, of which there are thousands of rows.
import BGRunCalendar
import BGRunForecast
import BGRunJob
import BGRunScheduler
import BGRunStore
import BGRunWire

/// `HeldBack` or `Forecast`, as far as it has come: first the rows are read, then each job is judged by them.
///
/// The rows take megabytes, so one such question is under way at a time.
struct PastQuestion {
    enum Call {
        case heldBack(HeldBackCall)
        case forecast(ForecastCall)
    }

    private enum Stage {
        case reading(ConditionReading)
        case judging(ConditionTimeline, JobList, [Forecast])
    }

    let call: Call
    private let from: WallTime
    private var stage: Stage

    init(_ call: Call, at now: Now) {
        self.call = call
        from =
            switch call {
            case .heldBack(let call): now.wall.advanced(by: .seconds(-86_400) * call.days)
            case .forecast: now.wall.advanced(by: .zero - Forecast.memory)
            }
        stage = .reading(ConditionReading(since: from))
    }

    /// Takes one step.
    ///
    /// - Returns: True once it is answered.
    mutating func advance(
        _ conversation: inout Conversation, from desk: Desk, for user: UserID, _ scheduler: Scheduler,
        at now: Now
    ) throws(SchedulerError) -> Bool {
        switch stage {
        case .reading(var rows):
            let isMore = try desk.reading { () throws(StoreFailure) in try desk.store.read(&rows) }
            stage = .reading(rows)
            if isMore { return false }
            let changes = rows.changes
            switch call {
            case .heldBack(let call):
                conversation.finish(
                    try desk.heldBack(call, changes, from: from, for: user, scheduler, at: now))
                return true
            case .forecast(let call):
                stage = .judging(
                    ConditionTimeline(changes, from: from, to: now.wall),
                    try desk.list(call.jobs, for: user, scheduler), [])
                return false
            }
        case .judging(let timeline, var jobs, var forecasts):
            switch jobs.next(in: scheduler) {
            case .element(let job):
                if let status = scheduler.overview(of: job, at: now) {
                    forecasts.append(desk.forecast(of: status, on: timeline, after: forecasts.count))
                }
            case .nothing: break
            case .end:
                conversation.finish(ForecastCall.Reply(forecasts: forecasts))
                return true
            }
            stage = .judging(timeline, jobs, forecasts)
            return false
        }
    }
}
