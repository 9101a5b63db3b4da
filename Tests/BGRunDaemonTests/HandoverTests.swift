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
        Handover(bytes: Array(text.utf8))
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
            ("\"form\":1", "\"form\":2"), ("\"descriptor\":9", "\"descriptor\":10"),
            ("\"left\":[", "\"left\":[3,"), ("\"runs\":[", "\"runs\":[3,"), ("{\"form", "{{\"form"),
        ] {
            #expect(text.contains(part))
            #expect(read(text.replacing(part, with: other)) == nil, "\(other)")
        }
        var twice = handover(run())
        twice.runs.append(
            Handover.HandedRun(
                run: run(), tree: HandedTree(.run(RunID(7)), process: 4321, descriptor: 20)))
        #expect(read(twice.json.text()) == nil, "a run stands twice")
        for value in ["null", "[]", "{}", "{\"form\":1}", "{\"form\":1,\"runs\":{},\"left\":[]}"] {
            #expect(read(value) == nil)
        }
    }

    @Test func `lacks a run that can't be read, and no other`() throws {  // B-129 B-21
        var both = handover(run())
        let other = ContinuedRun(
            Run(
                id: RunID(8), due: WallTime(microseconds: 6),
                started: Now(
                    wall: WallTime(microseconds: 7), boot: BootTime(microseconds: 91),
                    awake: AwakeTime(microseconds: 81)),
                timeBudget: .seconds(9), gracePeriod: .seconds(1), isForced: false, isInHours: false,
                isSimulated: false, silenceLimit: nil, relaxed: []), process: 99, stillness: nil)
        both.runs.append(
            Handover.HandedRun(run: other, tree: HandedTree(.run(RunID(8)), process: 99, descriptor: 20)))
        let text = both.json.text()
        for (part, other) in [
            ("\"descriptor\":9", "\"descriptor\":1"), ("\"descriptor\":9", "\"descriptor\":99999999999"),
            ("\"descriptor\":9", "\"descriptor\":2147483647"), ("\"process\":4321", "\"process\":-1"),
            ("\"run\":7", "\"run\":9"), ("\"awake\":80", "\"awake\":\"80\""),
            ("\"timeBudget\":60000000", "\"timeBudget\":null"),
        ] {
            #expect(text.contains(part))
            let rest = try #require(read(text.replacing(part, with: other)), "\(other)")
            #expect(rest.runs.map(\.run.run.id) == [RunID(8)], "\(other)")
            #expect(rest.unreadable == 1 && rest.left == both.left && rest.listener == 13)
        }
    }

    @Test func `has whatever words the daemon has let a run say`() {  // B-129 B-21
        var random = SystemRandomNumberGenerator()
        // Thirty-one marks in a row are more than a message may have.
        var texts = ["a" + String(repeating: "\u{301}", count: 99), "\u{0}\u{7f}\u{FFFF}\u{10FFFF}\"\\\n"]
        for _ in 0..<300 {
            let scalars = (0..<40).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random))
            }
            texts.append(String(String.UnicodeScalarView(scalars)))
        }
        for text in texts {
            let handover = handover(
                run {
                    $0.progress = TaskProgress(
                        completedUnits: .max, totalUnits: .min, title: text, subtitle: text)
                })
            #expect(Handover(bytes: handover.json.bytes()) == handover, "\(text.unicodeScalars.map(\.value))")
        }
    }
}
