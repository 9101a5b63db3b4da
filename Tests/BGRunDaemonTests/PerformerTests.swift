// The order in which a turn is carried out, with hands that only write down what they are told.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import BGRunStore
import Testing

@testable import BGRunDaemon

/// Hands that keep a list of their acts.
private final class WritingHands: Hands {
    var acts: [String] = []
    var writeFails = false

    func deliver(_ signal: RunSignal, to run: RunID) { acts.append("signal \(run)") }
    func adopt(_ run: RunID, of job: JobID, endingBy signal: StopSignal) -> Event {
        acts.append("adopt \(run)")
        return .launched(run, process: 0)
    }
    func readPower() -> Event {
        acts.append("readPower")
        return .powerRead(PowerReading(verdict: .yes, reason: "AC is online"), .asked)
    }
    func write(_ changes: [Change]) throws(StoreFailure) {
        acts.append("write \(changes.count)")
        if writeFails { throw StoreFailure(operation: "write", path: "db", reason: "the disk is full") }
    }
    func launch(_ order: LaunchOrder) -> [Event] {
        acts.append("launch \(order.run)")
        return [.launched(order.run, process: 100)]
    }
    func answer(_ request: RequestID, _ reply: Reply) { acts.append("answer \(request.rawValue)") }
    func leave() { acts.append("leave") }
    func readPressure() -> Event {
        acts.append("readPressure")
        return .pressureRead(.unknown)
    }
    func read(_ subject: Subject) -> [Event] {
        acts.append("read \(subject.notation)")
        return [.observed(subject, .load(10))]
    }
    func end(_ hook: HookID) { acts.append("endHook \(hook.run)") }
    func abandon(_ subject: Subject) { acts.append("abandon \(subject.notation)") }
    func startHost(_ order: HostOrder) -> [Event] {
        acts.append("start \(order.host)")
        return [.hostStarted(order.host, process: 100)]
    }
    func handOver(_ order: TaskOrder, to host: HostID) { acts.append("handOver \(order.run) \(host)") }
    func warn(_ host: HostID, of run: RunID, because reason: StopReason, grace: Duration) {
        acts.append("warn \(host) \(run)")
    }
    func deliver(_ signal: HostSignal, to host: HostID) { acts.append("\(signal.rawValue) \(host)") }
    func adopt(_ host: HostID, of application: ApplicationID) -> [Event] {
        acts.append("adopt \(host)")
        return [.hostStarted(host, process: 0)]
    }
    func call(_ call: HookCall) -> [Event] { grant("call \(call.job)") }
    func notify(_ notice: Notice) -> [Event] { grant("notify \(notice.job)") }
    func observe(_ interest: Interest) -> [Event] { grant("observe \(interest.notation)") }
    func ignore(_ interest: Interest) -> [Event] { grant("ignore \(interest.notation)") }
    func holdAwake(_ inhibition: Inhibition) -> [Event] { grant("holdAwake \(inhibition.why)") }
    func warn(_ assertion: AssertionID, because reason: StopReason, left: Duration) {
        acts.append("warn assertion \(assertion)")
    }
    func end(_ assertion: AssertionID) { acts.append("end assertion \(assertion)") }
    func letShutdown() -> [Event] { grant("letShutdown") }
    func letSleep() -> [Event] { grant("letSleep") }
    func readPresence() -> [Event] { grant("readPresence", .presenceRead(.nobody)) }
    func suspend() -> [Event] { grant("suspend") }

    /// What a wish brings to light.
    private func grant(_ wish: String, _ fact: Event = .sleepOver) -> [Event] {
        acts.append(wish)
        return [fact]
    }
}

@Suite struct `A turn's effects` {
    private let job = JobID(owner: UserID(1000), identifier: identifier("org.example.a"))
    private let hands = WritingHands()

    private static func identifier(_ text: String) -> JobIdentifier {
        guard let identifier = JobIdentifier(text) else { preconditionFailure("\(text) is an identifier") }
        return identifier
    }

