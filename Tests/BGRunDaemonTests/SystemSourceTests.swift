// What the system tells of itself, as the loop hears of it.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import Testing

@testable import BGRunDaemon

@Suite struct `A source of the system's subjects` {
    private let scratch: ScratchDirectory
    private let queue: EventQueue
    private let us = UserID(geteuid())

    init() throws {
        scratch = try ScratchDirectory()
        // Below the temporary directory itself, other tests would be heard.
        try scratch.directory("d/e")
        queue = try EventQueue()
    }

    /// How many descriptors the loop waits for, as the kernel has it (proc(5), fdinfo).
    private func watched() throws -> Int {
        try String(contentsOfFile: "/proc/self/fdinfo/\(queue.rawValue)", encoding: .utf8)
            .split(separator: "\n").count { $0.hasPrefix("tfd:") }
    }

    private func isWoken() throws -> Bool {
        var ready: [EventQueue.Ready] = []
        try queue.wait(into: &ready, timeout: 0)
        #expect(ready.allSatisfy { $0.token == 7 })
        return !ready.isEmpty
    }

    private func paths() -> WatchSource<ExistenceWatch> {
        WatchSource(of: "paths", in: queue, token: 7) { () throws(SystemError) in try ExistenceWatch() }
    }

    // B-32
    @Test func `of paths has one descriptor while somebody asks, and none else`() throws {
        let source = paths()
        let (one, other) = (
            OwnedPath(path: scratch.path("d/e/a"), owner: us),
            OwnedPath(path: scratch.path("d/e/f/b"), owner: us)
        )
        for _ in 0..<3 {
            #expect(try watched() == 0)
            #expect(source.observe(one) == .present(false))
            #expect(source.observe(other) == .present(false))
            #expect(try watched() == 1)
            #expect(try !isWoken())
            source.ignore(one)
            source.ignore(one)
            #expect(try watched() == 1)
            source.ignore(other)
        }
        #expect(source.news().isEmpty)
    }

