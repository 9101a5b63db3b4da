// Users' paths as the loop hears of them: by real processes of their owners.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLaunch
import BGRunLinux
import BGRunScheduler
import BGRunTestSupport
import Foundation
import TestConditions
import Testing

@testable import BGRunDaemon

@Suite struct `The source of users' paths` {
    private let bench: ErrandBench
    private let scratch: ScratchDirectory

    init() throws {
        bench = try ErrandBench()
        scratch = bench.scratch
        try scratch.directory("files")
    }

    private func watched(
        _ name: String, of owner: UserID = UserID(geteuid()), isRecursive: Bool = false
    ) -> WatchedPath {
        WatchedPath(path: scratch.path("files/\(name)"), owner: owner, isRecursive: isRecursive)
    }

    private func path(_ name: String, of owner: UserID = UserID(geteuid())) -> Subject {
        .path(OwnedPath(path: scratch.path("files/\(name)"), owner: owner))
    }

    private func newest(_ path: WatchedPath) throws -> WallTime {
        WallTime(microseconds: try File.status(of: path.path).changed)
    }

    private func observe(_ path: WatchedPath) throws -> [Event] {
        bench.surveys.observe(path)
        return try bench.settle()
    }

    private var plan: SurveyPlan? { bench.surveys.owners[UserID(geteuid())]?.plan }

    /// What the loop hears next.
    private func news() throws -> [Event] {
        var events: [Event] = []
        while events.isEmpty { events = try bench.turn() }
        return events + (try bench.settle())
    }

    // B-32 B-42
    @Test(.root) func `looks anew when something is mounted over a path, or taken away`() throws {
        try inNamespaces {
            let bench = try ErrandBench(mounts: "/proc/thread-self/mountinfo")
            try bench.scratch.file("files/a/b", "1")
            let path = Subject.path(OwnedPath(path: bench.scratch.path("files/a/b"), owner: .root))
            _ = bench.surveys.observe(path)
            #expect(try bench.settle() == [.observed(path, .present(true))])
            for (isMounted, value) in [(true, false), (false, true)] {
                let place = bench.scratch.path("files/a")
                if isMounted { try mountEmpty(over: place) } else { try unmount(place) }
                var events: [Event] = []
                while events.isEmpty { events = try bench.turn() }
                #expect(events == [.observed(path, .present(value))])
            }
        }
    }

    // B-22 B-42
    @Test(.root) func `follows a watched path to what is mounted over it, and back`() throws {
        try inNamespaces {
            let bench = try ErrandBench(mounts: "/proc/thread-self/mountinfo")
            let place = try bench.scratch.directory("place")
            try bench.scratch.file("place/below", "1")
            let inbox = WatchedPath(path: "\(place)/inbox", owner: .root, isRecursive: false)
            bench.surveys.observe(inbox)
            #expect(try bench.settle() == [.pathMissing(inbox)])
            func news() throws -> [Event] {
                var events: [Event] = []
                while events.isEmpty { events = try bench.turn() }
                return events + (try bench.settle())
            }
            try mountEmpty(over: place)
            // Nothing was there, and nothing is.
            _ = try bench.turn()
            _ = try bench.settle()
            try bench.scratch.file("place/inbox", "1")
            #expect(try news().contains { if case .pathChanged(inbox, _) = $0 { true } else { false } })
            try unmount(place)
            #expect(try news().contains(.pathMissing(inbox)))
        }
    }

    // B-3 B-42
    @Test(.root) func `leaves mounts alone for a second where one comes upon the other`() throws {
        try inNamespaces {
            let bench = try ErrandBench(mounts: "/proc/thread-self/mountinfo")
            let place = try bench.scratch.directory("place")
            bench.surveys.observe(WatchedPath(path: place, owner: .root, isRecursive: false))
            _ = try bench.settle()
            #expect(bench.surveys.attendAt == nil)
            for _ in 1...2 {
                try mountEmpty(over: place)
                _ = try bench.surveys.news()
                _ = try bench.settle()
            }
            let resume = try #require(bench.surveys.attendAt)
            #expect(resume > .now.advanced(by: .milliseconds(100)))
            try mountEmpty(over: place)
            _ = bench.surveys.attend(at: resume)
            _ = try bench.turn()
            for _ in 1...3 { try unmount(place) }
        }
    }

    // B-22
    @Test func `tells how new a path is, and each change after it`() throws {
        try scratch.file("files/a", "1")
        let path = watched("a")
        #expect(try observe(path) == [.pathFound(path, newest: try newest(path))])
        try scratch.file("files/a", "2")
        #expect(try news() == [.pathChanged(path, newest: try newest(path))])
    }

    // B-3
    @Test func `rests for a second where news come one upon the other, and tells the last of them after it`()
        throws
    {
        try scratch.file("files/a", "1")
        let path = watched("a")
        _ = try observe(path)
        for text in ["2", "3"] {
            #expect(bench.surveys.attendAt == nil)
            try scratch.file("files/a", text)
            #expect(try news() == [.pathChanged(path, newest: try newest(path))])
        }
        let end = try #require(bench.surveys.attendAt)
        #expect((AwakeTime.now...AwakeTime.now.advanced(by: .seconds(1))).contains(end))
        try scratch.file("files/a", "4")
        #expect(try !Readiness.wait(for: bench.surveys.descriptor, to: .read, until: 0), "nobody listens")
        #expect(bench.surveys.attend(at: end).isEmpty)
        #expect(try news() == [.pathChanged(path, newest: try newest(path))])
        bench.surveys.ignore(path)
        _ = try bench.settle()
        #expect(bench.surveys.attendAt == nil)
    }

