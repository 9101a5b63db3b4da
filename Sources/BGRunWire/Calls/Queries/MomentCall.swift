// Moment: how a job stood at an instant that has passed.
import BGRunCalendar
import BGRunJob

/// Asks how one job stood at an instant.
package struct MomentCall: SchedulerCall, WireObject {
    package typealias Reply = PastMoment

    package var method: SchedulerMethod { .moment }
    package var target: Target
    package var at: WallTime

    package init(_ target: Target, at instant: WallTime) {
        self.target = target
        at = instant
    }

    package static let wire = WireTable<MomentCall>(
        .keys(Target.wire, \.target),
        .key(
            "at", .date, \.at, "one ahead counts as now; of what is longer ago than 90 days nothing is known"),
        make: { MomentCall($0, at: $1) })
}
