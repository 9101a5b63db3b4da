// Watched paths as the loop hears of them.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLinux
import BGRunScheduler
import BGRunTestSupport
import Foundation
import Testing

@testable import BGRunDaemon

@Suite struct `The source of watched paths` {
    private let scratch: ScratchDirectory
    private let queue: EventQueue

    init() throws {
        scratch = try ScratchDirectory()
        chmod(scratch.path, 0o755)
        queue = try EventQueue()
    }

    private var post: Post { Post(queue: queue, token: 7) }

    private func request(
        _ name: String, of owner: UserID = UserID(geteuid()), isRecursive: Bool = false
    ) -> WatchedPath {
        WatchedPath(path: scratch.path(name), owner: owner, isRecursive: isRecursive)
    }

    private func newest(_ request: WatchedPath) throws -> WallTime {
        WallTime(microseconds: try File.status(of: request.path).changed)
    }

    private func changed(_ request: WatchedPath) throws -> Event {
        .pathChanged(request, newest: try newest(request))
    }

    /// What the loop would hear by now.
    private func news(_ source: PathSource) throws -> [Event] {
        var ready: [EventQueue.Ready] = []
        try queue.wait(into: &ready, timeout: 0)
        #expect(ready.allSatisfy { $0.token == post.token })
        return ready.isEmpty ? [] : source.news()
    }

    // B-22
    @Test func `tells how new a path is at once, and each change after it`() throws {
        let source = PathSource(at: post)
        try scratch.file("a", "1")
        #expect(source.observe(request("a")) == [.pathFound(request("a"), newest: try newest(request("a")))])
        #expect(try news(source).isEmpty)
        try scratch.file("a", "2")
        #expect(try news(source) == [try changed(request("a"))])
        try scratch.file("a.new", "3")
        try #require(rename(scratch.path("a.new"), scratch.path("a")) == 0)
        #expect(try news(source).last == (try changed(request("a"))))
    }

    // B-3
    @Test func `rests for a second where news come one upon the other, and tells the last of them after it`()
        throws
    {
        let source = PathSource(at: post)
        try scratch.file("a", "1")
        _ = source.observe(request("a"))
        try scratch.file("a", "2")
        #expect(try news(source) == [try changed(request("a"))])
        #expect(source.attendAt == nil)
        try scratch.file("a", "3")
        let before = AwakeTime.now
        #expect(try news(source) == [try changed(request("a"))])
        let end = try #require(source.attendAt)
        #expect((before...AwakeTime.now).contains(end.advanced(by: .seconds(-1))))
        try scratch.file("a", "4")
        #expect(source.attend(at: AwakeTime(microseconds: end.microseconds - 1)).isEmpty)
        #expect(try news(source).isEmpty, "nobody listens")
        #expect(source.attend(at: end).isEmpty)
        #expect(source.attendAt == nil)
        #expect(try news(source) == [try changed(request("a"))])
        source.ignore(request("a"))
        #expect(source.attendAt == nil)
    }

    // B-22
    @Test func `has no news of what is not there until it is made`() throws {
        let source = PathSource(at: post)
        #expect(source.observe(request("d/a")).isEmpty)
        try scratch.file("d/a", "1")
        // The directory came first; what is in it may be told with it or after it.
        var events = try news(source)
        for _ in 0..<8 where events.last != (try changed(request("d/a"))) { events += try news(source) }
        #expect(events.last == (try changed(request("d/a"))))
    }

    // B-22
    @Test func `says why a path can't be watched, and keeps what it is from who may not read it`() throws {
        guard geteuid() == 0 else { return }
        let source = PathSource(at: post)
        try scratch.file("own/a", "1")
        chmod(scratch.path("own"), 0o700)
        let request = request("own/a", of: UserID(65534))
        let events = source.observe(request)
        guard case .pathUnwatchable(request, let reason)? = events.first, events.count == 1 else {
            Issue.record("\(events)")
            return
        }
        #expect(reason.contains("may not read it"))
        try scratch.file("own/a", "2")
        #expect(try news(source).isEmpty)
    }

    // B-22
    @Test func `tells the changes it sees also of a tree that is too large to see all of them`() throws {
        var limits = PathLimits()
        limits.directories = 2
        let source = PathSource(at: post, limits: limits)
        for name in ["d/a", "d/b", "d/c"] { try scratch.directory(name) }
        let request = request("d", isRecursive: true)
        let first = source.observe(request)
        #expect(first.count == 2)
        guard case .pathFound? = first.first, case .pathUnwatchable(request, let reason)? = first.last
        else {
            Issue.record("\(first)")
            return
        }
        #expect(reason.contains("2 directories"))
        try scratch.file("d/x", "1")
        guard case .pathChanged(request, _)? = try news(source).first else {
            Issue.record("the change is not told")
            return
        }
    }

    @Test func `watches nothing any more once the last path is given up`() throws {
        let source = PathSource(at: post)
        try scratch.file("a", "1")
        for _ in 0..<100 {
            _ = source.observe(request("a"))
            _ = source.observe(request("b"))
            source.ignore(request("a"))
            #expect(try watched() == 1)
            source.ignore(request("b"))
            #expect(try watched() == 0)
        }
        source.ignore(request("c"))
        try scratch.file("a", "2")
        #expect(try news(source).isEmpty)
        #expect(source.news().isEmpty)
    }

    /// How many descriptors the loop waits for, as the kernel has it (proc(5), fdinfo).
    private func watched() throws -> Int {
        try String(contentsOfFile: "/proc/self/fdinfo/\(queue.rawValue)", encoding: .utf8)
            .split(separator: "\n").count { $0.hasPrefix("tfd:") }
    }
}
