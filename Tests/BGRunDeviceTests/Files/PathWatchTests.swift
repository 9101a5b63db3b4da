// A change of a path is seen however it is made, and only by who may see it.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import Glibc
import TestConditions
import Testing

@testable import BGRunDevice

/// A scratch directory that everyone may pass, with a watch on things in it. Each look is a new watch's, which goes on
/// with what the one before it has put down.
private final class Paths {
    static let us = UserID(geteuid())
    static let nobody = UserID(65534)
    let scratch: ScratchDirectory
    let queue: Inotify
    private let limits: PathLimits
    private let owner: UserID
    private var state: JSONValue?

    init(limits: PathLimits = PathLimits(), of owner: UserID = us) throws {
        scratch = try ScratchDirectory()
        chmod(scratch.path, 0o755)
        queue = try Inotify()
        self.limits = limits
        self.owner = owner
    }

    private func withWatch<Result>(_ body: (PathWatch) -> Result) -> Result {
        withFiles(of: owner.rawValue) {
            let watch = PathWatch(
                Inotify(owning: FileDescriptor(owning: dup(queue.descriptor.rawValue))), limits: limits)
            do {
                // As it is read from the memory of a survey.
                if let state {
                    try watch.resume(JSONField(JSONValue(parsing: state.text(), limits: .message)), as: owner)
                }
            } catch {
                Issue.record("\(error)")
            }
            defer { state = watch.state }
            return body(watch)
        }
    }

    func observe(_ path: WatchedPath) -> PathReport { withWatch { $0.observe(path) } }
    func ignore(_ path: WatchedPath) { withWatch { $0.ignore(path) } }
    func process() -> [PathReport] { withWatch { $0.process() } }
    var isScarce: Bool { withWatch(\.isScarce) }
    func processAll() -> [PathReport] { withWatch { $0.processAll() } }

    /// How many files and directories the kernel watches.
    func watched() throws -> Int {
        try String(contentsOfFile: "/proc/self/fdinfo/\(queue.descriptor.rawValue)", encoding: .utf8)
            .split(separator: "\n").count { $0.hasPrefix("inotify") }
    }

    func request(_ name: String, isRecursive: Bool = false) -> WatchedPath {
        WatchedPath(path: scratch.path(name), owner: owner, isRecursive: isRecursive)
    }

