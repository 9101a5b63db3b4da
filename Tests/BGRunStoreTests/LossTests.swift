// Whatever happens to the files of the store: nothing that was accepted is lost without a word.
import BGRunJob
import BGRunStore
import BGRunTestSupport
import Foundation
import Testing

@Suite struct `What was accepted` {
    /// The files of a state directory as a killed daemon has left them, with the jobs it has accepted.
    private struct Remains {
        var files: [String: [UInt8]]
        var jobs: [JobRecord]

        /// - Parameter folded: How many of the jobs are in the database itself, and not in its log alone.
        init(jobs count: Int, folded: Int) throws {
            let state = try StateFixture()
            jobs = try (0..<count).map { try JobRecord.sample("org.example.job\($0)") }
            try state.fill(jobs.prefix(folded).map { .save($0) })
            let (store, _) = try state.open()
            for job in jobs.dropFirst(folded) { _ = try store.write([.save(job)]) }
            files = try state.files()
            withExtendedLifetime(store) {}
        }

        var logSize: Int { files["bgrun.sqlite-wal"]?.count ?? 0 }
        var databaseSize: Int { files["bgrun.sqlite"]?.count ?? 0 }

        /// Opens them again, and says what was neither kept nor told.
        func silentLosses() throws -> [String] {
            let state = try StateFixture()
            try state.replace(with: files)
            let (store, opening) = try state.open()
            let found = Dictionary(
                opening.recovered.jobs.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            let isTold = !opening.losses.isEmpty
            let lost = jobs.filter { found[$0.id] != $0 }.map(\.id.identifier.text)
            _ = try store.write([.save(try .sample("org.example.new"))])
            return isTold ? [] : lost
        }

        /// How many are there again.
        func kept() throws -> Int {
            let state = try StateFixture()
            try state.replace(with: files)
            let found = Set(try state.open().1.recovered.jobs)
            return jobs.count { found.contains($0) }
        }
    }

    // B-4, B-21
    @Test func `is there or its loss is told, whichever bit of the log is another`() throws {
        let remains = try Remains(jobs: 30, folded: 10)
        var random = SeededGenerator(seed: 31)
        var kept = 0
        for round in 0..<30 {
            var flipped = remains
            // The header of the log, the headers of its frames, and their pages.
            let place =
                switch round % 3 {
                case 0: Int.random(in: 0..<32, using: &random)
                case 1:
                    32 + 4120 * Int.random(in: 0..<(remains.logSize / 4120), using: &random)
                        + Int.random(in: 0..<24, using: &random)
                case _: Int.random(in: 32..<remains.logSize, using: &random)
                }
            flipped.files["bgrun.sqlite-wal"]?[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            #expect(try flipped.silentLosses() == [], "byte \(place)")
            kept += try flipped.kept()
        }
        #expect(kept > 30 * 29, "of 900 jobs \(kept) are there again")
    }

    // B-4, B-21
    @Test func `is there or its loss is told, whichever bit of the database is another`() throws {
        for folded in [30, 10] {
            let remains = try Remains(jobs: 30, folded: folded)
            var random = SeededGenerator(seed: 32)
            var kept = 0
            for round in 0..<40 {
                var flipped = remains
                let end = round % 4 == 0 ? 100 : remains.databaseSize
                let place = Int.random(in: 0..<end, using: &random)
                flipped.files["bgrun.sqlite"]?[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                #expect(try flipped.silentLosses() == [], "byte \(place)")
                kept += try flipped.kept()
            }
            #expect(kept > 40 * 29, "of 1200 jobs \(kept) are there again")
        }
    }

    // B-4
    @Test(arguments: [0, 1, 31, 32, 33, 4151, 4152, 20_000, 30_000])
    func `is there or its loss is told where the log was cut off`(length: Int) throws {
        var remains = try Remains(jobs: 20, folded: 5)
        let surplus = max(remains.logSize - length, 0)
        remains.files["bgrun.sqlite-wal"]?.removeLast(surplus)
        #expect(try remains.silentLosses() == [])
    }

    // B-4
    @Test func `is told to be lost where the log is gone, with numbers`() throws {
        let remains = try Remains(jobs: 20, folded: 5)
        let state = try StateFixture()
        try state.replace(with: remains.files.filter { $0.key != "bgrun.sqlite-wal" })
        let (_, opening) = try state.open()
        #expect(opening.recovered.jobs == Array(remains.jobs.prefix(5)))
        #expect(
            opening.losses.map(\.text) == [
                "The log of the database is cut off or gone, and with it its last 15 changes: what was submitted, "
                    + "cancelled or run then is not known. The database had 20 jobs and has 5 now. Compare the jobs "
                    + "with what you expect."
            ])
        // Told once, and remembered.
        #expect(try state.open().1.losses == opening.losses)
    }

    // B-4
    @Test func `is told to be lost where a log of one change is gone`() throws {
        let remains = try Remains(jobs: 1, folded: 0)
        let state = try StateFixture()
        try state.replace(with: remains.files.filter { $0.key != "bgrun.sqlite-wal" })
        #expect(
            try state.open().1.losses.map(\.text) == [
                "The log of the database is cut off or gone, and with it its last change: what was submitted, "
                    + "cancelled or run then is not known. The database had 1 job and has 0 now. Compare the jobs "
                    + "with what you expect."
            ])
    }

