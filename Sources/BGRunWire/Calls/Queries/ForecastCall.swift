// Forecast: when jobs are likely to start, judged by what was seen of the machine.
import BGRunJob

/// Asks for guesses about one job or all that the caller may see.
package struct ForecastCall: SchedulerCall {
    package static let method = SchedulerMethod.forecast

    /// Only this job; nil for all.
    package var identifier: JobIdentifier?
    /// Only jobs of this user; nil for all that the caller may see.
    package var owner: UserID?

    package init(identifier: JobIdentifier? = nil, owner: UserID? = nil) {
        self.identifier = identifier
        self.owner = owner
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        identifier = try fields.optional("identifier", .identifier)
        owner = try fields.optional("owner", .user)
    }

    package var fields: [Field] {
        [Field("identifier", .identifier, orNull: identifier), Field("owner", .user, orNull: owner)]
    }

    package struct Reply: WireObject, Hashable {
        /// Sorted by identifier, then owner.
        package var forecasts: [Forecast]

        package init(forecasts: [Forecast]) {
            self.forecasts = forecasts
        }

        package init(fields: inout FieldReader) throws(FieldFault) {
            forecasts = try fields.required("forecasts", .list(of: .object(Forecast.self)))
        }

        package var fields: [Field] { [Field("forecasts", .list(of: .object(Forecast.self)), forecasts)] }
    }
}
