// HeldBack: what kept a job from starting over some days, and for how long.
import BGRunJob

/// Asks what held a job back.
package struct HeldBackCall: SchedulerCall {
    package static let method = SchedulerMethod.heldBack

    package static let usualDays = 7
    /// History is kept for about as long.
    package static let mostDays = 90

    package var target: Target
    /// How far back, up to now; from 1 to ``mostDays``.
    package var days: Int

    package init(_ target: Target, days: Int = usualDays) {
        self.target = target
        self.days = days
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        target = try Target(fields: &fields)
        days = try fields.optional("days", .integer(Int.self)) ?? Self.usualDays
        guard (1...Self.mostDays).contains(days) else { throw FieldFault("days") }
    }

    package var fields: [Field] { target.fields + [Field("days", .integer(Int.self), days)] }

    package typealias Reply = HeldBack
}
