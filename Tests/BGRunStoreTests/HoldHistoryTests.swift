// What held jobs back beside requirements is told by job, and does not grow without end.
import BGRunCalendar
import BGRunJob
import BGRunStore
import Testing

@Suite struct `The history of what held jobs back` {
    let state: StateFixture

    init() throws { state = try StateFixture() }

    private func second(_ number: Int64) -> WallTime { WallTime(microseconds: number * 1_000_000) }

    private func rows(_ filter: String = "") throws -> Int {
        try Int(state.select("SELECT count(*) FROM holdHistory \(filter)").first ?? "") ?? 0
    }

    // B-35
    @Test func `is told by job, from an instant on, with the state there`() throws {
        let (store, _) = try state.open()
        _ = try store.write(
            try (1...5).flatMap { number in
                [.note(.hold(try .sample(number))), .note(.hold(try .sample(number, owner: 1001)))]
            })
        #expect(try store.holds(of: .sample(), since: second(0)) == (1...5).map { try HoldChange.sample($0) })
        #expect(try store.holds(of: .sample(), since: second(4)) == (3...5).map { try HoldChange.sample($0) })
        #expect(try store.holds(of: .sample(), since: second(9)) == [try HoldChange.sample(5)])
        #expect(try store.holds(of: .sample("never"), since: second(0)) == [])
    }

    @Test func `has at most 200 rows of a job, and leaves the other jobs alone`() throws {
        var number: Int64 = 0
        for _ in 0..<90 {
            do {
                // A new process each time: what it has not looked at yet must not be forgotten.
                let (store, _) = try state.open()
                for _ in 0..<17 {
                    number += 1
                    var changes: [Change] = [.note(.hold(try .sample(number)))]
                    if number % 100 == 1 { changes.append(.note(.hold(try .sample(number, "rare")))) }
                    _ = try store.write(changes)
                }
            }
            #expect(try rows("WHERE identifier = 'org.example.backup'") <= 200)
        }
        let (store, _) = try state.open()
        let kept = try store.holds(of: .sample(), since: second(0))
        #expect((168...200).contains(kept.count))
        #expect(kept.last == (try HoldChange.sample(number)))
        #expect(try store.holds(of: .sample("rare"), since: second(0)).count == 16)
    }

    @Test func `has at most 20,000 rows`() throws {
        do {
            let (store, _) = try state.open()
            for turn in Int64(0)..<25 {
                let changes = try (1...1000).map { try HoldChange.sample(turn * 1000 + $0, "job-\($0)") }
                _ = try store.write(changes.map { .note(.hold($0)) })
            }
        }
        #expect((19_400...20_000).contains(try rows()))
        let (store, _) = try state.open()
        #expect(
            try store.holds(of: .sample("job-1000"), since: second(0)).last == .sample(25_000, "job-1000"))
    }

    @Test func `is shared: one user's many jobs push out no other user's`() throws {
        do {
            let (store, _) = try state.open()
            _ = try store.write(
                try (1...1000).map { .note(.hold(try .sample($0, "job-\($0)", owner: 1001))) })
            for turn in Int64(1)..<25 {
                let changes = try (1...1000).map { try HoldChange.sample(turn * 1000 + $0, "job-\($0)") }
                _ = try store.write(changes.map { .note(.hold($0)) })
            }
        }
        #expect((19_400...20_000).contains(try rows()))
        #expect(try rows("WHERE owner = 1001") == 1000)
    }

    @Test func `keeps names of blockers and nothing else`() throws {
        let (store, _) = try state.open()
        var hold = try HoldChange.sample(1)
        hold.blockers = ["paused", "two words", "", "x; y", String(repeating: "a", count: 41), "resting"]
        _ = try store.write([.note(.hold(hold))])
        #expect(try store.holds(of: hold.job, since: second(0)).map(\.blockers) == [["paused", "resting"]])
    }
}
