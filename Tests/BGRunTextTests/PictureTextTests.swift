// The past and the hours to come, drawn in characters.
import BGRunCalendar
import BGRunJob
import Testing

@testable import BGRunText

private let monday = WallTime(microseconds: 1_774_828_800_000_000)

private func hour(_ number: Double) -> WallTime { monday.advanced(by: .seconds(Int64(number * 3600))) }

private func screen(_ width: Int?) -> Screen { Screen(colour: .off, width: width) }

// B-121
@Suite struct `A timeline in characters` {
    private let power = JobTimeline.Lack(name: "externalPower", words: "external power")
    private let network = JobTimeline.Lack(name: "network", words: "a network")
    /// Half past three on the third day, in UTC.
    private let clock = LocalClock(now: hour(63.5)) { _ in 0 }

    private func job() throws -> JobTimeline {
        let id = JobID(owner: UserID(1000), identifier: try #require(JobIdentifier("org.example.backup")))
        func run(
            _ number: Int64, _ due: Double, _ from: Double, _ to: Double, _ outcome: Outcome,
            _ stop: StopReason? = nil
        ) -> HistoryEntry {
            HistoryEntry(
                run: RunID(number), job: id, due: hour(due), started: hour(from), ended: hour(to),
                duration: hour(from).duration(to: hour(to)), outcome: outcome,
                stopReason: stop, exit: outcome == .failed ? .code(3) : .code(0))
        }
        return JobTimeline(
            job: id, title: "Backup", from: monday, to: hour(63.5),
            conditions: [
                .init(from: monday, to: hour(1), absence: .stopped),
                .init(from: hour(1), to: hour(8), lacks: [power]),
                .init(from: hour(8), to: hour(23)), .init(from: hour(23), to: hour(30), absence: .asleep),
                .init(from: hour(30), to: hour(63.5)),
            ],
            waits: [.init(from: hour(2), to: hour(8), lacks: [power, network])],
            runs: [
                run(1, 2, 8, 9.4, .succeeded), run(2, 34, 34, 34.6, .failed),
                run(3, 40, 40, 40.2, .interrupted, .requirementLost(.externalPower)),
                run(4, 50, 50, 50.3, .succeeded),
            ])
    }

    private func machine() -> MachineTimeline {
        MachineTimeline(
            from: monday, to: hour(63.5), begin: monday, gaps: [.init(from: hour(23), to: hour(30), .asleep)],
            lanes: [
                .init(
                    text: "network", words: "a network",
                    stretches: [
                        .init(from: monday, to: hour(60), .yes), .init(from: hour(60), to: hour(63.5), .no),
                    ])
            ])
    }

    private func days(_ width: Int?, _ glyphs: Alphabet = .unicode) throws -> [String] {
        var text = TimelineText(machine(), clock: clock, glyphs: glyphs, on: screen(width))
        return text.days(of: try job()).flatMap { $0.rows(on: screen(width)) }
    }

    // B-124
    @Test func `of a rehearsal has what came of it, and what was taken for granted`() throws {
        let id = try #require(JobIdentifier("org.example.backup"))
        var facts = RehearsalText.Facts()
        (facts.begin, facts.end) = (monday, hour(63.5))
        facts.works = [.init(id, .seconds(1260), by: .runs(7))]
        facts.unknown = [(.unmetered, nil), (.idle(.seconds(600)), hour(20))]
        facts.missing = [try #require(JobIdentifier("org.example.prune"))]
        facts.hasUnseenTriggers = true
        facts.cut = "there are 20,000 runs and skips by then"
        var job = try job()
        job.skips = [
            Skip(due: hour(10), skipped: hour(12), reason: .maxLateness),
            Skip(due: hour(11), skipped: hour(12), reason: .missed),
            Skip(due: hour(13), skipped: hour(14), reason: .missed),
        ]
        func rows(_ facts: RehearsalText.Facts, _ width: Int, _ glyphs: Alphabet) -> String {
            RehearsalText([job], machine(), facts, clock: clock, glyphs: glyphs, on: screen(width)).lines
                .flatMap { $0.rows(on: screen(width)) }.joined(separator: "\n")
        }
        #expect(
            rows(facts, 80, .unicode) == """
                How it would have gone if submitted Mon 00:00. Nothing was started.

                Backup (org.example.backup)
                           00    03    06    09    12    15    18    21
                Mon 30 Mar ––ppPPPPPPPPPPPP███···························zz
                    6 h late: no external power; skipped: its time passed while the machine was
                    off or asleep, or the job was held back
                Tue 31 Mar zzzzzzzzzzzz········█✗··········!···············
                    failed 10:36: exit 3, 1 more
                Wed  1 Apr ····█··························                   ran 02:00, 18 min

                █ running   ✗ failed   ! ended early   · all there   z asleep
                – off, or bgrund stopped   P no external power
                A capital letter: the job was due and waited. A small one: it was not due.

                4 runs: 2 succeeded, 1 failed, 1 interrupted.
                2 skipped: its time passed while the machine was off or asleep, or the job was
                  held back.
                1 skipped: it was later than maxLateness.
                Longest wait: 6 h, from Mon 02:00: no external power.

                Assumes that each run takes 21 min (the median of the last 7 that succeeded),
                  and goes on where a stopped one was.
                Nothing is known of a network that is not metered; it counts as unmet. With
                  --assume unmetered=on or unmetered=off it counts as you say.
                Nothing is known before Mon 20:00 of an idle machine for 10m; it counts as
                  unmet. With --assume idle=on or idle=off it counts as you say.
                org.example.prune is not played, so what comes after it waits for ever: name its
                  file too.
                Logins, unlocks and changed paths are not recorded: nothing that they bring up
                  is played.
                It was played up to 15:30 only: there are 20,000 runs and skips by then.
                Other jobs were not played; their queues, limits and conflicts are ignored.
                """)
        var idle = RehearsalText.Facts()
        idle.works = [.init(id, .seconds(600), by: .guess)]
        idle.notDue = [(id, nil)]
        #expect(
            rows(idle, 60, .ascii) == """
                How it would have gone if submitted 1970-01-01 00:00.
                  Nothing was started.

                Backup (org.example.backup)
                           00    06    12    18
                Mon 30 Mar -pPPPPPP##.............z
                    6 h late: no external power; skipped: its time passed
                    while the machine was off or asleep, or the job was held
                    back
                Tue 31 Mar zzzzzz....x.....!.......
                    failed 10:36: exit 3, 1 more
                Wed  1 Apr ..#.............          ran 02:00, 18 min

                # running   x failed   ! ended early   . all there
                z asleep   - off, or bgrund stopped   P no external power
                A capital letter: the job was due and waited. A small one:
                  it was not due.

                Not due in this time: it waits for an event or a file.
                Longest wait: 6 h, from Mon 02:00: no external power.

                Assumes that each run takes 10 min
                  (as none has succeeded so far; --takes says another time),
                  and goes on where a stopped one was.
                Other jobs were not played; their queues, limits and
                  conflicts are ignored.
                """)
    }

