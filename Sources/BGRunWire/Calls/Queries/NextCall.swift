// Next: the instants at which a job comes up.
import BGRunJob

/// Asks for the next instants of a job.
package struct NextCall: SchedulerCall {
    package static let method = SchedulerMethod.next

    /// How many instants are given where the caller names no number, and at most.
    package static let usualCount = 10
    package static let largestCount = 1000

    package var target: Target
    /// How many instants at most; from 1 to ``largestCount``.
    package var count: Int

    package init(_ target: Target, count: Int = usualCount) {
        self.target = target
        self.count = count
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        target = try Target(fields: &fields)
        count = try fields.optional("count", .integer(Int.self)) ?? Self.usualCount
        guard (1...Self.largestCount).contains(count) else { throw FieldFault("count") }
    }

    package var fields: [Field] { target.fields + [Field("count", .integer(Int.self), count)] }

    package struct Reply: WireObject, Hashable {
        /// In the order of time; empty where the job waits for an event or a file, or does not come up again.
        package var next: [UpcomingInstant]

        package init(next: [UpcomingInstant]) {
            self.next = next
        }

        package init(fields: inout FieldReader) throws(FieldFault) {
            next = try fields.required("next", .list(of: .object(UpcomingInstant.self)))
        }

        package var fields: [Field] { [Field("next", .list(of: .object(UpcomingInstant.self)), next)] }
    }
}
