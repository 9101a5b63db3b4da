// When a job is likely to start: by habit, by the clock on the wall, and never invented.
import BGRunCalendar
import BGRunJob
import BGRunTestSupport
import Testing

@testable import BGRunForecast

@Suite struct `A forecast` {
    private let zone: Zone

    init() throws { zone = try .berlin() }

    /// A machine that is on all day and on power in part of each.
    private func evenings(_ days: Range<Int64>, from start: Int64 = 20 * 60 + 8, to end: Int64 = 23 * 60 + 40)
        -> [ConditionChange]
    {
        [.machine(.started, at: WallTime(day: days.lowerBound, 0))]
            + days.flatMap { day -> [ConditionChange] in
                [
                    .seen(.externalPower, .no, at: WallTime(minute: day * 1440)),
                    .seen(.externalPower, .yes, at: WallTime(minute: day * 1440 + start)),
                    .seen(.externalPower, .no, at: WallTime(minute: day * 1440 + end)),
                ]
            }
    }

    private func forecast(
        _ changes: [ConditionChange], now: WallTime, due: WallTime? = WallTime(day: 0, 0),
        _ requirements: Requirements = [.externalPower], hours: [String]? = nil, zone: Zone? = nil
    ) throws -> Forecast {
        let timeline = ConditionTimeline(changes, from: WallTime(day: -100, 0), to: now)
        return Forecast(
            JobProspect(
                job: try .sample(), requirements: requirements,
                allowedHours: try hours.map { try AllowedHours(windows: $0) }, due: due), on: timeline,
            in: zone ?? self.zone)
    }

    // B-36
    @Test func `is the first time of day at which all held on most days, with the days it rests on`() throws {
        let forecast = try forecast(evenings(0..<12), now: WallTime(day: 12, 0))
        #expect(forecast.likely == WallTime(day: 12, 20, 10))
        #expect(!forecast.isNow)
        #expect(forecast.confidence == .good)
        #expect((forecast.daysHeld, forecast.daysSeen) == (12, 12))
        #expect(forecast.habits.map(\.words) == ["external power"])
        #expect(forecast.habits.first?.windows.map(\.text) == ["20:10–23:40"])
        #expect(forecast.habits.first?.daysSeen == 12)
        #expect(forecast.note == "all it needs held at that time of day on 12 of 12 days")
    }

    // B-36
    @Test func `says on how many of the days it held, and is the less sure the fewer these are`() throws {
        // On three evenings of twelve nobody plugged in.
        let changes = evenings(0..<9) + [.seen(.externalPower, .no, at: WallTime(day: 9, 0))]
        let often = try forecast(changes, now: WallTime(day: 12, 0))
        #expect(often.likely == WallTime(day: 12, 20, 10))
        #expect((often.daysHeld, often.daysSeen) == (9, 12))
        #expect(often.confidence == .fair)
        let seldom = try forecast(
            evenings(0..<3) + [.seen(.externalPower, .no, at: WallTime(day: 3, 0))], now: WallTime(day: 9, 0))
        #expect(seldom.likely == WallTime(day: 9, 20, 10))
        #expect((seldom.daysHeld, seldom.daysSeen) == (3, 9))
        #expect(seldom.confidence == .low)
        #expect(seldom.habits.first?.windows == [])
    }

    // B-36
    @Test(arguments: [
        (1, "what it needs was seen for 1 day; at least 3 are needed"),
        (2, "what it needs was seen for 2 days; at least 3 are needed"),
    ])
    func `invents nothing where too little was seen`(days: Int64, note: String) throws {
        let forecast = try forecast(evenings(0..<days), now: WallTime(day: days, 0))
        #expect(forecast.likely == nil)
        #expect(forecast.confidence == .none)
        #expect(forecast.habits == [])
        #expect(forecast.note == note)
    }

    // B-36
    @Test func `is "now" where all holds, and due`() throws {
        let changes = evenings(0..<1) + [.seen(.externalPower, .yes, at: WallTime(day: 1, 8))]
        let now = WallTime(day: 1, 9)
        #expect(try forecast(changes, now: now).isNow)
        #expect(try forecast(changes, now: now).likely == now)
        #expect(try forecast(changes, now: now).confidence == .good)
        // Due later, or outside its hours, it is not.
        #expect(try !forecast(changes, now: now, due: WallTime(day: 1, 10)).isNow)
        #expect(try !forecast(changes, now: now, hours: ["22:00-06:00"]).isNow)
        // What is simulated is no experience.
        let simulated = changes + [.seen(.externalPower, .yes, at: now, isSimulated: true)]
        #expect(try !forecast(simulated, now: now).isNow)
    }

