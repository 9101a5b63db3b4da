// A disk that is full, or can't be written, refuses the write and harms nothing that was written before.
import BGRunCalendar
import BGRunJob
import BGRunStore
import BGRunTestSupport
import Foundation
import Glibc
import TestConditions
import Testing

@Suite(.root) struct `A disk without room` {
    /// A small file system of its own, unmounted at the end.
    private final class SmallDisk {
        private let scratch: ScratchDirectory
        var path: String { scratch.path("disk") }
        var state: String { path + "/state" }

        init(size: String) throws {
            scratch = try ScratchDirectory()
            try scratch.directory("disk")
            let mounted = try Command.run(
                ["mount", "-t", "tmpfs", "-o", "size=\(size)", "tmpfs", scratch.path("disk")])
            try #require(mounted.status == 0, "\(mounted.errors)")
        }

        deinit { _ = try? Command.run(["umount", "--lazy", path]) }

        func open() throws -> (Store, Opening) {
            try Store.open(
                directory: state, bootID: StateFixture.boot, now: StateFixture.now, historyLimit: 10)
        }

        /// Takes all the room that is left.
        func fill() throws {
            let filler = "of=\(path)/filler"
            var blocks = statvfs()
            // The kernel counts by processor, and may refuse a page while another has some left.
            for _ in 1...10 where blocks.f_bfree > 0 || access(path + "/filler", F_OK) != 0 {
                _ = try Command.run(["dd", "if=/dev/zero", filler, "bs=4096", "oflag=append", "conv=notrunc"])
                try #require(statvfs(path, &blocks) == 0)
            }
            try #require(blocks.f_bfree == 0)
        }

        func free() throws { try FileManager.default.removeItem(atPath: path + "/filler") }
    }

    // B-4
    @Test func `refuses whole transactions, keeps what was told, and takes more once there is room`() throws {
        let disk = try SmallDisk(size: "600k")
        var told: [JobRecord] = []
        do {
            let (store, _) = try disk.open()
            _ = try store.write([.save(try .sample("first"))])
            told.append(try .sample("first"))
            try disk.fill()
            var failure: StoreFailure?
            for number in 0..<500 where failure == nil {
                let pair = try [JobRecord.sample("a.\(number)"), JobRecord.sample("b.\(number)")]
                do throws(StoreFailure) {
                    _ = try store.write(pair.map { .save($0) })
                    told += pair
                } catch {
                    failure = error
                }
            }
            let path = disk.state + "/bgrun.sqlite"
            #expect(failure?.description == "can't write \(path): the disk is full")
            // Still full, still whole.
            #expect(throws: StoreFailure.self) { try store.write(told.map { .forget($0.id) }) }
            try disk.free()
            _ = try store.write([.save(try .sample("last"))])
            told.append(try .sample("last"))
        }
        let (_, opening) = try disk.open()
        #expect(opening.database == .normal)
        #expect(opening.recovered.jobs == told)
    }

    // B-4
    @Test func `does not keep what was written from being opened`() throws {
        let disk = try SmallDisk(size: "600k")
        do {
            let (store, _) = try disk.open()
            _ = try store.write([.save(try .sample())])
        }
        try disk.fill()
        let (_, opening) = try Store.open(
            directory: disk.state, bootID: "another boot", now: StateFixture.now, historyLimit: 10)
        #expect(opening.recovered.jobs == [try .sample()])
    }

    // B-4
    @Test(arguments: [1, 2, 3])
    func `puts off the upgrade of an older database, and leaves it as it was`(version: Int) throws {
        let disk = try SmallDisk(size: "600k")
        let old = OlderVersion(number: version, directory: disk.state)
        let jobs = try (0..<50).map { try JobRecord.sample("job.\($0)") }
        try old.make(jobs: jobs)
        try disk.fill()
        let failure = #expect(throws: StoreFailure.self) { try disk.open() }
        #expect(failure?.reason == "the disk is full")
        try disk.free()
        #expect(try old.isUntouched())
        #expect(try disk.open().1.recovered.jobs == jobs)
    }

    @Test func `refuses a new database in plain words, and leaves no half of one`() throws {
        let disk = try SmallDisk(size: "600k")
        try disk.fill()
        let failure = #expect(throws: StoreFailure.self) { try disk.open() }
        #expect(failure?.reason == "the disk is full")
        try disk.free()
        #expect(try disk.open().1.database == .fresh)
    }

    @Test func `or without a way to write is refused in plain words`() throws {
        let disk = try SmallDisk(size: "600k")
        do {
            let (store, _) = try disk.open()
            _ = try store.write([.save(try .sample())])
        }
        #expect(try Command.run(["mount", "-o", "remount,ro", disk.path]).status == 0)
        let failure = #expect(throws: StoreFailure.self) { try disk.open() }
        #expect(failure?.reason == "Read-only file system")
        #expect(try Command.run(["mount", "-o", "remount,rw", disk.path]).status == 0)
        #expect(try disk.open().1.recovered.jobs == [try .sample()])
    }
}

@Suite struct `A database that was removed while in use` {
    @Test func `takes nothing any more, says so, and is itself again once it is put back`() throws {  // B-4
        let fixture = try StateFixture()
        let (store, _) = try fixture.open()
        _ = try store.write([.save(try .sample("first"))])
        try FileManager.default.moveItem(atPath: fixture.database, toPath: fixture.path + "/away")
        let failure = #expect(throws: StoreFailure.self) {
            _ = try store.write([.save(try .sample("second"))])
        }
        #expect(failure?.reason == "it was removed or replaced while in use; restart bgrund")
        try FileManager.default.moveItem(atPath: fixture.path + "/away", toPath: fixture.database)
        _ = try store.write([.save(try .sample("third"))])
    }
}
