// Emptying a directory that somebody else has filled.
import BGRunLinux
import BGRunTestSupport
import Foundation
import Glibc
import TestConditions
import Testing

@Suite struct `A directory that is emptied` {
    private let scratch: ScratchDirectory
    private let top: String

    init() throws {
        scratch = try ScratchDirectory()
        top = try scratch.directory("top")
    }

    private func shell(_ script: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-ec", script]
        process.currentDirectoryURL = URL(filePath: top)
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: top) }

    @Test func `may be as deep as it likes`() throws {
        // Deeper than any path can name, and than there are descriptors.
        var place = try Directory(path: top)
        for _ in 1...6000 {
            place = try place.directory("d", creatingWith: 0o700)
            _ = try place.create("x", mode: 0o600)
        }
        #expect(try TreeRemoval.empty(top))
        #expect(try names() == [])
    }

    @Test func `loses nothing beyond it by a link`() throws {
        let other = try scratch.directory("other")
        try scratch.file("other/kept", "kept")
        try shell("ln -s \(other) link; mkdir -p a/b; ln -s \(other) a/b/link; ln -s \(other)/kept a/file")
        #expect(try TreeRemoval.empty(top))
        #expect(try names() == [])
        #expect(try scratch.text("other/kept") == "kept")
    }

    @Test func `may hold closed directories, names that are no text, and names like ours`() throws {
        try shell(
            "mkdir -p a/b/c 1/2/3 2; touch a/b/c/x 1/2/3/1 2/1; printf x > \"$(printf 'a\\377\\001b')\"; mkfifo pipe; "
                + "chmod 000 a/b/c a/b a; chmod 555 1/2 1")
        #expect(try TreeRemoval.empty(top))
        #expect(try names() == [])
    }

    @Test(.root) func `keeps what is mounted in it, and says that it is not empty`() throws {
        try shell("mkdir -p a/mounted b; touch a/x b/x")
        let mounted = top + "/a/mounted"
        try #require(mount("none", mounted, "tmpfs", 0, nil) == 0)
        defer { _ = umount2(mounted, Int32(MNT_DETACH)) }
        try shell("touch a/mounted/kept")
        #expect(try !TreeRemoval.empty(top))
        let files = FileManager.default.subpaths(atPath: top) ?? []
        #expect(files.filter { $0.hasSuffix("/kept") }.count == 1)
        #expect(!files.contains { $0.hasSuffix("/x") })
    }

    @Test func `is no link itself`() throws {
        try shell("ln -s / root")
        #expect(throws: SystemError.self) { try TreeRemoval.empty(top + "/root") }
    }
}
