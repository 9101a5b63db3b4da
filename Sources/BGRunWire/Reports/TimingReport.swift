// How a job stands to time beside its schedule, as its descriptor writes it.
import BGRunCalendar
import BGRunJob

/// The keys of a descriptor that say what is missed, put off and limited, and what the job does to sleep.
///
/// On the wire they are fields of `Descriptor`, beside the others.
package struct TimingReport: WireObject, Hashable {
    package var missed: MissedRule
    package var maxLateness: Duration?
    package var randomDelay: Duration?
    package var fixedDelay: Duration?
    package var until: WallTime?
    package var maxRuns: Int?
    /// Windows such as `22:00-06:00`; empty where every hour is allowed.
    package var allowedHours: [String]
    /// A duration, or a date.
    package var latestBegin: String?
    package var priority: Priority
    package var keepAwake: KeepAwake
    package var wakeSystem: PowerCondition
    package var beforeSleep: SleepRule

    package init(_ descriptor: JobDescriptor) {
        missed = descriptor.missed
        maxLateness = descriptor.maxLateness
        randomDelay = descriptor.randomDelay
        fixedDelay = descriptor.fixedDelay
        until = descriptor.until
        maxRuns = descriptor.maxRuns
        allowedHours = descriptor.allowedHours?.windows ?? []
        switch descriptor.latestBegin {
        case nil: latestBegin = nil
        case .after(let span): latestBegin = span.text
        case .date(let date): latestBegin = date.rfc3339
        }
        priority = descriptor.priority
        keepAwake = descriptor.keepAwake
        wakeSystem = descriptor.wakeSystem
        beforeSleep = descriptor.beforeSleep
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        missed = try fields.required("missed", .choice(MissedRule.self))
        maxLateness = try fields.optional("maxLateness", .durationText)
        randomDelay = try fields.optional("randomDelay", .durationText)
        fixedDelay = try fields.optional("fixedDelay", .durationText)
        until = try fields.optional("until", .date)
        maxRuns = try fields.optional("maxRuns", .integer(Int.self))
        allowedHours = try fields.required("allowedHours", .list(of: .string))
        latestBegin = try fields.optional("latestBegin", .string)
        priority = try fields.required("priority", .choice(Priority.self))
        keepAwake = try fields.required("keepAwake", .object(KeepAwake.self))
        wakeSystem = try fields.required("wakeSystem", .choice(PowerCondition.self))
        beforeSleep = try fields.required("beforeSleep", .choice(SleepRule.self))
    }

    package var fields: [Field] {
        [
            Field("missed", .choice(MissedRule.self), missed),
            Field("maxLateness", .durationText, orNull: maxLateness),
            Field("randomDelay", .durationText, orNull: randomDelay),
            Field("fixedDelay", .durationText, orNull: fixedDelay),
            Field("until", .date, orNull: until),
            Field("maxRuns", .integer(Int.self), orNull: maxRuns),
            Field("allowedHours", .list(of: .string), allowedHours),
            Field("latestBegin", .string, orNull: latestBegin),
            Field("priority", .choice(Priority.self), priority),
            Field("keepAwake", .object(KeepAwake.self), keepAwake),
            Field("wakeSystem", .choice(PowerCondition.self), wakeSystem),
            Field("beforeSleep", .choice(SleepRule.self), beforeSleep),
        ]
    }
}

extension KeepAwake: WireObject {
    package init(fields: inout FieldReader) throws(FieldFault) {
        self.init(
            when: try fields.required("when", .choice(PowerCondition.self)),
            withLidClosed: try fields.required("withLidClosed", .bool))
    }

    package var fields: [Field] {
        [
            Field("when", .choice(PowerCondition.self), when),
            Field("withLidClosed", .bool, withLidClosed),
        ]
    }
}
