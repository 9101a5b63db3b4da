// The loop's timers: the two that wake the machine are there once they are needed.
import BGRunCalendar
import BGRunLinux
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
