// A row that can't be what it says is moved away; the rows beside it are still true.
import BGRunCalendar
import BGRunJob
import BGRunStore
import Testing

@Suite struct `A row that does not decode` {
    let state: StateFixture

    init() throws { state = try StateFixture() }

    // B-21
    @Test(arguments: [
        ("owner = 'root'", "owner is not an integer"),
        ("owner = -1", "owner is -1, which can't be"),
        ("owner = 4294967295", "owner is 4294967295, which can't be"),
        ("owner = NULL", "owner is missing"),
        ("identifier = '../../etc/passwd'", "identifier is not an identifier"),
        ("identifier = x'00'", "identifier is not text"),
        ("identifier = CAST(x'ff' AS TEXT)", "identifier is not UTF-8"),
        ("identifier = 'org.example.other'", "descriptor names another job"),
        ("descriptor = NULL", "descriptor is missing"),
        ("descriptor = ''", "descriptor is not a valid descriptor"),
        ("descriptor = '{\"identifier\":\"org.example.backup\"}'", "descriptor is not a valid descriptor"),
        ("descriptor = replace(hex(zeroblob(40000)), '0', '[')", "descriptor is not a valid descriptor"),
        ("descriptor = CAST(x'7b22ff' AS TEXT)", "descriptor is not a valid descriptor"),
        ("accepted = 1.5", "accepted is not an integer"),
        ("boot = NULL", "boot is missing"),
        ("occurrence = 0", "occurrence is 0, which can't be"),
        ("occurrence = 9223372036854775807", "occurrence is 9223372036854775807, which can't be"),
        ("dueAt = NULL", "dueEnd is missing, and so is dueAt"),
        ("dueGrid = 'soon'", "dueGrid is not an integer"),
        ("dueSet = 1, dueEnd = 1", "dueEnd is there without its set and span, or they without it"),
        ("restSpan = 1", "restEnd is there without its set and span, or they without it"),
        ("unfinishedRuns = -1", "unfinishedRuns is -1, which can't be"),
        ("unfinishedRuns = 4611686018427387904", "unfinishedRuns is 4611686018427387904, which can't be"),
        ("isTriggeredAgain = 2", "isTriggeredAgain is 2, which can't be"),
        ("isTriggeredAgain = 'yes'", "isTriggeredAgain is not an integer"),
        ("isWarned = 2", "isWarned is 2, which can't be"),
        ("isWarned = x'00'", "isWarned is not an integer"),
        ("concluded = 1.5", "concluded is not an integer"),
        ("runs = -1", "runs is -1, which can't be"),
        ("runs = 9223372036854775807", "runs is 9223372036854775807, which can't be"),
        ("pathsSeen = x'00'", "pathsSeen is not an integer"),
        ("lastSkipDue = 1", "lastSkipReason comes with half a skip"),
        ("lastSkipReason = 'missed'", "lastSkipReason comes with half a skip"),
        (
            "lastSkipDue = 1, lastSkipped = 1, lastSkipReason = 'whim'",
            "lastSkipReason is not a skip reason"
        ),
        ("enabled = 2", "enabled is 2, which can't be"),
        ("pauseSince = 'now'", "pauseSince is not an integer"),
        ("pauseSet = 1, pauseSpan = 1, pauseEnd = 1", "pauseEnd is there without a pause"),
        (
            "pauseSince = 1, pauseSpan = 1",
            "pauseEnd is there without its set and span, or they without it"
        ),
        ("activeRun = 0", "activeRun is 0, which can't be"),
        ("activeRun = 9", "activeHost comes with half a run"),
        ("activeStarted = 9", "activeHost is there without an active run"),
        ("activeRun = 9, activeStarted = 1, activeIsSimulated = 2", "activeIsSimulated is 2, which can't be"),
        (
            "activeRun = 9, activeStarted = 1, activeIsSimulated = 0, activeStopReason = 'whim'",
            "activeStopReason is not a stop reason"
        ),
        (
            "activeRun = 9, activeStarted = 1, activeIsSimulated = 0, activeMainExit = 'exit'",
            "activeMainExit is no exit status"
        ),
        (
            "activeRun = 9, activeStarted = 1, activeIsSimulated = 0, activeHost = 'guest--1'",
            "activeHost is no host"
        ),
        ("successes = 'a b c/d'", "successes is no list of jobs"),
        ("activeHost = 'guest-1'", "activeHost is there without an active run"),
        ("lastRun = 9, lastOutcome = 'magic', lastEnded = 1", "lastEnded comes with half a run"),
        ("lastEnded = 1", "lastEnded is there without a last run"),
        ("nextDescriptor = '{}'", "nextDescriptor is not a valid descriptor"),
        ("nextDescriptor = descriptor", "nextDueEnd comes with half a request"),
        ("nextDescriptor = descriptor, nextAccepted = 1", "nextDueEnd comes with half a request"),
        ("nextDueGrid = 1", "nextDueEnd is there without a next descriptor"),
        ("nextOrigin = '/x'", "nextDueEnd is there without a next descriptor"),
    ])
    func `is set aside with its reason, and the others load`(change: String, reason: String) throws {
        let good = try JobRecord.sample("org.example.good")
        try state.fill([.save(try .sample()), .save(good)])
        try state.tamper("UPDATE jobs SET \(change) WHERE rowid = 1")
        do {
            let (_, opening) = try state.open()
            #expect(opening.database == .normal)
            #expect(opening.recovered.jobs == [good])
            #expect(opening.setAside.map(\.table) == [.jobs])
            #expect(opening.setAside.map(\.row) == [1])
            #expect(opening.setAside.map(\.reason) == [reason])
        }
        #expect(try state.select("SELECT reason FROM setAside") == [reason])
        #expect(try state.select("SELECT count(*) FROM jobs") == ["1"])
        // Once set aside it is not met again.
        #expect(try state.open().1.setAside == [])
    }

