// A change of a path is seen however it is made, and only by who may see it.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import Glibc
import Testing

@testable import BGRunDevice

/// A scratch directory that everyone may pass, with a watch on things in it.
private final class Paths {
    static let us = UserID(geteuid())
    static let nobody = UserID(65534)
    let scratch: ScratchDirectory
    let watch: PathWatch

    init(limits: PathLimits = PathLimits()) throws {
        scratch = try ScratchDirectory()
        chmod(scratch.path, 0o755)
        watch = try PathWatch(limits: limits)
    }

    func request(_ name: String, of owner: UserID = us, isRecursive: Bool = false) -> WatchedPath {
        WatchedPath(path: scratch.path(name), owner: owner, isRecursive: isRecursive)
    }

    /// What inotify has to tell is there when the change returns: no waiting.
    func changes() -> [WatchedPath] { watch.process().map(\.request) }

    /// The newest time of change of these, as the file system has them.
    func newest(_ names: String...) throws -> WallTime? {
        try names.map { WallTime(microseconds: try File.status(of: scratch.path($0)).changed) }.max()
    }

    func replace(_ name: String, _ text: String) throws {
        try scratch.file("\(name).new", text)
        try #require(rename(scratch.path("\(name).new"), scratch.path(name)) == 0)
    }
}

@Suite struct `A watched file` {
    @Test func `is told at the start, with its time of change`() throws {
        let paths = try Paths()
        try paths.scratch.file("a", "1")
        let report = paths.watch.observe(paths.request("a"))
        #expect(report == PathReport(request: paths.request("a"), newest: try paths.newest("a")))
        #expect(paths.changes().isEmpty)
    }

    @Test func `is told once it is written and closed, once for many times`() throws {
        let paths = try Paths()
        try paths.scratch.file("d/a", "1")
        let request = paths.request("d/a")
        let first = paths.watch.observe(request)
        let file = try File.open(paths.scratch.path("d/a"), O_WRONLY)
        try file.write(all: [1])
        #expect(paths.changes().isEmpty)
        do { _ = consume file }
        for _ in 1...3 { try File.open(paths.scratch.path("d/a"), O_WRONLY).write(all: [2]) }
        let reports = paths.watch.process()
        #expect(reports == [PathReport(request: request, newest: try paths.newest("d/a"))])
        #expect(try #require(reports.first?.newest) >= #require(first.newest))
        #expect(paths.changes().isEmpty)
    }

    @Test func `is told when another takes its place, again and again`() throws {
        let paths = try Paths()
        try paths.scratch.file("d/a", "1")
        let request = paths.request("d/a")
        _ = paths.watch.observe(request)
        for text in ["2", "3"] {
            try paths.replace("d/a", text)
            #expect(paths.watch.process() == [PathReport(request: request, newest: try paths.newest("d/a"))])
        }
        try File.open(paths.scratch.path("d/a"), O_WRONLY).write(all: [4])
        #expect(paths.changes() == [request])
    }

    @Test func `is told when it goes, comes back, and changes then`() throws {
        let paths = try Paths()
        try paths.scratch.file("d/a", "1")
        let request = paths.request("d/a")
        _ = paths.watch.observe(request)
        unlink(paths.scratch.path("d/a"))
        #expect(paths.watch.process() == [PathReport(request: request, newest: nil)])
        try paths.scratch.file("d/b", "someone else's")
        #expect(paths.changes().isEmpty)
        try paths.scratch.file("d/a", "2")
        #expect(paths.changes() == [request])
        _ = paths.changes()
        try File.open(paths.scratch.path("d/a"), O_WRONLY).write(all: [3])
        #expect(paths.changes() == [request])
    }

    @Test func `may be waited for before any directory of it is there`() throws {
        let paths = try Paths()
        let request = paths.request("x/y/z/a")
        #expect(paths.watch.observe(request) == PathReport(request: request, newest: nil))
        try paths.scratch.directory("x")
        #expect(paths.changes().isEmpty)
        try paths.scratch.directory("x/y/z")
        #expect(paths.changes().isEmpty)
        try paths.scratch.file("x/y/z/a", "1")
        #expect(paths.changes() == [request])
    }

