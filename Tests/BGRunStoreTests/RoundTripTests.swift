// What is written is what is read, in every state a record can have.
import BGRunCalendar
import BGRunJob
import BGRunStore
import Testing

@Suite struct `A stored value` {
    let state: StateFixture

    init() throws { state = try StateFixture() }

    // B-4
    @Test func `comes back equal, for 10,000 random jobs`() throws {
        var random = RandomRecord(seed: 7)
        let records = try (0..<10_000).map { try random.record($0) }
        try state.fill(records.map { .save($0) })
        let (_, opening) = try state.open()
        #expect(opening.database == .normal)
        #expect(opening.setAside.first == nil)
        #expect(opening.recovered.jobs.count == records.count)
        // One by one: the report of a difference would otherwise hold all of them.
        for (found, expected) in zip(opening.recovered.jobs, records) where found != expected {
            #expect(found == expected)
            break
        }
    }

    @Test func `is replaced whole by the next record of that name`() throws {
        var random = RandomRecord(seed: 8)
        let owner = UserID(1000)
        let records = try (0..<200).map { _ in
            var record = try random.record(1)
            record.id = JobID(owner: owner, identifier: record.id.identifier)
            return record
        }
        do {
            let (store, _) = try state.open()
            for record in records { _ = try store.write([.save(record)]) }
        }
        #expect(try state.open().1.recovered.jobs == [try #require(records.last)])
    }

    @Test func `is gone once it is forgotten, and its namesake of another owner stays`() throws {
        let other = try JobRecord.sample(owner: 1001)
        try state.fill([.save(try .sample()), .save(other), .forget(try .sample())])
        #expect(try state.open().1.recovered.jobs == [other])
    }

    @Test func `comes back from history, for random entries`() throws {
        var random = RandomRecord(seed: 9)
        let entries = try (1...500).map { try random.entry($0) }
        let (store, _) = try state.open()
        _ = try store.write(entries.map { .appendHistory($0) })
        #expect(try store.history(limit: 1000) == entries.reversed())
    }

    @Test func `of the finished files is kept, replaced and forgotten`() throws {
        let first = FinishedFile(job: try .sample("a"), fingerprint: .max)
        let second = FinishedFile(job: try .sample("b"), fingerprint: 1)
        let changed = FinishedFile(job: try .sample("b"), fingerprint: 2)
        try state.fill([
            .rememberFinishedFile(first), .rememberFinishedFile(second), .rememberFinishedFile(changed),
        ])
        #expect(try state.open().1.recovered.finishedFiles == [first, changed])
        try state.fill([.forgetFinishedFile(first.job)])
        #expect(try state.open().1.recovered.finishedFiles == [changed])
    }

    @Test func `of silent power is remembered for good`() throws {
        #expect(try state.open().1.recovered.isPowerSilent == false)
        try state.fill([.rememberSilentPower])
        try state.fill([.save(try .sample())])
        #expect(try state.open().1.recovered.isPowerSilent)
    }
}
