// What is told of what has been: history, changes, and the output of runs.
import BGRunCalendar
import BGRunJob
import BGRunWire
import Testing

@testable import BGRunText

private let job = JobID(owner: World.owner, identifier: World.identifier("org.example.nightly.backup"))

// B-119
@Suite struct `History` {
    private func run(
        _ number: Int64, due: String, started: String, took minutes: Int64, _ outcome: Outcome,
        change: (inout HistoryEntry) -> Void = { _ in }
    ) -> HistoryLine {
        let started = World.instant(started)
        var entry = HistoryEntry(
            run: RunID(number), job: job, title: "Backup", due: World.instant(due), started: started,
            ended: started.advanced(by: .seconds(60 * minutes)), duration: .seconds(60 * minutes),
            outcome: outcome)
        change(&entry)
        return .run(entry)
    }

    private var entries: [HistoryLine] {
        [
            run(14, due: "2026-03-28T01:00:00Z", started: "2026-03-28T20:00:00Z", took: 3, .failed) {
                $0.exit = .code(3)
                $0.attempt = Attempt(2, of: 3)
            },
            run(13, due: "2026-03-28T01:00:00Z", started: "2026-03-28T07:10:00Z", took: 12, .interrupted) {
                $0.duration = .seconds(240)
                $0.stopReason = .requirementLost(.externalPower)
                $0.exit = .signal(15)
            },
            run(12, due: "2026-03-27T01:00:00Z", started: "2026-03-27T01:00:30Z", took: 4, .succeeded) {
                $0.duration = nil
                $0.exit = .code(0)
            },
            .skip(World.lastSkip, of: job, title: nil),
        ]
    }

    private func shown(_ columns: Int?) -> String {
        let screen = Screen(colour: .off, width: columns)
        return text(HistoryText(entries, clock: World.clock).lines(World.owners, on: screen), on: screen)
    }

    @Test func `tells how runs ended and how late they began, each occurrence once`() {
        #expect(
            shown(nil) == """
                RUN  JOB                         STARTED          TOOK   OUTCOME
                14   org.example.nightly.backup  21:00            3 min  failed: exit 3, attempt 2 of 3
                13   org.example.nightly.backup  08:10            4 min  was interrupted: external power was lost, signal 15, over 12 min, began 6 h 10 min late
                12   org.example.nightly.backup  yesterday 02:00  –      succeeded
                –    org.example.nightly.backup  02:00            –      skipped: it was later than maxLateness
                """)
    }

    @Test func `keeps room for the outcome on a terminal of 80 columns`() {
        let lines = shown(80).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(lines[0] == "RUN  JOB              STARTED          TOOK   OUTCOME")
        #expect(
            lines[1] == "14   …nightly.backup  21:00            3 min  failed: exit 3, attempt 2 of 3")
        #expect(lines.contains { $0.contains(" was interrupted: external") })
    }

    @Test func `has fewer columns on a terminal of 60`() {
        let lines = shown(60).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 60 })
        #expect(lines[0] == "RUN  JOB           STARTED          OUTCOME")
        #expect(lines[1].hasPrefix("14   …backup       21:00"))
        #expect(shown(60).contains("3 min") && shown(60).contains("6 h"))
    }

    @Test func `says why there is nothing to tell`() {
        func nothing(_ sought: HistoryText.Sought) -> String {
            text(HistoryText([], clock: World.clock).lines(World.owners, sought))
        }
        #expect(nothing(.ofAllTime) == "no run has ended yet")
        #expect(nothing(.inSpan) == "no run has ended in this time")
        #expect(nothing(.failed) == "history has nothing that did not succeed")
    }

    @Test func `has words for each reason to end a run, and none of them is a name of ours`() {
        for reason in StopReason.all {
            #expect(!reason.words.contains(":") && reason.words.contains(" "))
            #expect(reason.words.allSatisfy { !$0.isUppercase || "VPN".contains($0) }, "\(reason.words)")
        }
    }

    @Test func `shows no control character of a reason`() {
        let entry = run(
            1, due: "2026-03-28T20:00:00Z", started: "2026-03-28T20:00:00Z", took: 1, .couldNotLaunch
        ) {
            $0.failure = "no\u{1b}[31m such \u{202e}program\n"
        }
        let shown = text(HistoryText([entry], clock: World.clock).lines(World.owners))
        #expect(shown.hasSuffix("could not be launched: no[31m such program "))
    }
}