    @Test func `goes with a directory above it`() throws {
        let paths = try Paths()
        try paths.scratch.file("x/y/a", "1")
        let request = paths.request("x/y/a")
        _ = paths.watch.observe(request)
        rename(paths.scratch.path("x"), paths.scratch.path("old"))
        #expect(paths.watch.process() == [PathReport(request: request, newest: nil)])
        try paths.scratch.file("x/y/a", "2")
        #expect(paths.changes() == [request])
    }

    @Test func `is followed through a link, and the link's change is told`() throws {
        let paths = try Paths()
        try paths.scratch.file("a", "1")
        try paths.scratch.file("b", "22")
        symlink("a", paths.scratch.path("link"))
        let request = paths.request("link")
        _ = paths.watch.observe(request)
        try File.open(paths.scratch.path("a"), O_WRONLY).write(all: [3])
        #expect(paths.changes() == [request])
        // Something newer than what the link led to.
        try File.open(paths.scratch.path("b"), O_WRONLY).write(all: [4])
        symlink("b", paths.scratch.path("link.new"))
        rename(paths.scratch.path("link.new"), paths.scratch.path("link"))
        _ = paths.changes()
        try File.open(paths.scratch.path("b"), O_WRONLY).write(all: [5])
        #expect(paths.changes() == [request])
    }

    @Test func `does not wake anyone for its neighbours`() throws {
        let paths = try Paths()
        try paths.scratch.file("d/a", "1")
        _ = paths.watch.observe(paths.request("d/a"))
        try paths.scratch.file("d/b", "1")
        try paths.replace("d/b", "2")
        unlink(paths.scratch.path("d/b"))
        #expect(try !Readiness.wait(for: paths.watch.descriptor, to: .read, until: 0))
    }

    @Test func `is no longer told once it was given up, and others are`() throws {
        let paths = try Paths()
        try paths.scratch.file("a", "1")
        let (mine, same) = (paths.request("a"), paths.request("a", isRecursive: true))
        _ = paths.watch.observe(mine)
        _ = paths.watch.observe(same)
        try File.open(paths.scratch.path("a"), O_WRONLY).write(all: [2])
        #expect(paths.changes() == [mine, same])
        paths.watch.ignore(mine)
        try File.open(paths.scratch.path("a"), O_WRONLY).write(all: [3])
        #expect(paths.changes() == [same])
        paths.watch.ignore(same)
        #expect(paths.changes().isEmpty)
        try File.open(paths.scratch.path("a"), O_WRONLY).write(all: [4])
        #expect(try !Readiness.wait(for: paths.watch.descriptor, to: .read, until: 0))
    }
}

@Suite struct `A watched directory` {
    @Test func `is as new as the newest of itself and its entries`() throws {
        let paths = try Paths()
        try paths.scratch.file("d/a", "1")
        try paths.scratch.file("d/b/c", "1")
        let report = paths.watch.observe(paths.request("d"))
        #expect(try report.newest == paths.newest("d", "d/a", "d/b"))
    }

    @Test func `tells of its entries and of nothing below them`() throws {
        let paths = try Paths()
        try paths.scratch.file("d/b/c", "1")
        let request = paths.request("d")
        _ = paths.watch.observe(request)
        try paths.scratch.file("d/b/c", "2")
        #expect(paths.changes().isEmpty)
        try paths.scratch.file("d/a", "1")
        #expect(paths.watch.process() == [PathReport(request: request, newest: try paths.newest("d", "d/a"))])
        unlink(paths.scratch.path("d/a"))
        #expect(paths.watch.process().first?.newest == (try paths.newest("d")))
    }

    @Test func `that is watched with all below it tells of new directories too`() throws {
        let paths = try Paths()
        try paths.scratch.file("d/b/c", "1")
        let request = paths.request("d", isRecursive: true)
        #expect(try paths.watch.observe(request).newest == paths.newest("d", "d/b", "d/b/c"))
        try paths.scratch.file("d/b/c", "2")
        #expect(paths.changes() == [request])
        // Made before anyone could watch it; what is in it counts all the same.
        try paths.scratch.file("d/new/deep/f", "1")
        #expect(try paths.watch.process().first?.newest == paths.newest("d", "d/new/deep", "d/new/deep/f"))
        try paths.scratch.file("d/new/deep/f", "2")
        #expect(paths.changes() == [request])
    }

