// Tasks end: by their own word, by expiration, and by both at once.
import BGRunCalendar
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

@testable import BackgroundTasks

/// A program with the one task `a`, whose handler has just been entered.
private struct Scene {
    let daemon: FakeDaemon
    let program: Program
    let task: BGTask

    init(_ kind: TaskRequest.Kind = .refresh, _ handler: @escaping @Sendable (BGTask) -> Void = { _ in })
        throws
    {
        daemon = try FakeDaemon()
        program = Program(daemon)
        let (given, box) = (Journal(), TaskBox())
        program.register("a") { task in
            handler(task)
            box.task = task
            given.note("task")
        }
        #expect(daemon.heard.has("serve a"))
        daemon.launch(1, "a", kind)
        #expect(given.has("task"))
        task = try #require(box.task)
    }
}

private final class TaskBox: @unchecked Sendable {
    var task: BGTask?
}

@Suite struct `A task` {
    @Test func `is complete with its first word, before the call returns`() throws {
        let scene = try Scene()
        scene.task.setTaskCompleted(success: true)
        scene.task.setTaskCompleted(success: false)
        try scene.program.scheduler.submit(BGAppRefreshTaskRequest(identifier: "a"))
        #expect(scene.daemon.heard.lines.suffix(3) == ["began 1", "ended 1 true", "submit a"])
    }

    @Test func `is told to end by its handler, once, with the reason`() throws {
        let (seen, scene) = (Journal(), try Scene())
        scene.task.expirationHandler = { [task = scene.task] in
            #expect(task.expirationHandler == nil)
            seen.note("\(task.expirationReason?.rawValue ?? "none")")
        }
        #expect(scene.task.expirationReason == nil)
        scene.daemon.expire(1, .requirementLost(.externalPower))
        #expect(seen.has("requirementLost:externalPower"))
        #expect(scene.task.expirationReason?.lostRequirement == "externalPower")
        scene.daemon.expire(1, .shutdown)
        scene.task.setTaskCompleted(success: true)
        #expect(scene.daemon.heard.has("ended 1 true"))
        #expect(seen.lines.count == 1)
    }

    @Test func `without an expiration handler is unsuccessful at once when its time is up`() throws {
        let scene = try Scene()
        scene.daemon.expire(1)
        #expect(scene.daemon.heard.has("ended 1 false"))
        scene.task.setTaskCompleted(success: true)
        #expect(!scene.daemon.heard.lines.contains("ended 1 true"))
    }

    @Test func `lets go of its expiration handler when it is complete, and takes no other`() throws {
        let scene = try Scene()
        weak var held: TaskBox?
        do {
            let box = TaskBox()
            held = box
            scene.task.expirationHandler = { [task = scene.task] in box.task = task }
        }
        #expect(held != nil)
        scene.task.setTaskCompleted(success: true)
        #expect(held == nil)
        scene.task.expirationHandler = {}
        #expect(scene.task.expirationHandler == nil)
    }

    @Test func `is warned also where its program blocks the main thread`() async throws {
        let seen = Journal()
        await offMain {
            guard let scene = try? Scene() else { return }
            scene.task.expirationHandler = { seen.note("warned") }
            let gate = DispatchSemaphore(value: 0)
            DispatchQueue.main.async { gate.wait() }
            scene.daemon.expire(1)
            #expect(seen.has("warned"))
            gate.signal()
            scene.task.setTaskCompleted(success: false)
        }
    }

    @Test func `is complete once, whoever says it at the same time`() throws {
        let daemon = try FakeDaemon()
        let program = Program(daemon)
        program.register("a") { task in
            task.expirationHandler = { task.setTaskCompleted(success: false) }
            DispatchQueue.concurrentPerform(iterations: 4) { _ in task.setTaskCompleted(success: true) }
        }
        #expect(daemon.heard.has("serve a"))
        for run in 1...50 {
            daemon.launch(Int64(run), "a")
            daemon.expire(Int64(run))
        }
        for run in 1...50 { #expect(daemon.heard.mentions("ended \(run) ")) }
        try program.scheduler.submit(BGAppRefreshTaskRequest(identifier: "a"))
        let ends = daemon.heard.lines.filter { $0.hasPrefix("ended") }.map { $0.split(separator: " ")[1] }
        #expect(ends.count == 50 && Set(ends).count == 50)
    }

    @Test func `is held by the library until it is complete, and then let go`() throws {
        let daemon = try FakeDaemon()
        let program = Program(daemon)
        let box = WeakTask()
        program.register("a") { box.task = $0 }
        #expect(daemon.heard.has("serve a"))
        daemon.launch(1, "a")
        #expect(daemon.heard.has("began 1"))
        daemon.expire(1)
        #expect(daemon.heard.has("ended 1 false"))
        #expect(box.isGone)
    }
}

private final class WeakTask: @unchecked Sendable {
    weak var task: BGTask?

    /// Whether it is let go of within a minute: the library's threads may still be on their way out.
    var isGone: Bool {
        let deadline = Date(timeIntervalSinceNow: 60)
        while task != nil, Date() < deadline { beat() }
        return task == nil
    }
}

@Suite struct `A continued task` {
    @Test func `tells its progress and its words where they change`() throws {
        let daemon = try FakeDaemon()
        var patience = Settings.Patience.brief
        patience.sample = .milliseconds(5)
        let program = Program(daemon.socket, patience: patience)
        let box = TaskBox()
        program.register("a") { task in
            (task as? BGContinuedProcessingTask)?.progress.totalUnitCount = 10
            box.task = task
        }
        #expect(daemon.heard.has("serve a"))
        daemon.launch(1, "a", .continued)
        #expect(daemon.heard.has("progress 1 0/10 Export"))
        let task = try #require(box.task as? BGContinuedProcessingTask)
        #expect(task.title == "Export" && task.subtitle == "0 of 10")
        task.progress.completedUnitCount = 4
        #expect(daemon.heard.has("progress 1 4/10 Export"))
        task.updateTitle("Upload", subtitle: "4 of 10")
        #expect(daemon.heard.has("progress 1 4/10 Upload"))
        let child = Progress(totalUnitCount: 2)
        task.progress.addChild(child, withPendingUnitCount: 6)
        child.completedUnitCount = 1
        #expect(daemon.heard.has("progress 1 7000/10000 Upload"))
        task.setTaskCompleted(success: true)
        #expect(daemon.heard.has("ended 1 true"))
        #expect(Set(daemon.heard.lines).count == daemon.heard.lines.count)
    }

