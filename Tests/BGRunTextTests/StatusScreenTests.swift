// Whole screens of `bgrun status`, kept as text: whoever changes one looks at it as its reader does.
import BGRunCalendar
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Testing

@testable import BGRunText

/// Laptops with few jobs and with many.
private enum Laptop {
    private static let titles = [
        "Back up the home directory", "Fetch mail", "Index photos", "Sync notes with the server",
        "Check the file system of the large disk", "Refresh package lists", "Rotate logs", "Train the model",
    ]

    /// Some of each kind, as they come on a real machine; the same ones each time.
    static func status(_ count: Int) -> StatusCall.Reply {
        StatusCall.Reply(daemon: World.daemon, device: World.device, jobs: (0..<count).map(job), ended: ended)
    }

    private static let ended: [EndedReport] = [
        World.entry(6, .succeeded, exit: .code(0)), World.entry(5, .couldNotLaunch, exit: nil),
    ].enumerated().map { place, entry in
        var entry = entry
        entry.job = JobID(owner: World.owner, identifier: World.identifier("org.example.once-\(place)"))
        return EndedReport(
            .run(entry), recent: [.succeeded, .failed, RecentEnds.End(entry.outcome)],
            lastSuccess: World.instant("2026-03-26T20:00:00Z"))
    }

    private static func job(_ number: Int) -> JobReport {
        let name = "org.example.\(["backup", "mail", "photos", "notes", "scrub"][number % 5])-\(number)"
        let title = number % 7 == 5 ? nil : titles[number % titles.count]
        let due = World.now.advanced(by: .seconds(Int64(number) * 2_713 - 9_000))
        var job: JobReport
        switch number % 25 {
        case 0: job = World.job(name, .due, blockers: World.unmet, title: title)
        case 1:
            job = World.job(name, .running, title: title, run: World.run)
            job.run?.usual = .seconds(600)
        case 2: job = failing(name, title)
        case 3:
            job = World.job(name, .paused, blockers: [.paused(since: World.now, until: nil)], title: title)
        case 4: job = World.job(name, .disabled, blockers: [.disabled], title: title)
        case 5:
            job = World.job(
                name, .due, blockers: [.unmet(.network, reason: "there is no route", since: nil)],
                title: title)
        case 6: job = World.job(name, .frozen, title: title, run: World.frozen)
        case _: job = World.job(name, .scheduled, title: title)
        }
        job.due =
            job.state == .scheduled
            ? due.advanced(by: .seconds(10_000)) : World.instant("2026-03-28T21:00:00Z")
        let ends: [RecentEnds.End] = [.succeeded, .succeeded, .failed, .interrupted, .skipped, .expired]
        job.recent = (0..<(number * 3 % 11)).map { ends[($0 * $0 + number) % ends.count] }
        return job
    }

    /// Whatever people call their jobs, and all that may be wrong with one; seen by an administrator.
    static let oddities: StatusCall.Reply = {
        let good = JobRecord.LastRun(
            run: RunID(5), outcome: .failed, stopReason: nil, ended: World.now,
            lastSuccess: World.instant("2026-03-19T20:00:00Z"))
        let failing = JobHealth(
            failing: Failing(count: 9, since: World.instant("2026-03-20T02:00:00Z"), exit: .code(3)),
            attempt: 4,
            attempts: 10)
        let stuck = JobHealth(
            impediments: [
                Impediment(
                    key: "unmetered", reason: "NetworkManager is not on the system bus", remedy: "install it")
            ])
        var generated = World.job("sh.1795797986988326", .running, run: World.run)
        generated.descriptor.program = .command(["/usr/local/libexec/tools/make", "-C", "work", "all"])
        var root = World.job(
            "org.debian.backup", .scheduled, title: "Root's backup", owner: .root, health: failing)
        root.isOutline = true
        let jobs = [
            World.job(
                "org.example.backup", .scheduled, title: "Back up", lastRun: good,
                recent: [.succeeded, .failed], health: failing),
            World.job("org.example.mirror", .scheduled, title: "Mirror", health: stuck),
            World.job("org.example.late", .due, overdueFrom: "2026-03-28T20:30:00Z"),
            World.job("org.example.cjk", .scheduled, title: "家のバックアップを毎晩二時に送る"),
            World.job("org.example.emoji", .scheduled, title: "✅ Photos ⏰ 🗄️ 🪫 and more of them"),
            World.job(
                "org.example.long", .scheduled, title: "Long " + String(repeating: "title ", count: 33)),
            World.job(
                "com.vendor.product.component.a-very-long-last-part-of-a-name", .due,
                blockers: [.unmet(.network, reason: "there is no route", since: nil)]),
            World.job("org.example.held", .paused, blockers: [.paused(since: World.now, until: nil)]),
            generated, root,
        ]
        var over = World.entry(6, .failed, exit: .code(3))
        over.job = JobID(owner: World.owner, identifier: World.identifier("org.example.once"))
        return StatusCall.Reply(
            daemon: World.daemon, device: World.device, jobs: jobs,
            ended: [EndedReport(.run(over), recent: [.failed, .failed, .failed])])
    }()

