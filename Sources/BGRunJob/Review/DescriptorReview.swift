// Reads a descriptor as a careful person would, with a calendar at hand.
import BGRunCalendar
import BGRunJSON

/// The review of one descriptor, at one time on one machine. Nothing of it keeps a job from running.
package struct DescriptorReview {
    let descriptor: JobDescriptor
    /// The zones that its schedules name; an entry whose zone is missing is passed over.
    let zones: KnownZones
    let now: WallTime
    /// Whether its author chose the time budget, which may be the usual one.
    let isBudgetChosen: Bool

    /// - Parameter isBudgetWritten: Whether the key is there, where that is known.
    package init(
        _ descriptor: JobDescriptor, zones: KnownZones, now: WallTime, isBudgetWritten: Bool = false
    ) {
        self.descriptor = descriptor
        self.zones = zones
        self.now = now
        isBudgetChosen = isBudgetWritten || descriptor.timeBudget != descriptor.kind.defaultTimeBudget
    }

    /// In the order of the descriptor's keys.
    package var warnings: [DescriptorWarning] {
        let entries = descriptor.schedules.indices.flatMap { warnings(ofEntry: $0) }
        return beginWarnings + entries + catchUpWarnings + delayWarnings + endWarnings + hoursWarnings
            + lateWarnings
            + wakeWarnings + requirementWarnings + preferenceWarnings + contradictionWarnings
            + budgetWarnings + lossWarnings + spacingWarnings + accuracyWarnings
    }

    /// From when on an occurrence may lie.
    var begin: WallTime {
        switch descriptor.earliestBegin {
        case .date(let date)?: max(date, now)
        case .after(let span)?: now.advanced(by: span)
        case nil: now
        }
    }

    /// The first instant of an entry that counts; an interval's grid begins when the job does.
    func first(of schedule: Schedule) -> WallTime? {
        instant(of: schedule, after: begin.advanced(by: .microseconds(-1)))
    }

    func instant(of schedule: Schedule, after instant: WallTime) -> WallTime? {
        schedule.next(after: instant, anchor: begin, zones: zones)
    }

    /// The zone whose clock an instant of the entry is told by.
    func zone(of schedule: Schedule) -> Zone { zones[schedule.zoneName] ?? zones.local }

    /// Whether the job has instants at all: a schedule of its own, or a date.
    var hasInstants: Bool {
        descriptor.schedules.contains(where: \.hasInstants)
            || descriptor.schedules.isEmpty && descriptor.earliestBegin != nil
    }

    /// The shortest time between two occurrences of one entry, clock changes aside; nil where there is none.
    ///
    /// Of two entries together nothing is said: that they come close to each other once is no mistake.
    var shortestInterval: Duration? {
        descriptor.schedules.compactMap { interval(of: $0) }.min()
    }

    private func interval(of schedule: Schedule) -> Duration? {
        switch schedule {
        case .every(let every): return every.from == .completion ? nil : every.interval
        case .event, .path: return nil
        case .cron, .calendar:
            var shortest: Int64?
            var last = schedule.reading(after: zone(of: schedule).civil(at: begin))
            // Enough for the minutes of an hour and for the days of a month.
            for _ in 0..<64 {
                guard let from = last, let to = schedule.reading(after: from) else { break }
                shortest = min(shortest ?? .max, to.seconds.subtractingSaturating(from.seconds))
                last = to
            }
            return shortest.map { .seconds($0) }
        }
    }

    func warning(_ key: String, _ matter: DescriptorWarning.Matter) -> DescriptorWarning {
        DescriptorWarning(at: JSONKeyPath([.key(key)]), matter)
    }
}

extension Schedule {
    /// Whether its occurrences lie at points of time, and not where an event or a change of a file puts them.
    var hasInstants: Bool {
        switch self {
        case .cron, .calendar, .every: true
        case .event, .path: false
        }
    }

    /// The key under which an entry's form is written.
    var key: String {
        switch self {
        case .cron: "cron"
        case .calendar: "calendar"
        case .every: "every"
        case .event(.device, _): "device"
        case .event(.mount, _): "mount"
        case .event: "event"
        case .path: "path"
        }
    }
}
