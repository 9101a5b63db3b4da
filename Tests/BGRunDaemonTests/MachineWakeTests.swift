// The alarms that wake the machine stand where the scheduler wants them.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import BGRunScheduler
import Foundation
import TestConditions
import Testing

@testable import BGRunDaemon

// B-23
@Suite struct `The alarm that wakes the machine` {
    private let queue: EventQueue
    private let hour: Int64 = 3_600_000_000

    init() throws { queue = try EventQueue() }

    /// When the timers of these clocks ring, in hours from now, by fdinfo of proc(5); 0 for one that was disarmed, which
    /// is done without a flag.
    private func left(_ alarm: borrowing Alarm) throws -> [String] {
        try alarm.wakeDescriptors.map { clock, number in
            let text = try String(contentsOfFile: "/proc/self/fdinfo/\(number)", encoding: .utf8)
            let lines = text.split(separator: "\n")
            let flags = try #require(lines.first { $0.hasPrefix("settime flags: ") })
            let value = try #require(lines.first { $0.hasPrefix("it_value: (") })
            let seconds = try #require(value.dropFirst(11).split(separator: ",").first.flatMap { Int($0) })
            return "\(clock) \(flags.hasSuffix(" 00") ? 0 : (seconds + 1799) / 3600)"
        }
    }

    private func boot(hours: Int64) -> Wakeup {
        Wakeup(.boot(BootTime(microseconds: Clock.read(.boottime) + hours * hour)), .sleepStep)
    }

    private func wall(hours: Int64) -> Wakeup {
        Wakeup(.wall(WallTime(microseconds: Clock.read(.realtime) + hours * hour)), .sleepStep)
    }

    @Test(.wakeAlarm) func `is armed, moved from clock to clock, and disarmed`() throws {
        var alarm = try Alarm()
        var wake = MachineWake()
        #expect(wake.stand(at: nil, &alarm, in: queue) == nil)
        #expect(try left(alarm) == [])
        #expect(wake.stand(at: boot(hours: 3), &alarm, in: queue) == nil)
        #expect(try left(alarm) == ["boottime 3"])
        #expect(wake.stand(at: boot(hours: 2), &alarm, in: queue) == nil)
        #expect(try left(alarm) == ["boottime 2"])
        #expect(wake.stand(at: wall(hours: 5), &alarm, in: queue) == nil)
        #expect(try left(alarm) == ["realtime 5", "boottime 0"])
        #expect(wake.stand(at: nil, &alarm, in: queue) == nil)
        #expect(try left(alarm) == ["realtime 0", "boottime 0"])
        // An instant that no clock of sleep measures wakes nobody.
        let awake = Wakeup(.awake(AwakeTime(microseconds: Clock.read(.monotonic) + hour)), .sleepStep)
        #expect(wake.stand(at: awake, &alarm, in: queue) == nil)
        #expect(try left(alarm) == ["realtime 0", "boottime 0"])
    }

    @Test(.wakeAlarm) func `is heard by the loop, each clock by its own token`() throws {
        var alarm = try Alarm()
        var wake = MachineWake()
        var ready: [EventQueue.Ready] = []
        for (wakeup, token) in [(boot(hours: 0), Token.bootAlarm), (wall(hours: 0), .wallAlarm)] {
            #expect(wake.stand(at: wakeup, &alarm, in: queue) == nil)
            try queue.wait(into: &ready, timeout: 30_000)
            #expect(ready.map(\.token) == [token.rawValue])
            #expect(try alarm.acknowledgeWake(token == .bootAlarm ? .boottime : .realtime) == .expired)
        }
    }
}