    /// What inotify has to tell is there when the change returns: no waiting.
    func changes() -> [WatchedPath] { process().map(\.request) }

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
        let report = paths.observe(paths.request("a"))
        #expect(report == PathReport(request: paths.request("a"), newest: try paths.newest("a")))
        #expect(paths.changes().isEmpty)
    }

    @Test func `is told once it is written and closed, once for many times`() throws {
        let paths = try Paths()
        try paths.scratch.file("d/a", "1")
        let request = paths.request("d/a")
        let first = paths.observe(request)
        let file = try File.open(paths.scratch.path("d/a"), O_WRONLY)
        try file.write(all: [1])
        #expect(paths.changes().isEmpty)
        do { _ = consume file }
        for _ in 1...3 { try File.open(paths.scratch.path("d/a"), O_WRONLY).write(all: [2]) }
        let reports = paths.process()
        #expect(reports == [PathReport(request: request, newest: try paths.newest("d/a"))])
        #expect(try #require(reports.first?.newest) >= #require(first.newest))
        #expect(paths.changes().isEmpty)
    }

    @Test func `is told when another takes its place, again and again`() throws {
        let paths = try Paths()
        try paths.scratch.file("d/a", "1")
        let request = paths.request("d/a")
        _ = paths.observe(request)
        for text in ["2", "3"] {
            try paths.replace("d/a", text)
            #expect(paths.process() == [PathReport(request: request, newest: try paths.newest("d/a"))])
        }
        try File.open(paths.scratch.path("d/a"), O_WRONLY).write(all: [4])
        #expect(paths.changes() == [request])
    }

    @Test func `is told when it goes, comes back, and changes then`() throws {
        let paths = try Paths()
        try paths.scratch.file("d/a", "1")
        let request = paths.request("d/a")
        _ = paths.observe(request)
        unlink(paths.scratch.path("d/a"))
        #expect(paths.process() == [PathReport(request: request, newest: nil)])
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
        #expect(paths.observe(request) == PathReport(request: request, newest: nil))
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
        _ = paths.observe(request)
        rename(paths.scratch.path("x"), paths.scratch.path("old"))
        #expect(paths.process() == [PathReport(request: request, newest: nil)])
        try paths.scratch.file("x/y/a", "2")
        #expect(paths.changes() == [request])
    }

    @Test func `is followed through a link, and the link's change is told`() throws {
        let paths = try Paths()
        try paths.scratch.file("a", "1")
        try paths.scratch.file("b", "22")
        symlink("a", paths.scratch.path("link"))
        let request = paths.request("link")
        _ = paths.observe(request)
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

    @Test func `is followed through links in the middle of its way, and where a link leads to nothing yet`()
        throws
    {
        let paths = try Paths()
        for name in ["v1", "v2"] { try paths.scratch.file("\(name)/a", "1") }
        symlink("v1", paths.scratch.path("current"))
        symlink("current/later", paths.scratch.path("dangling"))
        let (file, dangling) = (paths.request("current/a"), paths.request("dangling"))
        _ = paths.observe(file)
        #expect(paths.observe(dangling) == PathReport(request: dangling, newest: nil))
        symlink("v2", paths.scratch.path("next"))
        // Something newer than what the link led to.
        try File.open(paths.scratch.path("v2/a"), O_WRONLY).write(all: [2])
        rename(paths.scratch.path("next"), paths.scratch.path("current"))
        #expect(paths.changes() == [file])
        try File.open(paths.scratch.path("v2/a"), O_WRONLY).write(all: [3])
        #expect(paths.changes() == [file])
        try paths.scratch.file("v2/later", "1")
        #expect(paths.changes() == [dangling])
    }

    // B-22
    @Test func `that ends in a slash and is no directory says so, until one is there`() throws {
        let paths = try Paths()
        try paths.scratch.file("a", "1")
        let request = paths.request("a/")
        let fault = PathFault.noDirectory(paths.scratch.path("a"))
        #expect(paths.observe(request) == PathReport(request: request, newest: nil, fault: fault))
        try paths.scratch.file("b", "1")
        #expect(paths.changes().isEmpty)
        unlink(paths.scratch.path("a"))
        #expect(paths.process() == [PathReport(request: request, newest: nil)])
        try paths.scratch.directory("a")
        #expect(paths.process() == [PathReport(request: request, newest: try paths.newest("a"))])
        try paths.scratch.file("a/b", "1")
        #expect(paths.changes() == [request])
    }

    // B-22
    @Test func `below what is no directory says so, until that gives way`() throws {
        let paths = try Paths()
        try paths.scratch.file("a", "1")
        let request = paths.request("a/b")
        #expect(paths.observe(request).fault == .noDirectory(paths.scratch.path("a")))
        rename(paths.scratch.path("a"), paths.scratch.path("old"))
        #expect(paths.process() == [PathReport(request: request, newest: nil)])
        try paths.scratch.file("a/b", "1")
        #expect(paths.process() == [PathReport(request: request, newest: try paths.newest("a/b"))])
    }

    // B-22
    @Test func `behind links that lead in a circle says so, until one of them leads elsewhere`() throws {
        let paths = try Paths()
        try paths.scratch.file("d/a", "1")
        symlink("two", paths.scratch.path("one"))
        symlink("one", paths.scratch.path("two"))
        let request = paths.request("one/a")
        #expect(paths.observe(request).fault == .loop(request.path))
        #expect(paths.changes().isEmpty)
        symlink("d", paths.scratch.path("new"))
        rename(paths.scratch.path("new"), paths.scratch.path("two"))
        #expect(paths.process() == [PathReport(request: request, newest: try paths.newest("d/a"))])
        try File.open(paths.scratch.path("d/a"), O_WRONLY).write(all: [2])
        #expect(paths.changes() == [request])
    }

    @Test func `does not wake anyone for its neighbours`() throws {
        let paths = try Paths()
        try paths.scratch.file("d/a", "1")
        _ = paths.observe(paths.request("d/a"))
        try paths.scratch.file("d/b", "1")
        try paths.replace("d/b", "2")
        unlink(paths.scratch.path("d/b"))
        #expect(try !Readiness.wait(for: paths.queue.descriptor.rawValue, to: .read, until: 0))
    }

    @Test func `is no longer told once it was given up, and others are`() throws {
        let paths = try Paths()
        try paths.scratch.file("a", "1")
        let (mine, same) = (paths.request("a"), paths.request("a", isRecursive: true))
        _ = paths.observe(mine)
        _ = paths.observe(same)
        try File.open(paths.scratch.path("a"), O_WRONLY).write(all: [2])
        #expect(paths.changes() == [mine, same])
        paths.ignore(mine)
        try File.open(paths.scratch.path("a"), O_WRONLY).write(all: [3])
        #expect(paths.changes() == [same])
        paths.ignore(same)
        #expect(paths.changes().isEmpty)
        try File.open(paths.scratch.path("a"), O_WRONLY).write(all: [4])
        #expect(try !Readiness.wait(for: paths.queue.descriptor.rawValue, to: .read, until: 0))
    }
}

