// What runs have written is kept up to a share of each owner's, which is counted across restarts.
import BGRunCalendar
import BGRunJob
import BGRunStore
import Testing

@Suite struct `The output that is kept of a user's runs` {
    let state: StateFixture

    init() throws { state = try StateFixture() }

    private func open(_ share: Int, historyLimit: Int = 1000) throws -> Store {
        try Store.open(
            directory: state.path, bootID: StateFixture.boot, now: StateFixture.now,
            historyLimit: historyLimit, outputPerOwner: share
        ).0
    }

    private func end(_ run: Int64, of owner: UInt32 = 1000, writing bytes: Int64) throws -> Change {
        var entry = try HistoryEntry.sample(run, owner: owner)
        entry.usage.outputBytes = bytes
        return .append(.run(entry))
    }

    private func dropped(_ store: Store) throws -> [Int64] {
        try store.runs(limit: 1000).filter(\.isOutputDropped).map(\.run.rawValue).sorted()
    }

    // B-20
    @Test func `goes where it is more than their share, the oldest first, and no other user's`() throws {
        let store = try open(16_000)
        #expect(try store.write([end(1, of: 1001, writing: 9000)]) == [])
        for run in Int64(2)...5 { #expect(try store.write([end(run, writing: 4000)]) == []) }
        // A sixteenth more goes, so that the next run does not look for more at once.
        #expect(try store.write([end(6, writing: 1000)]) == [RunID(2)])
        #expect(try store.write([end(7, writing: 0)]) == [])
        #expect(try store.write([end(8, writing: 8000)]) == [RunID(3), RunID(4)])
        #expect(try dropped(store) == [2, 3, 4])
        #expect(try store.runs(limit: 1, before: RunID(2)).first?.usage.outputBytes == 9000)
        #expect(try store.runs(limit: 1, before: RunID(3)).first?.usage.outputBytes == 0)
    }

    @Test func `is counted by the next process, without what was dropped or has left history`() throws {
        do {
            let store = try open(16_000)
            for run in Int64(1)...5 { _ = try store.write([end(run, writing: 4000)]) }
            #expect(try dropped(store) == [1, 2])
        }
        do {
            let store = try open(16_000)
            #expect(try store.write([end(6, writing: 4000)]) == [])
            #expect(try store.write([end(7, writing: 4000)]) == [RunID(3), RunID(4)])
        }
        let store = try open(16_000, historyLimit: 2)
        #expect(try store.write([end(8, writing: 4000)]).count == 6)
        #expect(try store.write([end(9, writing: 12_000)]) == [RunID(7)])
        #expect(try dropped(store) == [])
    }

    @Test func `has what the last run wrote in any case`() throws {
        let store = try open(4096)
        #expect(try store.write([end(1, writing: 1 << 20)]) == [])
        #expect(try store.write([end(2, writing: 1 << 20)]) == [RunID(1)])
        #expect(try store.write([end(3, writing: 4096)]) == [RunID(2)])
    }

    @Test(arguments: ["'x'", "NULL", "-7", "9223372036854775807", "1.5", "x'00'"])
    func `is counted without what is damaged`(size: String) throws {
        do {
            let store = try open(16_000)
            for run in Int64(1)...3 { _ = try store.write([end(run, writing: 4000)]) }
        }
        try state.tamper("UPDATE history SET outputBytes = \(size) WHERE run = 2")
        let store = try open(16_000)
        #expect(try store.write([end(4, writing: 4000)]) == [])
        #expect(try store.write([end(5, writing: 8000)]) == [RunID(1), RunID(3)])
    }
}
