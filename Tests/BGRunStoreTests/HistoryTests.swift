// History answers by owner and name, in pages, and does not grow without end; run numbers only go up.
import BGRunCalendar
import BGRunJob
import BGRunStore
import Testing

@Suite struct `History` {
    let state: StateFixture

    init() throws { state = try StateFixture() }

    @Test func `is told newest first, by owner, by name, by both, in pages`() throws {
        let (store, _) = try state.open()
        let names = ["a", "b"]
        let entries = try (1...40).map { run in
            try HistoryEntry.sample(run, names[Int(run % 2)], owner: run % 4 < 2 ? 1000 : 1001)
        }
        _ = try store.write(entries.map { .append(.run($0)) })
        let newest = Array(entries.reversed())
        let owner = UserID(1000)
        let a = try JobID.sample("a", owner: 1000)
        #expect(try store.runs(limit: 100) == newest)
        #expect(try store.runs(owner: owner, limit: 100) == newest.filter { $0.job.owner == owner })
        #expect(
            try store.runs(identifier: a.identifier, limit: 100)
                == newest.filter { $0.job.identifier == a.identifier })
        #expect(
            try store.runs(owner: owner, identifier: a.identifier, limit: 100)
                == newest.filter { $0.job == a })
        #expect(try store.runs(limit: 3) == Array(newest.prefix(3)))
        #expect(try store.runs(limit: 3, before: newest[2].run) == Array(newest[3..<6]))
        #expect(try store.runs(limit: 3, before: RunID(1)) == [])
        #expect(try store.runs(limit: 0) == [])
        #expect(try store.runs(limit: -1) == [])
        let never = try JobID.sample("never")
        #expect(try store.runs(owner: never.owner, identifier: never.identifier, limit: 1) == [])
    }

    @Test func `of a small limit never holds more, and names what fell out`() throws {
        let (store, _) = try state.open(historyLimit: 5)
        var dropped: [Int64] = []
        for run in Int64(1)...12 {
            dropped += try store.write([.append(.run(try .sample(run)))]).map(\.rawValue)
        }
        #expect(dropped == [1, 2, 3, 4, 5, 6, 7])
        #expect(try store.runs(limit: 100).map(\.run.rawValue) == [12, 11, 10, 9, 8])
    }

    @Test func `tells its oldest run`() throws {
        let (store, _) = try state.open(historyLimit: 5)
        #expect(try store.oldestRun() == nil)
        for run in Int64(5)...7 { _ = try store.write([.append(.run(try .sample(run)))]) }
        #expect(try store.oldestRun() == RunID(5))
    }

    @Test func `of a large limit is trimmed now and then, and a lowered limit is reached`() throws {
        do {
            let (store, _) = try state.open(historyLimit: 640)
            var trims = 0
            for run in Int64(1)...1000 {
                if try !store.write([.append(.run(try .sample(run)))]).isEmpty { trims += 1 }
            }
            #expect((640...680).contains(try store.runs(limit: 2000).count))
            #expect((5...10).contains(trims))
        }
        let (store, _) = try state.open(historyLimit: 10)
        for run in Int64(1001)...1010 { _ = try store.write([.append(.run(try .sample(run)))]) }
        #expect(try store.runs(limit: 2000).map(\.run.rawValue) == (1001...1010).reversed())
    }

    @Test func `of limit 0 keeps nothing`() throws {
        let (store, _) = try state.open(historyLimit: 0)
        #expect(try store.write([.append(.run(try .sample(1)))]) == [RunID(1)])
        #expect(try store.runs(limit: 10) == [])
    }

    // B-17
    @Test func `and active runs keep a run number from being used twice`() throws {
        #expect(try state.open().1.recovered.nextRun == RunID(1))
        var record = try JobRecord.sample()
        record.activeRun = JobRecord.ActiveRun(run: RunID(7), started: StateFixture.now.wall)
        try state.fill([.save(record)])
        #expect(try state.open().1.recovered.nextRun == RunID(8))
        // The run ends and the job goes; a limit of 0 leaves no history that would remember the number.
        do {
            let (store, _) = try state.open(historyLimit: 0)
            _ = try store.write([.append(.run(try .sample(7))), .forget(record.id)])
        }
        let (_, opening) = try state.open()
        #expect(opening.recovered.nextRun == RunID(8))
        #expect(opening.recovered.jobs == [])
    }
}