// B-120
@Suite struct `Changes as they come` {
    private func told(
        _ changes: [(Transition.Change, EventText.Facts)], to viewer: UserID = World.owner
    ) -> String {
        var view = EventText(OwnerNames(shownTo: viewer, name: World.name(of:)))
        let lines = changes.compactMap { change, facts in
            view.line(Transition(at: World.now, change), facts, World.clock)
        }
        return text(lines)
    }

    private func facts(_ state: JobState, blockers: [Blocker] = [], due: String? = nil) -> EventText.Facts {
        EventText.Facts(
            job: World.job("org.example.nightly.backup", state, blockers: blockers, due: due, title: "Backup")
        )
    }

    @Test func `are sentences about the job by its title`() {
        var entry = World.entry(12, .failed, exit: .code(3))
        entry.duration = .seconds(240)
        let due = "2026-03-29T00:00:00Z"
        let lost = StopReason.requirementLost(.externalPower)
        #expect(
            told([
                (.jobChanged(job, .scheduled), facts(.scheduled, due: due)),
                (.jobChanged(job, .due), facts(.due, blockers: World.unmet.dropLast())),
                (.conditionChanged(.init(.externalPower, .yes, reason: "AC is online")), .init()),
                (.jobChanged(job, .running), .init()),
                (.runStarted(job, RunID(12)), .init()),
                (.jobChanged(job, .frozen), facts(.frozen)),
                (.jobChanged(job, .running), .init()),
                (.runExpiring(job, RunID(12), lost), .init()),
                (.runExpiring(job, RunID(12), nil), .init()),
                (.runEnded(job, RunID(12), .failed, nil), .init(entry: entry)),
                (.occurrenceSkipped(job, World.lastSkip), .init()),
                (.jobLeft(job), .init()),
            ]) == """
                23:00:00  Backup comes up tomorrow 01:00
                23:00:00  Backup waits for external power
                23:00:00  external power is there: AC is online
                23:00:00  Backup started (run 12)
                23:00:00  Backup was frozen
                23:00:00  Backup goes on
                23:00:00  Backup is told to end: external power was lost (run 12)
                23:00:00  Backup has ended, and what it left behind is told to end (run 12)
                23:00:00  Backup failed: exit 3, after 4 min (run 12)
                23:00:00  Backup skips 02:00: it was later than maxLateness
                23:00:00  Backup is over and leaves the list
                """)
    }

    @Test func `say nothing twice, and no more than is known`() {
        #expect(
            told([
                (.jobChanged(job, .due), .init()), (.jobChanged(job, .due), .init()),
                (.jobChanged(job, .scheduled), .init()), (.jobChanged(job, .paused), .init()),
                (.jobChanged(job, .disabled), .init()), (.jobChanged(job, .invalid), .init()),
                (.runEnded(job, RunID(2), .expired, .timeBudget), .init()),
            ]) == """
                23:00:00  org.example.nightly.backup is due
                23:00:00  org.example.nightly.backup is paused
                23:00:00  org.example.nightly.backup is disabled
                23:00:00  org.example.nightly.backup can't be used
                23:00:00  org.example.nightly.backup expired (run 2)
                """)
    }

    @Test func `name all that a job waits for, and whose it is`() {
        #expect(
            told(
                [
                    (
                        .jobChanged(job, .due),
                        facts(
                            .due,
                            blockers: World.unmet.dropLast() + [.unmet(.network, reason: "none", since: nil)])
                    ),
                    (.jobChanged(job, .due), facts(.due, blockers: World.unmet)),
                ], to: .root) == """
                    23:00:00  Backup of user1000 waits for external power and network
                    23:00:00  Backup of user1000 waits for a while: needs external power: BAT0 is discharging and 1 more
                    """)
    }

    @Test func `of the device are there, or hold`() {
        func told(_ requirement: Requirement, _ verdict: Verdict) -> String {
            Transition.Condition(requirement, verdict, reason: "why").words
        }
        #expect(told(.externalPower, .no) == "external power is not there: why")
        #expect(told(.batteryLevel(60), .no) == "battery level (60) does not hold: why")
        #expect(told(.idle(.seconds(600)), .yes) == "idle (10m) holds: why")
        #expect(told(.network, .unknown) == "nobody can know of network: why")
    }
}