    @Test func `waits for the due instant, and for the hours in which it may start`() throws {
        let changes = evenings(0..<12)
        let now = WallTime(day: 12, 0)
        #expect(
            try forecast(changes, now: now, due: WallTime(day: 12, 21, 3)).likely == WallTime(day: 12, 21, 3))
        #expect(
            try forecast(changes, now: now, due: WallTime(day: 12, 23, 50)).likely
                == WallTime(day: 13, 20, 10))
        #expect(
            try forecast(changes, now: now, hours: ["22:05-06:00"]).likely == WallTime(day: 12, 22, 5))
        let never = try forecast(changes, now: now, hours: ["06:00-12:00"])
        #expect(never.likely == nil)
        #expect(never.note == "at no time of day that it may start all it needs held on one of 12 days")
    }

    @Test func `counts ten minutes in which it held for half of them, and none that are not over yet`() throws
    {
        let now = WallTime(day: 12, 0)
        #expect(
            try forecast(evenings(0..<12, from: 20 * 60 + 5), now: now).likely == WallTime(day: 12, 20))
        #expect(
            try forecast(evenings(0..<12, from: 20 * 60 + 6), now: now).likely == WallTime(day: 12, 20, 10))
        // Usually on power by now, but not today.
        #expect(
            try forecast(evenings(0..<12), now: WallTime(day: 12, 21, 3)).likely == WallTime(day: 12, 21, 10))
    }

    // B-36
    @Test func `tells working days from weekends once both were seen often enough`() throws {
        // Day 0 is a Monday. At the office from 9 to 17.
        var changes: [ConditionChange] = [.seen(.externalPower, .no, at: WallTime(day: 0, 0))]
        for day in Int64(0)..<19 where day % 7 < 5 {
            changes.append(.seen(.externalPower, .yes, at: WallTime(day: day, 9)))
            changes.append(.seen(.externalPower, .no, at: WallTime(day: day, 17)))
        }
        let forecast = try forecast(changes, now: WallTime(day: 19, 7))
        #expect(forecast.likely?.rfc3339(in: zone) == "2026-03-30T09:00:00+02:00")
        #expect((forecast.daysHeld, forecast.daysSeen) == (15, 15))
        #expect(forecast.habits.map(\.days) == [.workingDays, .weekend])
        #expect(forecast.habits.map { $0.windows.map(\.text) } == [["09:00–17:00"], []])
    }

    @Test func `asks for all requirements at once, and for one of several alternatives`() throws {
        var changes = evenings(0..<6)
        for day in Int64(0)..<6 {
            changes.append(.seen(.network, .yes, at: WallTime(day: day, 22)))
            changes.append(.seen(.network, .no, at: WallTime(day: day, 23, 50)))
        }
        changes.sort { $0.at < $1.at }
        let now = WallTime(day: 6, 12)
        let both: Requirements = [.externalPower, .network]
        let either = Requirements([.anyOf([[.externalPower], [.network]])])
        #expect(try forecast(changes, now: now, both).likely == WallTime(day: 6, 22))
        #expect(
            try forecast(changes, now: now, due: WallTime(day: 6, 23, 30), both).likely
                == WallTime(day: 6, 23, 30))
        #expect(try forecast(changes, now: now, either).likely == WallTime(day: 6, 20, 10))
        let opposite = Requirements([.not([.externalPower])])
        #expect(
            try forecast(changes, now: now, due: WallTime(day: 6, 21), opposite).likely
                == WallTime(day: 6, 23, 40))
        #expect(
            try forecast(changes, now: now, either).habits.first?.words
                == "either external power or a network")
        #expect(try forecast(changes, now: now, either).habits.first?.windows.map(\.text) == ["20:10–23:50"])
    }

    // B-36
    @Test func `leaves out what nobody can foresee, says so, and is less sure`() throws {
        let partial = try forecast(
            evenings(0..<12) + [.seen(.load(50), .yes, at: WallTime(day: 11, 23, 50))],
            now: WallTime(day: 12, 0), [.externalPower, .load(50), .pathExists("/x")])
        #expect(partial.likely == WallTime(day: 12, 20, 10))
        #expect(partial.confidence == .fair)
        #expect(partial.unforeseeable == ["a load of at most 0.5 for each processor", "the path /x"])
        #expect(
            partial.note
                == "what can be foreseen of its requirements held at that time of day on 12 of 12 days")
        let blind = try forecast(evenings(0..<12), now: WallTime(day: 12, 0), [.pathExists("/x")])
        #expect(blind.likely == nil)
        #expect(blind.note == "what it needs can't be foreseen")
    }

    // B-36
    @Test func `does not learn from what was simulated, from what nobody could know, or from sleep`() throws {
        let now = WallTime(day: 12, 0)
        let unknown = (0..<12).map {
            ConditionChange.seen(.externalPower, .unknown, at: WallTime(day: $0, 1))
        }
        #expect(
            try forecast(unknown, now: now).note == "what it needs was seen for 0 days; at least 3 are needed"
        )
        let simulated = evenings(0..<12).map { change in
            var change = change
            change.isSimulated = true
            return change
        }
        #expect(try forecast(simulated, now: now).confidence == .none)
        var asleep = evenings(0..<12, from: 30, to: 1410)
        for day in Int64(0)..<12 {
            asleep.append(.machine(.asleep, at: WallTime(day: day, 1)))
            asleep.append(.machine(.awake, at: WallTime(day: day, 20)))
        }
        asleep.sort { $0.at < $1.at }
        let windows = try forecast(asleep, now: now).habits.first?.windows
        #expect(windows?.map(\.text) == ["00:30–01:00", "20:00–23:30"])
    }

    @Test func `joins a night to one window, and a whole day`() throws {
        let night = evenings(0..<8, from: 300, to: 1200).map { change in
            var change = change
            if case .requirement(let text, let owner, let verdict) = change.what {
                change.what = .requirement(text, owner: owner, verdict == .yes ? .no : .yes)
            }
            return change
        }
        let now = WallTime(day: 8, 12)
        #expect(try forecast(night, now: now).habits.first?.windows.map(\.text) == ["20:00–05:00"])
        let always = [ConditionChange.seen(.externalPower, .yes, at: WallTime(day: 0, 0))]
        #expect(
            try forecast(always, now: now, due: now.advanced(by: .seconds(60))).habits.first?.windows.map(
                \.text) == ["all day"])
    }

    @Test func `needs no history for a job that needs nothing, and guesses nothing for an event`() throws {
        let now = WallTime(day: 1, 12)
        #expect(try forecast([], now: now, []).isNow)
        #expect(try forecast([], now: now, due: WallTime(day: 2, 0), []).likely == WallTime(day: 2, 0))
        #expect(try forecast([], now: now, [], hours: ["22:00-06:00"]).likely == WallTime(day: 1, 22))
        let event = try forecast(evenings(0..<12), now: WallTime(day: 12, 0), due: nil)
        #expect(event.likely == nil)
        #expect(event.note == "it waits for an event or a file, and nobody can tell when that comes")
        #expect(event.habits.count == 1)
    }

    @Test func `goes by the clock on the wall over a change of clocks`() throws {
        // Day 20 is 2026-03-29: at 02:00 clocks go to 03:00. Power comes at 20:10 before, and by the same habit after.
        let summer = try forecast(evenings(8..<20), now: WallTime(day: 20, 12))
        #expect(summer.likely?.rfc3339(in: zone) == "2026-03-29T20:10:00+02:00")
        // What holds from 02:10 to 02:50 only does not come on that day at all.
        let night = try forecast(evenings(8..<20, from: 130, to: 170), now: WallTime(day: 20, 0))
        #expect(night.likely?.rfc3339(in: zone) == "2026-03-30T02:10:00+02:00")
    }

    // B-21
    @Test func `stands hostile instants`() throws {
        let rims = [WallTime(microseconds: .min), WallTime(microseconds: .max), WallTime(microseconds: 0)]
        for now in rims + [WallTime(day: 12, 0)] {
            for due in rims {
                for from in rims {
                    let timeline = ConditionTimeline(
                        evenings(0..<12) + rims.map { .seen(.externalPower, .yes, at: $0) }, from: from,
                        to: now)
                    let prospect = JobProspect(
                        job: try .sample(), requirements: [.externalPower],
                        allowedHours: try AllowedHours(windows: ["22:00-06:00"]), due: due)
                    let forecast = Forecast(prospect, on: timeline, in: zone)
                    #expect(forecast.likely.map { $0 >= now } ?? true)
                }
            }
        }
    }
}
