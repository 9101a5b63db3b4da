// Next: the instants at which a job comes up.
import BGRunJob

/// Asks for the next instants of a job.
package struct NextCall: SchedulerCall, WireObject {
    /// How many instants are given where the caller names no number, and at most.
    package static let usualCount = 10
    package static let largestCount = 1000

    package var method: SchedulerMethod { .next }
    package var target: Target
    /// How many instants at most; from 1 to ``largestCount``.
    package var count: Int

    package init(_ target: Target, count: Int = usualCount) {
        self.target = target
        self.count = count
    }

    package static let wire = WireTable<NextCall>(
        .keys(Target.wire, \.target),
        .usual("count", .integer(in: 1...largestCount), else: usualCount, \.count),
        make: { NextCall($0, count: $1) })

    package struct Reply: WireObject, Hashable {
        /// In the order of time; empty where the job waits for an event or a file, or does not come up again.
        package var next: [UpcomingInstant]

        package init(next: [UpcomingInstant]) {
            self.next = next
        }

        package static let wire = WireTable<Reply>(.key("next", .list(.object), \.next), make: Reply.init)
    }
}