    @Test func `is kept word for word, zero bytes and all`() throws {
        try state.fill([.rememberFinishedFile(FinishedFile(job: try .sample(), fingerprint: 1))])
        try state.tamper("UPDATE finishedFiles SET identifier = 'a' || char(0) || '''b', fingerprint = 2.5")
        #expect(try state.open().1.setAside.map(\.table) == [.finishedFiles])
        #expect(try state.select("SELECT content FROM setAside") == ["1000, X'61002762', 2.5"])
        #expect(try state.select("SELECT date FROM setAside") == ["2026-03-29T00:30:00Z"])
    }

    @Test func `can be put back once it is mended`() throws {
        var random = RandomRecord(seed: 14)
        var record = try random.record(1)
        record.id = try .sample(record.id.identifier.text)
        try state.fill([.save(record)])
        try state.tamper("UPDATE jobs SET owner = -1")
        #expect(try state.open().1.recovered.jobs == [])
        let content = try #require(try state.select("SELECT content FROM setAside").first)
        try state.tamper("INSERT INTO jobs VALUES (\(content)); UPDATE jobs SET owner = 1000")
        #expect(try state.open().1.recovered.jobs == [record])
    }

    @Test func `because its run is that of another job is set aside`() throws {
        var first = try JobRecord.sample("a")
        first.activeRun = JobRecord.ActiveRun(run: RunID(5), started: StateFixture.now.wall)
        var second = try JobRecord.sample("b")
        second.activeRun = first.activeRun
        try state.fill([.save(first), .save(second)])
        let (_, opening) = try state.open()
        #expect(opening.recovered.jobs == [first])
        #expect(opening.setAside.map(\.reason) == ["activeRun is that of another job"])
    }

    // B-17
    @Test func `still keeps the number of its active run from being used twice`() throws {
        var record = try JobRecord.sample()
        try state.fill([.save(record)])
        record.activeRun = JobRecord.ActiveRun(run: RunID(7), started: StateFixture.now.wall)
        try state.fill([.save(record)])
        try state.tamper("UPDATE jobs SET descriptor = ''")
        #expect(try state.open().1.recovered.nextRun == RunID(8))
        // The row is away now, and nothing was written since.
        let (_, opening) = try state.open()
        #expect(opening.setAside == [])
        #expect(opening.recovered.nextRun == RunID(8))
    }

