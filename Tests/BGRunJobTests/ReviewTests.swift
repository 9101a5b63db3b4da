// What a careful reader doubts in a descriptor, and what not.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunTestSupport
import Testing

private let berlin = zone("Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3")
private let newYork = zone("America/New_York", "EST5EDT,M3.2.0,M11.1.0")

private func zone(_ name: String, _ rule: String) -> Zone {
    guard let zone = try? Zone(name: name, tzif: zoneFile(rule: rule)) else {
        preconditionFailure("a test's zone is bad")
    }
    return zone
}

/// In Berlin, at noon of Saturday 2026-11-21.
let noonInBerlin = "2026-11-21T12:00:00+01:00"

/// The review of a sound job that also has these members.
func review(_ members: String, at now: String = noonInBerlin) throws -> [DescriptorWarning] {
    let text = #"{"identifier": "a", "command": ["/bin/true"], \#(members)}"#
    var zones = KnownZones(local: berlin)
    zones["America/New_York"] = newYork
    zones["UTC"] = .utc
    return DescriptorReview(
        try JobDescriptor(json: Array(text.utf8)), zones: zones, now: try #require(WallTime(rfc3339: now)),
        isBudgetWritten: members.contains("\"timeBudget\"")
    ).warnings
}

/// `KEYPATH MATTER`, without what the matter carries.
func doubts(_ members: String, at now: String = noonInBerlin) throws -> [String] {
    try review(members, at: now).map { warning in
        let matter = "\(warning.matter)".prefix { $0 != "(" }
        return "\(warning.keyPath) \(matter)"
    }
}

private func reading(
    _ year: Int64, _ month: Int64, _ day: Int64, _ hour: Int64 = 0, _ minute: Int64 = 0
) -> CivilTime {
    CivilTime(year: year, month: month, day: day, hour: hour, minute: minute)
}

@Suite struct `A review` {
    @Test(arguments: [
        #""schedule": {"every": "1d"}, "requiresExternalPower": true, "timeBudget": "30m""#,
        #""schedule": {"every": "5m"}"#, #""schedule": {"every": "6h", "from": "completion"}"#,
        #""schedule": {"cron": "0 4 * * 1-5"}, "randomDelay": "2h""#,
        #""schedule": {"cron": "*/15 * * * *"}, "allowedHours": "22:00-06:00""#,
        #""schedule": {"cron": "0 0 1 1 *"}"#, #""schedule": {"event": "boot"}"#,
        #""schedule": [{"event": "wake"}, {"cron": "0 12 * * *"}], "missed": "skip", "maxLateness": "6h""#,
        #""schedule": {"calendar": "Mon..Fri 04:00"}, "wakeSystem": "onExternalPower", "maxLateness": "8h""#,
        #""schedule": {"path": "/etc/fstab"}, "keepAwake": "onExternalPower""#,
        #""earliestBeginDate": "+15m", "wakeSystem": "always""#,
        #""earliestBeginDate": "2026-11-22T02:30:00+01:00", "latestBegin": "2026-11-23T00:00:00Z""#,
        #""schedule": {"cron": "0 4 * * *"}, "until": "2026-12-24T00:00:00Z", "maxRuns": 3"#,
        #""schedule": {"cron": "30 2 * * *", "timeZone": "UTC"}"#, #""allowedHours": "22:00-06:00""#,
    ])
    func `leaves a sound descriptor alone`(members: String) throws {
        #expect(try doubts(members) == [])
    }

    @Test func `follows the order of the keys`() throws {
        #expect(
            try doubts(
                """
                "timeBudget": "2h", "until": "2020-01-01T00:00:00Z", "allowedHours": "00:00-24:00",
                "schedule": [{"every": "1h"}, {"every": "1h"}], "maxLateness": "1m", "missed": "skip",
                "requiresExternalPower": true, "wakeSystem": "always", "fixedDelay": "90m"
                """) == [
                    "schedule[1].every repeated", "maxLateness powerInTime", "fixedDelay longerThanInterval",
                    "until untilPassed", "allowedHours hoursWithoutEnd", "wakeSystem wokenInVain",
                    "timeBudget longerThanInterval",
                ])
    }

    @Test func `passes over an entry whose zone is not known`() throws {
        #expect(try doubts(#""schedule": {"cron": "30 2 29 2 *", "timeZone": "Mars/Olympus"}"#) == [])
    }
}

