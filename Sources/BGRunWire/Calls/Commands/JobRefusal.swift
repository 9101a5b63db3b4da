// Why one of several jobs was refused.
import BGRunJSON
import BGRunJob

/// One of the descriptors of a `SubmitAll`, and the error that `Submit` would have answered.
package struct JobRefusal: WireObject, Hashable {
    /// Its place among the descriptors, from 0.
    package var place: Int
    /// Nil where the descriptor has none that can be read.
    package var identifier: JobIdentifier?
    package var error: SchedulerError

    package init(place: Int, identifier: JobIdentifier?, error: SchedulerError) {
        self.place = place
        self.identifier = identifier
        self.error = error
    }

    package init(_ job: RefusedJob) {
        self.init(place: job.place, identifier: job.identifier, error: SchedulerError(job.refusal))
    }

    private var parameters: JSONObject { SchedulerError.table(of: error.name).write(error) }

    package static let wire = WireTable<JobRefusal>(
        named: "JobRefusal", about: "A descriptor that can't be accepted, and why.",
        .key("place", .integer, \.place, "among the descriptors, from 0"),
        .key("identifier", .optional(.identifier), \.identifier),
        .key("error", .string, \.error.name.rawValue, "the name of the error that Submit would answer"),
        .key("parameters", .rawObject, \.parameters, "its parameters"),
        make: { place, identifier, name, parameters throws(FieldFault) in
            guard let name = SchedulerError.Name(rawValue: name) else { throw FieldFault("error") }
            let error: SchedulerError
            do throws(FieldFault) {
                error = try SchedulerError(name, parameters: parameters)
            } catch {
                throw error.inside("parameters")
            }
            return JobRefusal(place: place, identifier: identifier, error: error)
        })
}