    @Test func `in history is set aside when it is read`() throws {
        let entries = try (1...5).map { try HistoryEntry.sample($0) }
        try state.fill(entries.map { .append(.run($0)) })
        try state.tamper("UPDATE history SET outcome = 'magic' WHERE run = 5")
        try state.tamper("UPDATE history SET exitKind = 'signal', exitNumber = NULL WHERE run = 2")
        do {
            let (store, _) = try state.open()
            #expect(try store.runs(limit: 3).map(\.run.rawValue) == [4, 3, 1])
            let job = try JobID.sample()
            #expect(
                try store.runs(owner: job.owner, identifier: job.identifier, limit: 1) == [entries[3]])
            #expect(store.takeSetAsideRows().map(\.row) == [5, 2])
            #expect(store.takeSetAsideRows() == [])
        }
        #expect(
            try state.select("SELECT reason FROM setAside") == [
                "outcome is not an outcome", "exitNumber does not fit exitKind",
            ])
    }

    @Test func `among the skips is set aside when it is read`() throws {
        try state.fill(try (1...9).map { try .sampleSkip($0) })
        let changes = [
            "nextRun = 0", "nextRun = NULL", "owner = 4294967295", "identifier = '..'", "title = 1",
            "due = NULL", "skipped = ''", "reason = 'whim'",
        ]
        for (number, change) in zip(1..., changes) {
            try state.tamper("UPDATE skips SET \(change) WHERE number = \(number)")
        }
        let (store, _) = try state.open()
        #expect(try store.history(limit: 100) == [try .sampleSkip(9)])
        let bad = store.takeSetAsideRows()
        #expect(bad.allSatisfy { $0.table == .skips })
        #expect(
            bad.map(\.reason).reversed() == [
                "nextRun is 0, which can't be", "nextRun is missing", "owner is 4294967295, which can't be",
                "identifier is not an identifier", "title is not text", "due is missing",
                "skipped is not an integer", "reason is not a skip reason",
            ])
        #expect(try store.history(limit: 100).count == 1)
        #expect(store.takeSetAsideRows() == [])
    }

    @Test func `about the machine is set aside when it is read`() throws {
        try state.fill((1...13).map { .note(.condition(.sample($0))) })
        let changes = [
            "at = NULL", "requirement = ''", "requirement = replace(hex(zeroblob(200)), '0', 'x')",
            "owner = 4294967295", "verdict = 'perhaps'", "verdict = NULL", "state = 'started'",
            "requirement = NULL, verdict = NULL, state = 'gone'",
            "requirement = NULL, verdict = NULL, state = 'started', owner = 1",
            "requirement = NULL, verdict = NULL", "reason = replace(hex(zeroblob(300)), '0', 'x')",
            "isSimulated = 2",
        ]
        for (number, change) in zip(1..., changes) {
            try state.tamper("UPDATE conditionHistory SET \(change) WHERE number = \(number)")
        }
        let (store, _) = try state.open()
        #expect(try store.conditions(since: WallTime(microseconds: .min)) == [.sample(13)])
        let bad = store.takeSetAsideRows()
        #expect(bad.allSatisfy { $0.table == .conditionHistory })
        #expect(
            bad.map(\.reason) == [
                "at is missing", "state comes with half a requirement", "requirement has more than 300 bytes",
                "owner is 4294967295, which can't be", "state comes with half a requirement",
                "state comes with half a requirement", "state comes with half a requirement",
                "state is not a state of the machine", "state is not a state of the machine",
                "state comes with half a requirement", "reason has more than 500 bytes",
                "isSimulated is 2, which can't be",
            ])
        #expect(try store.conditions(since: WallTime(microseconds: .min)).count == 1)
        #expect(store.takeSetAsideRows() == [])
    }

    @Test func `about what held a job back is set aside when it is read`() throws {
        try state.fill(try (1...6).map { .note(.hold(try .sample($0))) })
        let changes = [
            "at = 'now'", "isWaiting = 2", "blockers = NULL", "blockers = 'paused  resting'",
            "blockers = 'paused; DROP TABLE jobs'",
        ]
        for (number, change) in zip(1..., changes) {
            try state.tamper("UPDATE holdHistory SET \(change) WHERE number = \(number)")
        }
        let (store, _) = try state.open()
        #expect(try store.holds(of: .sample(), since: WallTime(microseconds: .min)) == [.sample(6)])
        let bad = store.takeSetAsideRows()
        #expect(bad.allSatisfy { $0.table == .holdHistory })
        #expect(
            bad.map(\.reason).reversed() == [
                "at is not an integer", "isWaiting is 2, which can't be", "blockers is missing",
                "blockers are not names of blockers", "blockers are not names of blockers",
            ])
        #expect(store.takeSetAsideRows() == [])
    }

    @Test(arguments: [
        ("scope = -2", "scope is -2, which can't be"),
        ("scope = 4294967295", "scope is 4294967295, which can't be"),
        ("boot = NULL", "boot is missing"),
        ("boot = 1.5", "boot is not an integer"),
        ("pauseSince = NULL", "pauseSince is missing"),
        ("pauseSpan = 1", "pauseEnd is there without its set and span, or they without it"),
    ])
    func `about a pause of all jobs is set aside, and the others hold`(change: String, reason: String) throws
    {
        let pause = Pause(since: StateFixture.now.wall)
        let scope = PauseScope.owner(UserID(1000))
        try state.fill([.savePause(.everybody, pause), .savePause(scope, pause)])
        try state.tamper("UPDATE pauses SET \(change) WHERE scope = -1")
        let (_, opening) = try state.open()
        #expect(opening.recovered.pauses == [scope: pause])
        #expect(opening.setAside.map(\.table) == [.pauses])
        #expect(opening.setAside.map(\.reason) == [reason])
    }

    @Test(arguments: [
        ("owner = -1", "owner is -1, which can't be"), ("owner = NULL", "owner is missing"),
        ("identifier = 'org.example.other'", "manifest names another application"),
        ("identifier = 'org example'", "identifier is not an identifier"),
        ("manifest = NULL", "manifest is missing"), ("manifest = x'7b7d'", "manifest is not text"),
        ("manifest = '{}'", "manifest is not a valid manifest"),
    ])
    func `about an application is set aside, and the others stay permitted`(change: String, reason: String)
        throws
    {
        try state.fill([
            .saveApplication(try .sample(), owner: UserID(1000)),
            .saveApplication(try .sample("org.example.good"), owner: UserID(1000)),
        ])
        try state.tamper("UPDATE applications SET \(change) WHERE rowid = 1")
        let (_, opening) = try state.open()
        #expect(opening.recovered.applications.map(\.manifest) == [try .sample("org.example.good")])
        #expect(opening.setAside.map(\.table) == [.applications])
        #expect(opening.setAside.map(\.reason) == [reason])
        #expect(
            opening.losses.map(\.text) == [
                "1 application could not be read and may ask for nothing: its row is in the table setAside of the "
                    + "database. Permit it again."
            ])
        #expect(try state.open().1.setAside == [])
    }

    @Test func `about the database itself is set aside, and no run number is used twice`() throws {
        try state.fill([.append(.run(try .sample(41)))])
        try state.tamper("UPDATE meta SET instance = 'x', nextRun = 'y'")
        let (store, opening) = try state.open()
        #expect(opening.setAside.map(\.reason) == ["instance is not 16 hex digits"])
        #expect(opening.recovered.nextRun == RunID(42))
        #expect(store.instance.count == 16)
        _ = try store.write([.save(try .sample())])
    }
}