@Suite struct `A watched directory` {
    @Test func `is as new as the newest of itself and its entries`() throws {
        let paths = try Paths()
        try paths.scratch.file("d/a", "1")
        try paths.scratch.file("d/b/c", "1")
        let report = paths.observe(paths.request("d"))
        #expect(try report.newest == paths.newest("d", "d/a", "d/b"))
    }

    @Test func `tells of its entries and of nothing below them`() throws {
        let paths = try Paths()
        try paths.scratch.file("d/b/c", "1")
        let request = paths.request("d")
        _ = paths.observe(request)
        try paths.scratch.file("d/b/c", "2")
        #expect(paths.changes().isEmpty)
        try paths.scratch.file("d/a", "1")
        #expect(paths.process() == [PathReport(request: request, newest: try paths.newest("d", "d/a"))])
        unlink(paths.scratch.path("d/a"))
        #expect(paths.process().first?.newest == (try paths.newest("d")))
    }

    @Test func `that is watched with all below it tells of new directories too`() throws {
        let paths = try Paths()
        try paths.scratch.file("d/b/c", "1")
        let request = paths.request("d", isRecursive: true)
        #expect(try paths.observe(request).newest == paths.newest("d", "d/b", "d/b/c"))
        try paths.scratch.file("d/b/c", "2")
        #expect(paths.changes() == [request])
        // Made before anyone could watch it; what is in it counts all the same.
        try paths.scratch.file("d/new/deep/f", "1")
        #expect(try paths.process().first?.newest == paths.newest("d", "d/new/deep", "d/new/deep/f"))
        try paths.scratch.file("d/new/deep/f", "2")
        #expect(paths.changes() == [request])
    }

    @Test func `that has moved out of a tree is heard no more, and one that moved in is`() throws {
        let paths = try Paths()
        try paths.scratch.file("d/b/c/f", "1")
        try paths.scratch.file("e/g/f", "1")
        let request = paths.request("d", isRecursive: true)
        _ = paths.observe(request)
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
        _ = paths.observe(request)
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
        let report = paths.observe(request)
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
        #expect(paths.observe(request).fault == .tooManyEntries(limit: 4))
        try paths.scratch.file("d/1", "2")
        #expect(paths.changes() == [request])
    }

