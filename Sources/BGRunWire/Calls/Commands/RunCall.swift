// Run: start a job now, or make it due.
import BGRunJob

/// Asks for a run of a job.
package struct RunCall: SchedulerCall {
    package static let method = SchedulerMethod.run

    package var target: Target
    package var mode: RunMode

    package init(_ target: Target, mode: RunMode) {
        self.target = target
        self.mode = mode
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        target = try Target(fields: &fields)
        mode = try fields.optional("mode", .choice(RunMode.self)) ?? .now
    }

    package var fields: [Field] { target.fields + [Field("mode", .choice(RunMode.self), mode)] }

    /// Also what `Simulate` answers.
    package struct Reply: WireObject, Hashable {
        /// The run that was started; nil where the request started none.
        package var run: RunID?

        package init(run: RunID?) {
            self.run = run
        }

        package init(fields: inout FieldReader) throws(FieldFault) {
            run = try fields.optional("run", .run)
        }

        package var fields: [Field] { [Field("run", .run, orNull: run)] }
    }
}
