// The daemon goes and comes again: tasks are told to end, handlers are told anew, nothing is lost or said twice.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

@testable import BackgroundTasks

@Suite struct `A daemon that is restarted` {
    @Test func `has the tasks of before told to end, and is told which have not let go`() throws {
        let scratch = try ScratchDirectory()
        let first = try FakeDaemon(at: scratch.path("socket"))
        let program = Program(first)
        let (seen, box) = (Journal(), Tasks())
        for name in ["a", "b"] {
            program.register(name) { task in
                box.add(task)
                if name == "a" {
                    task.expirationHandler = {
                        seen.note("told to end: \(task.expirationReason?.rawValue ?? "")")
                    }
                }
                seen.note("begun")
            }
        }
        #expect(first.heard.has("serve a,b"))
        first.launch(7, "a")
        first.launch(8, "b")
        #expect(seen.has("begun", times: 2))
        first.leave()
        #expect(seen.has("told to end: daemonRestart"))
        let second = try FakeDaemon(at: scratch.path("socket"), host: 2)
        // b had no expiration handler, so it has ended.
        #expect(second.heard.has("attach busy 7 a"))
        #expect(second.heard.has("serve a,b"))
        // What the program says late frees the task.
        box.task("a")?.setTaskCompleted(success: true)
        #expect(second.heard.has("ended 7 true"))
        second.launch(9, "b")
        #expect(second.heard.has("began 9"))
    }

    @Test func `is found by a request that is submitted on the connection of before`() throws {
        let scratch = try ScratchDirectory()
        let first = try FakeDaemon(at: scratch.path("socket"))
        let program = Program(first)
        try program.scheduler.submit(BGAppRefreshTaskRequest(identifier: "a"))
        first.leave()
        #expect(program.code(of: BGAppRefreshTaskRequest(identifier: "a")) == .unavailable)
        let second = try FakeDaemon(at: scratch.path("socket"))
        try program.scheduler.submit(BGAppRefreshTaskRequest(identifier: "a"))
        #expect(second.heard.has("submit a"))
    }

    @Test func `is found also where its directory went with it`() throws {
        let scratch = try ScratchDirectory()
        let socket = try scratch.directory("run/bgrun") + "/socket"
        let first = try FakeDaemon(at: socket)
        let program = Program(first)
        program.register("a")
        #expect(first.heard.has("serve a"))
        first.leave()
        try FileManager.default.removeItem(atPath: scratch.path("run"))
        try scratch.directory("run/bgrun")
        let second = try FakeDaemon(at: socket)
        #expect(second.heard.has("serve a"))
    }

    @Test func `is told nothing of a run that it does not know, and its runs are not those of before`() throws
    {
        let scratch = try ScratchDirectory()
        let first = try FakeDaemon(at: scratch.path("socket"))
        let program = Program(first)
        let queue = DispatchQueue(label: "of the program")
        program.register("a", using: queue) { _ in Issue.record("a run of the daemon of before was entered") }
        #expect(first.heard.has("serve a"))
        queue.suspend()
        first.launch(1, "a")
        // What was said before the stream broke is heard before its end.
        first.leave()
        let second = try FakeDaemon(at: scratch.path("socket"))
        #expect(second.heard.has("serve a"))
        queue.resume()
        queue.sync {}
        #expect(!second.heard.lines.contains { $0.hasPrefix("began") })
    }

    @Test func `that talks nonsense is left, and the next one is found`() throws {
        let scratch = try ScratchDirectory()
        let first = try FakeDaemon(at: scratch.path("socket"))
        let program = Program(first)
        program.register("a")
        #expect(first.heard.has("serve a"))
        first.babble()
        #expect(first.heard.has("gone"))
        #expect(program.said.mentions("is no bgrun daemon that this library knows"))
        #expect(first.heard.has("serve a", times: 2))
    }

    @Test func `that dies as soon as anybody attaches is not tried for ever`() throws {
        let calls = Journal()
        let daemon = try ScriptedDaemon { peer in
            _ = try peer.hear()
            calls.note("attach")
            try peer.say(
                #"{"parameters":{"attached":{"host":"guest-1","application":"a","permitted":["a"]}},"continues":true}"#
                    + "\0")
        }
        let program = Program(daemon.socket)
        #expect(program.register("a"))
        #expect(calls.has("attach", times: 4))
        window(seconds: 0.3)
        // Serve has asked too: each of them comes to the same scene.
        #expect(calls.lines.count < 20)
    }
}

private final class Tasks: @unchecked Sendable {
    private let lock = NSLock()
    private var tasks: [BGTask] = []

    func add(_ task: BGTask) { lock.withLock { tasks.append(task) } }
    func task(_ name: String) -> BGTask? { lock.withLock { tasks.first { $0.identifier == name } } }
}

/// Lets time pass in which nothing is to happen.
private func window(seconds: Double) { Thread.sleep(forTimeInterval: seconds) }
