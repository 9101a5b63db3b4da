// A row that can't be what it says is moved away; the rows beside it are still true.
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
        ("dueSet = 1, dueSpan = 1, dueEnd = 1", "dueEnd is there beside a date"),
        ("restSpan = 1", "restEnd is there without its set and span, or they without it"),
        ("unfinishedRuns = -1", "unfinishedRuns is -1, which can't be"),
        ("unfinishedRuns = 4611686018427387904", "unfinishedRuns is 4611686018427387904, which can't be"),
        ("activeRun = 0", "activeRun is 0, which can't be"),
        ("activeRun = 9", "activeStopReason comes with half a run"),
        ("activeStarted = 9", "activeStopReason is there without an active run"),
        ("activeRun = 9, activeStarted = 1, activeIsSimulated = 2", "activeIsSimulated is 2, which can't be"),
        (
            "activeRun = 9, activeStarted = 1, activeIsSimulated = 0, activeStopReason = 'whim'",
            "activeStopReason is not a stop reason"
        ),
        ("lastRun = 9, lastOutcome = 'magic', lastEnded = 1", "lastEnded comes with half a run"),
        ("lastEnded = 1", "lastEnded is there without a last run"),
        ("nextDescriptor = '{}'", "nextDescriptor is not a valid descriptor"),
        ("nextDescriptor = descriptor", "nextDueEnd comes with half a request"),
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
        try state.fill(entries.map { .appendHistory($0) })
        try state.tamper("UPDATE history SET outcome = 'magic' WHERE run = 5")
        try state.tamper("UPDATE history SET exitKind = 'signal', exitNumber = NULL WHERE run = 2")
        do {
            let (store, _) = try state.open()
            #expect(try store.history(limit: 3).map(\.run.rawValue) == [4, 3, 1])
            let job = try JobID.sample()
            #expect(
                try store.history(owner: job.owner, identifier: job.identifier, limit: 1) == [entries[3]])
            #expect(store.takeSetAsideRows().map(\.row) == [5, 2])
            #expect(store.takeSetAsideRows() == [])
        }
        #expect(
            try state.select("SELECT reason FROM setAside") == [
                "outcome is not an outcome", "exitNumber does not fit exitKind",
            ])
    }

    @Test func `about the database itself is set aside, and no run number is used twice`() throws {
        try state.fill([.appendHistory(try .sample(41))])
        try state.tamper("UPDATE meta SET instance = 'x', nextRun = 'y'")
        let (store, opening) = try state.open()
        #expect(opening.setAside.map(\.reason) == ["instance is not 16 hex digits"])
        #expect(opening.recovered.nextRun == RunID(42))
        #expect(store.instance.count == 16)
        _ = try store.write([.save(try .sample())])
    }
}
