// Hours of a week counted: how long somebody looked, and how long it held.
import BGRunCalendar
import BGRunJob

/// What was seen in each hour of a week, and what follows for hours of which little was seen.
struct HourTally {
    /// Of an hour of a weekday so much must have been seen, as of a day's hour: three of them.
    private static let fewest: Int64 = 3 * 3600 * 1_000_000 / 2

    private var looked = [Int64](repeating: 0, count: HourChances.hours)
    private var held = [Int64](repeating: 0, count: HourChances.hours)

    /// - Parameter slots: The time that the course lies in, in order.
    init(_ course: Course<Sight>, slots: [DaySlot]) {
        let steps = course.steps
        var step = 0
        for slot in slots {
            while step + 1 < steps.count, steps[step + 1].at <= slot.span.from { step += 1 }
            var at = slot.span.from
            var current = step
            let hour = Int(slot.weekday) * 24 + slot.bin * DaySlot.minutes / 60
            while at < slot.span.to {
                let next = current + 1 < steps.count ? min(steps[current + 1].at, slot.span.to) : slot.span.to
                let sight = steps[current].value
                let length = at.duration(to: next).wholeMicroseconds
                // What was simulated is no experience, and neither is what nobody could know.
                if !sight.isSimulated, sight.verdict == .yes || sight.verdict == .no {
                    looked[hour] += length
                    if sight.verdict == .yes { held[hour] += length }
                }
                at = next
                current += 1
            }
        }
    }

    /// By the weekday where enough was seen of it; else by working days or the weekend, else by all days.
    var percents: [Int?] {
        (0..<HourChances.hours).map { place in
            let (day, hour) = (place / 24, place % 24)
            let alike: [Int] = day == 0 || day == 6 ? [0, 6] : [1, 2, 3, 4, 5]
            for days: [Int] in [[day], alike, [0, 1, 2, 3, 4, 5, 6]] {
                let seen = days.reduce(0) { $0 + looked[$1 * 24 + hour] }
                guard seen >= Self.fewest else { continue }
                let there = days.reduce(0) { $0 + held[$1 * 24 + hour] }
                return Int((there / 1000 * 100 + seen / 2000) / max(seen / 1000, 1))
            }
            return nil
        }
    }
}

extension Hindsight {
    /// How likely each of a job's requirements holds in each hour of a week, and, where there are several, all of them.
    ///
    /// What is looked at before a start only, and what was never seen, is left out.
    package func chances(
        of requirements: Requirements, owner: UserID, in zone: Zone
    ) -> (each: [HourChances], all: HourChances?) {
        let known =
            requirements.keeping { !$0.kind.isLookedAt && timeline.hasSeen($0, owner: owner) } ?? .none
        guard !known.isEmpty else { return ([], nil) }
        let slots = DaySlot.slots(of: Span(from: timeline.from, to: timeline.to), in: zone)
        func chances(_ course: Course<Sight>, _ words: String) -> HourChances {
            HourChances(words: words, percents: HourTally(course, slots: slots).percents)
        }
        let each = known.terms.map { chances($0.course(on: timeline, owner: owner), $0.words) }
        let all =
            each.count > 1 ? chances(known.course(on: timeline, owner: owner), "all together") : each.first
        return (each, all)
    }
}