    private static func failing(_ name: String, _ title: String?) -> JobReport {
        World.job(
            name, .scheduled, title: title,
            health: JobHealth(
                failing: Failing(count: 3, since: World.instant("2026-03-26T02:00:00Z"), exit: .code(3))))
    }
}

@Suite struct `A screen of the status` {
    private func compare(_ name: String, _ rows: [String], width: Int?) throws {
        if let width { for row in rows { #expect(row.columns <= width, "\(row)") } }
        #expect(!rows.contains { $0.hasSuffix(" ") })
        try GoldenFile("Tests/BGRunTextTests/Screens/\(name).txt").compare(
            with: rows.joined(separator: "\n") + "\n")
    }

    private func rows(_ count: Int, on screen: Screen) -> [String] {
        rows(of: Laptop.status(count), on: screen)
    }

    private func rows(of status: StatusCall.Reply, on screen: Screen) -> [String] {
        let text = StatusText(
            status, clock: World.clock, screen: screen, owners: World.owners)
        return text.lines.flatMap { $0.rows(on: screen) }
    }

    // B-114
    @Test(arguments: [3, 50, 500], [60, 80])
    func `is read from its top, whatever is not told there`(jobs: Int, columns: Int) throws {
        let rows = rows(jobs, on: Screen(colour: .off, width: columns))
        try compare("status-\(jobs)-\(columns)", rows, width: columns)
    }

    // B-114
    @Test func `has all columns where there is room`() throws {
        try compare("status-50-160", rows(50, on: Screen(colour: .off, width: 160)), width: 160)
    }

    // B-114
    @Test func `has colours that add nothing to what it says, on any background`() throws {
        let plain = rows(50, on: Screen(colour: .off, width: 80))
        let colours = rows(50, on: Screen(colour: .on, width: 80))
        let bare = colours.map { $0.replacing(/\u{1B}\[[0-9]+m/, with: "") }
        #expect(bare == plain)
        // The terminal's own eight colours, which its owner has chosen for light or dark; never a background.
        let codes = Set(colours.flatMap { $0.matches(of: /\u{1B}\[([0-9]+)m/).map { String($0.1) } })
        #expect(codes.isSubset(of: ["0", "1", "2", "31", "32", "33", "36"]), "\(codes)")
        let made = rows(3, on: Screen(colour: .on, width: 80)).map { $0.replacing("\u{1B}", with: "ESC") }
        try GoldenFile("Tests/BGRunTextTests/Screens/status-3-80-colours.txt")
            .compare(with: made.joined(separator: "\n") + "\n")
    }

    // B-114
    @Test func `is ASCII where the reader's locale is, column for column`() throws {
        let rows = rows(50, on: Screen(colour: .off, width: 80, alphabet: .ascii))
        #expect(rows.allSatisfy { $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } })
        let unicode = self.rows(50, on: Screen(colour: .off, width: 80))
        #expect(rows.map(\.columns) == unicode.map(\.columns))
        try compare("status-50-80-ascii", rows, width: 80)
    }

    // B-114
    @Test(
        arguments: [
            (nil, Alphabet.unicode), ("C", .ascii), ("POSIX", .ascii), ("de_DE.UTF-8", .unicode),
            ("C.utf8", .unicode), ("de_DE", .ascii), ("", .unicode),
        ] as [(String?, Alphabet)])
    func `is in the characters of the locale`(locale: String?, alphabet: Alphabet) {
        #expect(Alphabet(locale: locale) == alphabet)
    }

    // B-114
    @Test(arguments: [60, 80, 120])
    func `has a line for each job, whatever their names are, and a second where something is wrong`(
        columns: Int
    ) throws {
        let rows = rows(of: Laptop.oddities, on: Screen(colour: .off, width: columns))
        try compare("status-odd-\(columns)", rows, width: columns)
        #expect(rows.contains { $0.contains("  GOOD  ") } && rows.contains { $0.contains("  9 d ago  ") })
        // Into a pipe each is one line, whole.
        let pipe = self.rows(of: Laptop.oddities, on: .pipe)
        let jobs = Laptop.oddities.jobs.filter { $0.state != .disabled }
        for job in jobs {
            #expect(pipe.count { $0.contains("  \(job.identifier)  ") } == 1, "\(pipe)")
        }
        #expect(!pipe.contains { $0.contains("…") && !$0.hasPrefix("…") && !$0.contains("Long") })
    }

    // B-114
    @Test func `folds those that wait for the same, and counts them`() {
        var status = Laptop.status(2)
        status.ended = []
        let limit: Blocker = .limit(own: 3, running: 3, allowed: 3)
        status.jobs = (0..<25).map { World.job("org.example.part-\($0)", .due, blockers: [limit]) }
        let rows = rows(of: status, on: Screen(colour: .off, width: 80))
        var held = status
        held.jobs = [World.job("a", .disabled), World.job("b", .paused)]
        #expect(
            rows[2] == "all is well · 25 waiting for a free slot"
                && self.rows(of: held, on: .pipe)[1] == "1 paused · 1 disabled", "\(rows)")
        #expect(rows.count { $0.hasSuffix("  waits for a free slot (3 of 3)") } == 3)
        #expect(rows.last == "   and 22 more wait for a free slot; --all lists them")
        let all = StatusText(
            status, clock: World.clock, screen: Screen(colour: .off, width: 80), owners: World.owners,
            extent: .all)
        #expect(all.lines.count == 4 + 25)
        #expect(self.rows(of: status, on: .pipe).count == 4 + 25)
    }

    // B-114
    @Test func `says what was asked for and is not there`() {
        let status = Laptop.status(3).only([.due]).only([.failed])
        let text = StatusText(
            status, clock: World.clock, screen: .pipe, owners: World.owners,
            extent: .only([.failed, .running], of: 3))
        #expect(text.lines.contains(Line("of 3 jobs none is failing, or running", .dim)))
    }

    // B-114
    @Test func `has what its flags say`() {
        func names(_ kinds: StatusKind...) -> [String] {
            Laptop.status(8).only(kinds).jobs.map(\.identifier.text)
        }
        #expect(names(.failed) == ["org.example.photos-2"])
        #expect(names(.running) == ["org.example.mail-1", "org.example.mail-6"])
        #expect(names(.waiting) == ["org.example.backup-0", "org.example.backup-5"])
        #expect(
            names(.due) == [
                "org.example.backup-0", "org.example.mail-1", "org.example.backup-5", "org.example.mail-6",
            ])
        #expect(names(.failed, .running).count == 3)
        let ended = [StatusKind.failed, .running].map { Laptop.status(8).only([$0]).ended.count }
        #expect(ended == [1, 0])
        // One whose runs never finish is as good as one that fails.
        var status = Laptop.status(8)
        status.jobs[0].health.troubles = [.unfinished]
        #expect(
            status.only([.failed]).jobs.map(\.identifier.text) == [
                "org.example.backup-0", "org.example.photos-2",
            ])
    }
}

@Suite struct `The window of the status` {
    private let screen = Screen(colour: .off, width: 80)

