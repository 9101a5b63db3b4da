// Which jobs are gone: forgotten, and with no run in history.
import BGRunJob
import BGRunStore
import Testing

// B-55
@Suite struct `A job that is gone` {
    let state: StateFixture

    init() throws { state = try StateFixture() }

    @Test func `is told of once, when it was forgotten and its last run falls out of history`() throws {
        let (store, _) = try state.open(historyLimit: 3)
        let record = try JobRecord.sample("a")
        _ = try store.write([.save(record), .append(.run(try .sample(1, "a")))])
        _ = try store.write([.forget(record.id)])
        #expect(store.takeGoneJobs() == [], "history has its run")
        #expect(try !store.isGone(record.id))
        for run in Int64(2)...4 { _ = try store.write([.append(.run(try .sample(run, "b")))]) }
        #expect(store.takeGoneJobs() == [record.id])
        #expect(store.takeGoneJobs() == [])
        #expect(try store.isGone(record.id))
    }

    @Test func `is none that is still there without a run in history`() throws {
        let (store, _) = try state.open(historyLimit: 3)
        let record = try JobRecord.sample("a")
        _ = try store.write([.save(record), .append(.run(try .sample(1, "a")))])
        for run in Int64(2)...9 { _ = try store.write([.append(.run(try .sample(run, "b")))]) }
        #expect(store.takeGoneJobs() == [])
        _ = try store.write([.forget(record.id)])
        #expect(store.takeGoneJobs() == [record.id])
    }

    @Test func `of another owner with the same name is another job`() throws {
        let (store, _) = try state.open(historyLimit: 100)
        let (ann, ben) = (try JobRecord.sample("a", owner: 1000), try JobRecord.sample("a", owner: 1001))
        _ = try store.write([.save(ann), .save(ben)])
        _ = try store.write([.forget(ann.id)])
        #expect(store.takeGoneJobs() == [ann.id])
        #expect(try !store.isGone(ben.id))
    }

    @Test func `by a purge has neither runs nor skips, and its outputs are named`() throws {
        let (store, _) = try state.open(historyLimit: 100)
        let record = try JobRecord.sample("a")
        let skip = Change.append(.skip(.sample(1), of: record.id, title: nil))
        _ = try store.write([
            .save(record), .append(.run(try .sample(1, "a"))), .append(.run(try .sample(2, "b"))), skip,
        ])
        #expect(try store.write([.purge(record.id)]) == [RunID(1)])
        #expect(store.takeGoneJobs() == [record.id])
        #expect(try store.history(limit: 9).count == 1)
        #expect(try store.runs(limit: 9).map(\.run.rawValue) == [2])
    }

    @Test func `is known by all who had one of its name`() throws {
        let (store, _) = try state.open(historyLimit: 100)
        for (run, owner) in [(Int64(1), UInt32(1001)), (2, 1000), (3, 1001)] {
            let record = try JobRecord.sample("a", owner: owner)
            _ = try store.write([
                .save(record), .append(.run(try .sample(run, "a", owner: owner))), .forget(record.id),
            ])
        }
        #expect(try store.pastOwners(of: JobID.sample("a").identifier) == [UserID(1000), UserID(1001)])
        #expect(try store.pastOwners(of: JobID.sample("b").identifier) == [])
    }
}
