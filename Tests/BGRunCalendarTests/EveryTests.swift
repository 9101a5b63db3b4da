// The grid of a schedule that recurs at equal distances.
import BGRunCalendar
import BGRunTestSupport
import Testing

@Suite struct `A schedule of equal distances` {
    private func seconds(_ seconds: Int64) -> WallTime { WallTime(microseconds: seconds * 1_000_000) }

    @Test(arguments: [
        (Int64(0), Int64(3600)), (1, 3600), (3599, 3600), (3600, 7200), (3601, 7200),
        (1_000_000_000, 1_000_000_800),
        (-1, 0), (-3600, 0), (-10_000, 0),
    ])
    func `has its next occurrence on the grid, strictly later`(instant: Int64, next: Int64) {
        let hourly = Every(interval: .seconds(3600))
        #expect(hourly.next(after: seconds(instant), anchor: seconds(0), in: nil) == seconds(next))
    }

    @Test func `keeps the grid of an anchor before 1970`() {
        let every = Every(interval: .seconds(7))
        #expect(every.next(after: seconds(-8), anchor: seconds(-15), in: nil) == seconds(-1))
        #expect(every.next(after: seconds(-1), anchor: seconds(-15), in: nil) == seconds(6))
    }

    @Test func `ends at the rim of time`() {
        let every = Every(interval: .seconds(1))
        let (first, last) = (WallTime(microseconds: .min), WallTime(microseconds: .max))
        for (instant, anchor) in [(last, first), (last, last), (first, last)] {
            #expect(every.next(after: instant, anchor: anchor, in: nil) == last)
        }
        #expect(every.next(after: first, anchor: first, in: nil) == WallTime(microseconds: .min + 1_000_000))
        let near = WallTime(microseconds: .max - 1_500_000)
        #expect(every.next(after: near, anchor: first, in: nil) ?? first > near)
    }

    @Test func `is never late, early or off the grid`() {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<Repository.times(20_000) {
            let interval = Int64.random(in: 1_000_000...3_155_760_000_000_000, using: &random)
            let anchor = Int64.random(in: Int64.min...Int64.max, using: &random) / 4
            let instant = Int64.random(in: Int64.min...Int64.max, using: &random) / 4
            let next = Every(interval: .microseconds(interval)).next(
                after: WallTime(microseconds: instant), anchor: WallTime(microseconds: anchor), in: nil
            )?.microseconds
            guard let next else { Issue.record("a grid that ends"); continue }
            if instant < anchor {
                #expect(next == anchor)
            } else {
                #expect(next > instant && next - instant <= interval && (next - anchor) % interval == 0)
            }
        }
    }

    // B-14: whole days are those of the local clock.
    @Test(arguments: [
        // Over both clock changes of 2026, by the first occurrence and by a date.
        ("1d", "grid", "2026-03-28T08:00:00.5Z", "2026-03-29T07:00:00.5Z"),
        ("14d", "grid", "2026-10-20T07:00:00Z", "2026-11-03T08:00:00Z"),
        ("24h", "grid", "2026-10-24T07:00:00Z", "2026-10-25T08:00:00Z"),
        ("2w", "2026-10-13 09:00", "2026-10-13T07:00:00Z", "2026-10-27T08:00:00Z"),
        ("2w", "2026-10-13T09:00:00", "2026-10-20T00:00:00Z", "2026-10-27T08:00:00Z"),
        ("2w", "2026-12-01 09:00", "2026-10-20T00:00:00Z", "2026-12-01T08:00:00Z"),
        ("1w", "2020-01-01", "2026-07-01T00:00:00Z", "2026-07-07T22:00:00Z"),
        // A time that does not exist, and one that comes twice.
        ("1d", "2026-03-01 02:30", "2026-03-28T12:00:00Z", "2026-03-29T01:00:00Z"),
        ("1d", "2026-03-01 02:30", "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"),
        ("1d", "2026-10-01 02:30", "2026-10-24T12:00:00Z", "2026-10-25T00:30:00Z"),
        ("1d", "2026-10-01 02:30", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"),
        // Hours are time, also from a date.
        ("25h", "grid", "2026-03-28T08:00:00Z", "2026-03-29T09:00:00Z"),
        ("36h", "2026-03-28 09:00", "2026-03-28T08:00:00Z", "2026-03-29T20:00:00Z"),
        ("1d", "completion", "2026-03-28T08:00:00Z", nil),
    ])
    func `keeps the time of day in whole days`(
        _ interval: String, _ from: String, _ after: String, _ next: String?
    )
        throws
    {
        let every = try #require(
            Duration(text: interval).flatMap { interval in
                Every.Origin(from).map { Every(interval: interval, from: $0) }
            })
        let (instant, berlin) = (WallTime(after), try SystemZones.zone("Europe/Berlin"))
        #expect(every.next(after: instant, anchor: instant, in: berlin)?.rfc3339 == next)
    }

    @Test(arguments: [
        ("grid", "grid"), ("completion", "completion"), ("2026-12-01", "2026-12-01 00:00"),
        ("2026-12-01T09:00", "2026-12-01 09:00"), ("2026-12-01 09:00:07", "2026-12-01 09:00:07"),
        ("2026-02-29", nil), ("2026-12-01T09", nil), ("2026-12-01T24:00", nil), ("2026-12-01T09:00Z", nil),
        ("2026-12-01T09:00:00+01:00", nil), ("Grid", nil), ("", nil),
    ])
    func `begins on a grid, at an end, or at a local time`(_ text: String, _ written: String?) {
        #expect(Every.Origin(text)?.text == written)
    }
}