    // B-32
    @Test func `says why where nothing can be watched`() {
        let source = WatchSource(of: "paths", in: queue, token: 7) {
            () throws(SystemError) -> ExistenceWatch in
            throw SystemError(operation: "inotify_init1", errno: EMFILE)
        }
        let path = OwnedPath(path: "/x", owner: us)
        #expect(
            source.observe(path)
                == .unknown("paths can't be watched: inotify_init1: \(SystemError.text(of: EMFILE))"))
        source.ignore(path)
        #expect(source.news().isEmpty)
    }

    // B-32
    @Test func `of paths rests where changes come one upon the other, and tells the last of them after it`()
        throws
    {
        let source = paths()
        let path = OwnedPath(path: scratch.path("d/e/a"), owner: us)
        _ = source.observe(path)
        try scratch.file("d/e/a", "1")
        #expect(try isWoken())
        #expect(source.news().map(\.1) == [.present(true)])
        #expect(source.resumeAt == nil)
        unlink(scratch.path("d/e/a"))
        #expect(try isWoken())
        #expect(source.news().map(\.1) == [.present(false)])
        let end = try #require(source.resumeAt)
        try scratch.file("d/e/a", "1")
        #expect(try !isWoken(), "nobody listens")
        source.attend(at: AwakeTime(microseconds: end.microseconds - 1))
        #expect(try !isWoken())
        source.attend(at: end)
        #expect(source.resumeAt == nil)
        #expect(try isWoken())
        #expect(source.news().map(\.1) == [.present(true)])
        source.ignore(path)
        #expect(source.resumeAt == nil)
        #expect(try watched() == 0)
    }

    // B-32
    @Test func `of mounts has one descriptor while somebody asks, and none else`() throws {
        let source = WatchSource(of: "mounts", in: queue, token: 7) { () throws(SystemError) in
            try MountWatch()
        }
        #expect(source.observe(.path("/")) == .present(true))
        #expect(source.observe(.uuid("no-such")) == .present(false))
        #expect(try watched() == 1)
        source.ignore(.path("/"))
        source.ignore(.uuid("no-such"))
        #expect(try watched() == 0)
    }

    // B-32
    @Test func `of devices says so where udevd does not run, and looks when it does`() throws {
        let source = DeviceSource(in: queue, token: 7, control: scratch.path("d/control"))
        let matches = ["none such", "none"].map {
            DeviceMatch(properties: [.init(name: "ID_MODEL", value: $0)])
        }
        for match in matches {
            #expect(source.observe(match).map(\.1) == [.unknown("udevd is not running")])
        }
        try scratch.file("d/control", "")
        #expect(try isWoken())
        let news = source.news()
        #expect(news.map(\.0) == matches.map { .device($0) })
        #expect(news.map(\.1) == [.present(false), .present(false)])
        #expect(try watched() == 1)
        for match in matches { source.ignore(match) }
        #expect(try watched() == 0)
    }

    // B-30
    @Test
    func `of pressure has a timer only while some is high, and a descriptor only while some is watched`()
        throws
    {
        for resource in PressureResource.allCases {
            try scratch.file(resource.rawValue, "some avg10=100.00 avg60=0.00 avg300=0.00 total=0\n")
        }
        let source = PressureTriggerSource(in: queue, token: 7, figures: scratch.path)
        let subject = Subject.pressure(.memory, percent: 100)
        #expect(source.observe(subject).map(\.1) == [.pressure(isHigh: true)])
        let instant = try #require(source.recheckAt)
        #expect(source.recheck(at: AwakeTime(microseconds: instant.microseconds - 1)).isEmpty)
        try scratch.file("memory", "some avg10=1.00 avg60=0.00 avg300=0.00 total=0\n")
        #expect(source.recheck(at: instant).map(\.1) == [.pressure(isHigh: false)])
        #expect(source.recheckAt == nil)
        #expect(try !isWoken())
        #expect(try watched() == 1)
        source.ignore(subject)
        #expect(try watched() == 0)
        let absent = PressureTriggerSource(in: queue, token: 7, root: scratch.path("absent"))
        #expect(absent.observe(subject).map(\.1) == [.unknown("the kernel keeps no pressure figures")])
        #expect(try watched() == 0)
    }

    // B-31
    @Test func `of what has no events looks when it is asked`() throws {
        let source = LookSource(sysfs: scratch.path)
        guard case .load? = source.look(at: .load) else {
            Issue.record("no load")
            return
        }
        #expect(source.look(at: .temperature) == .unknown("the kernel has no thermal zones"))
        guard case .freeSpace? = source.look(at: .freeSpace(OwnedPath(path: scratch.path, owner: us))) else {
            Issue.record("no free space")
            return
        }
        #expect(source.look(at: .power) == nil)
    }
}

// B-32
@Suite struct `A source that is woken for nothing` {
    private func awake(_ seconds: Double) -> AwakeTime { AwakeTime(microseconds: Int64(seconds * 1_000_000)) }

    @Test func `rests longer and longer, and listens at once again after a quiet time`() {
        var rest = StormRest()
        var now = 0.0
        var spans: [Double] = []
        for _ in 0..<8 {
            if rest.begins(after: false, at: awake(now)), let end = rest.resumeAt {
                let instant = Double(end.microseconds) / 1_000_000
                spans.append(instant - now)
                now = instant
                let isOver = rest.ends(at: awake(now))
                #expect(isOver)
            }
        }
        #expect(spans == [1, 2, 4, 8, 16, 16, 16])
        let begins = rest.begins(after: false, at: awake(now + 33))
        #expect(!begins)
    }

    @Test func `rests no longer than a second while news are among it`() {
        var rest = StormRest()
        _ = rest.begins(after: false, at: awake(0))
        for second in 1...5 {
            let begins = rest.begins(after: true, at: awake(Double(second)))
            #expect(begins)
            #expect(rest.resumeAt == awake(Double(second) + 1))
        }
    }
}