    // B-32
    @Test func `tells whether a path exists, and of its coming and going`() throws {
        #expect(bench.surveys.observe(path("a")).isEmpty)
        #expect(try bench.settle() == [.observed(path("a"), .present(false))])
        try scratch.file("files/a", "1")
        #expect(try news() == [.observed(path("a"), .present(true))])
        unlink(scratch.path("files/a"))
        #expect(try news() == [.observed(path("a"), .present(false))])
    }

    // B-32 B-42
    @Test func `looks at the next path after the last was given up, while another is watched`() throws {
        #expect(try observe(watched("a")) == [.pathMissing(watched("a"))])
        try scratch.file("files/c", "1")
        for name in ["b", "c", "b"] {
            #expect(bench.surveys.observe(path(name)).isEmpty)
            #expect(try bench.settle() == [.observed(path(name), .present(name == "c"))])
            #expect(bench.surveys.ignore(path(name)).isEmpty)
            #expect(try bench.settle().isEmpty)
        }
    }

    // B-31
    @Test func `tells how much space is free, in one survey with all else that is asked for in a turn`()
        throws
    {
        let place = OwnedPath(path: scratch.path("files"), owner: UserID(geteuid()))
        bench.surveys.read(spaceAt: place)
        bench.surveys.observe(watched("a"))
        _ = bench.surveys.observe(path("b"))
        var (events, errands) = ([Event](), Set<ErrandID>())
        while bench.surveys.isBusy {
            events += try bench.turn()
            for surveys in bench.surveys.owners.values { surveys.errand.map { _ = errands.insert($0) } }
        }
        #expect(errands.count == 1)
        #expect(events.count == 3)
        #expect(events.contains(.observed(path("b"), .present(false))))
        #expect(events.contains(.pathMissing(watched("a"))))
        guard case .observed(.freeSpace(place), .freeSpace(let bytes))? = events.first else {
            Issue.record("\(events)")
            return
        }
        #expect(bytes > 0)
    }

    // B-22 B-32
    @Test(.root) func `looks with the owner's rights, for each owner apart`() throws {
        let other = ErrandBench.person
        try scratch.file("files/own/a", "1")
        chmod(scratch.path("files/own"), 0o700)
        bench.surveys.observe(watched("own/a"))
        bench.surveys.observe(watched("own/a", of: other))
        _ = bench.surveys.observe(path("own/a", of: other))
        let events = try bench.settle()
        #expect(events.contains(.pathFound(watched("own/a"), newest: try newest(watched("own/a")))))
        let refused = events.filter { event in
            switch event {
            case .pathUnwatchable(watched("own/a", of: other), let reason, isInPart: false),
                .observed(path("own/a", of: other), .unknown(let reason)):
                reason.contains("may not read it")
            case _: false
            }
        }
        #expect(refused.count == 2)
        #expect(events.count == 3)
        try scratch.file("files/own/a", "2")
        #expect(try news() == [.pathChanged(watched("own/a"), newest: try newest(watched("own/a")))])
    }

    @Test(.root) func `says why no process can look, and tries again later`() throws {
        let nobody = UserID(4_000_000_001)
        let events = try observe(watched("a", of: nobody))
        guard case .pathUnwatchable(watched("a", of: nobody), let reason, isInPart: false)? = events.first
        else {
            Issue.record("\(events)")
            return
        }
        #expect(reason.contains("4000000001"))
        let again = try #require(bench.surveys.attendAt)
        #expect(
            (AwakeTime.now.advanced(by: .seconds(50))...AwakeTime.now.advanced(by: .seconds(61))).contains(
                again))
    }

    // B-22 B-31 B-32 B-42
    @Test(.muteMount) func `is held up by no path that does not answer`() throws {
        let mute = try MuteMount(at: scratch.path("files/mute"))
        try scratch.file("files/a", "1")
        let inside = WatchedPath(path: "\(mute.path)/x", owner: UserID(geteuid()), isRecursive: false)
        let tree = watched("", isRecursive: true)
        let space = OwnedPath(path: mute.path, owner: UserID(geteuid()))
        for path in [watched("a"), inside] { bench.surveys.observe(path) }
        bench.surveys.read(spaceAt: space)
        _ = bench.surveys.observe(path("a"))
        // The look at the mount's space comes first, and has no end.
        var events: [Event] = []
        while plan?.looking != mute.path { events += try bench.turn() }
        #expect(events.isEmpty)
        events += bench.surveys.attend(at: .now.advanced(by: SurveyPlan.patience))
        while events.isEmpty { events += try bench.turn() }
        let unknown = "can't look at \(mute.path), because its file system does not answer"
        #expect(events == [.observed(.freeSpace(space), .unknown(unknown))])
        // The mount is known now, and all else is looked at.
        let rest = try bench.settle()
        #expect(rest.contains(.observed(path("a"), .present(true))))
        #expect(rest.contains(.pathFound(watched("a"), newest: try newest(watched("a")))))
        #expect(rest.contains(.pathUnwatchable(inside, reason: unknown)))
        #expect(rest.count == 3)
        // A tree with the mount in it is watched but for that.
        let found = try observe(tree)
        guard case .pathFound(tree, _)? = found.first,
            found.last == .pathUnwatchable(tree, reason: unknown, isInPart: true)
        else {
            Issue.record("\(found)")
            return
        }
        try scratch.file("files/b", "1")
        #expect(try news().contains { if case .pathChanged(tree, _) = $0 { true } else { false } })
    }
}
