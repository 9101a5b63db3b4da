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
    package var accuracy: Duration?
    package var spacing: Duration?
    package var until: WallTime?
    package var maxRuns: Int?
    package var allowedHours: [String]
    package var onAllowedHoursEnd: HoursEnd
    package var latestBegin: LatestBegin?
    package var maxTimeBudget: Duration?
    package var watchdog: Duration?
    package var priority: Priority
    package var keepAwake: KeepAwake
    package var wakeSystem: PowerCondition
    package var beforeSleep: SleepRule

    package static let wire = WireTable<TimingReport>(
        .key("missed", .choice, \.missed),
        .key("maxLateness", .optional(.durationText), \.maxLateness),
        .key("randomDelay", .optional(.durationText), \.randomDelay),
        .key("fixedDelay", .optional(.durationText), \.fixedDelay),
        .key("accuracy", .optional(.durationText), \.accuracy),
        .key("spacing", .optional(.durationText), \.spacing),
        .key("until", .optional(.date), \.until),
        .key("maxRuns", .optional(.integer), \.maxRuns),
        .key(
            "allowedHours", .list(.string), \.allowedHours,
            "windows such as 22:00-06:00; empty where every hour is allowed"),
        .key("onAllowedHoursEnd", .choice, \.onAllowedHoursEnd),
        .key("latestBegin", .optional(.latestBegin), \.latestBegin, "a duration, or a date"),
        .key("maxTimeBudget", .optional(.durationText), \.maxTimeBudget),
        .key("watchdog", .optional(.durationText), \.watchdog),
        .key("priority", .choice, \.priority),
        .key("keepAwake", .object, \.keepAwake),
        .key("wakeSystem", .named, \.wakeSystem),
        .key("beforeSleep", .choice, \.beforeSleep),
        make: TimingReport.init)
}

extension TimingReport {
    package init(_ descriptor: JobDescriptor) {
        self.init(
            missed: descriptor.missed, maxLateness: descriptor.maxLateness,
            randomDelay: descriptor.randomDelay,
            fixedDelay: descriptor.fixedDelay, accuracy: descriptor.accuracy, spacing: descriptor.spacing,
            until: descriptor.until,
            maxRuns: descriptor.maxRuns,
            allowedHours: descriptor.allowedHours?.windows ?? [], onAllowedHoursEnd: descriptor.hoursEnd,
            latestBegin: descriptor.latestBegin, maxTimeBudget: descriptor.maxTimeBudget,
            watchdog: descriptor.watchdog, priority: descriptor.priority, keepAwake: descriptor.keepAwake,
            wakeSystem: descriptor.wakeSystem,
            beforeSleep: descriptor.beforeSleep)
    }
}

extension KeepAwake: WireObject {
    package static let wire = WireTable<KeepAwake>(
        named: "KeepAwake", about: "Whether a run keeps the machine from falling asleep.",
        .key("when", .named, \.when),
        .key("withLidClosed", .bool, \.withLidClosed, "closing the lid does not put it to sleep either"),
        make: KeepAwake.init)
}
