// Forecasts of random machines, held to a count of each minute.
import BGRunCalendar
import BGRunJob
import BGRunTestSupport
import Testing

@testable import BGRunForecast

@Suite struct `A forecast of a random machine` {
    /// Minutes looked and held, by day and ten minutes of the day on the local clock.
    private struct Bin: Hashable {
        let day: Int64
        let bin: Int64
    }

    private struct Chance {
        var held = 0
        var seen = 0
    }

    // B-36
    @Test(arguments: 0..<24)
    func `is what a count of each minute tells`(seed: UInt64) throws {
        var random = RandomPast(seed: seed)
        let zone = seed % 3 == 0 ? Zone.utc : try Zone.berlin()
        // Some of them see clocks go forward, some back.
        let days = Int64.random(in: 0...26, using: &random.random)
        let shift: Int64 = seed % 2 == 0 ? 0 : 215 * 1440
        let changes = random.habits(days: days).map { change in
            var change = change
            change.at = change.at.advanced(by: .seconds(shift * 60))
            return change
        }
        let now = days * 1440 + shift + .random(in: 0..<1440, using: &random.random)
        let due = now + .random(in: -3000...3000, using: &random.random)
        let requirements: Requirements = seed % 4 == 0 ? [.externalPower] : random.tree()
        let hours = seed % 5 == 0 ? try AllowedHours(windows: ["22:05-06:00", "12:00-12:20"]) : nil
        let slow = MinuteByMinute(changes, shift..<now)
        let leaves = Set(
            changes.compactMap { change -> String? in
                guard case .requirement(let text, _, _) = change.what else { return nil }
                return text
            })
        guard requirements.leaves.allSatisfy({ leaves.contains($0.condition.text) }) else { return }

        var (looked, held): ([Bin: Int], [Bin: Int]) = ([:], [:])
        for minute in shift..<now {
            let civil = zone.civil(at: WallTime(minute: minute))
            let bin = Bin(day: civil.daysSinceEpoch, bin: civil.secondOfDay / 600)
            switch slow.verdict(of: requirements, at: minute) {
            case .yes:
                looked[bin, default: 0] += 1
                held[bin, default: 0] += 1
            case .no: looked[bin, default: 0] += 1
            case .unknown, nil: break
            }
        }
        let seen = looked.filter { $0.value >= 5 }.keys
        let isWeekend = { (day: Int64) in [0, 6].contains(CivilTime(seconds: day * 86_400).weekday) }
        let dayCount = Set(seen.map(\.day)).count
        let weekendCount = Set(seen.map(\.day).filter(isWeekend)).count
        let isApart = dayCount >= 14 && weekendCount >= 3 && dayCount - weekendCount >= 3
        func chance(_ minute: Int64) -> Chance {
            let civil = zone.civil(at: WallTime(minute: minute))
            let like = seen.filter {
                $0.bin == civil.secondOfDay / 600
                    && (!isApart || isWeekend($0.day) == isWeekend(civil.daysSinceEpoch))
            }
            return Chance(
                held: like.count { held[$0, default: 0] * 2 >= looked[$0, default: 0] }, seen: like.count)
        }

        let timeline = ConditionTimeline(
            changes, from: WallTime(minute: shift), to: WallTime(minute: now))
        let forecast = Forecast(
            JobProspect(
                job: try .sample(), requirements: requirements, allowedHours: hours,
                due: WallTime(minute: due)), on: timeline, in: zone)
        let isOpen = { (minute: Int64) in hours?.isOpen(at: WallTime(minute: minute), in: zone) ?? true }
        let last = days == 0 ? nil : MinuteByMinute(changes, now..<now + 1).verdict(of: requirements, at: now)
        if due <= now, last == .yes, isOpen(now) {
            #expect(forecast.isNow)
            #expect(forecast.likely == WallTime(minute: now))
            return
        }
        #expect(!forecast.isNow)
        guard dayCount >= 3 else { return #expect(forecast.likely == nil) }
        var best: (minute: Int64, chance: Chance)?
        let start = max(now, due)
        var known: [Int64: Chance] = [:]
        for minute in start..<start + 7 * 1440 {
            let second = zone.civil(at: WallTime(minute: minute)).secondOfDay
            // The ten minutes that are not over yet.
            let begun = zone.civil(at: WallTime(minute: now)).secondOfDay / 600
            if last != .yes, start == now, minute - now < 10, second / 600 == begun { continue }
            guard isOpen(minute) else { continue }
            let key =
                second / 600 + (isWeekend(zone.civil(at: WallTime(minute: minute)).daysSinceEpoch) ? 1000 : 0)
            let chance = known[key] ?? chance(minute)
            known[key] = chance
            guard chance.seen >= 3, chance.held > 0 else { continue }
            if chance.held * 2 >= chance.seen {
                best = (minute, chance)
                break
            }
            if let best, best.chance.held * chance.seen >= chance.held * best.chance.seen { continue }
            best = (minute, chance)
        }
        #expect(forecast.likely == best.map { WallTime(minute: $0.minute) })
        #expect(forecast.daysHeld == best?.chance.held ?? 0)
        #expect(forecast.daysSeen == best?.chance.seen ?? 0)
    }

    @Test func `is there in some of them`() throws {
        // Else the test above would hold for a forecast that never says anything.
        var found = 0
        for seed in UInt64(0)..<36 {
            var random = RandomPast(seed: seed)
            let changes = random.habits(days: 20)
            let timeline = ConditionTimeline(
                changes, from: WallTime(day: 0, 0), to: WallTime(day: 20, 12))
            let prospect = JobProspect(
                job: try .sample(), requirements: [.externalPower], due: WallTime(day: 21, 0))
            if Forecast(prospect, on: timeline, in: .utc).likely != nil { found += 1 }
        }
        #expect(found > 20)
    }
}
