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

    @Test func `has what a run's job has called when it had ended`() throws {  // B-104
        let (store, _) = try state.open()
        let reports = [
            HookReport(.onRecovery, .exited(.code(0))),
            HookReport(.onSuccess, .couldNotStart(reason: "gone\n!")),
        ]
        _ = try store.write([.append(.run(try .sample(1))), .append(.run(try .sample(2)))])
        let job = try JobID.sample("a")
        _ = try store.write(reports.map { .appendHook(RunID(1), of: job, $0) })
        // Of a run that was trimmed nothing is left to be told of.
        _ = try store.write([.appendHook(RunID(9), of: job, reports[0])])
        let hooks = try store.runs(limit: 10).map(\.hooks)
        #expect(hooks == [[], [reports[0], HookReport(.onSuccess, .couldNotStart(reason: "gone !"))]])
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

    // B-20
    @Test func `of many users is shared: a user's runs push out their own before another's`() throws {
        let (store, _) = try state.open(historyLimit: 100)
        for run in Int64(1)...40 { _ = try store.write([.append(.run(try .sample(run, owner: 1001)))]) }
        var dropped: [Int64] = []
        for run in Int64(41)...400 {
            dropped += try store.write([.append(.run(try .sample(run, owner: 1000)))]).map(\.rawValue)
        }
        #expect(dropped.allSatisfy { $0 > 40 } && dropped == dropped.sorted())
        #expect(try store.runs(owner: UserID(1001), limit: 1000).count == 40)
        #expect((60...66).contains(try store.runs(owner: UserID(1000), limit: 1000).count))
        // Half of it is theirs, whoever comes first.
        for run in Int64(401)...500 { _ = try store.write([.append(.run(try .sample(run, owner: 1001)))]) }
        #expect((50...53).contains(try store.runs(owner: UserID(1000), limit: 1000).count))
        #expect((50...53).contains(try store.runs(owner: UserID(1001), limit: 1000).count))
        #expect(try store.runs(owner: UserID(1001), limit: 1).map(\.run) == [RunID(500)])
    }

    @Test func `is shared by the next process too, and of skips as well`() throws {
        do {
            let (store, _) = try state.open(historyLimit: 20)
            for number in Int64(1)...8 { _ = try store.write([try .sampleSkip(number, owner: 1001)]) }
        }
        let (store, _) = try state.open(historyLimit: 20)
        for number in Int64(9)...90 { _ = try store.write([try .sampleSkip(number, owner: 1000)]) }
        #expect(try store.history(owner: UserID(1001), limit: 100).count == 8)
        #expect((12...13).contains(try store.history(owner: UserID(1000), limit: 100).count))
    }

    @Test func `stays within its limit with rows whose owner is damaged`() throws {
        do {
            let (store, _) = try state.open(historyLimit: 20)
            for run in Int64(1)...20 { _ = try store.write([.append(.run(try .sample(run)))]) }
        }
        try state.tamper("UPDATE history SET owner = 'x' WHERE run < 6")
        try state.tamper("UPDATE history SET owner = NULL WHERE run BETWEEN 6 AND 15")
        do {
            let (store, _) = try state.open(historyLimit: 20)
            for run in Int64(21)...60 { _ = try store.write([.append(.run(try .sample(run)))]) }
        }
        #expect((20...21).contains(try Int(state.select("SELECT count(*) FROM history")[0]) ?? 0))
    }

    @Test func `tells the runs that it still has`() throws {
        let (store, _) = try state.open(historyLimit: 5)
        #expect(try store.runNumbers() == [])
        for run in Int64(5)...7 { _ = try store.write([.append(.run(try .sample(run)))]) }
        #expect(try store.runNumbers() == [RunID(5), RunID(6), RunID(7)])
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
