// Zones and instants for tests of what was seen.
import BGRunCalendar
import BGRunTestSupport

extension Zone {
    /// Clocks go forward at 02:00 on the last Sunday of March, and back at 03:00 on that of October.
    static func berlin() throws -> Zone {
        try Zone(name: "Europe/Berlin", tzif: zoneFile(rule: "CET-1CEST,M3.5.0,M10.5.0/3"))
    }
}

extension WallTime {
    /// Minutes after 2026-03-09T00:00:00+01:00, a Monday.
    init(minute: Int64) { self.init(microseconds: (1_773_010_800 + minute * 60) * 1_000_000) }

    /// The same by day and clock, as long as clocks stay in winter time.
    init(day: Int64, _ hour: Int64, _ minute: Int64 = 0) {
        self.init(minute: day * 1440 + hour * 60 + minute)
    }
}