    // B-4
    @Test(arguments: [("output/3", true), ("jobs/0/a", true), ("other/a", false), ("jobs", false)])
    func `is told to be lost where nothing is left of it but what jobs have left`(trace: String, isTold: Bool)
        throws
    {
        let state = try StateFixture()
        try state.fill([.save(try .sample("a"))])
        for name in try FileManager.default.contentsOfDirectory(atPath: state.path) {
            try FileManager.default.removeItem(atPath: "\(state.path)/\(name)")
        }
        try FileManager.default.createDirectory(
            atPath: "\(state.path)/\(trace)", withIntermediateDirectories: true)
        let losses = try state.open().1.losses.map(\.text)
        #expect(losses.count == (isTold ? 1 : 0))
        #expect(losses.allSatisfy { $0.hasPrefix("There was no database, and jobs have run here before") })
        #expect(try state.open().1.losses.count == losses.count, "it is remembered")
    }

    // B-4
    @Test(
        arguments: [true, false],
        [
            (0, "It held no job."), (1, "It held 1 job: submit it again, unless a file brings it."),
            (2, "It held 2 jobs: submit those again that no file brings."),
        ])
    func `is told to be lost where the database is gone`(isEmpty: Bool, held: (Int, String)) throws {
        let state = try StateFixture()
        try state.fill([.rememberSilentPower] + (0..<held.0).map { .save(try .sample("job\($0)")) })
        if isEmpty {
            try state.replaceDatabase(with: [])
        } else {
            try FileManager.default.removeItem(atPath: state.database)
        }
        let (_, opening) = try state.open()
        #expect(
            opening.losses.map(\.text) == [
                "The database is gone. \(held.1) A new database was begun."
            ])
        #expect(opening.losses.map(\.found) == [StateFixture.now.wall])
    }

    // B-4
    @Test func `comes back whole from the log alone`() throws {
        for isEmpty in [true, false] {
            var remains = try Remains(jobs: 12, folded: 0)
            remains.files["bgrun.sqlite"] = isEmpty ? [] : nil
            #expect(try remains.kept() == 12)
        }
    }

    @Test func `is not missed where the whole directory was removed on purpose`() throws {
        let state = try StateFixture()
        try state.fill([.save(try .sample())])
        for name in try state.names() { try FileManager.default.removeItem(atPath: state.path + "/" + name) }
        let (_, opening) = try state.open()
        #expect(opening.database == .fresh)
        #expect(opening.losses == [])
    }

    @Test func `is not missed in a copy of the whole directory that is put back`() throws {
        let state = try StateFixture()
        try state.fill([.save(try .sample("a"))])
        let copy = try state.files()
        try state.fill([.save(try .sample("b"))])
        try state.replace(with: copy)
        let (_, opening) = try state.open()
        #expect(opening.recovered.jobs.count == 1)
        #expect(opening.losses == [])
    }