    @Test func `has its progress cancelled first when it is told to end`() throws {
        let (seen, scene) = (Journal(), try Scene(.continued))
        let task = try #require(scene.task as? BGContinuedProcessingTask)
        task.progress.cancellationHandler = { seen.note("cancelled") }
        task.expirationHandler = {
            seen.note("told to end \(task.progress.isCancelled)")
            task.setTaskCompleted(success: false)
        }
        scene.daemon.expire(1, .cancelled)
        #expect(scene.daemon.heard.has("ended 1 false"))
        #expect(seen.has("cancelled"))
        #expect(seen.has("told to end true"))
    }

    @Test func `is served before it is asked for, and all else only after launch`() throws {
        func pattern(_ text: String) throws -> TaskPattern { try #require(TaskPattern(text)) }
        let now = AwakeTime(microseconds: 5)
        var state = HostState()
        for text in ["b", "a.*", "a.1", "c"] {
            _ = state.reserve(try pattern(text))
            state.settle(try pattern(text), Registration(.main) { _ in })
        }
        _ = state.extendLaunch(until: now.advanced(by: .seconds(1)))
        let task = try #require(JobIdentifier("a.1"))
        #expect(state.takeService(for: task) == nil)
        _ = state.isAttached(
            AttachCall.Attached(
                host: .guest(1), application: try #require(JobIdentifier("org.example.app")), permitted: []))
        #expect(state.takeService(for: task)?.identifiers.map(\.description) == ["a.*", "a.1"])
        #expect(state.takeService(for: task) == nil)
        #expect(state.takeService(at: now) == nil)
        state.endLaunch()
        #expect(state.takeService(at: now)?.identifiers.map(\.description) == ["a.*", "a.1", "b", "c"])
        #expect(state.takeService(for: task) == nil)
        // The daemon has not answered: it is told once more.
        state.isNotServed(until: now.advanced(by: .seconds(5)))
        #expect(state.takeService(for: task)?.identifiers.map(\.description) == ["a.*", "a.1"])
        #expect(state.takeService(at: now.advanced(by: .seconds(6)))?.identifiers.count == 4)
    }

    @Test func `is told of as far as numbers go`() throws {
        let task = try #require(try Scene(.continued).task as? BGContinuedProcessingTask)
        func units(_ completed: Int64, _ total: Int64) -> [Int64] {
            task.progress.totalUnitCount = total
            task.progress.completedUnitCount = completed
            return [task.report.completedUnits, task.report.totalUnits]
        }
        #expect(units(7, 0) == [7, 0])
        #expect(units(1 << 40, 1 << 41) == [1 << 40, 1 << 41])
        #expect(units(20, 10) == [20, 10])
        let child = Progress(totalUnitCount: 1)
        task.progress.addChild(child, withPendingUnitCount: 5)
        child.completedUnitCount = 3
        #expect(task.report.totalUnits > 0)
        // Foundation has no share of these; they are told all the same.
        #expect(units(-3, 10)[0] <= 0)
        #expect(units(5, -10)[1] <= 0)
        task.setTaskCompleted(success: true)
    }

    @Test func `below a prefix is handed to the handler for that`() throws {
        let daemon = try FakeDaemon()
        let program = Program(daemon)
        program.register("a.*") { $0.setTaskCompleted(success: true) }
        #expect(daemon.heard.has("serve a.*"))
        let request = BGContinuedProcessingTaskRequest(identifier: "a.1", title: "Export", subtitle: "")
        try program.scheduler.submit(request)
        #expect(daemon.heard.lines.last == "submit a.1")
        daemon.launch(1, "a.1", .continued)
        #expect(daemon.heard.has("ended 1 true"))
    }
}

@Suite struct `An async handler` {
    private struct Fault: Error {}

    @Test func `completes its task by returning, and fails it by throwing`() async throws {
        let daemon = try FakeDaemon()
        let program = Program(daemon)
        program.scheduler.register("a") { _ in }
        program.scheduler.register("b") { _ in throw Fault() }
        #expect(daemon.heard.has("serve a,b"))
        daemon.launch(1, "a")
        daemon.launch(2, "b")
        // A test that blocks takes one of the few threads that they run on.
        await offMain {
            #expect(daemon.heard.has("ended 1 true"))
            #expect(daemon.heard.has("ended 2 false"))
        }
    }

    @Test func `is cancelled when its task is told to end`() async throws {
        let daemon = try FakeDaemon()
        let program = Program(daemon)
        let seen = Journal()
        program.scheduler.register("a") { task in
            seen.note("entered")
            let (stream, continuation) = AsyncStream<Void>.makeStream()
            await withTaskCancellationHandler {
                for await _ in stream {}
            } onCancel: {
                continuation.finish()
            }
            try Task.checkCancellation()
        }
        #expect(daemon.heard.has("serve a"))
        daemon.launch(1, "a")
        await offMain {
            #expect(seen.has("entered"))
            daemon.expire(1)
            #expect(daemon.heard.has("ended 1 false"))
        }
    }
}
