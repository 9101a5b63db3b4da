// Whether a path exists is seen however it comes and goes, and only by who may see it.
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import TestConditions
import Testing

@testable import BGRunDevice

// B-32
@Suite struct `A path that is asked for` {
    @Test func `is told at once, and when it comes and goes`() throws {
        let place = try Place()
        try place.scratch.file("a", "1")
        #expect(place.observe("a") == .present(true))
        #expect(place.observe("b") == .present(false))
        try place.remove("a")
        #expect(try place.news() == [.present(false)])
        try place.scratch.directory("a")
        #expect(try place.news() == [.present(true)])
        place.move("a", "b")
        let news = try #require(try place.wake())
        #expect(news.map(\.0) == [.path(place.path("a")), .path(place.path("b"))])
        #expect(news.map(\.1) == [.present(false), .present(true)])
    }

    @Test func `is waited for before any directory of it is there, and goes with each of them`() throws {
        let place = try Place()
        #expect(place.observe("x/y/z/a") == .present(false))
        try place.scratch.file("x/y/z/a", "1")
        #expect(try place.news() == [.present(true)])
        place.move("x", "old")
        #expect(try place.news() == [.present(false)])
        place.move("old", "x")
        #expect(try place.news() == [.present(true)])
        try place.remove("x")
        #expect(try place.news() == [.present(false)])
        try place.scratch.directory("x/y/z")
        #expect(try place.news().isEmpty)
        try place.scratch.file("x/y/z/a", "1")
        #expect(try place.news() == [.present(true)])
    }

    @Test func `is found again where its directory is made anew while somebody sits in the old one`() throws {
        let place = try Place()
        try place.scratch.file("x/y/a", "1")
        #expect(place.observe("x/y/a") == .present(true))
        let x = try Directory(path: place.scratch.path("x"))
        let y = try Directory(path: place.scratch.path("x/y"))
        for step in ["x/y/a", "x/y", "x"] {
            try place.remove(step)
            #expect(try place.news() == (step == "x/y/a" ? [.present(false)] : []))
        }
        for step in ["x", "x/y"] {
            try place.scratch.directory(step)
            #expect(try place.news().isEmpty)
        }
        try place.scratch.file("x/y/a", "2")
        #expect(try place.news() == [.present(true)])
        #expect(x.descriptor.rawValue != y.descriptor.rawValue)
    }

    @Test func `wakes nobody for its contents or its neighbours, nor for what is above it`() throws {
        let place = try Place()
        try place.scratch.file("d/e/a", "1")
        try place.scratch.file("d/e/b", "1")
        #expect(place.observe("d/e/a") == .present(true))
        #expect(place.observe("d/x") == .present(false))
        try place.scratch.file("d/e/a", "2")
        try place.scratch.file("d/e/c", "1")
        try place.scratch.file("d/e/b", "2")
        try place.scratch.file("other/a", "1")
        #expect(try place.isQuiet())
        try place.scratch.file("d/y", "1")
        #expect(try #require(try place.wake()).isEmpty, "a neighbour's name is heard where one is waited for")
        place.watch.ignore(place.path("d/x"))
        try place.scratch.file("d/z", "1")
        try place.remove("other")
        #expect(try place.isQuiet(), "what was waited for is no longer")
        #expect(place.observe("d/e") == .present(true))
        try place.scratch.file("d/e/a3", "1")
        #expect(try place.isQuiet())
    }

    @Test func `is what links lead to, and each link on the way is followed`() throws {
        let place = try Place()
        try place.scratch.file("v1/a", "1")
        try place.scratch.directory("v2")
        try place.link("v1", "current")
        try place.link("current/a", "a")
        #expect(place.observe("a") == .present(true))
        try place.link(place.scratch.path("v2"), "current")
        #expect(try place.news() == [.present(false)])
        try place.scratch.file("v2/a", "1")
        #expect(try place.news() == [.present(true)])
        try place.link("../nowhere/../x", "a")
        #expect(try place.news() == [.present(false)])
        try place.link("a", "a")
        #expect(try place.news().isEmpty)
        try place.link("./v1/../v1/a", "a")
        #expect(try place.news() == [.present(true)])
    }

    @Test func `is not there behind a file, and is found once that is a directory`() throws {
        let place = try Place()
        try place.scratch.file("x", "1")
        #expect(place.observe("x/a") == .present(false))
        try place.remove("x")
        #expect(try place.news().isEmpty)
        try place.scratch.file("x/a", "1")
        #expect(try place.news() == [.present(true)])
    }

    @Test(.root) func `is unknown where its owner may not look, and nothing is told of it`() throws {
        let place = try Place(of: Place.nobody)
        try place.scratch.file("own/a", "1")
        chmod(place.scratch.path("own"), 0o700)
        for name in ["own/a", "own/b"] {
            guard case .unknown(let reason) = place.observe(name) else {
                Issue.record("\(name) is told")
                return
            }
            #expect(reason.contains("may not read it"))
        }
        try place.remove("own/a")
        try place.scratch.file("own/b", "1")
        #expect(try place.news().isEmpty)
        // A directory that may be passed and not read can't be watched.
        chmod(place.scratch.path("own"), 0o711)
        #expect(try #require(try place.wake()).isEmpty == false, "for another reason")
        chmod(place.scratch.path("own"), 0o755)
        #expect(try place.news() == [.present(false), .present(true)], "its owner was let in")
        chmod(place.scratch.path("own"), 0o711)
        guard case .unknown = place.observe("own/b") else {
            Issue.record("what can't be watched is told")
            return
        }
        // On the way it may be so.
        try place.scratch.file("own/open/a", "1")
        #expect(place.observe("own/open/a") == .present(true))
        try place.remove("own/open/a")
        #expect(try place.news() == [.present(false)])
    }