@Suite struct `An owner who is set aside` {
    // B-45
    @Test func `leaves nothing that a later owner of the number finds, and nobody else misses anything`()
        throws
    {
        let state = try StateFixture()
        let other: UInt32 = 1001
        var running = try JobRecord.sample()
        running.activeRun = JobRecord.ActiveRun(run: RunID(3), started: StateFixture.now.wall)
        try state.fill([
            .save(running), .save(try .sample(owner: other)),
            .append(.run(try .sample(1))), .append(.run(try .sample(2, owner: other))),
            .rememberFinishedFile(FinishedFile(job: try .sample("f"), fingerprint: 7)),
            .savePause(.owner(UserID(1000)), Pause(since: WallTime(microseconds: 1), end: nil)),
            .note(.hold(try .sample(1))), .note(.hold(try .sample(1, owner: other))),
            .saveApplication(try .sample(), owner: UserID(1000)),
            .saveApplication(try .sample(), owner: UserID(other)),
        ])
        do {
            let (store, _) = try state.open()
            let removed = try store.write([
                .setAside(owner: UserID(1000), reason: "gone", at: WallTime(microseconds: 0)),
                .bindOwner(UserID(1000), name: "bob"),
            ])
            #expect(removed == [RunID(1), RunID(3)], "what they have written goes")
            #expect(try store.runs(limit: 9).map(\.run) == [RunID(2)])
            #expect(try store.holds(of: .sample(), since: WallTime(microseconds: 0)).isEmpty)
            #expect(try store.holds(of: .sample(owner: other), since: WallTime(microseconds: 0)).count == 1)
        }
        let recovered = try state.open().1.recovered
        #expect(recovered.nextRun == RunID(4), "no number comes twice")
        #expect(recovered.jobs.map(\.id.owner) == [UserID(other)])
        #expect(recovered.finishedFiles.isEmpty)
        #expect(recovered.applications.map(\.owner) == [UserID(other)])
        #expect(recovered.pauses.isEmpty)
        #expect(
            try state.select("SELECT tableName || ' ' || reason || ' ' || date FROM setAside ORDER BY 1")
                == ["applications", "finishedFiles", "history", "jobs"].map {
                    "\($0) gone 1970-01-01T00:00:00Z"
                })
        // Word for word: an administrator can put it back.
        let content = try #require(
            try state.select("SELECT content FROM setAside WHERE tableName = 'jobs'").first)
        try state.tamper("INSERT INTO jobs VALUES (\(content))")
        #expect(try state.open().1.recovered.jobs.count == 2)
    }
}
