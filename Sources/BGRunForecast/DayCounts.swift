// Days counted apart by class: all, working days, weekends.
import BGRunCalendar
import BGRunJob

/// The same for all days, and for working days and weekends by themselves.
struct DayCounts: Hashable {
    /// Below so many days working days and weekends are not told apart.
    static let fewestDaysToTellApart = 14

    private(set) var all = BinCounts()
    private(set) var workingDays = BinCounts()
    private(set) var weekend = BinCounts()

    /// - Parameter slots: The time that the course lies in, in order.
    init(_ course: Course<Sight>, slots: [DaySlot]) {
        let steps = course.steps
        var step = 0
        var looked = [Int64](repeating: 0, count: DaySlot.binsOfDay)
        var held = looked
        for (index, slot) in slots.enumerated() {
            while step + 1 < steps.count, steps[step + 1].at <= slot.span.from { step += 1 }
            var at = slot.span.from
            var current = step
            while at < slot.span.to {
                let next = current + 1 < steps.count ? min(steps[current + 1].at, slot.span.to) : slot.span.to
                let length = at.duration(to: next).wholeMicroseconds
                switch steps[current].value.countedVerdict {
                case .yes:
                    looked[slot.bin] += length
                    held[slot.bin] += length
                case .no: looked[slot.bin] += length
                case .unknown, nil: break
                }
                at = next
                current += 1
            }
            guard index + 1 == slots.count || slots[index + 1].day != slot.day else { continue }
            all.take(looked: looked, held: held)
            if slot.isWeekend {
                weekend.take(looked: looked, held: held)
            } else {
                workingDays.take(looked: looked, held: held)
            }
            for bin in looked.indices { (looked[bin], held[bin]) = (0, 0) }
        }
    }

    /// Whether working days and weekends were both seen often enough to tell them apart.
    var isToldApart: Bool {
        all.days >= Self.fewestDaysToTellApart && workingDays.days >= BinCounts.fewestDays
            && weekend.days >= BinCounts.fewestDays
    }

    func counts(for slot: DaySlot) -> BinCounts {
        isToldApart ? (slot.isWeekend ? weekend : workingDays) : all
    }

    var classes: [(days: Forecast.Habit.Days, counts: BinCounts)] {
        isToldApart ? [(.workingDays, workingDays), (.weekend, weekend)] : [(.all, all)]
    }
}

extension Sight {
    /// What was simulated is no experience, and neither is what nobody could know.
    fileprivate var countedVerdict: Verdict? { isSimulated ? nil : verdict }
}
