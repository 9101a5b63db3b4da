// The loop's ear: what is ready is told with its token, level-triggered.
import BGRunLinux
import Glibc
import TestConditions
import Testing

@Suite struct `An event queue` {
    @Test func `reports a readable descriptor by its token until it is read`() throws {
        let queue = try EventQueue()
        var pipe = try BGRunLinux.Pipe()
        let end = pipe.takeReadEnd()
        let writer = pipe.takeWriteEnd()
        let reader = end.rawValue
        try queue.add(reader, for: .read, token: 42)
        var ready: [EventQueue.Ready] = []
        try queue.wait(into: &ready, timeout: 0)
        #expect(ready.isEmpty)
        try writer.write(all: [1])
        for _ in 0..<2 {
            try queue.wait(into: &ready, timeout: 10_000)
            #expect(ready.map(\.token) == [42])
            #expect(ready.first?.canRead == true)
        }
        try queue.modify(reader, for: [], token: 42)
        try queue.wait(into: &ready, timeout: 0)
        #expect(ready.isEmpty)
        try queue.remove(reader)
        let error = #expect(throws: SystemError.self) { try queue.remove(reader) }
        #expect(error?.errno == ENOENT)
    }

    @Test func `reports a hang-up without being asked`() throws {
        let queue = try EventQueue()
        var pipe = try BGRunLinux.Pipe()
        let writer = pipe.takeWriteEnd()
        try queue.add(writer.rawValue, for: [], token: 1)
        do { _ = pipe.takeReadEnd().rawValue }
        var ready: [EventQueue.Ready] = []
        try queue.wait(into: &ready, timeout: 10_000)
        #expect(ready.first?.hungUp == true)
    }

    @Test func `reports more than one wait can hold in the next one`() throws {
        let queue = try EventQueue()
        var numbers: [Int32] = []
        defer { for number in numbers { close(number) } }
        for token in 0..<100 {
            var ends: [Int32] = [0, 0]
            #expect(Glibc.pipe(&ends) == 0)
            numbers += ends
            try queue.add(ends[1], for: .write, token: UInt64(token))
        }
        var seen: Set<UInt64> = []
        var ready: [EventQueue.Ready] = []
        for _ in 0..<4 {
            try queue.wait(into: &ready, timeout: 10_000)
            seen.formUnion(ready.map(\.token))
        }
        #expect(seen.count == 100)
    }
}

// One after the other: a step of the clock is told to every timer of the machine.
@Suite(.serialized) struct `A timer` {
    @Test(arguments: [Clock.realtime, .boottime, .monotonic])
    func `fires at its instant and not before`(clock: Clock) throws {
        var timer = try Timer(clock)
        #expect(try timer.acknowledge() == .nothing)
        let instant = Clock.read(clock) + 20_000
        try timer.arm(at: instant)
        #expect(try Readiness.wait(for: timer.descriptor.rawValue, to: .read, until: deadline()))
        #expect(Clock.read(clock) >= instant)
        #expect(try timer.acknowledge() == .expired)
        #expect(try timer.acknowledge() == .nothing)
    }

    @Test(arguments: [Clock.realtime, .boottime, .monotonic], [Int64.min, -1, 0, 1])
    func `fires at once for an instant that has passed`(clock: Clock, instant: Int64) throws {
        var timer = try Timer(clock)
        try timer.arm(at: instant)
        #expect(try Readiness.wait(for: timer.descriptor.rawValue, to: .read, until: deadline()))
        #expect(try timer.acknowledge() == .expired)
    }

    @Test(arguments: [Clock.realtime, .boottime, .monotonic])
    func `stays silent when disarmed or armed for the end of time`(clock: Clock) throws {
        var timer = try Timer(clock)
        try timer.arm(at: 0)
        try timer.disarm()
        #expect(try timer.acknowledge() == .nothing)
        try timer.arm(at: .max)
        #expect(try timer.acknowledge() == .nothing)
    }

    @Test(.root) func `on the realtime clock tells of a step, armed or not`() throws {
        // Setting the clock to what it reads is a step to the kernel, and moves nothing others could notice.
        var armed = try Timer(.realtime)
        var idle = try Timer(.realtime)
        var rearmed = try Timer(.realtime)
        try armed.arm(at: Clock.read(.realtime) + 3_600_000_000)
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        #expect(clock_settime(CLOCK_REALTIME, &now) == 0)
        #expect(try Readiness.wait(for: armed.descriptor.rawValue, to: .read, until: deadline()))
        #expect(try armed.acknowledge() == .clockWasSet)
        #expect(try idle.acknowledge() == .clockWasSet)
        // One that is armed anew before anybody read it must not lose the news.
        try rearmed.arm(at: .max)
        #expect(try Readiness.wait(for: rearmed.descriptor.rawValue, to: .read, until: deadline()))
        #expect(try rearmed.acknowledge() == .clockWasSet)
        #expect(try rearmed.acknowledge() == .nothing)
    }
}

@Suite struct `The clocks` {
    @Test func `count in microseconds and never run backwards within a test`() {
        // 2024-01-01 in microseconds: a machine that runs this is later.
        #expect(Clock.read(.realtime) > 1_704_067_200_000_000)
        let first = Clock.read(.monotonic)
        #expect(Clock.read(.monotonic) >= first)
        #expect(Clock.read(.boottime) >= first)
    }
}
