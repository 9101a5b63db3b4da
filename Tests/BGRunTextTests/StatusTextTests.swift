// The status of all jobs, as people see it.
import BGRunCalendar
import BGRunJob
import BGRunWire
import Foundation
import Testing

@testable import BGRunText

@Suite struct `The status of all jobs` {
    private func view(_ status: StatusCall.Reply = World.status, on screen: Screen) -> String {
        text(
            StatusText(status, clock: World.clock, screen: screen, owners: World.owners).lines,
            on: screen)
    }

    /// What stands below the device and the summary.
    private func list(_ status: StatusCall.Reply, on screen: Screen) -> String {
        let text = view(status, on: screen)
        return text.range(of: "\n\n").map { String(text[$0.upperBound...]) } ?? text
    }

    @Test func `is plain and whole in a pipe`() {
        #expect(
            view(on: .pipe) == """
                user daemon · external power: no (BAT0 is discharging) · battery: 87 % · network: yes; counts from 23:00:05
                1 overdue · 3 running · 1 waiting for external power · 3 scheduled · 2 paused · 1 disabled · 1 job does not finish

                   JOB            STATE      LATELY  GOOD  LAST                             WHAT NEXT
                !  org.b.late     due        –       –     –                                1 h 30 min overdue; outside its allowed hours until tomorrow 06:00
                ▶  org.a.index    running    –       –     –                                for 4 min, may take 10 min
                ▶  org.b.frozen   frozen     –       –     –                                for 4 min, may take 10 min, goes on after waking
                ▶  org.a.late     expiring   –       –     –                                told to end (its time budget was used up), killed in 8 s
                …  org.a.backup   due        –       –     ran out of time yesterday 21:12  3 runs in a row did not finish: raise its timeBudget (3h) or let it save its progress; needs external power: BAT0 is discharging; waits for a free slot (3 of 3)
                ·  org.a.sync     scheduled  –       –     –                                starts tomorrow 06:00 (in 6 h)
                ·  org.b.boot     scheduled  –       –     skipped 02:00                    waits for the next boot
                ·  org.b.ended    scheduled  –       –     ran out of time yesterday 21:12  its schedule has no further instant
                ‖  org.b.paused   paused     –       –     –                                paused until tomorrow 01:00; starts tomorrow 06:00 (in 6 h)
                ‖  org.b.paused2  paused     –       –     –                                paused; bgrun unpause org.b.paused2 ends it

                1 disabled job is not listed; bgrun status --all has it

                broken file: /etc/x.json: line 3:[2J unknown key; remove it
                """)
    }

    @Test func `fits a terminal, with a bar`() {
        let lines = view(on: World.terminal).split(separator: "\n").map(String.init)
        #expect(lines.allSatisfy { $0.columns <= 100 })
        // What somebody should see to has a second line.
        let place = lines.firstIndex { $0.contains("org.a.backup") && $0.hasSuffix("3 runs did not finish") }
        #expect(
            place.map { lines[$0 + 1].hasPrefix("   3 runs in a row did not finish: raise its timeBudget") }
                == true)
        #expect(lines.count { $0.hasPrefix("   ") } == 2, "\(lines)")
        var usual = World.status
        usual.jobs[1].run?.usual = .seconds(600)
        #expect(view(usual, on: World.terminal).contains("████░░░░░░░░ 40 %  4 min of"))
    }

    @Test func `says what programs are finishing, below the device and fit for a terminal`() {
        var status = World.status
        status.assertions = [World.owner, .root].enumerated().map { place, owner in
            AssertionStatus(
                id: AssertionID(Int64(place)), owner: owner,
                why: place == 0 ? "saving\u{1B}[2J the draft" : String(repeating: "word ", count: 40),
                process: 77, since: World.clock.now, until: World.clock.now.advanced(by: .seconds(30)))
        }
        let lines = view(status, on: .pipe).split(separator: "\n")
        #expect(
            lines[2].hasPrefix("finishing: saving[2J the draft (process 77 of user1000, until "),
            "\(lines[2])")
        #expect(lines[3].hasSuffix(" (process 77 of user0, until 23:00:30)"), "\(lines[3])")
        let narrow = Screen(colour: .off, width: 80)
        let rows = view(status, on: narrow).split(separator: "\n").map(String.init)
        #expect(rows.dropFirst().prefix(5).allSatisfy { $0.columns <= 80 }, "\(rows)")
        status.assertions = Array(status.assertions.prefix(1))
        status.assertions[0].why = ""
        #expect(view(status, on: .pipe).contains("\nfinishing: something (process 77, "))
    }

    @Test func `has colours only where they are wanted`() {
        #expect(view(on: World.colours).contains("\u{1B}[36m"))
        #expect(!view(on: World.terminal).contains("\u{1B}"))
        #expect(!view(on: .pipe).contains("\u{1B}"))
    }

    // B-4
    @Test func `begins with what the storage has lost`() {
        var status = World.status
        status.daemon.losses = [DaemonReport.Loss(found: World.clock.now, text: "The database is gone.")]
        status.daemon.headlines = ["The database is gone.", "Nothing can be saved."]
        let lines = view(status, on: .pipe).split(separator: "\n")
        #expect(lines[0].hasPrefix("LOST, as of "))
        #expect(lines[0].hasSuffix(": The database is gone."))
        #expect(lines[1] == "! Nothing can be saved.")
    }

    @Test func `says whose jobs they are where there are several users`() {
        var status = World.status
        status.jobs = [World.job("a", .due), World.job("a", .due, owner: .root)]
        status.brokenFiles = []
        #expect(
            list(status, on: .pipe) == """
                   JOB  OWNER     STATE  LATELY  GOOD  LAST  WHAT NEXT
                …  a    user0     due    –       –     –     starts now
                …  a    user1000  due    –       –     –     starts now
                """)
    }

    @Test func `says whose jobs they are to whom they do not belong`() {
        var status = World.status
        status.jobs = [World.job("a", .due)]
        let root = OwnerNames(shownTo: .root, name: World.name(of:))
        let seen = StatusText(status, clock: World.clock, screen: .pipe, owners: root)
        #expect(text(seen.lines).contains("JOB  OWNER     STATE"))
        let entries: [HistoryLine] = [.run(World.entry(6, .failed, exit: .code(3)))]
        #expect(
            text(HistoryText(entries, clock: World.clock).lines(root)) == """
                RUN  JOB           OWNER     STARTED  TOOK       OUTCOME
                6    org.a.backup  user1000  21:00    2 min 5 s  failed: exit 3
                """)
        #expect(
            text(HistoryText([], clock: World.clock).lines(root, .inSpan))
                == "no run has ended in this time")
    }

    @Test func `tells how far a continued task is, within the terminal's columns`() throws {
        func run(_ completed: Int64, of total: Int64, _ title: String?, _ subtitle: String?) -> JobStatus.Run
        {
            var run = World.run
            run.host = .guest(3)
            run.progress = TaskProgress(
                completedUnits: completed, totalUnits: total, title: title, subtitle: subtitle)
            return run
        }
        var status = World.status
        status.jobs = [
            World.job(
                "a", .running, run: run(31, of: 100, "Export of a year", "31 of 100 photos of the summer")),
            World.job("b", .running, run: run(7, of: 0, "Export", "7 photos")),
            World.job("c", .running, run: run(.max, of: .max, "", nil)),
            World.job("d", .running, run: run(0, of: 0, nil, nil)),
            World.job("e", .running, run: run(.max - 1, of: .max, "\u{1b}[31mred\u{202e}", "")),
        ]
        status.brokenFiles = []
        #expect(
            list(status, on: .pipe) == """
                   JOB  STATE    LATELY  GOOD  LAST  WHAT NEXT
                ▶  a    running  –       –     –     31 %  Export of a year: 31 of 100 photos of the summer
                ▶  b    running  –       –     –     Export: 7 photos
                ▶  c    running  –       –     –     100 %
                ▶  d    running  –       –     –     at work
                ▶  e    running  –       –     –     99 %  [31mred
                """)
        #expect(
            list(status, on: Screen(colour: .off, width: 80)) == """
                   JOB  STATE    LATELY  GOOD  LAST  WHAT NEXT
                ▶  a    running  –       –     –     31 %  Export of a year: 31 of 100 photos o…
                ▶  b    running  –       –     –     Export: 7 photos
                ▶  c    running  –       –     –     ████████████ 100 %
                ▶  d    running  –       –     –     at work
                ▶  e    running  –       –     –     ███████████░ 99 %  [31mred
                """)
    }

    // B-24 B-104
    @Test func `says at its head that all is paused, and which hook fails`() {
        let fault = HookReport(
            .onFailure, .exited(.code(1), saying: "mail-report: no\u{1B} sendmail"))
        var status = World.status
        var jobs = [
            World.job("a", .running, run: World.run),
            World.job("b", .due, health: JobHealth(hookFault: fault)),
            World.job("c", .due, owner: .root),
        ]
        jobs[0].pause = PauseReport(since: World.now, note: "moving\u{1B}", isOfAll: true)
        jobs[1].pause = jobs[0].pause
        status.jobs = jobs
        status.brokenFiles = []
        let lines = view(status, on: .pipe).split(separator: "\n")
        #expect(lines[2] == "paused: all jobs (moving); bgrun unpause --all ends it")
        #expect(lines[1] == "1 running · 2 waiting · 1 hook fails")
        #expect(
            lines.contains {
                $0.hasSuffix("its onFailure fails: exit 1: mail-report: no sendmail; starts now")
            })
        status.jobs[2].pause = PauseReport(
            since: World.now, until: World.now.advanced(by: .seconds(60)), isOfAll: true)
        status.jobs[0].pause?.by = .root
        let both = view(status, on: .pipe).split(separator: "\n")
        #expect(both[2] == "paused: all jobs of user1000 (moving) by root")
        #expect(both[3] == "paused: all jobs of user0 until 23:01")
    }

    // B-91 B-93
    @Test func `tells what is usual for a run, what it says of itself, and that it takes too long`() throws {
        func run(_ used: Int64, _ change: (inout JobStatus.Run) -> Void) -> JobStatus.Run {
            var run = World.run
            (run.timeBudget, run.used) = (.seconds(10_800), .seconds(used))
            change(&run)
            return run
        }
        var status = World.status
        status.jobs = [
            World.job("a", .running, run: run(1860) { $0.usual = .seconds(2400) }),
            World.job("b", .running, run: run(2700) { $0.usual = .seconds(2400) }),
            World.job(
                "c", .running,
                run: run(7260) {
                    $0.usual = .seconds(2400)
                    $0.overrun = Overrun(.usual, of: .seconds(2400), work: .seconds(7260))
                    $0.progress = TaskProgress(completedUnits: 40, totalUnits: 100, subtitle: "cop\u{1B}ying")
                }),
            World.job(
                "d", .running,
                run: run(60) {
                    $0.progress = TaskProgress(completedUnits: 0, totalUnits: 0, subtitle: "checking")
                    $0.sign = .stopping
                }),
            World.job(
                "e", .running,
                run: run(7200) {
                    $0.overrun = Overrun(.interval, of: .seconds(3600), work: .seconds(7200))
                    $0.progress = TaskProgress(completedUnits: 40, totalUnits: 100)
                }),
        ]
        status.brokenFiles = []
        #expect(
            list(status, on: .pipe) == """
                   JOB  STATE    LATELY  GOOD  LAST  WHAT NEXT
                ▶  a    running  –       –     –     77 %  31 min of about 40 min (usual)
                ▶  b    running  –       –     –     45 min, usually about 40 min
                ▶  c    running  –       –     –     has worked for 2 h 1 min, usually about 40 min; 40 %  copying, 2 h 1 min
                ▶  d    running  –       –     –     checking, for 1 min, may take 3 h, about to end
                ▶  e    running  –       –     –     has worked for 2 h, and comes up again every 1 h; 40 %  2 h
                """)
        let lines = view(status, on: Screen(colour: .off, width: 80))
        #expect(lines.contains("█████████░░░ 77 %  31 min of about 40 min\n"))
        let why = WhyCall.Reply(job: status.jobs[2], requirements: [], history: [])
        #expect(
            text(WhyText(why, clock: World.clock, screen: .pipe).lines) == """
                c is running: 40 %  copying, 2 h 1 min
                its run has worked for 2 h 1 min, usually about 40 min
                """)
    }

    // B-92
    @Test func `tells a run why it runs, and why it is to end`() {
        var account = RunAccount(
            run: RunID(7), job: World.job("a", .running).id, due: World.instant("2026-03-28T19:30:00Z"),
            started: World.instant("2026-03-28T21:30:00Z"), relaxed: ["externalPower", "anyOf"],
            isByHand: false, timeLeft: .zero, timeBudget: .seconds(60), maxTimeBudget: .seconds(60),
            stopReason: nil)
        func reason() -> String { OwnRunText(account, clock: World.clock).reason }
        #expect(reason() == "due since 20:30, begun 2 h late, without externalPower, anyOf")
        (account.isByHand, account.relaxed) = (true, [])
        #expect(reason() == "called up by hand")
        account.stopReason = .requirementLost(.network)
        #expect(reason() == "requirementLost:network")
    }

    @Test func `tells a run that has not begun, and one that does not end`() throws {
        var begins = World.run
        (begins.process, begins.killAt) = (nil, World.clock.now.advanced(by: .seconds(12)))
        var stopped = begins
        stopped.stopReason = .shutdown
        var hangs = begins
        hangs.killAt = nil
        var stays = World.expiring
        stays.killAt = nil
        // A guest is somebody's program, which nobody kills.
        var visits = World.expiring
        visits.host = .guest(3)
        var status = World.status
        status.jobs = [
            World.job("a", .running, run: begins), World.job("b", .running, run: stopped),
            World.job("c", .expiring, run: stays), World.job("d", .running, run: hangs),
            World.job("e", .expiring, run: visits),
        ]
        status.brokenFiles = []
        #expect(
            list(status, on: .pipe) == """
                   JOB  STATE     LATELY  GOOD  LAST  WHAT NEXT
                ▶  a    running   –       –     –     its program has not begun; given up in 12 s
                ▶  b    running   –       –     –     its program has not begun and is told to end (the daemon was shutting down); given up in 12 s
                ▶  d    running   –       –     –     its program has not begun; killed, and the kernel has not let it go
                ▶  c    expiring  –       –     –     told to end (its time budget was used up), killed; the kernel has not let it go
                ▶  e    expiring  –       –     –     told to end (its time budget was used up), given up in 8 s
                """)
    }

    @Test func `says so when there is none`() {
        var status = World.status
        status.jobs = []
        status.brokenFiles = []
        #expect(
            view(status, on: .pipe).hasSuffix("\n\nno jobs wait or run; bgrun history lists what has run"))
    }

    @Test func `ages between two answers`() {
        #expect(World.status.hasActiveRun)
        let aged = World.status.aged(by: .seconds(60)).jobs
        #expect(aged[1].run?.used == .seconds(300))
        // What stands still uses nothing up, and its bar does not move.
        #expect(aged.first { $0.state == .frozen }?.run?.used == .seconds(240))
        var still = World.status
        still.jobs = still.jobs.filter { $0.state == .frozen }
        #expect(!still.hasActiveRun)
    }
}