@Suite struct `A review of dates` {
    @Test func `finds an entry that never comes again`() throws {
        #expect(
            try doubts(#""schedule": {"calendar": "2026-11-20 12:00"}"#) == ["schedule.calendar neverDue"])
        #expect(
            try doubts(#""schedule": [{"event": "boot"}, {"calendar": "2020-*-* 03:00"}]"#)
                == ["schedule[1].calendar neverDue"])
        #expect(try doubts(#""schedule": {"calendar": "2026-11-22 12:00"}"#) == [])
    }

    @Test func `finds an end that leaves nothing`() throws {
        let cron = #""schedule": {"cron": "0 4 1 1 *"}"#
        #expect(
            try review(#"\#(cron), "until": "2026-12-31T00:00:00+01:00""#).map(\.matter) == [
                .untilBeforeFirst(until: reading(2026, 12, 31), first: reading(2027, 1, 1, 4))
            ])
        #expect(try doubts(#"\#(cron), "until": "2026-11-20T00:00:00Z""#) == ["until untilPassed"])
        #expect(try doubts(#"\#(cron), "until": "2027-01-01T04:00:00+01:00""#) == [])
    }

    @Test func `finds one entry of several that the end leaves nothing of`() throws {
        let end = #""until": "2026-12-31T00:00:00Z""#
        #expect(
            try review(#""schedule": [{"cron": "0 4 * * *"}, {"cron": "0 4 1 1 *"}], \#(end)"#) == [
                DescriptorWarning(
                    at: JSONKeyPath([.key("schedule"), .index(1), .key("cron")]),
                    .afterUntil(first: reading(2027, 1, 1, 4)))
            ])
        #expect(
            try doubts(#""schedule": [{"event": "boot"}, {"cron": "0 4 1 1 *"}], \#(end)"#)
                == ["schedule[1].cron afterUntil"])
        #expect(
            try doubts(#""schedule": [{"cron": "0 5 1 1 *"}, {"cron": "0 4 1 1 *"}], \#(end)"#)
                == ["until untilBeforeFirst"])
    }

    @Test func `finds what comes too seldom`() throws {
        #expect(
            try review(#""schedule": {"cron": "0 12 29 2 *"}"#).map(\.matter)
                == [.farAway(first: reading(2028, 2, 29, 12))])
        #expect(
            try review(#""schedule": {"cron": "0 12 29 2 *"}"#, at: "2027-12-01T00:00:00Z").map(\.matter)
                == [.rare(from: reading(2028, 2, 29, 12), to: reading(2032, 2, 29, 12))])
        #expect(try doubts(#""schedule": {"every": "400d"}"#) == ["schedule.every rare"])
        #expect(try doubts(#""schedule": {"every": "366d"}"#) == [])
        // One date alone is no rarity.
        #expect(try doubts(#""schedule": {"calendar": "2027-06-01 12:00"}"#) == [])
    }

    @Test func `counts from the earliest begin date`() throws {
        #expect(
            try doubts(
                #""schedule": {"calendar": "2026-12-01 12:00"}, "earliestBeginDate": "2026-12-02T00:00:00Z""#)
                == ["schedule.calendar neverDue"])
    }

    @Test func `finds a last begin that comes too early`() throws {
        let begin = #""earliestBeginDate": "2026-12-01T00:00:00Z", "latestBegin":"#
        #expect(try doubts(#"\#(begin) "2026-12-01T00:00:00Z""#) == ["latestBegin overdueAtOnce"])
        #expect(try doubts(#"\#(begin) "2026-12-01T00:00:01Z""#) == [])
        #expect(try doubts(#""latestBegin": "2026-11-01T00:00:00Z""#) == ["latestBegin overdueAtOnce"])
    }

    @Test func `finds a date that has passed, where no grid begins there`() throws {
        let past = #""earliestBeginDate": "2026-11-01T00:00:00Z""#
        #expect(try doubts(past) == ["earliestBeginDate beginPassed"])
        #expect(try doubts(#"\#(past), "schedule": {"every": "6h"}"#) == [])
        #expect(try doubts(#"\#(past), "schedule": {"cron": "0 12 * * *"}"#) == [])
        #expect(try doubts(#""earliestBeginDate": "2026-12-01T00:00:00Z""#) == [])
        #expect(try doubts(#""earliestBeginDate": "+1h""#) == [])
    }

    @Test func `finds two days of which cron takes either`() throws {
        #expect(try doubts(#""schedule": {"cron": "0 12 13 * 5"}"#) == ["schedule.cron eitherDay"])
        #expect(try doubts(#""schedule": {"cron": "0 12 *,1 * 5"}"#) == [])
        #expect(try doubts(#""schedule": {"calendar": "Fri *-*-01..07 12:00"}"#) == [])
    }

    @Test(arguments: [
        (#""cron": "*/45 * * * *""#, "cron unevenStep"), (#""cron": "0 */5 * * *""#, "cron unevenStep"),
        (#""cron": "0 12 */14 * *""#, "cron unevenStep"), (#""cron": "0 12 1 */5 *""#, "cron unevenStep"),
        (#""calendar": "*:0/7""#, "calendar unevenStep"), (#""cron": "0,45 * * * *""#, nil),
        (#""cron": "*/15 */6 * * *""#, nil), (#""cron": "0 8-18/3 * * *""#, nil),
        (#""cron": "5-55/10 * * * *""#, nil),
        (#""cron": "* 12 * * 1""#, "cron eachMinute"), (#""calendar": "Mon 12:*""#, "calendar eachMinute"),
        (#""cron": "* * * * 1""#, nil), (#""cron": "*/2 12 * * *""#, nil),
    ])
    func `finds steps that do not come out even, and sixty runs an hour`(entry: String, doubt: String?) throws
    {
        #expect(try doubts("\"schedule\": {\(entry)}") == (doubt.map { ["schedule.\($0)"] } ?? []))
    }
}

@Suite struct `A review of clock changes` {
    // B-13
    @Test func `tells of each change of the next year that touches the time`() throws {
        let warnings = try review(#""schedule": {"cron": "30 2 * * *"}"#)
        #expect(warnings.map { "\($0.keyPath)" } == ["schedule.cron"])
        guard case .clockChanges(let hits, let zone)? = warnings.first?.matter else {
            Issue.record("no clock changes: \(warnings)")
            return
        }
        #expect(zone == berlin)
        #expect(hits.map(\.effect) == [.doesNotExist, .comesTwice])
        #expect(hits.map(\.first) == [reading(2027, 3, 28, 2, 30), reading(2027, 10, 31, 2, 30)])
        #expect(hits.map(\.last) == hits.map(\.first))
        #expect(hits.map(\.runs.rfc3339) == ["2027-03-28T01:00:00Z", "2027-10-31T00:30:00Z"])
        #expect(hits.map(\.change.shift) == [.seconds(3600), .seconds(-3600)])
    }

    @Test func `uses the zone that the entry names`() throws {
        #expect(
            try doubts(
                """
                "schedule": [{"cron": "30 1 * * *", "timeZone": "America/New_York"},
                             {"calendar": "02:30 UTC"}, {"calendar": "01:30 America/New_York"}]
                """) == ["schedule[0].cron clockChanges", "schedule[2].calendar clockChanges"])
    }

    @Test(arguments: [
        "30 1 * * *", "0 3 * * *", "30 * * * *", "*/10 * * * *", "30 2 * * 1-5", "30 2 1 * *",
    ])
    func `is silent where no time is touched`(cron: String) throws {
        #expect(try doubts(#""schedule": {"cron": "\#(cron)"}"#) == [])
    }

    @Test func `is silent about changes after the end`() throws {
        let cron = #""schedule": {"cron": "30 2 * * *"}, "until":"#
        #expect(try doubts(#"\#(cron) "2027-03-27T00:00:00Z""#) == [])
        #expect(try doubts(#"\#(cron) "2027-03-29T00:00:00Z""#) == ["schedule.cron clockChanges"])
    }

    @Test(arguments: [("*/15 2 * * *", "02:45:00"), ("* * 2 * * *", "02:59:59"), ("0 2 * * *", "02:00:00")])
    func `gives the first and the last of several times`(cron: String, last: String) throws {
        guard
            case .clockChanges(let hits, _)? = try review(#""schedule": {"cron": "\#(cron)"}"#).first?.matter
        else {
            Issue.record("no clock changes")
            return
        }
        #expect(hits[0].first == reading(2027, 3, 28, 2))
        let shown = WallTime(microseconds: hits[0].last.seconds * 1_000_000).rfc3339
        #expect(shown == "2027-03-28T\(last)Z")
    }
}

@Suite struct `A review of allowed hours` {
    @Test func `finds those that the schedule never meets, with the shortest wait`() throws {
        let members =
            #""schedule": {"cron": "0,30 12,13 * * *"}, "allowedHours": ["22:00-06:00", "08:00-09:00"]"#
        let warnings = try review(members)
        #expect(warnings.map { "\($0.keyPath)" } == ["allowedHours"])
        // Not the first instant of the day, which waits longer.
        #expect(
            warnings.map(\.matter) == [
                .outsideHours(
                    .init(
                        at: reading(2026, 11, 21, 13, 30), opens: reading(2026, 11, 21, 22),
                        wait: .seconds(8 * 3600 + 1800), maxLateness: nil))
            ])
    }

    @Test func `says when lateness ends before the hours begin`() throws {
        let members = #""schedule": {"cron": "0 12 * * *"}, "allowedHours": "22:00-06:00", "maxLateness":"#
        func lateness(_ span: String) throws -> Duration? {
            guard case .outsideHours(let missed)? = try review(#"\#(members) "\#(span)""#).last?.matter else {
                return .zero
            }
            return missed.maxLateness
        }
        #expect(try lateness("9h") == .seconds(9 * 3600))
        #expect(try lateness("10h") == nil)
    }

    @Test func `finds one entry of several`() throws {
        #expect(
            try doubts(
                """
                "schedule": [{"cron": "0 23 * * *"}, {"cron": "0 12 * * *"}], "allowedHours": "22:00-06:00",
                "latestBegin": "1h"
                """) == ["schedule[1].cron outsideHours"])
    }

    @Test func `finds a job that is overdue before its hours begin`() throws {
        let members = #""schedule": {"cron": "0 12 * * *"}, "allowedHours": "22:00-06:00", "latestBegin":"#
        #expect(
            try doubts(#"\#(members) "9h""#) == [
                "allowedHours outsideHours", "latestBegin overdueBeforeHours",
            ])
        #expect(try doubts(#"\#(members) "10h""#) == ["allowedHours outsideHours"])
    }

    @Test(arguments: [
        // It meets them on Sundays only.
        #""schedule": [{"cron": "0 12 * * 1-6"}, {"event": "wake"}], "allowedHours": "12:00-12:01""#,
        // The delay leads into them.
        #""schedule": {"cron": "0 21 * * *"}, "allowedHours": "22:00-06:00", "fixedDelay": "2h""#,
        // Where a grid begins is known only to the daemon.
        #""schedule": {"every": "1d"}, "allowedHours": "22:00-06:00""#,
        #""schedule": {"event": "boot"}, "allowedHours": "22:00-06:00""#,
        #""schedule": {"cron": "0 22 * * *"}, "allowedHours": "22:00-06:00", "randomDelay": "8h""#,
    ])
    func `leaves those alone that can be met`(members: String) throws {
        #expect(try doubts(members) == [])
    }

    @Test func `knows a grid whose beginning is written`() throws {
        #expect(
            try doubts(
                """
                "schedule": {"every": "7d"}, "allowedHours": "22:00-06:00",
                "earliestBeginDate": "2026-12-01T12:00:00+01:00"
                """) == ["allowedHours outsideHours"])
    }

    @Test func `are those of the machine's own clock`() throws {
        // 18:00 in New York is midnight in Berlin.
        let cron = #""schedule": {"cron": "0 18 * * *", "timeZone": "America/New_York"}, "allowedHours":"#
        #expect(try doubts(#"\#(cron) "22:00-06:00""#) == [])
        #expect(try doubts(#"\#(cron) "17:00-19:00""#) == ["allowedHours outsideHours"])
    }

    @Test func `finds a delay that leads out of them`() throws {
        let members = #""schedule": {"cron": "0 22 * * *"}, "allowedHours": "22:00-23:00", "randomDelay":"#
        #expect(
            try review(#"\#(members) "61m""#).map(\.matter) == [
                .delayBeyondHours(
                    delay: .seconds(3660), at: reading(2026, 11, 21, 22), closes: reading(2026, 11, 21, 23))
            ])
        #expect(try doubts(#"\#(members) "1h""#) == [])
    }

    @Test func `finds the last of a whole afternoon's seconds`() throws {
        #expect(
            try review(#""schedule": {"cron": "* * 12-20 * * *"}, "allowedHours": "22:00-06:00""#).map(
                \.matter) == [
                    .outsideHours(
                        .init(
                            at: reading(2026, 11, 21, 20, 59).advanced(bySeconds: 59),
                            opens: reading(2026, 11, 21, 22),
                            wait: .seconds(3601), maxLateness: nil))
                ])
    }
}

@Suite struct `A review of keys together` {
    @Test func `finds power that has to come in time`() throws {
        let members = #""schedule": {"cron": "0 12 * * *"}, "requiresExternalPower": true"#
        #expect(try doubts(#"\#(members), "maxLateness": "1h""#) == ["maxLateness powerInTime"])
        #expect(try doubts(#"\#(members), "maxLateness": "2h""#) == [])
        #expect(try doubts(#"\#(members), "missed": "skip""#) == ["missed skippedAsleep"])
        #expect(try doubts(#"\#(members), "missed": "skip", "wakeSystem": "onExternalPower""#) == [])
        #expect(try doubts(#"\#(members), "missed": "all""#) == [])
        #expect(
            try doubts(#""schedule": {"cron": "0 12 * * *"}, "requiresNetwork": true, "maxLateness": "1h""#)
                == [])
    }

    @Test func `finds budgets and delays that are longer than the interval`() throws {
        let hourly = #""schedule": {"cron": "0 * * * *"}"#
        #expect(
            try review(#"\#(hourly), "timeBudget": "2h""#).map(\.matter)
                == [.longerThanInterval(.seconds(7200), interval: .seconds(3600))])
        #expect(try doubts(#"\#(hourly), "timeBudget": "1h""#) == [])
        #expect(try doubts(#"\#(hourly), "randomDelay": "61m""#) == ["randomDelay longerThanInterval"])
        #expect(try doubts(#"\#(hourly), "fixedDelay": "1h""#) == [])
        // A day of 23 hours is still a day.
        #expect(try doubts(#""schedule": {"cron": "0 12 * * *"}, "randomDelay": "1d""#) == [])
        #expect(
            try doubts(#""schedule": {"every": "1h", "from": "completion"}, "timeBudget": "2h""#) == [])
    }

    @Test func `finds events that go again, and those that exclude what is required`() throws {
        let disk = #"{"ID_FS_UUID": "1234-ABCD"}"#
        let come = #""schedule": {"device": \#(disk)}"#
        #expect(try doubts(come) == ["schedule.device mayBeGone"])
        #expect(try doubts(#"\#(come), "requires": {"device": \#(disk)}"#) == [])
        #expect(
            try doubts(#""schedule": [{"every": "1d"}, {"mount": "/mnt/nas"}]"#)
                == ["schedule[1].mount mayBeGone"])
        #expect(
            try doubts(#""schedule": {"mount": "/mnt/nas"}, "requires": {"mounted": "/mnt/nas"}"#) == [])
        let battery = #""schedule": {"event": "batteryPower"}"#
        #expect(
            try doubts(#"\#(battery), "requiresExternalPower": true"#)
                == ["schedule.event waitsForTheOpposite"])
        #expect(try doubts(battery) == [])
        #expect(try doubts(#""schedule": {"cron": "0 12 * * *"}, "spacing": "2d""#) == ["spacing noEvents"])
        #expect(try doubts(#"\#(battery), "spacing": "2d""#) == [])
    }

    @Test func `finds a watchdog that outlasts the budget, and accuracy without a time`() throws {
        #expect(try doubts(#""watchdog": "5m", "timeBudget": "5m""#) == ["watchdog neverSilentForSoLong"])
        #expect(try doubts(#""watchdog": "5m", "timeBudget": "4m", "maxTimeBudget": "6m""#) == [])
        #expect(try doubts(#""accuracy": "5m", "schedule": {"event": "boot"}"#) == ["accuracy noInstants"])
        #expect(try doubts(#""accuracy": "5m", "schedule": {"event": "boot", "delay": "1h"}"#) == [])
        #expect(try doubts(#""accuracy": "5m", "earliestBeginDate": "+1h""#) == [])
    }

    @Test func `finds keys without effect`() throws {
        let boot = #""schedule": {"event": "boot"}"#
        #expect(try doubts(#"\#(boot), "missed": "all""#) == ["missed noInstants"])
        // What waits for a requirement after an event may well be late.
        #expect(try doubts(#"\#(boot), "maxLateness": "1h", "requiresExternalPower": true"#) == [])
        #expect(try doubts(#"\#(boot), "wakeSystem": "always""#) == ["wakeSystem noInstants"])
        #expect(try doubts(#""wakeSystem": "onExternalPower""#) == ["wakeSystem noInstants"])
        #expect(try doubts(#""maxRuns": 2"#) == ["maxRuns runsOnce"])
        #expect(try doubts(#""maxRuns": 1"#) == [])
    }

    @Test func `finds a machine that is woken in vain`() throws {
        let members = #""schedule": {"cron": "0 12 * * *"}, "requiresExternalPower": true, "wakeSystem":"#
        #expect(try doubts(#"\#(members) "always""#) == ["wakeSystem wokenInVain"])
        #expect(try doubts(#"\#(members) "onExternalPower""#) == [])
    }
}
