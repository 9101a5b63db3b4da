// Handlers are entered: what they are given, where, and when not.
import BGRunJob
import BGRunWire
import Foundation
import Testing

@testable import BackgroundTasks

@Suite struct `A run that is handed over` {
    @Test(arguments: [
        (TaskRequest.Kind.refresh, BGAppRefreshTask.self as BGTask.Type),
        (.processing, BGProcessingTask.self),
        (.healthResearch, BGHealthResearchTask.self), (.continued, BGContinuedProcessingTask.self),
    ])
    func `begins as a task of the request's class`(_ kind: TaskRequest.Kind, _ type: BGTask.Type) throws {
        let daemon = try FakeDaemon()
        let program = Program(daemon)
        let seen = Journal()
        program.register("a") { task in
            seen.note("\(Swift.type(of: task) == type) \(task.identifier)")
            task.setTaskCompleted(success: true)
        }
        #expect(daemon.heard.has("serve a"))
        daemon.launch(7, "a", kind)
        #expect(seen.has("true a"))
        #expect(daemon.heard.has("ended 7 true"))
        let words = daemon.heard.lines.filter { !$0.hasPrefix("progress") }
        #expect(words.suffix(2) == ["began 7", "ended 7 true"])
    }

    @Test func `is not entered where it was taken back`() throws {
        let daemon = try FakeDaemon { request in
            guard case .applications(.command(.taskBegan(let call))) = request, call.run == RunID(1) else {
                return nil
            }
            return ApplicationsError.withdrawn
        }
        let program = Program(daemon)
        let seen = Journal()
        program.register("a") { task in
            seen.note("entered")
            task.setTaskCompleted(success: true)
        }
        #expect(daemon.heard.has("serve a"))
        daemon.launch(1, "a")
        #expect(daemon.heard.has("began 1 refused"))
        daemon.launch(2, "a")
        #expect(daemon.heard.has("ended 2 true"))
        #expect(seen.lines == ["entered"])
        #expect(program.said.lines.isEmpty)
    }

    @Test func `begins only when its queue is free`() throws {
        let daemon = try FakeDaemon()
        let program = Program(daemon)
        let queue = DispatchQueue(label: "of the program")
        program.register("a", using: queue) { $0.setTaskCompleted(success: true) }
        program.register("b") { $0.setTaskCompleted(success: true) }
        #expect(daemon.heard.has("serve a,b"))
        queue.suspend()
        daemon.launch(1, "a")
        daemon.launch(2, "b")
        #expect(daemon.heard.has("ended 2 true"))
        #expect(!daemon.heard.lines.contains("began 1"))
        queue.resume()
        #expect(daemon.heard.has("ended 1 true"))
    }

    @Test func `runs on the queue that was asked for`() throws {
        let daemon = try FakeDaemon()
        let program = Program(daemon)
        let queue = DispatchQueue(label: "of the program")
        program.register("a", using: queue) { task in
            dispatchPrecondition(condition: .onQueue(queue))
            task.setTaskCompleted(success: true)
        }
        program.register("b", using: .main) { task in
            dispatchPrecondition(condition: .onQueue(.main))
            task.setTaskCompleted(success: true)
        }
        #expect(daemon.heard.has("serve a,b"))
        daemon.launch(1, "a")
        daemon.launch(2, "b")
        #expect(daemon.heard.has("ended 1 true"))
        #expect(daemon.heard.has("ended 2 true"))
    }

    @MainActor @Test
    func `is entered on the main actor where its handler belongs there, and so is its expiration`()
        async throws
    {
        let daemon = try FakeDaemon()
        let program = Program(daemon)
        let seen = Journal()
        program.register("a") { task in
            MainActor.assertIsolated()
            dispatchPrecondition(condition: .onQueue(.main))
            task.expirationHandler = {
                dispatchPrecondition(condition: .onQueue(.main))
                MainActor.assumeIsolated { seen.note("told to end") }
                task.setTaskCompleted(success: false)
            }
            seen.note("entered")
        }
        await offMain {
            #expect(daemon.heard.has("serve a"))
            daemon.launch(1, "a")
            #expect(seen.has("entered"))
            daemon.expire(1)
            #expect(daemon.heard.has("ended 1 false"))
        }
        #expect(seen.lines == ["entered", "told to end"])
    }

    @Test func `keeps no other from beginning while its handler blocks`() throws {
        let daemon = try FakeDaemon()
        let program = Program(daemon)
        let (gate, seen) = (DispatchSemaphore(value: 0), Journal())
        for name in ["a", "b", "c"] {
            program.register(name) { task in
                seen.note(name)
                gate.wait()
                task.setTaskCompleted(success: true)
            }
        }
        #expect(daemon.heard.has("serve a,b,c"))
        for (run, name) in zip(1..., ["a", "b", "c"]) { daemon.launch(Int64(run), name) }
        for name in ["a", "b", "c"] { #expect(seen.has(name)) }
        for _ in 0..<3 { gate.signal() }
        for run in 1...3 { #expect(daemon.heard.has("ended \(run) true")) }
    }

    @Test func `has nobody where no handler is registered, and says so`() throws {
        let daemon = try FakeDaemon()
        let program = Program(daemon)
        program.register("a")
        #expect(daemon.heard.has("serve a"))
        daemon.launch(1, "b")
        #expect(program.said.mentions("b came up and has no handler"))
    }

    @Test func `ends unsuccessful where the daemon does not say whether it has begun`() throws {
        let daemon = try FakeDaemon { request in
            guard case .applications(.command(.taskBegan)) = request else { return nil }
            return ApplicationsError.notYourHost
        }
        let program = Program(daemon)
        program.register("a") { _ in Issue.record("the handler was entered") }
        #expect(daemon.heard.has("serve a"))
        daemon.launch(1, "a")
        #expect(daemon.heard.has("ended 1 false"))
        #expect(program.said.mentions("a did not begin: the daemon says NotYourHost"))
    }
}

/// Runs what blocks, so that the main thread is free meanwhile.
func offMain(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
            body()
            continuation.resume()
        }
    }
}