    @Test func `is unknown where more is asked for than is watched`() throws {
        var limits = PathLimits()
        limits.watches = 2
        let place = try Place(limits: limits)
        guard case .unknown(let reason) = place.observe("x/y/z") else {
            Issue.record("it is told")
            return
        }
        #expect(reason.contains("2 files and directories"))
    }

    @Test func `is unknown where changes are not told, and on a way without an end`() throws {
        let place = try Place()
        guard
            case .unknown(let reason) = place.watch.observe(OwnedPath(path: "/proc/self/fd", owner: Place.us))
        else {
            Issue.record("it is told")
            return
        }
        #expect(
            reason
                == "can't watch what is in /proc, because a proc file system does not tell of all changes"
        )
        #expect(place.watch.observe(OwnedPath(path: "/proc", owner: Place.us)) == .present(true))
        #expect(place.watch.observe(OwnedPath(path: "/", owner: Place.us)) == .present(true))
        let long = String(repeating: "d/", count: 400)
        try place.scratch.directory(String(repeating: "d/", count: 300))
        guard case .unknown = place.observe(long) else {
            Issue.record("it is told")
            return
        }
        #expect(place.observe(String(repeating: "n", count: 300)) == .present(false))
    }

    @Test(.root) func `comes and goes with a file system that is mounted on the way`() throws {
        try inNamespaces {
            let place = try Place(mounts: "/proc/thread-self/mountinfo")
            let disk = try place.scratch.directory("disk")
            #expect(place.observe("disk/flag") == .present(false))
            #expect(place.observe("disk") == .present(true))
            try mountEmpty(over: disk)
            #expect(try place.news().isEmpty)
            try place.scratch.file("disk/flag", "1")
            #expect(try place.news() == [.present(true)])
            typealias Unmount = @convention(c) (UnsafePointer<CChar>, CInt) -> CInt
            #expect(unsafeBitCast(dlsym(nil, "umount2"), to: Unmount.self)(disk, 2) == 0)
            #expect(try place.news() == [.present(false)])
        }
    }

    @Test(.root) func `is not looked at behind a mount whose news was not taken yet`() throws {
        try inNamespaces {
            let place = try Place(mounts: "/proc/thread-self/mountinfo")
            let disk = try place.scratch.directory("disk")
            #expect(place.observe("other") == .present(false))
            try mountKernelTree(over: disk)
            guard case .unknown(let reason) = place.observe("disk/self") else {
                Issue.record("it is told")
                return
            }
            #expect(reason.contains("a proc file system"))
            #expect(try #require(try place.wake()).isEmpty, "the news is there all the same")
        }
    }

    @Test func `goes on being followed by another watch`() throws {
        let place = try Place()
        try place.scratch.file("d/a", "1")
        try place.link("d", "current")
        #expect(place.observe("d/a") == .present(true))
        #expect(place.observe("current/b") == .present(false))
        let next = try place.successor()
        #expect(next.process().isEmpty)
        try place.remove("d/a")
        try place.scratch.file("d/b", "1")
        let news = next.process()
        #expect(news.map(\.0) == [.path(place.path("d/a")), .path(place.path("current/b"))])
        #expect(news.map(\.1) == [.present(false), .present(true)])
        next.ignore(place.path("d/a"))
        next.ignore(place.path("current/b"))
        try place.remove("d")
        #expect(next.processAll().isEmpty)
        #expect(next.isEmpty)
    }

    @Test func `is no longer told once it is given up, and nothing of it is left`() throws {
        let place = try Place()
        for name in ["a", "d/a", "d/b"] { _ = place.observe(name) }
        for name in ["a", "d/a"] { place.watch.ignore(place.path(name)) }
        try place.scratch.file("d/b", "1")
        #expect(try place.news() == [.present(true)])
        place.watch.ignore(place.path("d/b"))
        #expect(place.watch.isEmpty)
        try place.remove("d")
        try place.scratch.file("a", "1")
        #expect(try place.news().isEmpty)
    }

    @Test func `is looked at anew when the kernel has lost count`() throws {
        let place = try Place()
        #expect(place.observe("a") == .present(false))
        let most = try #require(
            Int(
                try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
                    .trimmingCharacters(in: .whitespacesAndNewlines)))
        let (one, other) = (place.scratch.path("n1"), place.scratch.path("n2"))
        try place.scratch.file("n1", "1")
        for _ in 0...(most / 2) {
            rename(one, other)
            rename(other, one)
        }
        try place.scratch.file("a", "1")
        #expect(try place.news() == [.present(true)])
        #expect(try place.news().isEmpty)
    }
}
