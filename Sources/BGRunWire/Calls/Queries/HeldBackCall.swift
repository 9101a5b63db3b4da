// HeldBack: what kept a job from starting over some days, and for how long.
import BGRunJob

/// Asks what held a job back.
package struct HeldBackCall: SchedulerCall, WireObject {
    package typealias Reply = HeldBack

    package static let usualDays = 7
    /// History is kept for about as long.
    package static let mostDays = 90

    package var method: SchedulerMethod { .heldBack }
    package var target: Target
    /// How far back, up to now; from 1 to ``mostDays``.
    package var days: Int

    package init(_ target: Target, days: Int = usualDays) {
        self.target = target
        self.days = days
    }

    package static let wire = WireTable<HeldBackCall>(
        .keys(Target.wire, \.target), .usual("days", .integer(in: 1...mostDays), else: usualDays, \.days),
        make: { HeldBackCall($0, days: $1) })
}
