// The machine lacks something to start runs, and they are started as soon as it is there.
import BGRunCalendar
import BGRunJob
import Testing

@testable import BGRunScheduler

// B-47
@Suite struct `What the machine lacks for a launch` {
    /// The loop asks when to wake up after it has carried out a turn, and answers questions in between.
    @Test func `is tried for although the instant has passed while something else was done`() {
        let owner = UserID(1000)
        func now(_ seconds: Int64) -> Now {
            Now(
                wall: WallTime(microseconds: seconds * 1_000_000),
                boot: BootTime(microseconds: seconds * 1_000_000),
                awake: AwakeTime(microseconds: seconds * 1_000_000))
        }
        var shortages = Shortages()
        shortages.failed(owner, reason: "no process", longest: .seconds(60), at: now(0))
        #expect(shortages.holds(owner, at: now(9)))
        #expect(!shortages.holds(owner, at: now(12)))
        #expect(shortages.nextTry(for: owner) == now(10).awake)
        shortages.pass(to: now(12))
        #expect(shortages.nextTry(for: owner) == nil)
        #expect(!shortages.holds(owner, at: now(12)))
    }
}
