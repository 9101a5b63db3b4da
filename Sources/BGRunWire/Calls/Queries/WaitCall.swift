// Wait: be told how a job's current occurrence ends.
import BGRunCalendar
import BGRunJob

/// Asks to be answered when the current occurrence of a job has ended.
package struct WaitCall: SchedulerCall {
    package static let method = SchedulerMethod.wait

    package var target: Target

    package init(_ target: Target) {
        self.target = target
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        target = try Target(fields: &fields)
    }

    package var fields: [Field] { target.fields }

    /// How the occurrence ended, and the run that ended it; no run where it was cancelled before it had one.
    package struct Reply: WireObject, Hashable {
        package var outcome: Outcome
        package var run: RunID?
        package var stopReason: StopReason?
        package var ended: WallTime?

        package init(_ outcome: Outcome, _ last: JobRecord.LastRun?) {
            self.outcome = outcome
            run = last?.run
            stopReason = last?.stopReason
            ended = last?.ended
        }

        package init(fields: inout FieldReader) throws(FieldFault) {
            outcome = try fields.required("outcome", .choice(Outcome.self))
            run = try fields.optional("run", .run)
            stopReason = try fields.optional("stopReason", .stopReason)
            ended = try fields.optional("ended", .date)
        }

        package var fields: [Field] {
            [
                Field("outcome", .choice(Outcome.self), outcome),
                Field("run", .run, orNull: run),
                Field("stopReason", .stopReason, orNull: stopReason),
                Field("ended", .date, orNull: ended),
            ]
        }
    }
}
