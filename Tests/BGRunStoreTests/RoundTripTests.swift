// What is written is what is read, in every state a record can have.
import BGRunCalendar
import BGRunJob
import BGRunStore
import BGRunTestSupport
import Testing

@Suite struct `A stored value` {
    let state: StateFixture

    init() throws { state = try StateFixture() }

    // B-4
    @Test func `comes back equal, for thousands of generated jobs`() throws {
        var random = RandomRecord(seed: 7)
        let records = try (0..<Repository.times(5000)).map { try random.record($0) }
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
        let records = try (0..<200).map { number in
            var record = try random.record(1)
            record.id = JobID(owner: owner, identifier: record.id.identifier)
            // What was accepted at another instant is another request.
            record.accepted = WallTime(microseconds: Int64(number))
            return record
        }
        do {
            let (store, _) = try state.open()
            for record in records { _ = try store.write([.save(record)]) }
        }
        #expect(try state.open().1.recovered.jobs == [try #require(records.last)])
    }

    // B-90
    @Test
    func `of jobs that are over is kept, replaced and forgotten, and one that does not fit is set aside`()
        throws
    {
        var random = RandomRecord(seed: 9)
        var ends = try (0..<300).map { try random.end($0) }
        try state.fill(ends.map { .saveEnd($0) })
        for (found, expected) in zip(try state.open().1.recovered.ended, ends) where found != expected {
            #expect(found == expected)
            break
        }
        let next = try random.end(0)
        ends[1].failures = nil
        try state.fill([.saveEnd(ends[1]), .forgetEnd(ends[0].id), .forgetEnd(next.id)])
        ends.removeFirst()
        #expect(try state.open().1.recovered.ended == ends)
        try state.tamper("UPDATE endedJobs SET accepted = accepted + 1 WHERE rowid = 2")
        let (_, opening) = try state.open()
        #expect(opening.recovered.ended == Array(ends.dropFirst()))
        #expect(opening.setAside.map(\.reason) == ["seal does not fit the row"])
        #expect(opening.recovered.jobs.isEmpty)
    }

    // B-4
    @Test func `is replaced in all that changes while its request stands, and in nothing else`() throws {
        var random = RandomRecord(seed: 10)
        var record = try random.record(1)
        record.successor = nil
        try state.fill([.save(record)])
        // Another text of the same descriptor shows that it was left as it lay.
        try state.tamper("UPDATE jobs SET descriptor = descriptor || ' ', requestSeal = NULL")
        let text = try state.select("SELECT descriptor FROM jobs")
        for _ in 0..<100 {
            random.move(&record, run: 1)
            try state.fill([.save(record)])
            #expect(try state.open().1.recovered.jobs == [record])
        }
        #expect(try state.select("SELECT descriptor FROM jobs") == text)
    }

    @Test func `that waits for an event or a file may have no instant`() throws {
        var record = try JobRecord.sample()
        record.descriptor.schedules = [.event(.boot), .path(PathTrigger(path: "/var/tmp"))]
        record.occurrence.plan = Plan()
        record.activeRun = JobRecord.ActiveRun(run: RunID(1), started: StateFixture.now.wall)
        record.successor = JobRecord.Successor(
            descriptor: record.descriptor, origin: .submission, accepted: StateFixture.now.wall, plan: Plan())
        try state.fill([.save(record)])
        #expect(try state.open().1.recovered.jobs == [record])
    }

    // B-102
    @Test func `that is a service which has ended has none`() throws {
        var record = try JobRecord.sample()
        record.descriptor.kind = .service
        record.descriptor.timeBudget = JobDescriptor.Kind.service.defaultTimeBudget
        record.occurrence.plan = Plan()
        try state.fill([.save(record)])
        #expect(try state.open().1.recovered.jobs == [record])
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
        _ = try store.write(entries.map { .append(.run($0)) })
        #expect(try store.runs(limit: 1000) == entries.reversed())
    }

    @Test func `comes back among the skips, for random ones`() throws {
        var random = RandomRecord(seed: 12)
        let skips = try (1...500).map { try random.skip($0) }
        let (store, _) = try state.open()
        _ = try store.write(skips.map { .append(.skip($0.skip, of: $0.job, title: $0.title)) })
        #expect(
            try store.history(limit: 1000)
                == skips.reversed().map { .skip($0.skip, of: $0.job, title: $0.title) })
    }

    @Test func `comes back from the history of the machine, for random changes`() throws {
        var random = RandomRecord(seed: 15)
        let changes = (1...500).map { _ in random.condition() }
        let (store, _) = try state.open()
        _ = try store.write(changes.map { .note(.condition($0)) })
        #expect(try store.conditions(since: WallTime(microseconds: .min)) == changes)
    }

    @Test func `comes back from what held jobs back, for random changes`() throws {
        var random = RandomRecord(seed: 16)
        let changes = try (1...500).map { try random.hold($0) }
        let (store, _) = try state.open()
        _ = try store.write(changes.map { .note(.hold($0)) })
        for job in Set(changes.map(\.job)) {
            let expected = changes.filter { $0.job == job }
            #expect(try store.holds(of: job, since: WallTime(microseconds: .min)) == expected)
        }
    }

    @Test func `of the pauses of all jobs is kept, replaced and ended, for each scope by itself`() throws {
        var random = RandomRecord(seed: 13)
        let scopes: [PauseScope] = [.everybody, .owner(UserID(0)), .owner(UserID(.max - 1))]
        var expected: [PauseScope: Pause] = [:]
        for round in 0..<60 {
            let scope = scopes[round % 3]
            expected[scope] = round % 5 == 4 ? nil : random.pause()
            try state.fill([.savePause(scope, expected[scope])])
            #expect(try state.open().1.recovered.pauses == expected)
        }
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

    // B-4
    @Test func `of the applications is kept, replaced and forgotten, each of its own user`() throws {
        var random = RandomRecord(seed: 17)
        let permitted = try (0..<300).map { try random.application($0) }
        try state.fill(permitted.map { .saveApplication($0.manifest, owner: $0.owner) })
        #expect(try state.open().1.recovered.applications == permitted)
        var first = permitted[0]
        let namesake = PermittedApplication(first.manifest, owner: UserID(1001))
        var changed = first.manifest
        changed.isEnabled.toggle()
        changed.title = "another"
        try state.fill([
            .saveApplication(namesake.manifest, owner: namesake.owner),
            .saveApplication(changed, owner: first.owner), .forgetApplication(permitted[1].id),
        ])
        first = PermittedApplication(changed, owner: first.owner)
        #expect(
            try state.open().1.recovered.applications == [first] + permitted.dropFirst(2) + [namesake])
    }

    @Test func `of silent power is remembered for good`() throws {
        #expect(try state.open().1.recovered.isPowerSilent == false)
        try state.fill([.rememberSilentPower])
        try state.fill([.save(try .sample())])
        #expect(try state.open().1.recovered.isPowerSilent)
    }

    // B-45
    @Test func `of whose a number is, is kept, and replaced`() throws {
        try state.fill([
            .bindOwner(UserID(1000), name: "ann"), .bindOwner(UserID(4_294_967_294), name: "eve"),
            .bindOwner(UserID(1000), name: "bob"),
        ])
        #expect(
            try state.open().1.recovered.owners == [UserID(1000): "bob", UserID(4_294_967_294): "eve"])
    }
}