    private func window(_ jobs: Int) -> WatchScreen {
        WatchScreen(Laptop.status(jobs), extent: .usual, owners: World.owners)
    }

    private func rows(_ window: inout WatchScreen, _ height: Int = 24, width: Int = 80) -> [String] {
        let rows = window.rows(World.clock, on: Screen(colour: .off, width: width), height: height)
        #expect(rows.count <= height)
        for row in rows { #expect(row.columns <= width, "\(row)") }
        return rows
    }

    private func chosen(_ rows: [String]) -> String? { rows.first { $0.hasPrefix("> ") } }

    // B-114
    @Test func `shows what matters, says what is hidden, and tells its keys`() throws {
        var window = window(50)
        let rows = rows(&window)
        try GoldenFile("Tests/BGRunTextTests/Screens/watch-50-80x24.txt")
            .compare(with: rows.joined(separator: "\n") + "\n")
        #expect(rows.last?.hasPrefix("↑↓ choose") == true)
        #expect(rows.dropLast().last?.contains("more below") == true)
    }

    // B-114
    @Test(arguments: [(80, 24), (60, 12), (40, 8), (20, 5), (10, 2), (1, 1)])
    func `fits whatever it is given, wherever the choice is`(width: Int, height: Int) {
        var window = window(100)
        for key in [Key.down, .end, .pageUp, .home, .pageDown, .pageDown] {
            #expect(window.press(key, at: World.now) == nil)
            let rows = rows(&window, height, width: width)
            if height >= 8 { #expect(chosen(rows) != nil, "\(key)\n\(rows.joined(separator: "\n"))") }
        }
    }

    // B-114
    @Test func `keeps the choice on its job when others come and go`() throws {
        var window = window(50)
        for _ in 1...4 { _ = window.press(.down, at: World.now) }
        let name = try #require(chosen(rows(&window)))
        var fewer = Laptop.status(50)
        fewer.jobs.removeAll { $0.state == .running }
        window.take(fewer)
        #expect(chosen(rows(&window)) != name)
        window.take(Laptop.status(50))
        #expect(chosen(rows(&window)) != nil)
    }

    // B-114
    @Test func `asks before it stops a run, and for nothing without a choice`() {
        var window = window(50)
        #expect(window.press(.letter("s"), at: World.now) == nil)
        #expect(window.press(.enter, at: World.now) == nil)
        let ids = Laptop.status(50).jobs.filter { $0.state == .running }.map(\.id)
        var wish: WatchScreen.Wish?
        for _ in 1...20 where wish == nil {
            _ = window.press(.down, at: World.now)
            _ = window.press(.letter("s"), at: World.now)
            if rows(&window).last?.hasPrefix("stop the run of ") == true {
                #expect(window.press(.letter("n"), at: World.now) == nil)
                _ = window.press(.letter("s"), at: World.now)
                wish = window.press(.letter("y"), at: World.now)
            }
        }
        #expect(ids.map { WatchScreen.Wish.stop($0) }.contains { $0 == wish })
        #expect(window.press(.letter("q"), at: World.now) == .quit)
    }

    // B-114
    @Test func `shows a text until a key takes it away, and scrolls in it`() {
        var window = window(3)
        window.show((1...100).map { Line("line \($0)") })
        #expect(rows(&window, 10).first == "line 1")
        _ = window.press(.pageDown, at: World.now)
        #expect(rows(&window, 10).first == "line 10")
        _ = window.press(.end, at: World.now)
        #expect(rows(&window, 10).dropLast().last == "line 100")
        #expect(window.press(.letter("q"), at: World.now) == nil)
        #expect(rows(&window, 10).first?.hasPrefix("user daemon") == true)
    }

    @Test func `reads keys as terminals send them`() {
        #expect(Key.keys(in: Array("\u{1B}[A\u{1B}OBq\r".utf8)) == [.up, .down, .letter("q"), .enter])
        #expect(
            Key.keys(in: Array("\u{1B}[5~\u{1B}[6~\u{1B}[H\u{1B}[4~".utf8)) == [
                .pageUp, .pageDown, .home, .end,
            ])
        #expect(Key.keys(in: [0x1B]) == [.escape])
        #expect(Key.keys(in: Array("\u{1B}[".utf8)) == [])
        #expect(Key.keys(in: Array("\u{1B}[1;5Zx".utf8)) == [.letter("x")])
        #expect(Key.keys(in: [0x00, 0xFF, 0x80]) == [])
    }
}

@Suite struct `A table on a narrow screen` {
    private func rows(_ width: Int) -> [String] {
        var table = Table(
            heading: [
                .titling("JOB", to: 6, rank: 2),
                Column("NAME", yield: .init(rank: 1, least: 8, narrowing: .losesHead, leavesAt: 3)),
                .leaving("STATE", rank: 0), "NEXT",
            ])
        table.add([
            Span("Fetch mail"), Span("org.example.mail"), Span("waits"),
            Span("needs external power and a network"),
        ])
        return table.lines.flatMap { $0.rows(on: Screen(colour: .off, width: width)) }
    }