    @Test func `that has moved out of a tree is heard no more, and one that moved in is`() throws {
        let paths = try Paths()
        try paths.scratch.file("d/b/c/f", "1")
        try paths.scratch.file("e/g/f", "1")
        let request = paths.request("d", isRecursive: true)
        _ = paths.watch.observe(request)
        rename(paths.scratch.path("d/b"), paths.scratch.path("away"))
        rename(paths.scratch.path("e"), paths.scratch.path("d/e"))
        #expect(paths.changes() == [request])
        #expect(paths.changes().isEmpty)
        try paths.scratch.file("away/c/f", "2")
        #expect(paths.changes().isEmpty)
        try paths.scratch.file("d/e/g/f", "2")
        #expect(paths.changes() == [request])
    }

    @Test func `does not lead out of its tree by links`() throws {
        let paths = try Paths()
        try paths.scratch.file("outside/a", "1")
        try paths.scratch.directory("d")
        symlink("../outside", paths.scratch.path("d/link"))
        let request = paths.request("d", isRecursive: true)
        _ = paths.watch.observe(request)
        try paths.scratch.file("outside/a", "2")
        try paths.scratch.file("outside/b", "2")
        #expect(paths.changes().isEmpty)
        symlink("../outside", paths.scratch.path("d/second"))
        #expect(paths.changes() == [request])
        try paths.scratch.file("outside/c", "3")
        #expect(paths.changes().isEmpty)
    }

    @Test func `that is too large is watched in part, and says so`() throws {
        var limits = PathLimits()
        limits.directories = 4
        let paths = try Paths(limits: limits)
        for number in 1...6 { try paths.scratch.directory("d/\(number)") }
        let request = paths.request("d", isRecursive: true)
        let report = paths.watch.observe(request)
        #expect(report.fault == .tooManyDirectories(limit: 4))
        try paths.scratch.file("d/a", "1")
        #expect(paths.changes() == [request])
    }

    @Test func `that has too many entries is watched in part, and says so`() throws {
        var limits = PathLimits()
        limits.entries = 4
        let paths = try Paths(limits: limits)
        for number in 1...6 { try paths.scratch.file("d/\(number)", "1") }
        let request = paths.request("d")
        #expect(paths.watch.observe(request).fault == .tooManyEntries(limit: 4))
        try paths.scratch.file("d/1", "2")
        #expect(paths.changes() == [request])
    }

    @Test func `that is renamed within its tree is heard at its new place`() throws {
        let paths = try Paths()
        try paths.scratch.file("d/b/c/f", "1")
        try paths.scratch.file("d/other/f", "1")
        let request = paths.request("d", isRecursive: true)
        _ = paths.watch.observe(request)
        rename(paths.scratch.path("d/b"), paths.scratch.path("d/e"))
        rename(paths.scratch.path("d/other"), paths.scratch.path("d/b"))
        #expect(paths.changes() == [request])
        #expect(paths.changes().isEmpty)
        try paths.scratch.file("d/e/c/f", "2")
        #expect(try paths.watch.process().first?.newest == paths.newest("d/e/c/f", "d"))
        try paths.scratch.file("d/b/f", "2")
        #expect(try paths.watch.process().first?.newest == paths.newest("d/b/f", "d"))
    }

    @Test func `is refused when there are too many already`() throws {
        var limits = PathLimits()
        limits.watches = 3
        let paths = try Paths(limits: limits)
        for number in 1...6 { try paths.scratch.directory("d/\(number)") }
        #expect(paths.watch.observe(paths.request("d", isRecursive: true)).fault == .tooManyWatches(limit: 3))
    }
}

@Suite struct `Watched paths` {
    @Test func `of one owner leave room for those of others`() throws {
        var limits = PathLimits()
        limits.watchesPerOwner = 3
        let paths = try Paths(limits: limits)
        for number in 1...6 { try paths.scratch.directory("d/\(number)") }
        let report = paths.watch.observe(paths.request("d", isRecursive: true))
        #expect(report.fault == .tooManyWatches(limit: 3))
        try paths.scratch.file("a", "1")
        let other = WatchedPath(path: paths.scratch.path("a"), owner: UserID(65534), isRecursive: false)
        #expect(paths.watch.observe(other).fault != .tooManyWatches(limit: 3))
    }

