// Pause: keep jobs from starting, for a time or until further notice.
import BGRunJob

/// Asks that nothing of these jobs starts. What runs goes on.
package struct PauseCall: SchedulerCall {
    package static let method = SchedulerMethod.pause

    package var jobs: JobSelection
    /// For how long; nil means until ``UnpauseCall``. Above zero.
    package var duration: Duration?

    package init(_ jobs: JobSelection, for duration: Duration? = nil) {
        self.jobs = jobs
        self.duration = duration
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        jobs = try JobSelection(fields: &fields)
        duration = try fields.optional("duration", .durationText)
        // A pause of no time is a slip of the pen: it would be answered with "done" and hold nothing.
        if let duration, duration <= .zero { throw FieldFault("duration") }
    }

    package var fields: [Field] {
        jobs.fields + [Field("duration", .durationText, orNull: duration)]
    }

    package typealias Reply = NoFields
}
