// Instants as people type them, by a clock whose zone and present are known.
import BGRunCalendar
import Testing

@testable import BGRunText

@Suite struct `An instant that is typed` {
    /// Thursday 2026-03-26, 14:30 in Berlin; the night to Sunday has the change of clocks.
    private static let now = "2026-03-26T13:30:00Z"

    private func read(
        _ text: String, _ direction: SpokenInstant.Direction = .ahead, at now: String = now
    ) throws -> String? {
        let clock = LocalClock(now: try #require(WallTime(rfc3339: now))) {
            Zones.berlin.offset(at: $0).seconds
        }
        return SpokenInstant(direction, by: clock).instant(text)?.rfc3339(in: Zones.berlin)
    }

    // B-116
    @Test(arguments: [
        ("02:00", "2026-03-27T02:00:00+01:00"), ("14:31", "2026-03-26T14:31:00+01:00"),
        ("14:30", "2026-03-27T14:30:00+01:00"), ("2pm", "2026-03-27T14:00:00+01:00"),
        ("2:45pm", "2026-03-26T14:45:00+01:00"), ("12am", "2026-03-27T00:00:00+01:00"),
        ("noon", "2026-03-27T12:00:00+01:00"), ("midnight", "2026-03-27T00:00:00+01:00"),
        ("tomorrow", "2026-03-27T00:00:00+01:00"), ("tomorrow 02:00", "2026-03-27T02:00:00+01:00"),
        ("02:00 tomorrow", "2026-03-27T02:00:00+01:00"), ("today 23:59:59", "2026-03-26T23:59:59+01:00"),
        ("mon 02:00", "2026-03-30T02:00:00+02:00"), ("Monday", "2026-03-30T00:00:00+02:00"),
        ("thu 14:00", "2026-04-02T14:00:00+02:00"), ("THU 15:00", "2026-03-26T15:00:00+01:00"),
        ("1h30m", "2026-03-26T16:00:00+01:00"), ("in 2 days", "2026-03-28T14:30:00+01:00"),
        ("+15min", "2026-03-26T14:45:00+01:00"), ("now", "2026-03-26T14:30:00+01:00"),
        ("2026-04-01", "2026-04-01T00:00:00+02:00"), ("2026-04-01 9:05", "2026-04-01T09:05:00+02:00"),
        ("2026-04-01T00:00:00Z", "2026-04-01T02:00:00+02:00"),
        ("2026-04-01T09:05", "2026-04-01T09:05:00+02:00"),
        ("2026-04-01T09:05:30", "2026-04-01T09:05:30+02:00"),
        ("now + 5 minutes", "2026-03-26T14:35:00+01:00"), ("now +2h", "2026-03-26T16:30:00+01:00"),
        ("teatime", "2026-03-26T16:00:00+01:00"), ("teatime tomorrow", "2026-03-27T16:00:00+01:00"),
    ])
    func `is the next of that name`(text: String, instant: String) throws {
        #expect(try read(text) == instant)
    }

    // B-116
    @Test(arguments: [
        ("02:00", "2026-03-26T02:00:00+01:00"), ("14:30", "2026-03-26T14:30:00+01:00"),
        ("14:31", "2026-03-25T14:31:00+01:00"), ("yesterday", "2026-03-25T00:00:00+01:00"),
        ("yesterday 02:00", "2026-03-25T02:00:00+01:00"), ("today", "2026-03-26T00:00:00+01:00"),
        ("mon", "2026-03-23T00:00:00+01:00"), ("thu 15:00", "2026-03-19T15:00:00+01:00"),
        ("3d", "2026-03-23T14:30:00+01:00"), ("2h ago", "2026-03-26T12:30:00+01:00"),
        ("2026-03-01", "2026-03-01T00:00:00+01:00"), ("2026-03-01 02:30:15", "2026-03-01T02:30:15+01:00"),
    ])
    func `is the last of that name where it is to have passed`(text: String, instant: String) throws {
        #expect(try read(text, .back) == instant)
    }

    // B-13
    @Test
    func
        `is the first after the gap where clocks are set forward, and the first of two where they are set back`()
        throws
    {
        #expect(try read("sun 02:30") == "2026-03-29T03:00:00+02:00")
        #expect(try read("2026-10-25 02:30") == "2026-10-25T02:30:00+02:00")
        #expect(try read("2026-10-25 03:00") == "2026-10-25T03:00:00+01:00")
        #expect(try read("2026-03-29 01:59:59") == "2026-03-29T01:59:59+01:00")
    }

    @Test(arguments: [
        "", " ", "25:00", "24:00", "2", "02:60", "13pm", "0am", "2:3", "soon", "tomorrow tomorrow",
        "02:00 03:00",
        "mon tue", "2026-02-30", "2026-3-1", "1h -3m", "-1h", "in", "ago", "10", "٠٢:٠٠", "mon 02:00 x",
        String(repeating: "1", count: 65), "99999999999999999999d", "02:00:00:00", ":", "1.5h", "2026-04-01T",
        "T09:05", "2026-04-01T09", "2026-04-01T25:00", "now +", "now 5m",
    ])
    func `is nothing else`(text: String) throws { #expect(try read(text) == nil) }

    @Test func `ends at the rim of time`() throws {
        for now in ["9999-12-31T23:59:59Z", "0000-01-01T00:00:00Z"] {
            for text in ["02:00", "sun", "tomorrow", "yesterday 23:00", "36525d"] {
                _ = try read(text, .ahead, at: now)
                _ = try read(text, .back, at: now)
            }
        }
    }
}