    @Test func `is missed where another database stands in its place`() throws {
        let (state, other) = (try StateFixture(), try StateFixture())
        try state.fill([.save(try .sample("a"))])
        try state.fill([.save(try .sample("b"))])
        try other.fill([.save(try .sample("c"))])
        try state.replaceDatabase(with: try other.bytes())
        #expect(
            try state.open().1.losses.map(\.text) == [
                "The database is not the one that was used last: that one had 2 jobs, this one has 1. "
                    + "Submit missing jobs again."
            ])
    }

    /// A state whose database has been replaced with an older copy of it, beside the newest claim.
    private func olderCopy(before changes: [Change]) throws -> StateFixture {
        let state = try StateFixture()
        try state.fill([.save(try .sample("a"))])
        let old = try state.bytes()
        try state.fill(changes)
        try state.replaceDatabase(with: old)
        return state
    }

    @Test func `is missed in an older copy of the database that has fewer jobs`() throws {
        let state = try olderCopy(before: [.save(try .sample("b")), .save(try .sample("c"))])
        #expect(
            try state.open().1.losses.map(\.text) == [
                "2 of 3 jobs are missing from the database. Submit those again that no file brings."
            ])
    }

    @Test func `goes unnoticed in an older copy of the database that has as many jobs`() throws {
        let state = try olderCopy(before: [.forget(try .sample("a")), .save(try .sample("b"))])
        let (_, opening) = try state.open()
        #expect(opening.recovered.jobs == [try .sample("a")])
        #expect(opening.losses == [])
    }

    @Test func `goes unnoticed in an older copy of the database without a claim`() throws {
        let state = try olderCopy(before: [.save(try .sample("b"))])
        try FileManager.default.removeItem(atPath: state.path + "/bgrun.claim")
        #expect(try state.open().1.losses == [])
    }

    @Test func `is counted right while jobs come, change and go`() throws {
        let state = try StateFixture()
        for round in 0..<3 {
            let (store, opening) = try state.open()
            #expect(opening.losses == [])
            for number in 0..<20 { _ = try store.write([.save(try .sample("job\(number + round)"))]) }
            for number in 0..<30 { _ = try store.write([.forget(try .sample("job\(number * 2)"))]) }
            _ = try store.write([.setAside(owner: UserID(1000), reason: "why", at: StateFixture.now.wall)])
            for number in 0..<9 { _ = try store.write([.save(try .sample("job\(number)"))]) }
        }
        try state.tamper("DELETE FROM jobs WHERE identifier = 'job3'")
        #expect(
            try state.open().1.losses.map(\.text) == [
                "1 of 9 jobs is missing from the database. Submit it again, unless a file brings it."
            ])
        try state.tamper("DELETE FROM jobs WHERE identifier IN ('job4', 'job5')")
        #expect(
            try state.open().1.losses.first?.text
                == "2 of 8 jobs are missing from the database. Submit those again that no file brings.")
    }

    // B-4
    @Test(arguments: [
        (1, "It had 1 job: submit it again, unless a file brings it."),
        (2, "It had 2 jobs: submit those again that no file brings."),
    ])
    func `is told to be lost where nothing of the database can be read`(jobs: Int, told: String) throws {
        let state = try StateFixture()
        try state.fill((0..<jobs).map { .save(try .sample("job\($0)")) })
        try state.replaceDatabase(with: Array("garbage".utf8))
        let text = try #require(try state.open().1.losses.first?.text)
        #expect(text.hasSuffix(" and a new one was begun. " + told))
    }

    // B-4
    @Test func `is told to be there where all of a damaged database can be read`() throws {
        let state = try StateFixture()
        try state.fill([.save(try .sample()), .append(.run(try .sample(1)))])
        try state.tamper("PRAGMA application_id = 7")
        let text = try #require(try state.open().1.losses.first?.text)
        #expect(
            text.hasSuffix(
                " with what could be read: 1 job, 1 line of history. It had 1 job: none is missing."))
    }

    // B-4
    @Test func `does not take the applications along that were permitted in it`() throws {
        let state = try StateFixture()
        var random = RandomRecord(seed: 18)
        let permitted = try (0..<20).map { try random.application($0) }
        try state.fill(
            [.rememberFinishedFile(FinishedFile(job: try .sample(), fingerprint: 1))]
                + permitted.map { .saveApplication($0.manifest, owner: $0.owner) })
        try state.tamper("PRAGMA application_id = 7")
        let recovered = try state.open().1.recovered
        #expect(recovered.applications == permitted)
        #expect(recovered.finishedFiles.count == 1)
    }

    // B-4
    @Test(arguments: [
        (
            1,
            "1 job could not be read and will not start: its row is in the table setAside of the database. "
                + "Submit it again."
        ),
        (
            2,
            "2 jobs could not be read and will not start: their rows are in the table setAside of the database. "
                + "Submit them again."
        ),
    ])
    func `is told to be lost where its row can't be read`(jobs: Int, told: String) throws {
        let state = try StateFixture()
        try state.fill((0..<jobs).map { .save(try .sample("job\($0)")) })
        try state.tamper("UPDATE jobs SET descriptor = '{}'")
        #expect(try state.open().1.losses.map(\.text) == [told])
    }

    @Test func `is told of for as long as the database is there`() throws {
        let state = try StateFixture()
        try state.fill([.save(try .sample())])
        try FileManager.default.removeItem(atPath: state.database)
        for _ in 0..<3 { #expect(try state.open().1.losses.count == 1) }
    }

    @Test func `is not missed where only the claim is gone`() throws {
        let state = try StateFixture()
        try state.fill([.save(try .sample())])
        try FileManager.default.removeItem(atPath: state.path + "/bgrun.claim")
        #expect(try state.open().1.losses == [])
        #expect(try state.mode("bgrun.claim") == 0o600)
    }
}
