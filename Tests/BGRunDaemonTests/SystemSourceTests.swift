// What the system tells of itself, as the loop hears of it.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLinux
import BGRunScheduler
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

    private var post: Post { Post(queue: queue, token: 7) }

    private func paths() -> WatchSource<ExistenceWatch> {
        WatchSource(of: "paths", at: post, opening: try ExistenceWatch())
    }

    private func path(_ name: String) -> Subject {
        .path(OwnedPath(path: scratch.path(name), owner: us))
    }

    private func present(_ subject: Subject, _ isPresent: Bool) -> [Event] {
        [.observed(subject, .present(isPresent))]
    }

    // B-32
    @Test func `of paths has one descriptor while somebody asks, and none else`() throws {
        let source = paths()
        let (one, other) = (path("d/e/a"), path("d/e/f/b"))
        for _ in 0..<3 {
            #expect(try watched() == 0)
            #expect(source.observe(one) == present(one, false))
            #expect(source.observe(other) == present(other, false))
            #expect(try watched() == 1)
            #expect(try !isWoken())
            #expect(source.ignore(one).isEmpty)
            #expect(source.ignore(one).isEmpty)
            #expect(try watched() == 1)
            #expect(source.ignore(other).isEmpty)
        }
        #expect(source.news().isEmpty)
    }

    // B-32
    @Test func `says why where nothing can be watched`() {
        func refused() throws(SystemError) -> ExistenceWatch {
            throw SystemError(operation: "inotify_init1", errno: EMFILE)
        }
        let source = WatchSource(of: "paths", at: post, opening: try refused())
        let reason = "paths can't be watched: inotify_init1: \(SystemError.text(of: EMFILE))"
        #expect(source.observe(path("x")) == [.observed(path("x"), .unknown(reason))])
        #expect(source.ignore(path("x")).isEmpty)
        #expect(source.news().isEmpty)
    }

    // B-32
    @Test func `of paths rests where changes come one upon the other, and tells the last of them after it`()
        throws
    {
        let source = paths()
        let path = path("d/e/a")
        _ = source.observe(path)
        try scratch.file("d/e/a", "1")
        #expect(try isWoken())
        #expect(source.news() == present(path, true))
        #expect(source.attendAt == nil)
        unlink(scratch.path("d/e/a"))
        #expect(try isWoken())
        #expect(source.news() == present(path, false))
        let end = try #require(source.attendAt)
        try scratch.file("d/e/a", "1")
        #expect(try !isWoken(), "nobody listens")
        #expect(source.attend(at: AwakeTime(microseconds: end.microseconds - 1)).isEmpty)
        #expect(try !isWoken())
        #expect(source.attend(at: end).isEmpty)
        #expect(source.attendAt == nil)
        #expect(try isWoken())
        #expect(source.news() == present(path, true))
        #expect(source.ignore(path).isEmpty)
        #expect(source.attendAt == nil)
        #expect(try watched() == 0)
    }

    // B-32
    @Test func `of mounts has one descriptor while somebody asks, and none else`() throws {
        let source = WatchSource(of: "mounts", at: post, opening: try MountWatch())
        let (root, disk) = (Subject.mount(.path("/")), Subject.mount(.uuid("no-such")))
        #expect(source.observe(root) == present(root, true))
        #expect(source.observe(disk) == present(disk, false))
        #expect(try watched() == 1)
        #expect(source.ignore(root).isEmpty)
        #expect(source.ignore(disk).isEmpty)
        #expect(try watched() == 0)
    }

    // B-32
    @Test func `of devices says so where udevd does not run, and looks when it does`() throws {
        let source = DeviceSource(at: post, control: scratch.path("d/control"))
        let subjects = ["none such", "none"].map {
            Subject.device(DeviceMatch(properties: [.init(name: "ID_MODEL", value: $0)]))
        }
        for subject in subjects {
            #expect(source.observe(subject) == [.observed(subject, .unknown("udevd is not running"))])
        }
        try scratch.file("d/control", "")
        #expect(try isWoken())
        var events = source.news()
        while let instant = source.attendAt { events += source.attend(at: instant) }
        #expect(events == subjects.flatMap { present($0, false) })
        #expect(try watched() == 1)
        for subject in subjects { #expect(source.ignore(subject).isEmpty) }
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
        let figures = scratch.path
        let source = WatchSource(
            of: "pressure", at: post, rest: nil, opening: try PressureWatch(figures: figures))
        let subject = Subject.pressure(.memory, percent: 100)
        #expect(source.observe(subject) == [.observed(subject, .pressure(isHigh: true))])
        let instant = try #require(source.attendAt)
        #expect(source.attend(at: AwakeTime(microseconds: instant.microseconds - 1)).isEmpty)
        try scratch.file("memory", "some avg10=1.00 avg60=0.00 avg300=0.00 total=0\n")
        #expect(source.attend(at: instant) == [.observed(subject, .pressure(isHigh: false))])
        #expect(source.attendAt == nil)
        #expect(try !isWoken())
        #expect(try watched() == 1)
        #expect(source.ignore(subject).isEmpty)
        #expect(try watched() == 0)
        let absent = WatchSource(
            of: "pressure", at: post, rest: nil, opening: try PressureWatch(root: figures + "/absent"))
        #expect(
            absent.observe(subject)
                == [.observed(subject, .unknown("the kernel keeps no pressure figures"))])
        #expect(try watched() == 0)
    }

    // B-31
    @Test func `of what has no events looks when it is asked`() throws {
        let (sources, bench) = (Sources(in: queue), try ErrandBench())
        let subjects = SubjectSources(
            in: sources, logind: LogindSource(try BusSource(), journal: Journal()),
            checks: bench.checks, surveys: bench.surveys, sysfs: scratch.path)
        guard case .observed(.load, .load)? = subjects.read(.load).first else {
            Issue.record("no load")
            return
        }
        #expect(
            subjects.read(.temperature)
                == [.observed(.temperature, .unknown("the kernel has no thermal zones"))])
        let space = Subject.freeSpace(OwnedPath(path: scratch.path, owner: us))
        #expect(subjects.read(space).isEmpty, "a process of the owner's has to look")
        #expect(bench.surveys.isBusy)
        #expect(try watched() == 0 && sources.attendAt == nil, "nothing is opened")
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
