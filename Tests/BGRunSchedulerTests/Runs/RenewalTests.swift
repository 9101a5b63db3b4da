// The daemon's program is replaced by the installed one, and runs go on.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import Testing

@Suite struct `A renewal of the daemon's program` {
    private static let now = Now(
        wall: WallTime(microseconds: 1_790_000_000_000_000), boot: BootTime(microseconds: 3_600_000_000),
        awake: AwakeTime(microseconds: 3_600_000_000))

    private func scheduler(_ events: [Event]) -> Scheduler {
        var scheduler = Scheduler(policy: Policy())
        for event in [.recovered(Recovery()), .filesRead([], unreadable: [])] + events {
            for event in [event, .saved] { _ = scheduler.handle(event, at: Self.now) }
        }
        return scheduler
    }

    private func submission(_ identifier: String = "org.example.a") throws -> Event {
        .submitted(
            try JobDescriptor(json: Array(#"{"identifier":"\#(identifier)","command":["true"]}"#.utf8)),
            Requester(request: RequestID(1), user: UserID(1000)), owner: UserID(1000))
    }

    @Test func `is begun at once where nothing is under way, and not unless it is asked for`() {  // B-129
        #expect(scheduler([]).renewal == .unwanted)
        #expect(scheduler([.renewalRequested]).renewal == .mayBegin)
    }

    @Test func `waits for a run that is only beginning, and for one that is to end`() throws {  // B-129
        let target = Target(identifier: try #require(JobIdentifier("org.example.a")), owner: UserID(1000))
        let stop = Event.stopRequested(target, Requester(request: RequestID(2), user: UserID(1000)))
        let launched = Event.launched(RunID(1), process: 7)
        let beginning = [try submission(), .renewalRequested]
        #expect(scheduler(beginning).renewal == .waits("run 1 of org.example.a@1000 has begun"))
        #expect(scheduler(beginning + [launched]).renewal == .mayBegin)
        #expect(
            scheduler(beginning + [launched, stop]).renewal == .waits("run 1 of org.example.a@1000 has ended")
        )
        let ended = Event.exited(RunID(1), .code(0), ResourceUsage())
        #expect(scheduler(beginning + [launched, stop, ended]).renewal == .mayBegin)
    }

    @Test func `hands on each run with where it stands and what it has said`() throws {  // B-129 B-91
        let words = RunWords(percent: 40, text: "copying", deferral: .usual)
        let scheduler = scheduler([
            try submission(), .launched(RunID(1), process: 7), .runSpoke(RunID(1), words, nil),
            .renewalRequested,
        ])
        let runs = scheduler.continuedRuns
        #expect(runs.map(\.run.id) == [RunID(1)])
        #expect(runs.first?.process == 7)
        #expect(runs.first?.progress?.completedUnits == 40)
        #expect(runs.first?.progress?.subtitle == "copying")
        #expect(runs.first?.deferral == .usual)
    }

    // B-129
    @Test func `is told of where somebody keeps it from coming about for long, with whose it is`() {
        let assertion = Event.assertionAsked(
            AssertionClaim(why: "copying", limit: nil, host: nil, process: 5),
            Requester(request: RequestID(9), user: UserID(1000)))
        let scheduler = scheduler([assertion, .renewalRequested])
        let clause = "what programs of user 1000 are finishing is done"
        #expect(scheduler.renewal == .waits(clause))
        #expect(scheduler.overdueRenewal(at: Self.now) == nil)
        let later = Now(
            wall: Self.now.wall.advanced(by: .seconds(600)), boot: Self.now.boot.advanced(by: .seconds(600)),
            awake: Self.now.awake.advanced(by: .seconds(600)))
        #expect(scheduler.overdueRenewal(at: later) == clause)
        var renewed = self.scheduler([.renewalRequested])
        _ = renewed.handle(assertion, at: later)
        #expect(renewed.overdueRenewal(at: later) == nil && renewed.renewal == .mayBegin)
    }

    // B-129
    @Test func `is kept by nobody's calls, and loses nothing of what was asked of many jobs`() throws {
        let jobs = try (0..<500).map { number in
            Event.submitted(
                try JobDescriptor(
                    json: Array(
                        #"{"identifier":"n\#(number)","command":["true"],"schedule":{"cron":"0 3 * * *"}}"#
                            .utf8)
                ),
                Requester(request: RequestID(UInt64(number)), user: UserID(1000)), owner: UserID(1000))
        }
        let disabling = Event.switchRequested(
            .disable, .all, Requester(request: RequestID(1000), user: UserID(1000)))
        var scheduler = self.scheduler(jobs + [.renewalRequested, disabling])
        #expect(scheduler.renewal == .mayBegin && scheduler.hasUnfinishedChores)
        for _ in 0..<500 { _ = scheduler.handle(.wokeUp, at: Self.now) }
        #expect(!scheduler.hasUnfinishedChores)
    }

    @Test func `gives way to the daemon's end`() {  // B-129
        #expect(scheduler([.renewalRequested, .shutdownRequested]).renewal == .unwanted)
        #expect(scheduler([.shutdownRequested, .renewalRequested]).renewal == .unwanted)
    }

    @Test func `waits while the machine is about to sleep`() {  // B-129
        #expect(scheduler([.renewalRequested, .sleepAnnounced]).renewal == .waits("the machine has slept"))
    }
}
