// Logs: what a run has written to its standard output and error.
import BGRunJob

/// Asks for the output of a run. With `follow` it is a stream that ends when the run does.
package struct LogsCall: SchedulerCall {
    package static let method = SchedulerMethod.logs

    package var target: Target
    /// Nil means the active run, else the last one.
    package var run: RunID?
    package var follow: Bool

    package init(_ target: Target, run: RunID? = nil, follow: Bool = false) {
        self.target = target
        self.run = run
        self.follow = follow
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        target = try Target(fields: &fields)
        run = try fields.optional("run", .run)
        follow = try fields.optional("follow", .bool) ?? false
    }

    package var fields: [Field] {
        target.fields + [Field("run", .run, orNull: run), Field("follow", .bool, follow)]
    }

    /// The next piece of the output, in its order.
    package struct Reply: WireObject, Hashable {
        package var run: RunID
        /// Bytes that are no UTF-8 are replaced by U+FFFD.
        package var text: String

        package init(run: RunID, text: String) {
            self.run = run
            self.text = text
        }

        package init(fields: inout FieldReader) throws(FieldFault) {
            run = try fields.required("run", .run)
            text = try fields.required("text", .string)
        }

        package var fields: [Field] { [Field("run", .run, run), Field("text", .string, text)] }
    }
}
