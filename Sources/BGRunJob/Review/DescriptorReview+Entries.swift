// What is doubtful about one entry of a schedule: that it is dead, rare, doubled, or hit by a clock change.
import BGRunCalendar
import BGRunJSON

extension DescriptorReview {
    /// From one occurrence to the next; a day more than a leap year.
    private static let tooRare: Duration = .seconds(367 * 86_400)
    /// Clock changes are looked for this far ahead, so that each of a year is seen whatever the day.
    private static let clockHorizon: Duration = .seconds(396 * 86_400)

    func warnings(ofEntry place: Int) -> [DescriptorWarning] {
        let schedule = descriptor.schedules[place]
        let keyPath = descriptor.keyPath(ofSchedule: place, schedule.key)
        if let other = descriptor.schedules[..<place].firstIndex(of: schedule) {
            return [DescriptorWarning(at: keyPath, .repeated(place: other))]
        }
        if let doubt = doubt(ofEvent: schedule) { return [DescriptorWarning(at: keyPath, doubt)] }
        guard schedule.followsLocalClock ? zones[schedule.zoneName] != nil : schedule.hasInstants else {
            return []
        }
        return [
            comings(of: schedule), clockChanges(for: schedule), eitherDay(of: schedule),
            unevenStep(of: schedule), eachMinute(of: schedule),
        ]
        .compactMap { $0.map { DescriptorWarning(at: keyPath, $0) } }
    }

    /// An event beside what the job requires.
    private func doubt(ofEvent schedule: Schedule) -> DescriptorWarning.Matter? {
        guard case .event(let event, _) = schedule, let requirement = event.requirement else { return nil }
        let required = descriptor.requirements.leaves
        switch event {
        case .device, .mount: return required.contains(requirement) ? nil : .mayBeGone
        case .named(.batteryPower): return required.contains(.externalPower) ? .waitsForTheOpposite : nil
        case .named, .wakeAfter: return nil
        }
    }

    /// `spacing` beside a clock.
    var spacingWarnings: [DescriptorWarning] {
        guard descriptor.spacing != nil, !descriptor.schedules.isEmpty,
            descriptor.schedules.allSatisfy(\.hasInstants)
        else { return [] }
        return [warning("spacing", .noEvents)]
    }

    /// Whether and how seldom its instants come.
    private func comings(of schedule: Schedule) -> DescriptorWarning.Matter? {
        let zone = zone(of: schedule)
        guard var last = first(of: schedule) else { return schedule.countsFromCompletion ? nil : .neverDue }
        if isOver(at: last) { return isOver ? nil : .afterUntil(first: zone.civil(at: last)) }
        if begin.duration(to: last) > Self.tooRare { return .farAway(first: zone.civil(at: last)) }
        for _ in 0..<3 {
            guard let next = instant(of: schedule, after: last), !isOver(at: next) else { return nil }
            if last.duration(to: next) > Self.tooRare {
                return .rare(from: zone.civil(at: last), to: zone.civil(at: next))
            }
            last = next
        }
        return nil
    }

    private func clockChanges(for schedule: Schedule) -> DescriptorWarning.Matter? {
        guard schedule.followsLocalClock else { return nil }
        let zone = zone(of: schedule)
        let end = min(begin.advanced(by: Self.clockHorizon), descriptor.until ?? .init(microseconds: .max))
        var hits: [ClockHit] = []
        var instant = begin
        while let change = zone.transition(after: instant), change.at <= end {
            if let hit = schedule.hit(by: change, in: zone), hit.runs >= begin { hits.append(hit) }
            instant = change.at
        }
        return hits.isEmpty ? nil : .clockChanges(hits, zone)
    }

    /// cron's rule for two days surprises everyone once.
    private func eitherDay(of schedule: Schedule) -> DescriptorWarning.Matter? {
        guard case .cron(let expression, _) = schedule, expression.takesEitherDay else { return nil }
        return .eitherDay
    }

    private func unevenStep(of schedule: Schedule) -> DescriptorWarning.Matter? {
        guard let (pattern, text) = schedule.pattern, text.utf8.contains(UInt8(ascii: "/")) else {
            return nil
        }
        guard var step = pattern.unevenStep else { return nil }
        if step.field == .day, pattern.isOnceADay {
            step.from = first(of: schedule).map { zone(of: schedule).civil(at: $0) }
        }
        return .unevenStep(step)
    }

    private func eachMinute(of schedule: Schedule) -> DescriptorWarning.Matter? {
        schedule.pattern?.pattern.runsEachMinuteOfSomeHours == true ? .eachMinute : nil
    }

    /// Whether `until` leaves no occurrence of any entry: that is told of once, at `until`.
    var isOver: Bool {
        guard let until = descriptor.until else { return false }
        return until < now || !descriptor.schedules.isEmpty && earliestInstant.map { isOver(at: $0) } ?? false
    }

    /// The first instant of all entries; nil where one of them has none of its own, and may come any time.
    var earliestInstant: WallTime? {
        let firsts = descriptor.schedules.map { first(of: $0) }
        return firsts.contains(nil) ? nil : firsts.compactMap(\.self).min()
    }

    /// Whether `until` lies before an instant.
    func isOver(at instant: WallTime) -> Bool { descriptor.until.map { $0 < instant } ?? false }
}

extension Schedule {
    /// The pattern of an expression, and its source text.
    fileprivate var pattern: (pattern: CivilPattern, text: String)? {
        switch self {
        case .cron(let expression, _): (expression.pattern, expression.text)
        case .calendar(let expression, _): (expression.pattern, expression.text)
        case .every, .event, .path: nil
        }
    }

    fileprivate var countsFromCompletion: Bool {
        switch self {
        case .every(let every): every.from == .completion
        case .cron, .calendar, .event, .path: false
        }
    }
}

extension CronExpression {
    /// Whether a day of the month and a day of the week are both named, so that one of them is enough.
    fileprivate var takesEitherDay: Bool {
        switch pattern.dayRule {
        case .either: true
        case .both: false
        }
    }
}
