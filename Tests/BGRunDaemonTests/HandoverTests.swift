// What one program of the daemon's leaves to the next one.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunLaunch
import BGRunScheduler
import Testing

@testable import BGRunDaemon

@Suite struct `What one program leaves to the next` {
    private func run(
        _ change: (inout ContinuedRun) -> Void = { _ in }, _ still: ContinuedRun.Stillness? = nil
    )
        -> ContinuedRun
    {
        var run = Run(
            id: RunID(7), due: WallTime(microseconds: 5),
            started: Now(
                wall: WallTime(microseconds: 1_790_000_000_123_456), boot: BootTime(microseconds: 90),
                awake: AwakeTime(microseconds: 80)), timeBudget: .seconds(60),
            gracePeriod: .milliseconds(1500),
            isForced: true, isInHours: false, isSimulated: true, silenceLimit: .seconds(30),
            relaxed: ["network", "idle"])
        run.frozenFor = .milliseconds(20)
        run.progressed = AwakeTime(microseconds: 85)
        var continued = ContinuedRun(run, process: 4321, stillness: still)
        change(&continued)
        return continued
    }

    private func handover(_ run: ContinuedRun) -> Handover {
        var handover = Handover()
        handover.runs = [
            Handover.HandedRun(
                run: run,
                tree: HandedTree(
                    .run(run.run.id), process: 4321, descriptor: 9, output: 10, errors: nil,
                    memoryKillsBefore: 3))
        ]
        handover.left = [HandedTree(.errand("1000-5-6"), process: 77, descriptor: 12)]
        handover.listener = 13
        return handover
    }

    private func read(_ text: String) -> Handover? {
        (try? JSONValue(parsing: Array(text.utf8), limits: .message)).flatMap { Handover(json: $0) }
    }

    @Test func `is read as it was written, whatever a run stands still for and has said`() {  // B-129
        let words: [(inout ContinuedRun) -> Void] = [
            { _ in }, { $0.deferral = .usual }, { $0.deferral = .by(.seconds(90)) },
            {
                $0.progress = TaskProgress(completedUnits: 3, totalUnits: 8, title: "t", subtitle: "s")
                $0.sign = .ready
                $0.isOverrunTold = true
            },
        ]
        let reasons: [FreezeReason?] = [
            nil, .allowedHours, .requirementLost(.network, until: AwakeTime(microseconds: 99)),
        ]
        for change in words {
            for reason in reasons {
                let still = reason.map {
                    ContinuedRun.Stillness(since: AwakeTime(microseconds: 88), reason: $0)
                }
                let handover = handover(run(change, still))
                #expect(read(handover.json.text()) == handover)
            }
        }
    }

    @Test func `names each descriptor, which alone stay open`() {  // B-129
        #expect(handover(run()).descriptors == [9, 10, 12, 13])
    }

    @Test func `is nothing where it is of another form, or damaged anywhere`() {  // B-129 B-21
        let text = handover(run()).json.text()
        #expect(read(text) != nil)
        for (part, other) in [
            ("\"form\":1", "\"form\":2"), ("\"descriptor\":9", "\"descriptor\":1"),
            ("\"descriptor\":9", "\"descriptor\":10"), ("\"descriptor\":9", "\"descriptor\":99999999999"),
            ("\"process\":4321", "\"process\":-1"), ("\"run\":7", "\"run\":8"),
            ("\"awake\":80", "\"awake\":\"80\""),
            ("\"timeBudget\":60000000", "\"timeBudget\":null"), ("\"runs\":[", "\"runs\":[3,"),
        ] {
            #expect(text.contains(part))
            #expect(read(text.replacing(part, with: other)) == nil, "\(other)")
        }
        var twice = handover(run())
        twice.runs.append(
            Handover.HandedRun(
                run: run(), tree: HandedTree(.run(RunID(7)), process: 4321, descriptor: 20)))
        #expect(read(twice.json.text()) == nil, "a run stands twice")
        #expect(read(text.replacing("\"descriptor\":9", with: "\"descriptor\":2147483647")) == nil)
        for value in ["null", "[]", "{}", "{\"form\":1}", "{\"form\":1,\"runs\":{},\"left\":[]}"] {
            #expect(read(value) == nil)
        }
    }
}
