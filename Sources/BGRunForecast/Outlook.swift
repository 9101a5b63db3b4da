// The guess itself: the first time of day at which a start is likely, else the best there is.
import BGRunCalendar
import BGRunJob

/// All that a guess rests on.
struct Outlook {
    struct Guess {
        var likely: WallTime?
        var isNow = false
        var confidence = Forecast.Confidence.none
        var held = 0
        var seen = 0
        var note: String
    }

    let prospect: JobProspect
    let zone: Zone
    let now: WallTime
    let needsNothing: Bool
    /// Nothing that it needs can be foreseen.
    let isBlind: Bool
    let holdsNow: Bool
    let experience: DayCounts

    /// - Parameter isPartial: Some of what it needs can't be foreseen.
    func guess(isPartial: Bool) -> Guess {
        guard let due = prospect.due else {
            return Guess(note: "it waits for an event or a file, and nobody can tell when that comes")
        }
        let start = max(now, due)
        if isBlind { return Guess(note: "what it needs can't be foreseen") }
        if needsNothing { return guessOfHours(from: start) }
        if due <= now, holdsNow, isAllowed(now) {
            return Guess(
                likely: now, isNow: true, confidence: isPartial ? .fair : .good,
                note: isPartial ? "all that can be foreseen holds now" : "all it needs holds now")
        }
        guard experience.all.days >= BinCounts.fewestDays else {
            return Guess(
                note:
                    "what it needs was seen for \(experience.all.days) \(experience.all.days == 1 ? "day" : "days"); "
                    + "at least \(BinCounts.fewestDays) are needed")
        }
        return guess(from: start, isPartial: isPartial)
    }

    /// Nothing of the machine is needed: only the hours of the day matter.
    private func guessOfHours(from start: WallTime) -> Guess {
        let open: WallTime?
        if isAllowed(start) {
            open = start
        } else {
            open = prospect.allowedHours?.nextChange(after: start, in: zone)
        }
        guard let open else { return Guess(note: "its allowed hours never come") }
        return Guess(
            likely: open, isNow: open == now, confidence: .good, note: "it needs nothing of the machine")
    }

    private func guess(from start: WallTime, isPartial: Bool) -> Guess {
        let slots = DaySlot.slots(
            of: Span(from: start, to: start.advanced(by: Forecast.reach)), in: zone)
        var best: (at: WallTime, counts: BinCounts, bin: Int)?
        for (index, slot) in slots.enumerated() {
            // What does not hold now did not hold in the ten minutes that are not over yet.
            if index == 0, start == now, !holdsNow { continue }
            let counts = experience.counts(for: slot)
            guard counts.seen[slot.bin] >= BinCounts.fewestDays, counts.held[slot.bin] > 0,
                let at = allowedInstant(in: slot.span)
            else { continue }
            if counts.isLikely(slot.bin, percent: Forecast.likelyPercent) {
                return found(at, counts, slot.bin, isPartial: isPartial)
            }
            if let best, Self.isBetter(best.counts, best.bin, than: counts, slot.bin) { continue }
            best = (at, counts, slot.bin)
        }
        if let best { return found(best.at, best.counts, best.bin, isPartial: isPartial) }
        return Guess(
            note:
                "at no time of day that it may start all it needs held on one of \(experience.all.days) days")
    }

    /// At least as often.
    private static func isBetter(_ one: BinCounts, _ bin: Int, than two: BinCounts, _ other: Int) -> Bool {
        one.held[bin] * two.seen[other] >= two.held[other] * one.seen[bin]
    }

    private func found(_ at: WallTime, _ counts: BinCounts, _ bin: Int, isPartial: Bool) -> Guess {
        let (held, seen) = (counts.held[bin], counts.seen[bin])
        let rests = isPartial ? "what can be foreseen of its requirements" : "all it needs"
        return Guess(
            likely: at, confidence: Self.confidence(held, of: seen, isPartial: isPartial), held: held,
            seen: seen, note: "\(rests) held at that time of day on \(held) of \(seen) days")
    }

    /// Good from 80 % of 7 days on, fair from 60 % of 4; one step less where something can't be foreseen.
    private static func confidence(_ held: Int, of seen: Int, isPartial: Bool) -> Forecast.Confidence {
        if seen >= 7, held * 100 >= seen * 80 { return isPartial ? .fair : .good }
        if seen >= 4, held * 100 >= seen * 60 { return isPartial ? .low : .fair }
        return .low
    }

    private func isAllowed(_ instant: WallTime) -> Bool {
        prospect.allowedHours?.isOpen(at: instant, in: zone) ?? true
    }

    /// The first instant of a span at which it may start.
    private func allowedInstant(in span: Span) -> WallTime? {
        guard let hours = prospect.allowedHours, !hours.isOpen(at: span.from, in: zone) else {
            return span.from
        }
        guard let change = hours.nextChange(after: span.from, in: zone), change < span.to else { return nil }
        return change
    }
}