// B-118
@Suite struct `The output of runs` {
    private let other = JobID(owner: World.owner, identifier: World.identifier("org.b"))

    private func piece(
        _ text: String, _ stream: OutputStream? = .standardOutput, run: Int64 = 12,
        at instant: String? = "2026-03-28T21:40:05.25Z"
    ) -> LogsCall.Reply {
        LogsCall.Reply(run: RunID(run), text: text, at: instant.map(World.instant), stream: stream)
    }

    private func shown(
        _ lines: [LogLine], _ label: LogText.Label = .nothing, times: Bool = true, on screen: Screen = .pipe
    ) -> String {
        var view = LogText(label: label, showsTimes: times, on: screen)
        return text(lines.flatMap { view.lines($0, World.clock) })
    }

    @Test func `is put together to lines, of each stream and run for itself`() {
        var lines = LogLines()
        #expect(lines.take(piece("one\ntw"), of: job).map(\.text) == ["one"])
        #expect(lines.take(piece("err", .standardError), of: job).isEmpty)
        #expect(lines.take(piece("other\n", run: 3), of: other).map(\.text) == ["other"])
        #expect(lines.take(piece("o\n\nx"), of: job).map(\.text) == ["two", ""])
        #expect(lines.take(piece("or\n", .standardError), of: job).map(\.stream) == [.standardError])
        #expect(lines.hasBegun)
        #expect(lines.finish().map(\.text) == ["x"])
        #expect(!lines.hasBegun)
    }

    @Test func `is shown as a terminal would show it that is written over`() {
        var lines = LogLines()
        let told = lines.take(piece("10 %\r50 %\r100 %\nwindows\r\n\r\n"), of: job)
        #expect(told.map(\.text) == ["100 %", "windows", ""])
    }

    @Test func `does not wait for a line that never ends`() {
        var lines = LogLines()
        #expect(lines.take(piece(String(repeating: "x", count: 20_000)), of: job).count == 1)
        #expect(!lines.hasBegun)
    }

    @Test func `has its times and marks on a terminal, and a day where another begins`() {
        var lines = LogLines()
        let told =
            lines.take(piece("old\n", at: "2026-03-27T21:40:05Z"), of: job)
            + lines.take(piece("a\n"), of: job) + lines.take(piece("bad\n", .standardError), of: job)
            + lines.take(piece("unknown\n", nil, at: nil), of: job)
        #expect(
            shown(told, on: World.terminal) == """
                -- Fri 2026-03-27 --
                22:40:05   old
                -- Sat 2026-03-28 --
                22:40:05   a
                22:40:05 ! bad
                           unknown
                """)
    }

    @Test func `names job and run where there are several, and cuts long names on a terminal only`() {
        var lines = LogLines()
        let told =
            lines.take(piece("a\n"), of: job) + lines.take(piece("b\n", .standardError, run: 3), of: other)
        #expect(
            shown(told, .jobAndRun, times: false) == """
                org.example.nightly.backup[12]   a
                org.b[3] ! b
                """)
        #expect(
            shown(told, .jobAndRun, on: Screen(colour: .off, width: 60)) == """
                22:40:05 org.e…ly.backup[12]   a
                22:40:05 org.b[3] ! b
                """)
        #expect(shown(told, .run, times: false) == "[12]   a\n[3] ! b")
    }

    @Test func `has instants for programs in a pipe`() {
        var lines = LogLines()
        let told = lines.take(piece("a\n"), of: job) + lines.take(piece("b\n", nil, at: nil), of: job)
        #expect(
            shown(told) == """
                2026-03-28T22:40:05.250+01:00   a
                -   b
                """)
    }

    @Test func `reaches nobody's terminal with what a terminal acts on`() {
        var lines = LogLines()
        let told = lines.take(piece("\u{1b}[2Jred\u{202e}\t|\u{7}\n"), of: job)
        #expect(shown(told, times: false, on: World.terminal) == "  [2Jred\t|")
    }
}
