// The loop's timers, and which wall clock it believes: two that wake the machine are there once they are needed.
import BGRunCalendar
import BGRunLinux
import BGRunScheduler
import BGRunTestSupport
import TestConditions
import Testing

@testable import BGRunDaemon

@Suite struct `The loop's alarm` {
    @Test func `has no timer that wakes the machine before it is asked for one`() throws {
        var alarm = try Alarm()
        #expect(alarm.wakeDescriptors.isEmpty)
        try alarm.setWake(wall: nil, boot: nil)
        #expect(alarm.wakeDescriptors.isEmpty)
        #expect(try alarm.acknowledgeWake(.boottime) == .nothing)
    }

    @Test(.wakeAlarm) func `rings for an instant that wakes the machine`() throws {
        var alarm = try Alarm()
        try alarm.setWake(wall: nil, boot: BootTime(microseconds: Clock.read(.boottime) + 3_000))
        let (clock, number) = try #require(alarm.wakeDescriptors.first)
        #expect(clock == .boottime && alarm.wakeDescriptors.count == 1)
        let deadline = Clock.read(.monotonic) + 30_000_000
        #expect(try Readiness.wait(for: number, to: .read, until: deadline))
        #expect(try alarm.acknowledgeWake(.boottime) == .expired)
        try alarm.setWake(wall: WallTime(microseconds: Clock.read(.realtime)), boot: nil)
        #expect(alarm.wakeDescriptors.map(\.clock) == [.realtime, .boottime])
        #expect(try Readiness.wait(for: alarm.wakeDescriptors[0].number, to: .read, until: deadline))
        #expect(try alarm.acknowledgeWake(.realtime) == .expired)
    }
}

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
        // A damaged row.
        ("2026-11-28T00:00:00Z", "9999-01-01T00:00:00Z", false, nil),
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
        // As the next daemon of this boot finds it, after a sleep too, and unless the clock was set since.
        let directory = try ScratchDirectory()
        doubt.keep(in: directory.path, boot: "a")
        func found(
            after span: Duration = .seconds(9), asleep: Duration = .zero, isSet: Bool = false,
            boot: String = "a", isHeard: Bool = false
        ) -> ClockDoubt? {
            let later = Now(
                wall: now.wall.advanced(by: span + (isSet ? .seconds(1e9) : .zero)),
                boot: now.boot.advanced(by: span), awake: now.awake.advanced(by: span - asleep))
            return ClockDoubt(in: directory.path, boot: boot, at: later, isSynchronized: isHeard)
        }
        let held = [
            found(), found(after: .seconds(3599)), found(after: .seconds(30_000), asleep: .seconds(29_000)),
        ]
        let over = [found(isSet: true), found(boot: "b"), found(after: .seconds(3600))]
        // What a time server has set is believed, but for what can't be.
        let heard = found(isHeard: true) == nil
        // A timer of the kernel's goes by the machine's clock.
        let wakeup = Wakeup(.wall(now.wall.advanced(by: doubt.lead)), .saveRetry).byMachine(doubt)
        #expect(
            held == [doubt, doubt, doubt]
                && heard == (ClockDoubt.earliest <= now.wall.advanced(by: .seconds(9)))
                && over == [nil, nil, nil] && wakeup.moment == .wall(now.wall))
    }
}