    @Test func `that is renamed within its tree is heard at its new place`() throws {
        let paths = try Paths()
        try paths.scratch.file("d/b/c/f", "1")
        try paths.scratch.file("d/other/f", "1")
        let request = paths.request("d", isRecursive: true)
        _ = paths.observe(request)
        rename(paths.scratch.path("d/b"), paths.scratch.path("d/e"))
        rename(paths.scratch.path("d/other"), paths.scratch.path("d/b"))
        #expect(paths.changes() == [request])
        #expect(paths.changes().isEmpty)
        try paths.scratch.file("d/e/c/f", "2")
        #expect(try paths.process().first?.newest == paths.newest("d/e/c/f", "d"))
        try paths.scratch.file("d/b/f", "2")
        #expect(try paths.process().first?.newest == paths.newest("d/b/f", "d"))
    }

    @Test func `is refused when there are too many already`() throws {
        var limits = PathLimits()
        limits.watches = 3
        let paths = try Paths(limits: limits)
        for number in 1...6 { try paths.scratch.directory("d/\(number)") }
        #expect(paths.observe(paths.request("d", isRecursive: true)).fault == .tooManyWatches(limit: 3))
        #expect(paths.isScarce)
    }

    // B-22
    @Test func `is watched once there is room`() throws {
        var limits = PathLimits()
        limits.watches = 12
        let paths = try Paths(limits: limits)
        for number in 1...6 {
            try paths.scratch.directory("d/\(number)")
            try paths.scratch.directory("e/\(number)")
        }
        let (first, second) = (paths.request("d", isRecursive: true), paths.request("e", isRecursive: true))
        #expect(paths.observe(first).fault == nil)
        #expect(paths.observe(second).fault == .tooManyWatches(limit: 12))
        paths.ignore(first)
        #expect(paths.processAll().map(\.fault) == [nil])
        #expect(!paths.isScarce)
        try paths.scratch.file("e/6/a", "1")
        #expect(paths.changes() == [second])
    }
}

@Suite struct `Watched paths` {
    // B-42
    @Test func `that are looked at anew tell only what is another than before`() throws {
        let paths = try Paths()
        try paths.scratch.file("a", "1")
        try paths.scratch.directory("d")
        let (file, directory) = (paths.request("a"), paths.request("d"))
        _ = paths.observe(file)
        _ = paths.observe(directory)
        let watched = try paths.watched()
        #expect(paths.processAll().isEmpty)
        #expect(try paths.watched() == watched)
        try paths.scratch.file("a", "2")
        #expect(paths.processAll() == [PathReport(request: file, newest: try paths.newest("a"))])
        #expect(paths.processAll().isEmpty)
    }

