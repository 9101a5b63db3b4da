// Forecast: when jobs are likely to start, judged by what was seen of the machine.
import BGRunJob

/// Asks for guesses about one job or all that the caller may see.
package struct ForecastCall: SchedulerCall, WireObject {
    package var method: SchedulerMethod { .forecast }
    package var jobs: JobSelection

    package init(_ jobs: JobSelection = .all(owner: nil)) {
        self.jobs = jobs
    }

    package static let wire = WireTable<ForecastCall>(
        .keys(JobSelection.wire, \.jobs), JobSelection.tag(of: \.jobs),
        make: { jobs, tag throws(FieldFault) in ForecastCall(try jobs.with(tag)) })

    package struct Reply: WireObject, Hashable {
        /// Sorted by identifier, then owner.
        package var forecasts: [Forecast]

        package init(forecasts: [Forecast]) {
            self.forecasts = forecasts
        }

        package static let wire = WireTable<Reply>(
            .key("forecasts", .list(.object), \.forecasts), make: Reply.init)
    }
}
