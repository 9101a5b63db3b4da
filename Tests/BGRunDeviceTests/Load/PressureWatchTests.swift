// Thresholds of pressure: the kernel's own triggers, with averages of the test's.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import Testing

@testable import BGRunDevice

// B-30
@Suite struct `A threshold of pressure` {
    private let figures: ScratchDirectory

    init() throws {
        figures = try ScratchDirectory()
        for resource in PressureResource.allCases { try set(resource, "0.00") }
    }

    private func set(_ resource: PressureResource, _ average: String, total: Int = 0) throws {
        try figures.file(resource.rawValue, "some avg10=\(average) avg60=0.00 avg300=0.00 total=\(total)\n")
    }

    /// What the kernel's own counter says now.
    private func total(_ resource: PressureResource) throws -> Int {
        let text = try File.contents(of: "/proc/pressure/\(resource.rawValue)", limit: 4096)
        return try #require(PressureFigures(text)).total
    }

    private func watch() throws -> PressureWatch { try PressureWatch(figures: figures.path) }

    private func awake(_ seconds: Int64) -> AwakeTime { AwakeTime(microseconds: seconds * 1_000_000) }

    private func values(_ news: [(Subject, Observation)]) -> [Observation] { news.map(\.1) }

    private func isReady(_ watch: PressureWatch) throws -> Bool {
        try Readiness.wait(for: watch.descriptor, to: .read, until: 0)
    }

    /// How many triggers the watch waits for, as the kernel has it (proc(5), fdinfo).
    private func listeners(_ watch: PressureWatch) throws -> Int {
        try String(contentsOfFile: "/proc/self/fdinfo/\(watch.descriptor)", encoding: .utf8)
            .split(separator: "\n").count { $0.hasPrefix("tfd:") }
    }

    /// The kernel's figures rise to this only in the worst of machines.
    private let never = (PressureResource.memory, 100)

    @Test func `is told at once, wakes nobody and needs no timer while pressure is low`() throws {
        let watch = try watch()
        #expect(values(watch.observe(never.0, percent: never.1, at: awake(0))) == [.pressure(isHigh: false)])
        #expect(watch.recheckAt == nil)
        #expect(try !isReady(watch))
    }

    @Test func `that is passed at the start is looked at again every twelve seconds until it is not`() throws
    {
        let watch = try watch()
        try set(.memory, "100.00")
        #expect(values(watch.observe(never.0, percent: never.1, at: awake(0))) == [.pressure(isHigh: true)])
        #expect(watch.recheckAt == awake(12))
        #expect(watch.recheck(at: awake(11)).isEmpty)
        #expect(watch.recheck(at: awake(12)).isEmpty)
        #expect(watch.recheckAt == awake(24))
        try set(.memory, "99.99")
        #expect(values(watch.recheck(at: awake(24))) == [.pressure(isHigh: false)])
        #expect(watch.recheckAt == nil)
        #expect(try !isReady(watch), "the kernel's first word on what it watches again is no news")
    }

    @Test func `is told by the kernel when it is passed, and nobody listens while it is high`()
        throws
    {
        let watch = try watch()
        try set(.cpu, "0.00", total: total(.cpu))
        // As little as the kernel can be asked for; a thread too many is far above it.
        #expect(values(watch.observe(.cpu, percent: 1, at: awake(0))) == [.pressure(isHigh: false)])
        let crowd = (0..<Machine.onlineProcessors + 1).map { _ in Spinner() }
        let deadline = Clock.read(.monotonic) + 60_000_000
        var news: [(Subject, Observation)] = []
        // As the daemon does: its queue holds the watch's.
        let outer = try EventQueue()
        try outer.add(watch.descriptor, for: .read, token: 1)
        while news.isEmpty, Clock.read(.monotonic) < deadline {
            var ready: [EventQueue.Ready] = []
            try outer.wait(into: &ready, timeout: 1000)
            try set(.cpu, "0.00", total: total(.cpu))
            if !ready.isEmpty { news = watch.process(at: awake(1)) }
        }
        #expect(values(news) == [.pressure(isHigh: true)])
        #expect(watch.recheckAt == awake(13))
        #expect(try listeners(watch) == 0)
        // Of its own each trigger tells once in a window, and only once.
        let trigger = try PressureTrigger(.cpu, percent: 1, root: "/proc/pressure")
        #expect(try Readiness.wait(for: trigger.file.rawValue, to: .priority, until: deadline))
        #expect(!trigger.hasFired())
        for spinner in crowd { spinner.stop() }
    }

