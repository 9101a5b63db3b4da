// With a user's rights, root reaches what that user does and nothing else, and is root again after it.
import BGRunLinux
import BGRunTestSupport
import Foundation
import Glibc
import Testing

@Suite struct `Another user's rights to files` {
    private static let nobody = UserRights(user: 65534, group: 65534, groups: [65534])
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
        chmod(scratch.path, 0o755)
        try scratch.directory("closed")
        try scratch.file("closed/secret", "of root")
        chmod(scratch.path("closed"), 0o700)
        try scratch.file("own", "of nobody", mode: 0o600)
        try scratch.file("groups", "of a group", mode: 0o640)
    }

    private func watch(_ name: String) throws(SystemError) {
        _ = try Inotify().watch(scratch.path(name), for: .closedAfterWriting)
    }

    private func errno(_ body: () throws(SystemError) -> Void) -> Int32 {
        do throws(SystemError) {
            try body()
            return 0
        } catch {
            return error.errno
        }
    }

    @Test func `keep root from watching a file inside a closed directory of root's`() {
        guard geteuid() == 0 else { return }
        chown(scratch.path("own"), 65534, 65534)
        #expect(errno { () throws(SystemError) in try watch("closed/secret") } == 0)
        let refused = errno { () throws(SystemError) in
            try withRights(of: Self.nobody) { () throws(SystemError) in try watch("closed/secret") }
        }
        #expect(refused == EACCES)
        let own = errno { () throws(SystemError) in
            try withRights(of: Self.nobody) { () throws(SystemError) in try watch("own") }
        }
        #expect(own == 0)
    }

    @Test func `are the user's groups' too, and not our groups'`() throws {
        guard geteuid() == 0 else { return }
        chown(scratch.path("groups"), 0, 4321)
        let member = UserRights(user: 65534, group: 65534, groups: [65534, 4321])
        try withRights(of: member) { () throws(SystemError) in try watch("groups") }
        let refused = errno { () throws(SystemError) in
            try withRights(of: Self.nobody) { () throws(SystemError) in try watch("groups") }
        }
        #expect(refused == EACCES)
        // Root's own group reads it as little.
        chown(scratch.path("groups"), 1, 0)
        let ofRoot = errno { () throws(SystemError) in
            try withRights(of: Self.nobody) { () throws(SystemError) in try watch("groups") }
        }
        #expect(ofRoot == EACCES)
    }

    @Test func `are given back whatever happens`() throws {
        guard geteuid() == 0 else { return }
        let before = try Self.credentials()
        let thrown = errno { () throws(SystemError) in
            try withRights(of: Self.nobody) { () throws(SystemError) in
                throw SystemError(operation: "test", errno: EIO)
            }
        }
        #expect(thrown == EIO)
        #expect(try Self.credentials() == before)
        let within = try withRights(of: Self.nobody) { () throws(SystemError) in
            (try? Self.credentials()) ?? ""
        }
        #expect(within != before)
        #expect(try Self.credentials() == before)
        #expect(errno { () throws(SystemError) in try watch("closed/secret") } == 0)
    }

    @Test func `of our own user change nothing`() throws {
        let rights = UserRights(user: geteuid(), group: 4321, groups: [])
        let before = try Self.credentials()
        let within = try withRights(of: rights) { () throws(SystemError) in (try? Self.credentials()) ?? "" }
        #expect(within == before)
    }

    /// This thread's users, groups and capabilities.
    private static func credentials() throws -> String {
        let status = try String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)
        return status.split(separator: "\n")
            .filter { line in ["Uid:", "Gid:", "Groups:", "CapEff:"].contains { line.hasPrefix($0) } }
            .joined(separator: "\n")
    }
}