    @Test func `are all told when events were lost`() throws {
        let paths = try Paths()
        try paths.scratch.file("a", "1")
        try paths.scratch.directory("d")
        let (file, directory) = (paths.request("a"), paths.request("d"))
        _ = paths.observe(file)
        _ = paths.observe(directory)
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

    @Test(.root) func `tell an owner nothing of what they may not read`() throws {
        let paths = try Paths(of: Paths.nobody)
        try paths.scratch.file("closed/secret", "1")
        chmod(paths.scratch.path("closed"), 0o700)
        try paths.scratch.file("passage/secret", "1", mode: 0o600)
        chmod(paths.scratch.path("passage"), 0o711)
        let names = ["closed/secret", "closed/missing", "closed", "passage/secret", "passage/missing"]
        for name in names {
            let report = paths.observe(paths.request(name))
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
    }

    // B-22
    @Test(.root) func `are heard no more by who has lost the right to read them, and again by who is let in`()
        throws
    {
        let paths = try Paths(of: Paths.nobody)
        try paths.scratch.file("home/open/file", "1")
        try paths.scratch.file("home/tree/d/f", "1")
        let file = paths.request("home/open/file")
        let tree = paths.request("home/tree", isRecursive: true)
        #expect(paths.observe(file).fault == nil)
        #expect(paths.observe(tree).fault == nil)
        chmod(paths.scratch.path("home"), 0o700)
        // Unseen until something happens: the kernel goes on telling.
        try File.open(paths.scratch.path("home/open/file"), O_WRONLY).write(all: [2])
        try paths.scratch.file("home/tree/d/g", "1")
        let lost = paths.process()
        #expect(lost.map(\.request) == [file, tree])
        for report in lost {
            #expect(report.newest == nil)
            #expect(report.fault?.isClosed == true)
        }
        try File.open(paths.scratch.path("home/open/file"), O_WRONLY).write(all: [3])
        #expect(paths.changes().isEmpty)
        chmod(paths.scratch.path("home"), 0o755)
        let seen = paths.process()
        #expect(seen.map(\.request) == [file, tree])
        #expect(seen.allSatisfy { $0.isFirst && $0.fault == nil && $0.newest != nil })
        try File.open(paths.scratch.path("home/open/file"), O_WRONLY).write(all: [4])
        #expect(paths.changes() == [file])
    }

    // B-22
    @Test func `that lead to one tree watch it once`() throws {
        let paths = try Paths()
        for number in 0..<20 { try paths.scratch.file("tree/d\(number)/f", "1") }
        try paths.scratch.directory("links")
        _ = paths.observe(paths.request("tree", isRecursive: true))
        let alone = try paths.watched()
        let links = (0..<30).map { paths.request("links/\($0)", isRecursive: true) }
        for link in links {
            symlink("../tree", link.path)
            #expect(try paths.observe(link).newest == paths.newest("tree", "tree/d19", "tree/d19/f"))
        }
        // Each link itself, and the directory they are in.
        #expect(try paths.watched() <= alone + links.count + 1)
        try paths.scratch.file("tree/d7/g", "1")
        #expect(paths.changes().suffix(links.count) == links[...])
        rename(paths.scratch.path("tree"), paths.scratch.path("away"))
        #expect(paths.process().suffix(links.count).allSatisfy { $0.newest == nil })
        rename(paths.scratch.path("away"), paths.scratch.path("tree"))
        #expect(paths.process().suffix(links.count).allSatisfy { $0.newest != nil })
        for link in links { paths.ignore(link) }
        paths.ignore(paths.request("tree", isRecursive: true))
        #expect(try paths.watched() == 0)
    }

    @Test(.root) func `of an owner leave out what others keep closed in their tree`() throws {
        let paths = try Paths(of: Paths.nobody)
        try paths.scratch.file("d/closed/secret", "1")
        try paths.scratch.file("d/open/f", "1")
        chmod(paths.scratch.path("d/closed"), 0o700)
        let request = paths.request("d", isRecursive: true)
        #expect(paths.observe(request).fault == nil)
        try paths.scratch.file("d/closed/secret", "2")
        #expect(paths.changes().isEmpty)
        try paths.scratch.file("d/open/f", "2")
        #expect(paths.changes() == [request])
    }

    @Test(.root) func `of an owner may be theirs alone`() throws {
        let paths = try Paths(of: Paths.nobody)
        try paths.scratch.file("home/own", "1", mode: 0o600)
        for name in ["home", "home/own"] { chown(paths.scratch.path(name), 65534, 65534) }
        chmod(paths.scratch.path("home"), 0o700)
        let request = paths.request("home/own")
        #expect(
            try paths.observe(request) == PathReport(request: request, newest: paths.newest("home/own"))
        )
        try File.open(paths.scratch.path("home/own"), O_WRONLY).write(all: [2])
        #expect(paths.changes() == [request])
    }

    @Test(arguments: [
        (PathFault.refused(path: "/x", errno: ENOSPC), "fs.inotify.max_user_watches"),
        (.refused(path: "/x", errno: EACCES), "may not read"), (.tooManyDirectories(limit: 5), "only 5"),
    ])
    func `say why they can't be watched`(fault: PathFault, words: String) {
        #expect(fault.description.contains(words))
    }
}