    @Test func `of a story has its lines, and below them what came`() {
        let lines = ScriptText.lines(
            [
                .init(at: hour(2), text: "unplugged", isConsequence: false),
                .init(at: hour(2.01), text: "terminate run=1 \u{1b}[2J", isConsequence: true),
                .init(at: hour(26), text: "plugged", isConsequence: false),
            ], clock)
        #expect(
            lines.map { $0.text(on: screen(nil)) } == [
                "Mon 2026-03-30", "  02:00:00  unplugged", "  02:00:35  < terminate run=1 [2J",
                "Tue 2026-03-31",
                "  02:00:00  plugged",
            ])
    }

    @Test func `has a row for each day, half an hour a character, and what a person would say of it`() throws
    {
        let rows = try days(nil)
        #expect(
            rows[2]
                == "Mon 30 Mar ––ppPPPPPPPPPPPP███···························zz  6 h late: no external power"
        )
        #expect(rows[3].hasPrefix("Tue 31 Mar zzzzzzzzzzzz········█✗"))
        #expect(rows[3].hasSuffix("failed 10:36: exit 3, 1 more"))
        #expect(rows[4].hasSuffix("ran 02:00, 18 min"))
        #expect(rows[6...].contains { $0.contains("P no external power") })
        #expect(rows.contains("A capital letter: the job was due and waited. A small one: it was not due."))
    }

    @Test func `has an hour a character in 60 columns, and goes on below itself`() throws {
        let rows = try days(60)
        #expect(rows.allSatisfy { $0.columns <= 60 }, "\(rows)")
        #expect(rows[1] == "           00    06    12    18")
        #expect(
            rows[2] == "Mon 30 Mar –pPPPPPP██·············z" && rows[3] == "    6 h late: no external power")
    }

    @Test func `fits 80 columns`() throws {
        #expect(try days(80).allSatisfy { $0.columns <= 80 })
    }

    @Test func `is readable in ASCII`() throws {
        let rows = try days(80, .ascii)
        #expect(rows.allSatisfy { $0.allSatisfy(\.isASCII) }, "\(rows)")
        #expect(
            rows[2].hasPrefix("Mon 30 Mar --ppPPPPPPPPPPPP###....")
                && rows.contains { $0.contains("#x..........!") })
    }

    @Test func `has the machine's rows and one for each job of the last day`() throws {
        var text = TimelineText(machine(), clock: clock, glyphs: .unicode, on: screen(80))
        let rows = text.overview([try job()], isOneDay: true).flatMap { $0.rows(on: screen(80)) }
        #expect(rows[0].hasPrefix("the last 24 hours    "))
        #expect(rows[1].hasPrefix("network              ") && rows[1].hasSuffix("····nnnnnnn"), "\(rows[1])")
        #expect(rows[2].hasPrefix("Backup               "))
        #expect(rows.allSatisfy { $0.columns <= 80 })
        let none = text.overview([], isOneDay: true).map(\.text)
        #expect(none == ["no jobs, and none has run since Mon 00:00; bgrun submit brings one"])
    }

    @Test
    func
        `has what begins on the border of a cell behind it, and what ends there before it, whenever it is asked for`()
        throws
    {
        var job = try job()
        (job.conditions, job.waits) = ([], [])
        job.runs = [
            (1, 48.0, 49.0, Outcome.succeeded), (2, 50, 50.5, .failed), (3, 51.5, 51.5, .couldNotLaunch),
        ].map {
            HistoryEntry(
                run: RunID($0), job: job.job, due: hour($1), started: hour($1), ended: hour($2), outcome: $3)
        }
        for microseconds in [0, 1, 999_999, 60_000_000, 1_799_999_999] as [Int64] {
            let now = hour(63.5).advanced(by: .microseconds(microseconds))
            let day = TimelineDay(lastBefore: now, LocalClock(now: now) { _ in 0 }, cellsAnHour: 2)
            // The cell that is under way is the last one.
            #expect(day.borders.allSatisfy { $0.microseconds % 1_800_000_000 == 0 } && day.to == hour(64))
            let cells = TimelineRow(job, day).cells
            let marks = cells.indices.filter { cells[$0] != .nothing }.map { ($0, cells[$0]) }
            #expect(marks.map(\.0) == [16, 17, 20, 23])
            #expect(
                marks.map(\.1) == [.running, .running, .ended(failed: true), .ended(failed: true)])
        }
    }

    @Test func `shows texts of others without what a terminal acts on, and cut in the middle`() throws {
        var evil = try job()
        evil.title = "a\u{1B}[2J\u{202E} very long name of a job that is here"
        var text = TimelineText(machine(), clock: clock, glyphs: .unicode, on: screen(80))
        let rows = text.overview([evil], isOneDay: true).flatMap { $0.rows(on: screen(80)) }
        #expect(rows[2].hasPrefix("a[2J ve…that is here "), "\(rows[2])")
    }

    @Test func `leaves out the hour that the local clock does, and has one that comes twice once`() {
        let berlin = LocalClock(now: monday) { instant in
            Zones.berlin.offset(at: instant).seconds
        }
        // 2026-03-29: 02:00 to 03:00 does not exist.
        let spring = TimelineDay(20541, berlin, cellsAnHour: 1)
        #expect(spring.cells == 24 && spring.from.duration(to: spring.to) == .seconds(23 * 3600))
        #expect(spring.borders[2] == spring.borders[3])
        let autumn = TimelineDay(20751, berlin, cellsAnHour: 1)
        #expect(autumn.from.duration(to: autumn.to) == .seconds(25 * 3600))
        #expect(zip(autumn.borders, autumn.ends).allSatisfy { $0 < $1 })
    }

    @Test func `gives each thing that was missing a letter of its own`() {
        var letters = LackLetters()
        for name in ["externalPower", "paused", "pathExists", "idle", "interface", "network", "not"] {
            letters.add(.init(name: name, words: name))
        }
        #expect(letters.all.map(\.letter) == ["P", "A", "T", "I", "N", "E", "O"])
    }
}

