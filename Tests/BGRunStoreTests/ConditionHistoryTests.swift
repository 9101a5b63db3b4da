// What was seen of the machine is told as of an instant, and does not grow without end.
import BGRunCalendar
import BGRunJob
import BGRunStore
import Testing

@Suite struct `The history of the machine` {
    let state: StateFixture

    init() throws { state = try StateFixture() }

    private func second(_ number: Int64) -> WallTime { WallTime(microseconds: number * 1_000_000) }

    // B-35
    @Test func `is told from an instant on, with the state that each requirement had there`() throws {
        let (store, _) = try state.open()
        let of1000 = ConditionChange(
            at: second(4), .requirement("locked true", owner: UserID(1000), .no), reason: "")
        let of1001 = ConditionChange(
            at: second(5), .requirement("locked true", owner: UserID(1001), .yes), reason: "")
        let started = ConditionChange(at: second(1), .machine(.started))
        let changes: [ConditionChange] = [
            started, .sample(2, "externalPower"), .sample(3, "network"), of1000, of1001,
            .sample(6, "network", .no), .sample(10, "network"),
        ]
        _ = try store.write(changes.map { .note(.condition($0)) })
        #expect(try store.conditions(since: second(0)) == changes)
        let at8: [ConditionChange] = [
            started, .sample(2, "externalPower"), of1000, of1001, .sample(6, "network", .no),
            .sample(10, "network"),
        ]
        #expect(try store.conditions(since: second(7)) == at8)
        #expect(try store.conditions(since: second(99)).count == 5)
    }

    @Test func `keeps its order when the clock is set back`() throws {
        let (store, _) = try state.open()
        let changes: [ConditionChange] = [.sample(100), .sample(50, "externalPower", .no), .sample(60)]
        _ = try store.write(changes.map { .note(.condition($0)) })
        #expect(try store.conditions(since: second(0)) == changes)
        #expect(try store.conditions(since: second(90)) == changes)
    }

    @Test func `keeps texts within bounds, whole and apart from each other`() throws {
        let long = String(repeating: "ä", count: 5000)
        let (store, _) = try state.open()
        var first = ConditionChange.sample(1, "command \(long) 1")
        first.reason = long
        let second = ConditionChange.sample(2, "command \(long) 2")
        _ = try store.write([.note(.condition(first)), .note(.condition(second))])
        let found = try store.conditions(since: self.second(0))
        #expect(found.map(\.reason.utf8.count) == [500, 12])
        let names = found.map { change in
            guard case .requirement(let text, _, _) = change.what else { return "" }
            return text
        }
        #expect(Set(names).count == 2)
        #expect(names.allSatisfy { (290...300).contains($0.utf8.count) && $0.hasPrefix("command ä") })
        #expect(names == names.map(ConditionChange.name))
        #expect(names[0] == ConditionChange.name(of: "command \(long) 1"))
    }

    @Test func `has at most 20,000 rows, and what changes often pushes out nothing but itself`() throws {
        let (store, _) = try state.open()
        _ = try store.write([
            .note(.condition(.sample(0, "externalPower"))), .note(.condition(.sample(1, "lid open"))),
        ])
        for turn in Int64(0)..<45 {
            let changes = (1...1000).map { ConditionChange.sample(turn * 1000 + $0, "pressure cpu 20") }
            _ = try store.write(changes.map { .note(.condition($0)) })
            #expect(try store.conditions(since: second(0)).count <= 20_000)
        }
        let found = try store.conditions(since: second(0))
        #expect((19_400...20_000).contains(found.count))
        #expect(Array(found.prefix(2)) == [.sample(0, "externalPower"), .sample(1, "lid open")])
        #expect(found.last == .sample(45_000, "pressure cpu 20"))
    }

    @Test func `of very many requirements loses its oldest rows`() throws {
        let (store, _) = try state.open()
        for turn in Int64(0)..<25 {
            let changes = (1...1000).map {
                ConditionChange.sample(turn * 1000 + $0, "pathExists /\(turn)/\($0)")
            }
            _ = try store.write(changes.map { .note(.condition($0)) })
        }
        let found = try store.conditions(since: second(0))
        #expect((19_400...20_000).contains(found.count))
        #expect(found.map(\.at) == found.map(\.at).sorted())
        #expect(found.last?.at == second(25_000))
    }

    // B-35
    @Test func `is shared: what many conditions of one user do pushes out no other user's`() throws {
        let (store, _) = try state.open()
        let of1001 = (1...3000).map { number in
            ConditionChange(
                at: second(Int64(number)),
                .requirement("pathExists /b/\(number % 100)", owner: UserID(1001), .yes), reason: "")
        }
        _ = try store.write([.note(.condition(.sample(0, "externalPower")))])
        _ = try store.write(of1001.map { .note(.condition($0)) })
        for turn in Int64(4)..<40 {
            let changes = (1...1000).map { number in
                ConditionChange(
                    at: second(turn * 1000 + Int64(number)),
                    .requirement("pathExists /a/\(number)", owner: UserID(1000), .yes), reason: "")
            }
            _ = try store.write(changes.map { .note(.condition($0)) })
        }
        let found = try store.conditions(since: second(0))
        #expect((19_000...20_000).contains(found.count))
        #expect(Array(found.prefix(3001)) == [.sample(0, "externalPower")] + of1001)
    }

    // B-35
    @Test func `is shared: what somebody invents of a kind pushes out nothing of another kind`() throws {
        let (store, _) = try state.open()
        let power = (Int64(0)..<300).map { ConditionChange.sample($0, "externalPower") }
        let lid = (Int64(300)..<310).map { ConditionChange.sample($0, "lid open") }
        _ = try store.write((power + lid).map { .note(.condition($0)) })
        for turn in Int64(1)..<30 {
            let changes = (1...1000).map {
                ConditionChange.sample(turn * 1000 + $0, "mounted /\(turn)/\($0)")
            }
            _ = try store.write(changes.map { .note(.condition($0)) })
        }
        let found = try store.conditions(since: second(0))
        #expect((19_400...20_000).contains(found.count))
        #expect(Array(found.prefix(310)) == power + lid)
    }

    @Test func `is counted on after a failure, and by the next process`() throws {
        for turn in Int64(0)..<3 {
            let (store, _) = try state.open()
            for part in Int64(0)..<8 {
                let changes = (1...1000).map { ConditionChange.sample(turn * 8000 + part * 1000 + $0) }
                _ = try store.write(changes.map { .note(.condition($0)) })
            }
        }
        #expect(try Int(state.select("SELECT count(*) FROM conditionHistory")[0]) ?? 0 <= 20_000)
    }
}
