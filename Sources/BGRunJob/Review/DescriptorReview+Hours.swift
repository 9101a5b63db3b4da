// What is doubtful about allowed hours: that a schedule never meets them, or that a delay leads out of them.
import BGRunCalendar
import BGRunJSON

extension DescriptorReview {
    private static let year: Duration = .seconds(366 * 86_400)

    /// Allowed hours are those of the machine's own clock, whatever zones the schedules name.
    var hoursWarnings: [DescriptorWarning] {
        guard let hours = descriptor.allowedHours else { return [] }
        guard hours.nextChange(after: now, in: zones.local) != nil else {
            return [warning("allowedHours", .hoursWithoutEnd)]
        }
        let places = descriptor.schedules.indices.filter { isPlanned(descriptor.schedules[$0]) }
        let missed = places.compactMap { place in
            hoursMissed(by: descriptor.schedules[place], hours).map { (place, $0) }
        }
        var warnings = missed.map { place, missed in
            let path = descriptor.keyPath(ofSchedule: place, descriptor.schedules[place].key)
            let isOnly = descriptor.schedules.count == 1
            return DescriptorWarning(
                at: isOnly ? JSONKeyPath([.key("allowedHours")]) : path, .outsideHours(missed))
        }
        if missed.count == descriptor.schedules.count,
            let least = missed.map(\.1).min(by: { $0.wait < $1.wait }),
            case .after(let latest)? = descriptor.latestBegin, latest < least.wait
        {
            warnings.append(warning("latestBegin", .overdueBeforeHours(latest: latest, least)))
        }
        return warnings
    }

    /// The longest that the job itself puts an occurrence off.
    private var delay: Duration { (descriptor.randomDelay ?? .zero) + (descriptor.fixedDelay ?? .zero) }

    /// Whether the entry's instants are known beforehand. A grid's are, where the descriptor says when it begins.
    private func isPlanned(_ schedule: Schedule) -> Bool {
        switch schedule {
        case .cron, .calendar: return zones[schedule.zoneName] != nil
        case .every(let every):
            if every.followsLocalClock, zones[schedule.zoneName] == nil { return false }
            if case .date? = descriptor.earliestBegin { return true }
            return every.namesItsDate
        case .event, .path: return false
        }
    }

    /// The shortest wait of the next year, where every instant has one; nil where one has none.
    private func hoursMissed(
        by schedule: Schedule, _ hours: AllowedHours
    ) -> DescriptorWarning.HoursMissed? {
        let end = begin.advanced(by: Self.year)
        var shortest: (at: WallTime, opens: WallTime)?
        var next = first(of: schedule)
        while let at = next, at <= end, !isOver(at: at) {
            guard !hours.isOpen(at: at, in: zones.local),
                let opens = hours.nextChange(after: at, in: zones.local)
            else { return nil }
            let last = last(of: schedule, from: at, before: opens)
            if last.duration(to: opens) <= delay { return nil }
            if last.duration(to: opens) < shortest.map({ $0.at.duration(to: $0.opens) }) ?? Self.year {
                shortest = (last, opens)
            }
            next = instant(of: schedule, after: opens.advanced(by: .microseconds(-1)))
        }
        return shortest.map { at, opens in
            let wait = at.duration(to: opens)
            return DescriptorWarning.HoursMissed(
                at: zones.local.civil(at: at), opens: zones.local.civil(at: opens), wait: wait,
                maxLateness: descriptor.maxLateness.flatMap { $0 < wait - delay ? $0 : nil })
        }
    }

    /// The last instant before `end`, of which `first` is one. By halves: there may be one each second.
    private func last(of schedule: Schedule, from first: WallTime, before end: WallTime) -> WallTime {
        var last = first
        // None lies after `limit` and before `end`.
        var limit = end.advanced(by: .microseconds(-1))
        while last < limit {
            let middle = last.advanced(by: last.duration(to: limit) / 2)
            if let next = instant(of: schedule, after: middle), next < end {
                last = next
            } else {
                limit = middle
            }
        }
        return last
    }

    /// Whether delays lead out of the window in which an instant lies.
    var delayBeyondHours: [DescriptorWarning] {
        guard delay > .zero, let hours = descriptor.allowedHours else { return [] }
        for schedule in descriptor.schedules where isPlanned(schedule) {
            guard let at = first(of: schedule), hours.isOpen(at: at, in: zones.local),
                let closes = hours.nextChange(after: at, in: zones.local), at.advanced(by: delay) > closes
            else { continue }
            let key = descriptor.randomDelay == nil ? "fixedDelay" : "randomDelay"
            return [
                warning(
                    key,
                    .delayBeyondHours(
                        delay: delay, at: zones.local.civil(at: at), closes: zones.local.civil(at: closes)))
            ]
        }
        return []
    }
}