// B-123
@Suite struct `A strip of the hours to come` {
    private let clock = LocalClock(now: hour(10)) { _ in 0 }
    private let chances = [
        HourChances(
            words: "external power", percents: (0..<168).map { $0 % 24 < 6 ? 100 : $0 % 24 < 18 ? 0 : 50 }),
        HourChances(words: "a network", percents: [nil, 97]),
    ]

    private func rows(_ width: Int?, _ glyphs: Alphabet, _ some: [HourChances]? = nil) -> [String] {
        StripText(
            some ?? chances, all: HourChances(words: "all together", percents: [7]), since: hour(7),
            likely: hour(26.5),
            clock: clock, glyphs: glyphs
        )
        .lines(on: screen(width)).flatMap { $0.rows(on: screen(width)) }
    }

    @Test func `has seven days of 24 hours for each requirement, today first, two side by side`() {
        let rows = rows(80, .unicode)
        #expect(rows[0] == "external power                 network")
        #expect(rows[1] == "    00    06    12    18           00    06    12    18")
        #expect(rows[2] == "Mon ██████············▄▄▄▄▄▄   Mon ????????????????????????")
        #expect(rows[3].hasPrefix("Tue ██◆███····"))
        #expect(rows[8].hasSuffix("Sun ?█??????????????????????"))
        #expect(rows[10].hasPrefix("all together"))
        #expect(
            rows.last == "· never, ▁ seldom, ▄ half the time, █ always, ? too little seen, ◆ likely start")
    }

    @Test func `fits 60 and 40 columns, and ASCII, and says of what too little was seen`() {
        let unknown = ["external power", "a network"].map { HourChances(words: $0, percents: []) }
        #expect(
            rows(nil, .unicode, [unknown[0]]) == [
                "external power has been observed since 07:00; how likely it holds at an hour of the day is told once that hour was seen for 1 h 30 min, on the second day at the earliest"
            ])
        let some = rows(nil, .unicode, [chances[0], unknown[1]])
        #expect(some[0].hasPrefix("external power") && !some.dropLast().contains { $0.contains("network") })
        #expect(some.last?.hasPrefix("network has been observed since 07:00") == true)
        for width in [60, 40] {
            let rows = rows(width, .ascii)
            #expect(rows.allSatisfy { $0.columns <= width && $0.allSatisfy(\.isASCII) })
            #expect(rows[2].hasPrefix("Mon ######000000000000555555"))
        }
    }
}
