// Runs and skips are told as one list, and each is kept within the limit for itself.
import BGRunCalendar
import BGRunJob
import BGRunStore
import Foundation
import Testing

@Suite struct `History as people read it` {
    let state: StateFixture

    init() throws { state = try StateFixture() }

    /// `3` is a run, `-3` a skip.
    private func numbers(_ lines: [HistoryLine]) -> [Int64] {
        lines.map { $0.run ?? -($0.skip ?? 0) }
    }

    @Test func `has runs and skips, newest first, in the order in which runs were started`() throws {
        do {
            let (store, _) = try state.open()
            _ = try store.write([try .sampleSkip(1), .append(.run(try .sample(1)))])
            var record = try JobRecord.sample()
            record.activeRun = JobRecord.ActiveRun(run: RunID(2), started: StateFixture.now.wall)
            _ = try store.write([.save(record), try .sampleSkip(2)])
            _ = try store.write([try .sampleSkip(3)])
            // Run 3 ends before run 2, which is still the older one.
            _ = try store.write([.append(.run(try .sample(3)))])
            _ = try store.write([try .sampleSkip(4), .append(.run(try .sample(2)))])
        }
        let (store, _) = try state.open()
        _ = try store.write([try .sampleSkip(5)])
        #expect(numbers(try store.history(limit: 100)) == [-5, -4, 3, -3, -2, 2, 1, -1])
        #expect(numbers(try store.history(limit: 3)) == [-5, -4, 3])
        #expect(try store.history(limit: 0) == [])
        #expect(try store.history(limit: -1) == [])
        #expect(try store.runs(limit: 100).map(\.run.rawValue) == [3, 2, 1])
    }

    @Test func `is told by owner, by name and by both`() throws {
        let (store, _) = try state.open()
        var all: [HistoryLine] = []
        for number in Int64(1)...40 {
            let name = ["a", "b"][Int(number % 2)]
            let owner: UInt32 = number % 4 < 2 ? 1000 : 1001
            let run = try HistoryEntry.sample(number, name, owner: owner)
            _ = try store.write([.append(.run(run)), .sampleSkip(number, name, owner: owner)])
            all = [try .sampleSkip(number, name, owner: owner), .run(run)] + all
        }
        let a = try JobID.sample("a")
        #expect(try store.history(limit: 100) == all)
        #expect(try store.history(limit: 7) == Array(all.prefix(7)))
        #expect(try store.history(owner: a.owner, limit: 100) == all.filter { $0.job.owner == a.owner })
        #expect(
            try store.history(identifier: a.identifier, limit: 100)
                == all.filter { $0.job.identifier == a.identifier })
        #expect(
            try store.history(owner: a.owner, identifier: a.identifier, limit: 100)
                == all.filter { $0.job == a })
    }

    @Test func `does not follow a clock that was set back`() throws {
        let (store, _) = try state.open()
        var late = Skip.sample(2)
        late.skipped = WallTime(microseconds: 0)
        _ = try store.write([
            try .sampleSkip(1), .append(.run(try .sample(1))),
            .append(.skip(late, of: try .sample(), title: nil)),
        ])
        #expect(numbers(try store.history(limit: 9)) == [-2, 1, -1])
    }

    @Test func `holds as many skips as runs, and neither pushes the other out`() throws {
        let (store, _) = try state.open(historyLimit: 5)
        for number in Int64(1)...3 { _ = try store.write([.append(.run(try .sample(number)))]) }
        for number in Int64(1)...12 {
            #expect(try store.write([try .sampleSkip(number)]) == [])
        }
        #expect(numbers(try store.history(limit: 99)) == [-12, -11, -10, -9, -8, 3, 2, 1])
        for number in Int64(4)...8 { _ = try store.write([.append(.run(try .sample(number)))]) }
        #expect(
            numbers(try store.history(limit: 99)) == [8, 7, 6, 5, 4, -12, -11, -10, -9, -8])
    }

    @Test func `of limit 0 keeps nothing`() throws {
        let (store, _) = try state.open(historyLimit: 0)
        _ = try store.write([try .sampleSkip(1), .append(.run(try .sample(1)))])
        #expect(try store.history(limit: 10) == [])
    }
}

extension HistoryLine {
    var run: Int64? {
        switch self {
        case .run(let entry): entry.run.rawValue
        case .skip: nil
        }
    }

    /// The number that a sample was made with.
    var skip: Int64? {
        switch self {
        case .run: nil
        case .skip(let skip, _, _): skip.due.microseconds
        }
    }
}
