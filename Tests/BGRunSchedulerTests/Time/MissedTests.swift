// What becomes of occurrences that nobody could look at in time, and how fast they are made up for.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import Testing

@Suite struct `Making up for what was missed` {
    /// The loop asks when to wake up after it has carried out a turn, which may have taken a while.
    @Test func `is not forgotten where the machine has settled before anybody asked for the instant`() throws
    {
        func now(_ seconds: Int64) -> Now {
            Now(
                wall: WallTime(microseconds: 1_800_000_000_000_000 + seconds * 1_000_000),
                boot: BootTime(microseconds: seconds * 1_000_000),
                awake: AwakeTime(microseconds: seconds * 1_000_000))
        }
        var scheduler = Scheduler(policy: Policy())
        let recovered = try EventReader(now: now(0)).event(
            "recovered nextRun=1 newBoot",
            [
                #"| job org.example.a@1000 due since=2026-11-20T08:00:00Z {"identifier":"org.example.a","command":["true"]}"#
            ])
        _ = scheduler.handle(recovered, at: now(0))
        _ = scheduler.handle(.filesRead([], unreadable: []), at: now(0))
        #expect(scheduler.nextWakeup(at: now(0))?.moment == .awake(now(30).awake))
        #expect(scheduler.nextWakeup(at: now(31))?.moment == .awake(now(30).awake))
        _ = scheduler.handle(.wokeUp, at: now(31))
        let job = JobID(owner: UserID(1000), identifier: try #require(JobIdentifier("org.example.a")))
        #expect(scheduler.state(of: job) == .running)
    }
}
