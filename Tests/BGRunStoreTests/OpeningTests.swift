// Who may open a state directory, and what lies in it afterwards.
import BGRunJob
import BGRunStore
import Foundation
import TestConditions
import Testing

@Suite struct `A state directory` {
    let state: StateFixture

    init() throws { state = try StateFixture() }

    // B-18
    @Test func `is made closed to everyone else, and so is every file in it`() throws {
        for database in [Opening.Database.fresh, .normal] {
            let (store, opening) = try state.open()
            _ = try store.write([.save(try .sample("job.\(database == .fresh)"))])
            #expect(opening.database == database)
            #expect(try state.mode("") == 0o700)
            // No -shm: nobody else is to look into the log.
            #expect(try state.names() == ["bgrun.claim", "bgrun.lock", "bgrun.sqlite", "bgrun.sqlite-wal"])
            for name in try state.names() { #expect(try state.mode(name) == 0o600) }
        }
    }

    // B-18
    @Test func `has its database closed again when somebody opened it up`() throws {
        try state.fill([.save(try .sample())])
        #expect(chmod(state.database, 0o666) == 0)
        let (store, _) = try state.open()
        _ = try store.write([.save(try .sample("other"))])
        #expect(try state.mode("bgrun.sqlite") == 0o600)
        #expect(try state.mode("bgrun.sqlite-wal") == 0o600)
    }

    @Test func `holds only the database, the claim and the lock after a clean end`() throws {
        try state.fill([.save(try .sample())])
        #expect(try state.names() == ["bgrun.claim", "bgrun.lock", "bgrun.sqlite"])
    }

    @Test func `keeps its instance, and no other has it`() throws {
        let first = try state.open().0.instance
        #expect(first.count == 16 && first.allSatisfy { $0.isHexDigit })
        #expect(try state.open().0.instance == first)
        #expect(try StateFixture().open().0.instance != first)
    }

    @Test func `is refused to a second daemon while the first lives`() throws {
        do {
            let (store, _) = try state.open()
            let failure = #expect(throws: StoreFailure.self) { try state.open() }
            #expect(
                failure?.description
                    == "can't use the state directory \(state.path): another bgrund is using it")
            _ = try store.write([.save(try .sample())])
        }
        #expect(try state.open().1.recovered.jobs.count == 1)
    }

    @Test func `is refused where others may write in it`() throws {
        try FileManager.default.createDirectory(atPath: state.path, withIntermediateDirectories: true)
        #expect(chmod(state.path, 0o1777) == 0)
        let failure = #expect(throws: StoreFailure.self) { try state.open() }
        #expect(failure?.reason == "others may write in it; \"chmod 700\" it")
        #expect(try state.names() == [])
    }

    @Test(.root) func `of another user is refused`() throws {
        try FileManager.default.createDirectory(atPath: state.path, withIntermediateDirectories: true)
        #expect(chown(state.path, 1234, 1234) == 0)
        #expect(throws: StoreFailure.self) { try state.open() }
    }

    @Test(arguments: ["bgrun.sqlite", "bgrun.sqlite-wal", "bgrun.sqlite-journal", "bgrun.lock"])
    func `is refused where a link stands for one of its files, and the link's end stays as it is`(
        name: String
    ) throws {
        let victim = state.path + "-victim"
        defer { try? FileManager.default.removeItem(atPath: victim) }
        try state.fill([.save(try .sample())])
        try? FileManager.default.removeItem(atPath: state.path + "/" + name)
        try Data("precious".utf8).write(to: URL(filePath: victim))
        #expect(chmod(victim, 0o644) == 0)
        #expect(symlink(victim, state.path + "/" + name) == 0)
        #expect(throws: StoreFailure.self) { try state.open() }
        #expect(try Data(contentsOf: URL(filePath: victim)) == Data("precious".utf8))
        #expect(try FileManager.default.attributesOfItem(atPath: victim)[.posixPermissions] as? Int == 0o644)
    }

    @Test(.root) func `is refused where its database belongs to another user`() throws {
        try state.fill([.save(try .sample())])
        #expect(chown(state.database, 1234, 1234) == 0)
        let failure = #expect(throws: StoreFailure.self) { try state.open() }
        #expect(
            failure?.reason == "it belongs to user 1234. Look at whose it is; "
                + "\"mv -nT '\(state.database)' '\(state.database).aside'\" keeps it and makes room")
    }

    @Test func `is refused where a pipe stands for its database`() throws {
        try FileManager.default.createDirectory(atPath: state.path, withIntermediateDirectories: true)
        #expect(mkfifo(state.database, 0o600) == 0)
        #expect(throws: StoreFailure.self) { try state.open() }
    }

    @Test func `may be reached through a link`() throws {
        try state.fill([.save(try .sample())])
        let link = state.path + "-link"
        defer { try? FileManager.default.removeItem(atPath: link) }
        #expect(symlink(state.path, link) == 0)
        let (_, opening) = try Store.open(
            directory: link, bootID: StateFixture.boot, now: StateFixture.now, historyLimit: 10)
        #expect(opening.recovered.jobs.count == 1)
    }

    @Test(arguments: ["", "/dev/null", "/proc/bgrun", "a\0b"])
    func `that can't be one is refused in plain words`(path: String) {
        #expect(throws: StoreFailure.self) {
            try Store.open(
                directory: path, bootID: StateFixture.boot, now: StateFixture.now, historyLimit: 10)
        }
    }
}
