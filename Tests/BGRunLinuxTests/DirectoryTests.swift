// A directory is used through its descriptor, one name at a time, and no link leads out of it.
import BGRunLinux
import BGRunTestSupport
import Glibc
import Testing

@Suite struct `A directory` {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test(arguments: ["../x", "..", ".", "", "a/b", "a\0b"])
    func `refuses names that are not one component`(name: String) throws {
        let directory = try Directory(path: scratch.path)
        #expect(throws: SystemError.self) { _ = try directory.open(name, O_RDONLY).rawValue }
        #expect(throws: SystemError.self) { try directory.remove(name) }
        #expect(throws: SystemError.self) { _ = try directory.status(of: name) }
        #expect(throws: SystemError.self) { try directory.rename(name, to: "x") }
    }

    @Test func `does not follow a link`() throws {
        let directory = try Directory(path: scratch.path)
        symlink("/etc/passwd", scratch.path("link"))
        symlink("/etc", scratch.path("directory-link"))
        let file = #expect(throws: SystemError.self) { _ = try directory.open("link", O_RDONLY).rawValue }
        #expect(file?.errno == ELOOP)
        #expect(throws: SystemError.self) { _ = try directory.directory("directory-link").path }
        #expect(throws: SystemError.self) {
            _ = try directory.directory("directory-link", creatingWith: 0o700).path
        }
        #expect(throws: SystemError.self) { _ = try Directory(path: scratch.path("directory-link")).path }
        #expect(try directory.status(of: "link").kind == .symbolicLink)
    }

    @Test func `follows links below itself and none that lead out`() throws {
        let directory = try Directory(path: scratch.path)
        try scratch.directory("devices/AC")
        try scratch.directory("class")
        symlink("../devices/AC", scratch.path("class/AC"))
        symlink("/etc", scratch.path("class/absolute"))
        symlink("../../../../../../../etc", scratch.path("class/climbing"))
        symlink("loop", scratch.path("class/loop"))
        #expect(try directory.directory(beneath: "class/AC").path == scratch.path("class/AC"))
        for (name, number) in [
            ("absolute", EXDEV), ("climbing", EXDEV), ("loop", ELOOP), ("none", ENOENT), ("a\0", EINVAL),
        ] {
            let fault = #expect(throws: SystemError.self) {
                _ = try directory.directory(beneath: "class/\(name)").path
            }
            #expect(fault?.errno == number, "\(name)")
        }
        #expect(throws: SystemError.self) { _ = try directory.directory(beneath: "..").path }
    }

    /// The kernel gives up on a path with `..` when anything was renamed meanwhile, wherever on the machine.
    @Test func `opens what lies behind a link while others rename`() async throws {
        let directory = try Directory(path: scratch.path)
        try scratch.directory("devices/AC")
        try scratch.directory("class")
        symlink("../devices/AC", scratch.path("class/AC"))
        let (here, there) = (try scratch.directory("here"), scratch.path("there"))
        async let renamed = Task.detached {
            (1...50_000).count { rename($0 % 2 == 0 ? there : here, $0 % 2 == 0 ? here : there) == 0 }
        }.value
        for _ in 1...50_000 { _ = try directory.directory(beneath: "class/AC").path }
        #expect(await renamed == 50_000)
    }

    @Test func `makes directories with exactly the mode asked for`() throws {
        let directory = try Directory(path: scratch.path)
        let made = try directory.directory("a", creatingWith: 0o1777)
        #expect(try made.descriptor.status().permissions == 0o1777)
        let again = try directory.directory("a", creatingWith: 0o700)
        #expect(try again.descriptor.status().permissions == 0o1777)
    }

    @Test func `lists its names sorted by their bytes, up to a limit`() throws {
        let directory = try Directory(path: scratch.path)
        for name in ["b", "a", "é", "B"] { _ = try directory.create(name, mode: 0o600).rawValue }
        #expect(try directory.names(limit: 4) == ["B", "a", "b", "é"])
        #expect(throws: SystemError(operation: "readdir", path: scratch.path, errno: EFBIG)) {
            _ = try directory.names(limit: 3)
        }
    }

    @Test func `replaces a file whole`() throws {
        let directory = try Directory(path: scratch.path)
        try directory.replaceFile("f", with: Array("one".utf8), mode: 0o640)
        try directory.replaceFile("f", with: Array("two".utf8), mode: 0o640)
        #expect(try directory.contents(of: "f", limit: 3) == Array("two".utf8))
        #expect(try directory.status(of: "f").permissions == 0o640)
        #expect(try directory.names(limit: 9) == ["f"])
    }

    @Test func `creates a file only where there is none`() throws {
        let directory = try Directory(path: scratch.path)
        _ = try directory.create("f", mode: 0o600).rawValue
        let error = #expect(throws: SystemError.self) { _ = try directory.create("f", mode: 0o600).rawValue }
        #expect(error?.errno == EEXIST)
    }

    @Test func `reads a file up to a limit, and never waits for a pipe`() throws {
        let directory = try Directory(path: scratch.path)
        try directory.replaceFile("f", with: [UInt8](repeating: 1, count: 100), mode: 0o600)
        #expect(try directory.contents(of: "f", limit: 100).count == 100)
        let large = #expect(throws: SystemError.self) { _ = try directory.contents(of: "f", limit: 99) }
        #expect(large?.errno == EFBIG)
        mkfifo(scratch.path("pipe"), 0o600)
        let pipe = #expect(throws: SystemError.self) { _ = try directory.contents(of: "pipe", limit: 9) }
        #expect(pipe?.errno == EINVAL)
    }

    @Test func `renames and removes`() throws {
        let directory = try Directory(path: scratch.path)
        _ = try directory.create("a", mode: 0o600).rawValue
        try directory.rename("a", to: "b")
        try directory.removeIfPresent("a")
        try directory.remove("b")
        _ = try directory.directory("d", creatingWith: 0o700).path
        try directory.removeDirectory("d")
        #expect(try directory.names(limit: 1).isEmpty)
    }
}