    /// A kernel tells who lacks CAP_SYS_RESOURCE of every new threshold that it was passed, and some for long after.
    @Test func `is not passed where the kernel's own counter contradicts what it tells`() throws {
        let resource = PressureResource.cpu
        // The one that was set first is the last one told: when it has been, all have.
        let control = try PressureTrigger(resource, percent: 1, root: "/proc/pressure")
        try set(resource, "0.50", total: total(resource))
        let watch = try watch()
        for percent in 91...95 {
            #expect(
                values(watch.observe(resource, percent: percent, at: awake(0))) == [.pressure(isHigh: false)])
        }
        let crowd = (0..<Machine.onlineProcessors + 1).map { _ in Spinner() }
        defer { for spinner in crowd { spinner.stop() } }
        let deadline = Clock.read(.monotonic) + 60_000_000
        #expect(try Readiness.wait(for: control.file.rawValue, to: .priority, until: deadline))
        #expect(watch.process(at: awake(1)).isEmpty)
        #expect(watch.recheckAt == nil)
        #expect(try listeners(watch) == 5, "what was not believed is listened to all the same")
    }

    @Test func `does not stay passed because the kernel tells wrongly that it was passed again`() throws {
        let resource = PressureResource.cpu
        let control = try PressureTrigger(resource, percent: 1, root: "/proc/pressure")
        try set(resource, "99.00", total: total(resource))
        let watch = try watch()
        #expect(values(watch.observe(resource, percent: 95, at: awake(0))) == [.pressure(isHigh: true)])
        let crowd = (0..<Machine.onlineProcessors + 1).map { _ in Spinner() }
        defer { for spinner in crowd { spinner.stop() } }
        let deadline = Clock.read(.monotonic) + 60_000_000
        #expect(try Readiness.wait(for: control.file.rawValue, to: .priority, until: deadline))
        try set(resource, "0.50", total: total(resource))
        #expect(values(watch.recheck(at: awake(12))) == [.pressure(isHigh: false)])
        #expect(watch.recheckAt == nil)
    }

    @Test func `is told to each who asks, and no more once it is given up`() throws {
        let watch = try watch()
        _ = watch.observe(.memory, percent: 100, at: awake(0))
        _ = watch.observe(.memory, percent: 99, at: awake(0))
        try set(.memory, "99.50")
        #expect(values(watch.observe(.memory, percent: 98, at: awake(0))) == [.pressure(isHigh: true)])
        #expect(values(watch.observe(.memory, percent: 100, at: awake(0))) == [.pressure(isHigh: false)])
        _ = watch.ignore(.pressure(.memory, percent: 98))
        #expect(watch.recheckAt == nil)
        _ = watch.ignore(.pressure(.memory, percent: 100))
        _ = watch.ignore(.pressure(.memory, percent: 99))
        #expect(watch.isEmpty)
    }

    @Test func `is known of every threshold that there is, whoever else asks for how many`() throws {  // B-15
        let watch = try watch()
        for resource in PressureResource.allCases {
            try set(resource, "0.00")
            for percent in 50...100 {
                #expect(
                    values(watch.observe(resource, percent: percent, at: awake(0))) == [
                        .pressure(isHigh: false)
                    ])
            }
        }
        for resource in PressureResource.allCases {
            for percent in 50...100 { _ = watch.ignore(.pressure(resource, percent: percent)) }
        }
        #expect(watch.isEmpty)
    }

    @Test func `is unknown where the kernel keeps no figures, or they make no sense`() throws {
        let absent = try PressureWatch(root: figures.path("absent"))
        #expect(
            values(absent.observe(.io, percent: 10, at: awake(0)))
                == [.unknown("the kernel keeps no pressure figures")])
        // A plain file is no trigger.
        let plain = try PressureWatch(root: figures.path)
        guard case .unknown? = values(plain.observe(.io, percent: 10, at: awake(0))).first else {
            Issue.record("a plain file is taken for the kernel's")
            return
        }
        for text in [
            "", "some", "some avg10=", "some avg10=999.00 ", "full avg10=1.00 ", "some avg10=-1.00 x",
            "some avg10=1.00 avg60=1.00\n",
        ] {
            try figures.file("memory", text)
            let watch = try watch()
            #expect(
                values(watch.observe(.memory, percent: 100, at: awake(0)))
                    == [.unknown("the kernel's pressure figures can't be understood")])
            #expect(watch.isEmpty)
        }
    }
}

/// Keeps one processor busy until it is stopped.
private final class Spinner: @unchecked Sendable {
    private let lock = NSLock()
    private var isStopped = false

    init() {
        Thread.detachNewThread { [self] in
            while !lock.withLock({ isStopped }) {}
        }
    }

    func stop() { lock.withLock { isStopped = true } }
}