    @Test func `are all told when events were lost`() throws {
        let paths = try Paths()
        try paths.scratch.file("a", "1")
        try paths.scratch.directory("d")
        let (file, directory) = (paths.request("a"), paths.request("d"))
        _ = paths.watch.observe(file)
        _ = paths.watch.observe(directory)
        let text = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
        let limit = try #require(Int(text.filter(\.isNumber)))
        // Each of the two is another event than the one before, so that none is merged.
        for _ in 0...(limit / 2) {
            link(paths.scratch.path("a"), paths.scratch.path("d/x"))
            unlink(paths.scratch.path("d/x"))
        }
        #expect(paths.changes() == [file, directory])
        #expect(paths.changes().isEmpty)
        try File.open(paths.scratch.path("a"), O_WRONLY).write(all: [2])
        #expect(paths.changes() == [file])
    }

    @Test func `tell an owner nothing of what they may not read`() throws {
        guard geteuid() == 0 else { return }
        let paths = try Paths()
        try paths.scratch.file("closed/secret", "1")
        chmod(paths.scratch.path("closed"), 0o700)
        try paths.scratch.file("passage/secret", "1", mode: 0o600)
        chmod(paths.scratch.path("passage"), 0o711)
        let names = ["closed/secret", "closed/missing", "closed", "passage/secret", "passage/missing"]
        for name in names {
            let report = paths.watch.observe(paths.request(name, of: Paths.nobody))
            #expect(report.newest == nil)
            guard case .refused(_, EACCES)? = report.fault else {
                Issue.record("\(name): \(String(describing: report.fault))")
                continue
            }
        }
        for name in names {
            try paths.scratch.file(name == "closed" ? "closed/other" : name, "2")
        }
        #expect(paths.changes().isEmpty)
        #expect(paths.watch.observe(paths.request("closed/secret")).newest != nil)
    }

    @Test func `of an owner leave out what others keep closed in their tree`() throws {
        guard geteuid() == 0 else { return }
        let paths = try Paths()
        try paths.scratch.file("d/closed/secret", "1")
        try paths.scratch.file("d/open/f", "1")
        chmod(paths.scratch.path("d/closed"), 0o700)
        let request = paths.request("d", of: Paths.nobody, isRecursive: true)
        #expect(paths.watch.observe(request).fault == nil)
        try paths.scratch.file("d/closed/secret", "2")
        #expect(paths.changes().isEmpty)
        try paths.scratch.file("d/open/f", "2")
        #expect(paths.changes() == [request])
    }

    @Test func `of an owner may be theirs alone`() throws {
        guard geteuid() == 0 else { return }
        let paths = try Paths()
        try paths.scratch.file("home/own", "1", mode: 0o600)
        for name in ["home", "home/own"] { chown(paths.scratch.path(name), 65534, 65534) }
        chmod(paths.scratch.path("home"), 0o700)
        let request = paths.request("home/own", of: Paths.nobody)
        #expect(
            try paths.watch.observe(request) == PathReport(request: request, newest: paths.newest("home/own"))
        )
        try File.open(paths.scratch.path("home/own"), O_WRONLY).write(all: [2])
        #expect(paths.changes() == [request])
    }

    @Test func `of an owner nobody knows are not watched`() throws {
        let paths = try Paths()
        try paths.scratch.file("a", "1")
        let report = paths.watch.observe(paths.request("a", of: UserID(4_000_000_001)))
        #expect(report.fault == .noAccount(UserID(4_000_000_001)))
        #expect(report.newest == nil)
    }

    @Test(arguments: [
        (PathFault.refused(path: "/x", errno: ENOSPC), "fs.inotify.max_user_watches"),
        (.refused(path: "/x", errno: EACCES), "may not read"), (.tooManyDirectories(limit: 5), "only 5"),
    ])
    func `say why they can't be watched`(fault: PathFault, words: String) {
        #expect(fault.description.contains(words))
    }
}