    @Test func `gives up what matters least first`() {
        #expect(rows(80).count == 2)
        #expect(rows(60)[0] == "JOB         NAME              NEXT")
        #expect(rows(48)[1] == "Fetch mail  …mail       needs external power and")
        #expect(
            rows(36) == [
                "JOB     NEXT", "Fetch…  needs external power and a", "        network",
            ])
        #expect(rows(20).allSatisfy { $0.columns <= 20 })
    }

    @Test func `shortens names in their middle`() {
        #expect("org.example.backup".withoutMiddle(toColumns: 13) == "org.…e.backup")
        #expect("org.example.backup".withoutMiddle(toColumns: 18) == "org.example.backup")
        #expect("大大大大大大".withoutMiddle(toColumns: 7).columns <= 7)
        #expect("abcdef".withoutMiddle(toColumns: 2) == "a…")
        #expect("abcdef".withoutMiddle(toColumns: 0) == "")
    }
}

@Suite struct `Clocks of twelve hours` {
    private let clock = LocalClock(now: World.now, hasTwelveHours: true) { _ in 3600 }

    // B-114
    @Test(arguments: [
        ("2026-03-28T22:30:00Z", "11:30 PM"), ("2026-03-28T23:05:00Z", "tomorrow 12:05 AM"),
        ("2026-03-28T11:00:00Z", "12:00 PM"), ("2026-03-28T01:00:00Z", "2:00 AM"),
    ])
    func `are those of the reader's locale`(date: String, words: String) {
        #expect(clock.date(World.instant(date)) == words)
    }

    @Test func `tell seconds where they matter`() {
        #expect(clock.time(World.now) == "11:00:00 PM")
        #expect(clock.soon(World.now.advanced(by: .seconds(40))) == "11:00 PM (in 40 s)")
        #expect(clock.soon(World.now.advanced(by: .seconds(400))) == "11:06 PM")
    }
}
