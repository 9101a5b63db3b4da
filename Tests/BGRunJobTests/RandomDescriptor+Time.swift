// The keys of random descriptors that are about time: schedules of every form, delays, limits and sleep.
import BGRunCalendar
import BGRunJob
import BGRunTestSupport

/// Schedules that the reader accepts, and what may stand beside them.
enum ScheduleSamples {
    static let crons = [
        "30 2 * * 1-5", "@daily", "*/15 * * * *", "0 0 L * *", "0 9 * * 5#3", "0 9 * * L5,Mon",
        "5 0 3 1-12/2 *",
        "  0\t4 * * sun ", "*/10 * * * * *",
    ]
    static let calendars = [
        "Mon..Fri 02:30", "daily", "weekly", "*-*~01 04:00", "Mon,Wed *-05..08-* 12,18:00/15", "daily UTC",
        "Sat *-*-* 04:00:30 America/New_York", "@1900000000", "2030-01-01 00:00", "*:0/15", "00:00 Etc/GMT+3",
    ]
    static let zones = ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+3", "EST5EDT"]
    static let hours = ["22:00-06:00", "00:00-24:00", "12:00-12:01", "23:59-00:00"]

    /// Members of a job, each of them accepted.
    static let members =
        crons.map { #""schedule": {"cron": "\#($0.replacing("\t", with: "\\t"))"}"# }
        + calendars.map { #""schedule": {"calendar": "\#($0)"}"# }
        + zones.map { #""schedule": [{"cron": "@daily", "timeZone": "\#($0)"}]"# }
        + hours.map { #""allowedHours": "\#($0)""# }
        + [
            #""schedule": [\#(Array(repeating: #"{"event": "boot"}"#, count: 16).joined(separator: ", "))]"#,
            #""schedule": {"path": "/", "settle": "0s"}"#, #""schedule": {"path": "/x", "settle": "1d"}"#,
            #""schedule": {"every": "1s", "from": "grid"}"#, #""allowedHours": ["12:00-13:00"]"#,
            #""schedule": {"event": "wake", "asleep": "1s"}, "spacing": "36525d""#,
            #""schedule": {"device": {"A": "*"}, "delay": "0s"}"#, #""schedule": {"mount": "UUID=1-A"}"#,
            #""schedule": {"cron": "@daily", "except": "Saturday"}"#,
            #""schedule": {"calendar": "daily", "except": ["12-24/01-01", "02-29", "2028-02-29"]}"#,
            #""allowedHours": "12:00-13:00", "onAllowedHoursEnd": "stop""#,
            #""kind": "service", "allowedHours": "12:00-13:00", "onAllowedHoursEnd": "freeze""#,
            #""keepAwake": "never""#, #""keepAwake": {"when": "always"}"#,
            #""keepAwake": {"when": "never", "withLidClosed": false}"#, #""maxRuns": 1"#,
            #""maxRuns": 1000000000"#, #""latestBegin": "0s""#,
            #""latestBegin": "2026-03-29T02:30:00+02:00""#,
            #""schedule": {"event": "wake"}, "latestBegin": "36525d""#, #""maxLateness": "0s""#,
            #""earliestBegin": "2026-03-29T00:00:00Z", "until": "2026-03-29T02:00:00+02:00""#,
        ]
}

extension JobDescriptor {
    mutating func takeSchedule(using random: inout SeededGenerator) {
        let count = [0, 1, 1, 2, 16].randomElement(using: &random) ?? 0
        schedules = (0..<count).compactMap { _ in Schedule.random(using: &random) }
    }

    mutating func takeTiming(using random: inout SeededGenerator) {
        missed = .allCases.randomElement(using: &random) ?? .once
        maxLateness = .randomSpan(using: &random)
        randomDelay = .randomSpan(using: &random)
        fixedDelay = .randomSpan(using: &random)
        accuracy = Duration.randomSpan(using: &random).map { min(max($0, .seconds(1)), Self.longestAccuracy) }
        spacing = Duration.randomSpan(using: &random).map { max($0, .seconds(1)) }
        maxRuns = Bool.random(using: &random) ? Int.random(in: 1...1_000_000_000, using: &random) : nil
        until = Bool.random(using: &random) ? WallTime(microseconds: 253_402_300_799_999_999) : nil
        let windows = (0..<random.next() % 4).compactMap { _ in
            ScheduleSamples.hours.randomElement(using: &random)
        }
        allowedHours = try? AllowedHours(windows: windows)
        if allowedHours != nil { onAllowedHoursEnd = .allCases.randomElement(using: &random) }
        latestBegin = Duration.randomSpan(using: &random).map { .after($0) }
        if schedules.isEmpty, Bool.random(using: &random) {
            latestBegin = .date(
                WallTime(microseconds: .random(in: 0...4_000_000_000_000_000, using: &random)))
        }
        watchdog = Duration.randomSpan(using: &random).map { max($0, Self.shortestWatchdog) }
        priority = .allCases.randomElement(using: &random) ?? .low
        let when = PowerCondition.allCases.randomElement(using: &random) ?? .never
        keepAwake = KeepAwake(when: when, withLidClosed: when != .never && .random(using: &random))
        wakeSystem = .allCases.randomElement(using: &random) ?? .always
        beforeSleep = .allCases.randomElement(using: &random) ?? .stop
    }
}

extension JobDescriptor {
    /// Takes back what a service can't say.
    mutating func dropWhatNoServiceSays() {
        (earliestBegin, schedules, missed) = (nil, [], .once)
        (maxLateness, randomDelay, fixedDelay, spacing, until, maxRuns) = (nil, nil, nil, nil, nil, nil)
        (accuracy, latestBegin, preference, wakeSystem) = (nil, nil, nil, .never)
        (timeBudget, maxTimeBudget, onExpiration) = (kind.defaultTimeBudget, nil, .continue)
        if onRequirementLost == .finish { onRequirementLost = .freeze }
        if onAllowedHoursEnd == .finish { onAllowedHoursEnd = nil }
        order.conflicts = []
        order.isExclusive = false
        order.queue = nil
    }
}

extension Schedule {
    /// Nil where a sample is none, which its own test tells.
    fileprivate static func random(using random: inout SeededGenerator) -> Schedule? {
        let zone = Bool.random(using: &random) ? ScheduleSamples.zones.randomElement(using: &random) : nil
        switch random.next() % 5 {
        case 0:
            let days =
                Bool.random(using: &random)
                ? try? ExceptedDays(["Sat", "12-25", "2026-12-24/2027-01-01"]) : nil
            return (try? CronExpression(ScheduleSamples.crons.randomElement(using: &random) ?? ""))
                .map { .cron((try? $0.leavingOut(days)) ?? $0, zone: zone) }
        case 1:
            return (try? CalendarExpression(ScheduleSamples.calendars.randomElement(using: &random) ?? ""))
                .map { .calendar($0, zone: $0.zoneName == nil ? zone : nil) }
        case 2:
            return .every(
                Every(
                    interval: .milliseconds(Int64.random(in: 1000...100_000_000, using: &random)),
                    from: .allCases.randomElement(using: &random) ?? .grid))
        case 3:
            let mount = MountTarget.path("/mnt/é \"\\")
            let device = DeviceMatch(properties: [.init(name: "ID_FS_UUID", value: "12 34*")])
            let events: [TriggerEvent] =
                TriggerEvent.Name.allCases.map { .named($0) }
                + [
                    .wakeAfter(.milliseconds(Int64.random(in: 1000...100_000_000, using: &random))),
                    .device(device), .mount(mount), .mount(.uuid("1-A")),
                ]
            return .event(
                events.randomElement(using: &random) ?? .boot,
                delay: .randomSpan(using: &random) ?? .zero)
        case _:
            return .path(
                PathTrigger(
                    path: ["/", "/etc/é\"\\", "/home/me/a b"].randomElement(using: &random) ?? "/",
                    settle: .milliseconds(Int64.random(in: 0...86_400_000, using: &random)),
                    isRecursive: .random(using: &random)))
        }
    }
}

extension Duration {
    fileprivate static func randomSpan(using random: inout SeededGenerator) -> Duration? {
        Bool.random(using: &random)
            ? .milliseconds(Int64.random(in: 0...10_000_000_000, using: &random)) : nil
    }
}
