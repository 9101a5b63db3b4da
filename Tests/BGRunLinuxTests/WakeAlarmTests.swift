// Timers that wake the machine fire like any other while it is awake, and are refused in plain words.
import BGRunLinux
import BGRunTestSupport
import Glibc
import TestConditions
import Testing

/// glibc has the call and no header for it. The raw call changes the rights of the calling thread alone.
@_silgen_name("capset") private func capset(
    _ header: UnsafeMutableRawPointer, _ sets: UnsafeMutableRawPointer
) -> Int32
@_silgen_name("capget") private func capget(
    _ header: UnsafeMutableRawPointer, _ sets: UnsafeMutableRawPointer
) -> Int32

/// Runs without the right to wake the machine, as a user's own daemon is.
private func withoutWakeRight(_ body: () throws -> Void) throws {
    // capabilities(7): version 3, this thread; effective, permitted and inheritable, twice.
    var header: [UInt32] = [0x2008_0522, 0]
    var sets = [UInt32](repeating: 0, count: 6)
    try #require(capget(&header, &sets) == 0)
    let wakeAlarm: UInt32 = 1 << (35 - 32)
    var lowered = sets
    lowered[3] &= ~wakeAlarm
    try #require(capset(&header, &lowered) == 0)
    defer { _ = capset(&header, &sets) }
    try body()
}

@Suite struct `A timer that wakes the machine` {
    @Test(.wakeAlarm, arguments: [Clock.realtime, .boottime]) func `rings at its instant`(clock: Clock) throws
    {
        var alarm = StandingTimer(waking: clock)
        #expect(isNone(alarm.descriptor))
        let instant = Clock.read(clock) + 3_000
        try alarm.set(instant)
        let watched = alarm.descriptor
        let number = try #require(watched)
        #expect(try Readiness.wait(for: number, to: .read, until: deadline()))
        #expect(Clock.read(clock) >= instant)
        #expect(try alarm.acknowledge() == .expired)
        #expect(try alarm.acknowledge() == .nothing)
    }

    @Test(.wakeAlarm, arguments: [Clock.realtime, .boottime]) func `is silent once it is disarmed`(
        clock: Clock
    ) throws {
        var alarm = StandingTimer(waking: clock)
        try alarm.set(nil)
        #expect(isNone(alarm.descriptor))
        try alarm.set(0)
        let watched = alarm.descriptor
        let number = try #require(watched)
        #expect(try Readiness.wait(for: number, to: .read, until: deadline()))
        try alarm.set(nil)
        let still = alarm.descriptor
        #expect(still == number)
        #expect(try !Readiness.wait(for: number, to: .read, until: 0))
        // Not even for an instant that does not come: the machine's alarm clock would be set for it.
        let state = try String(
            decoding: File.contents(of: "/proc/self/fdinfo/\(number)", limit: 4096), as: UTF8.self)
        #expect(state.contains("it_value: (0, 0)"))
    }

    @Test(arguments: [Clock.realtime, .boottime]) func `is refused without the right to it`(clock: Clock)
        throws
    {
        try withoutWakeRight {
            var alarm = StandingTimer(waking: clock)
            let refusal = #expect(throws: SystemError.self) { try alarm.set(Clock.read(clock)) }
            #expect(refusal.map(WakeAlarmFault.init) == .notPermitted)
            #expect(isNone(alarm.descriptor))
            #expect(WakeAlarmFault.notPermitted.description.contains("CAP_WAKE_ALARM"))
        }
    }
}

@Suite struct `The ability to wake the machine` {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func ability() -> WakeAbility { Machine.wakeAbility(sysfs: scratch.path) }

    @Test func `takes the right`() throws {
        try scratch.file("class/rtc/rtc0/device/power/wakeup", "enabled\n")
        try withoutWakeRight { #expect(ability() == .notPermitted) }
    }

    @Test(.wakeAlarm) func `takes an alarm clock`() throws {
        #expect(ability() == .noAlarmClock)
        try scratch.file("class/rtc/rtc0/date", "2026-01-01\n")
        try scratch.file("class/rtc/rtc1/device/power/wakeup", "disabled\n")
        #expect(ability() == .noAlarmClock)
        try scratch.file("class/rtc/rtc2/device/power/wakeup", "enabled\n")
        #expect(ability() == .possible)
    }
}