    private var order: LaunchOrder {
        let descriptor = JobDescriptor(identifier: job.identifier, program: .shell("true"))
        return LaunchOrder(run: RunID(1), job: job, descriptor: descriptor, due: WallTime(microseconds: 0))
    }

    private func perform(
        _ stops: [Effects.Stop] = [], _ saves: [Change] = [], _ promises: [Effects.Promise] = [],
        _ wishes: [Effects.Wish] = []
    ) -> [Event] {
        var effects = Effects()
        (effects.stops, effects.saves, effects.promises, effects.wishes) = (stops, saves, promises, wishes)
        return Performer.perform(effects, with: hands)
    }

    @Test func `are carried out in the order stop, save, promise`() {
        let facts = perform(
            [.signal(RunID(7), .kill), .readPower], [.forget(job), .forgetFinishedFile(job)],
            [.reply(RequestID(1), .done), .launch(order)])
        #expect(hands.acts == ["signal 7", "readPower", "write 2", "answer 1", "launch 1"])
        #expect(
            facts == [
                .saved, .powerRead(PowerReading(verdict: .yes, reason: "AC is online"), .asked),
                .launched(RunID(1), process: 100),
            ])
    }

    // B-4
    @Test func `promise nothing that is not on disk`() {
        hands.writeFails = true
        let facts = perform(
            [.signal(RunID(7), .terminate(.timeBudget))], [.forget(job)],
            [
                .launch(order), .reply(RequestID(1), .accepted(job, .new)), .reply(RequestID(2), .done),
                .exit,
            ])
        #expect(hands.acts == ["signal 7", "write 1"])
        #expect(facts == [.notSaved(reason: "can't write db: the disk is full")])
    }

    // B-4
    @Test func `answer with a refusal or a start that was seen even when the disk is full, and with no end`()
    {
        hands.writeFails = true
        _ = perform(
            [], [.forget(job)],
            [
                .reply(RequestID(1), .refused(.notRunning)), .reply(RequestID(2), .ended(.cancelled, nil)),
                .reply(RequestID(3), .started(RunID(1))),
            ])
        #expect(hands.acts == ["write 1", "answer 1", "answer 3"])
    }

    private var wishes: [Effects.Wish] {
        [
            .letSleep, .observe(.sleep), .ignore(.localZone), .holdAwake(Inhibition(why: "a")),
            .readPresence, .suspend,
        ]
    }
    private let granted = [
        "letSleep", "observe sleep", "ignore localZone", "holdAwake a", "readPresence", "suspend",
    ]

    // B-16
    @Test func `grant wishes last, in their order, and hear what each brings to light`() {
        let facts = perform(
            [.signal(RunID(7), .freeze), .readPressure], [.forget(job)], [.launch(order)], wishes)
        #expect(hands.acts == ["signal 7", "readPressure", "write 1", "launch 1"] + granted)
        let learned: [Event] = [.sleepOver, .sleepOver, .sleepOver, .sleepOver]
        #expect(
            facts
                == [.saved, .pressureRead(.unknown), .launched(RunID(1), process: 100)] + learned
                + [.presenceRead(.nobody), .sleepOver])
    }

    // B-16
    @Test func `grant wishes whatever becomes of the disk`() {
        hands.writeFails = true
        let facts = perform([], [.forget(job)], [.launch(order)], wishes)
        #expect(hands.acts == ["write 1"] + granted)
        #expect(facts.count == 1 + wishes.count)
    }

    @Test func `touch no disk where nothing is to be saved`() {
        let facts = perform([.adopt(RunID(3), job, .TERM)], [], [.exit])
        #expect(hands.acts == ["adopt 3", "leave"])
        #expect(facts == [.launched(RunID(3), process: 0)])
    }

    @Test func `tell the scheduler that a yes has gone out, where nothing was to be saved`() {
        let facts = perform(
            [], [], [.reply(RequestID(1), .done), .reply(RequestID(2), .refused(.notRunning))])
        #expect(facts == [.kept])
    }
}
