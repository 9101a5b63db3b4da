// Which wall clock is not believed at the start, and what the daemon takes in its place.
import BGRunCalendar
import BGRunScheduler
import BGRunTestSupport
import Testing

@testable import BGRunDaemon

@Suite struct `A clock that can't be right` {
    // B-12
    @Test(arguments: [
        // At the start; what was written last; whether a time server was heard; what the time is taken for.
        ("1970-01-01T00:00:07Z", "2026-12-01T22:00:00Z", false, "2026-12-01T22:00:00Z"),
        ("1970-01-01T00:00:07Z", nil, false, "2026-11-01T00:00:00Z"),
        ("2026-10-31T23:59:59Z", "2026-10-31T23:00:00Z", true, "2026-11-01T00:00:00Z"),
        ("2026-11-29T22:00:00Z", "2026-12-01T22:00:00Z", false, "2026-12-01T22:00:00Z"),
        ("2026-11-29T22:00:00Z", "2026-12-01T22:00:00Z", true, nil),
        ("2026-11-30T22:30:00Z", "2026-12-01T22:00:00Z", false, nil),
        ("2026-12-01T23:00:00Z", "2026-12-01T22:00:00Z", false, nil),
        // A clock that is far ahead is one that somebody may mean.
        ("2036-01-01T00:00:00Z", "2026-12-01T22:00:00Z", false, nil),
        ("2026-11-28T00:00:00Z", nil, false, nil),
    ])
    func `is one before what was written, until it was set, and never one after it`(
        said: String, written: String?, isSynchronized: Bool, taken: String?
    ) throws {
        let now = Now(
            wall: try #require(WallTime(rfc3339: said)), boot: BootTime(microseconds: 7_000_000),
            awake: AwakeTime(microseconds: 7_000_000))
        let doubt = ClockDoubt(
            now, lastWritten: written.flatMap { WallTime(rfc3339: $0) }, isSynchronized: isSynchronized)
        #expect(doubt.map { now.wall.advanced(by: $0.lead).rfc3339 } == taken)
        guard let doubt else { return }
        let directory = try ScratchDirectory()
        doubt.keep(in: directory.path)
        #expect(ClockDoubt(in: directory.path) == doubt)
        // A timer of the kernel's goes by the machine's clock.
        let wakeup = Wakeup(.wall(now.wall.advanced(by: doubt.lead)), .saveRetry).byMachine(doubt)
        #expect(wakeup.moment == .wall(now.wall))
        ClockDoubt.forget(in: directory.path)
        #expect(ClockDoubt(in: directory.path) == nil)
    }
}
