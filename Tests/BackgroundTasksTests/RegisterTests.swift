// Handlers are registered: who may, what the daemon is told, and when the program has started.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

@testable import BackgroundTasks

@Suite struct `A handler that is registered` {
    @Test func `is told to the daemon with all others, once, when the program has started`() throws {
        let daemon = try FakeDaemon()
        let program = Program(daemon)
        #expect(program.register("b"))
        #expect(program.register("a"))
        #expect(daemon.heard.has("serve a,b"))
        #expect(daemon.heard.lines.first == "attach")
    }

    @Test func `is told again with the others where it comes later`() throws {
        let daemon = try FakeDaemon()
        let program = Program(daemon)
        program.register("a")
        #expect(daemon.heard.has("serve a"))
        program.register("b")
        #expect(daemon.heard.has("serve a,b"))
    }

    @Test func `waits for nobody who serves the main queue`() throws {
        let daemon = try FakeDaemon()
        var patience = Settings.Patience.brief
        patience.launch = .seconds(3600)
        let program = Program(daemon.socket, patience: patience)
        program.register("a")
        #expect(daemon.heard.has("serve a"))
    }

    @Test func `is refused where the manifest does not have it, with the command that permits it`() throws {
        let daemon = try FakeDaemon(permitting: ["a"])
        let program = Program(daemon)
        #expect(program.register("a"))
        #expect(!program.register("d"))
        #expect(!program.register("d"))
        #expect(program.said.lines.count == 1)
        #expect(program.said.mentions("d is not permitted: the manifest of org.example.app does not have it"))
        // What is permitted takes the place of what was before: the command keeps that.
        #expect(
            program.said.mentions(
                "bgrun permit org.example.app --task a --task d --socket \(daemon.socket) -- /"))
        #expect(daemon.heard.has("serve a"))
    }

    @Test func `is refused where the program is no application, and asks anew the next time`() throws {
        let isPermitted = Journal()
        let daemon = try FakeDaemon { request in
            guard case .applications(.attach) = request, isPermitted.lines.isEmpty else { return nil }
            return ApplicationsError.notAnApplication(reason: "no manifest has /usr/bin/a as its command")
        }
        let program = Program(daemon)
        #expect(!program.register("a"))
        #expect(program.said.mentions("no manifest has /usr/bin/a as its command"))
        // Its own question for a name is no sign of a daemon that has come.
        window(seconds: 0.5)
        #expect(daemon.heard.lines.count { $0.hasPrefix("attach") } == 1)
        isPermitted.note("yes")
        #expect(program.register("a"))
        #expect(daemon.heard.has("serve a"))
    }

    /// Time in which nothing is to be heard.
    private func window(seconds: Double) { Thread.sleep(forTimeInterval: seconds) }

    @Test func `is accepted the next time where it was permitted meanwhile`() throws {
        let daemon = try FakeDaemon(permitting: ["a"])
        let program = Program(daemon)
        #expect(program.register("a") && !program.register("b"))
        daemon.permit(["a", "b"])
        #expect(program.register("b") && !program.register("c"))
        #expect(daemon.heard.has("serve a,b"))
    }

    @Test func `is refused with a command that permits all that were refused before`() throws {
        let daemon = try FakeDaemon { request in
            guard case .applications(.attach) = request else { return nil }
            return ApplicationsError.notAnApplication(reason: "no manifest has /usr/bin/a as its command")
        }
        let program = Program(daemon)
        #expect(!program.register("a") && !program.register("c.*") && !program.register("b"))
        #expect(program.said.mentions(" --task a --task 'c.*' --task b --socket \(daemon.socket) -- /"))
    }

    @Test func `that was told nothing counts once the program is permitted and submits`() throws {
        let isPermitted = Journal()
        let scratch = try ScratchDirectory()
        let program = Program(scratch.path("socket"))
        #expect(program.register("a"))
        let daemon = try FakeDaemon(at: scratch.path("socket")) { request in
            guard case .applications(.attach) = request, isPermitted.lines.isEmpty else { return nil }
            return ApplicationsError.notAnApplication(reason: "no manifest has it")
        }
        #expect(program.said.mentions("no manifest has it"))
        isPermitted.note("yes")
        try program.scheduler.submit(BGAppRefreshTaskRequest(identifier: "a"))
        #expect(daemon.heard.has("serve a"))
    }

    @Test func `is refused in a process that can't be a host`() throws {
        let daemon = try FakeDaemon { request in
            guard case .applications(.attach) = request else { return nil }
            return ApplicationsError.notAHost(reason: "its host has attached already")
        }
        let program = Program(daemon, ["BGRUN_HOST": "x-17", "BGRUN_APPLICATION": "org.example.app"])
        #expect(!program.register("a"))
        #expect(program.said.mentions("its host has attached already"))
    }

    @Test func `says which host and which application the environment tells`() throws {
        let daemon = try FakeDaemon()
        let program = Program(daemon, ["BGRUN_HOST": "x-17", "BGRUN_APPLICATION": "org.example.app"])
        #expect(program.register("a"))
        #expect(daemon.heard.has("attach as org.example.app in x-17"))
    }

    @Test(arguments: ["", "a b", "ü", "a..b", ".*", String(repeating: "a", count: 256)])
    func `is refused where it is no identifier`(_ identifier: String) throws {
        let daemon = try FakeDaemon()
        let program = Program(daemon)
        #expect(!program.register(identifier))
        #expect(program.said.mentions("can't be permitted"))
    }

    @Test func `names what is wrong with an instance, and the command that permits`() throws {
        let daemon = try FakeDaemon(permitting: ["a"]) { request in
            guard case .applications(.command(.submitTask)) = request else { return nil }
            return ApplicationsError.notPermitted(reason: "the manifest does not permit it")
        }
        let program = Program(daemon, ["BGRUN_APPLICATION": "org.example.app"])
        #expect(!program.register("a@b"))
        #expect(program.said.mentions("a@b can't be permitted: a task's identifier has no '@'"))
        let error = #expect(throws: BGTaskScheduler.Error.self) {
            try program.scheduler.submit(BGAppRefreshTaskRequest(identifier: "org.example.app.b"))
        }
        let remedy = (error as NSError?)?.localizedRecoverySuggestion ?? ""
        #expect(
            remedy.hasPrefix("permit it: bgrun permit org.example.app --task org.example.app.b --socket /"),
            "\(remedy)")
    }

    @Test func `may be one for all continued tasks below a prefix`() throws {
        let daemon = try FakeDaemon(permitting: ["a.*", "b"])
        let program = Program(daemon)
        #expect(program.register("a.*"))
        #expect(program.register("a.deep.*"))
        #expect(!program.register("b.*"))
        #expect(!program.register("c.*"))
    }

    @Test func `ends the program where it is the second one, with a line that names it`() throws {
        let scratch = try ScratchDirectory()
        // Not an exit test: those of Swift Testing go round at full speed beside other children that have ended.
        let program = try ChildProcess(
            Repository.program("IdleGuest"), ["a.b", "a.b"], environment: ["BGRUN_SOCKET": "/nowhere"],
            output: scratch.path("output"))
        let end = try #require(program.wait(seconds: 60))
        #expect(end > 128, "it has ended by itself: \(end)")
        let text = try scratch.text("output")
        #expect(text.contains("BackgroundTasks: a handler for a.b is registered already; register each"))
    }
}

@Suite struct `Without a daemon` {
    @Test func `a handler is registered, and counts once there is one`() throws {
        let scratch = try ScratchDirectory()
        let program = Program(scratch.path("socket"))
        #expect(program.register("a"))
        #expect(program.said.mentions("no bgrun daemon listens at \(scratch.path("socket"))"))
        let daemon = try FakeDaemon(at: scratch.path("socket"))
        #expect(daemon.heard.has("serve a"))
    }

    @Test func `one is noticed that comes long after the program, and brings its directory`() throws {
        let scratch = try ScratchDirectory()
        var patience = Settings.Patience.brief
        patience.attempt = .milliseconds(1)
        let program = Program(scratch.path("deep/down/socket"), patience: patience)
        #expect(program.register("a"))
        // Longer than the attempts, so that only the kernel can tell.
        #expect(!program.said.lines.isEmpty)
        window(seconds: 0.1)
        try scratch.directory("deep/down")
        let daemon = try FakeDaemon(at: scratch.path("deep/down/socket"))
        #expect(daemon.heard.has("serve a"))
    }

    @Test func `one that never answers is waited for once, and not long`() throws {
        let scratch = try ScratchDirectory()
        let listener = try Deaf(scratch.path("socket"))
        var patience = Settings.Patience.brief
        patience.connection = .milliseconds(50)
        let program = Program(listener.path, patience: patience)
        let clock = ContinuousClock()
        var answers: [Bool] = []
        let first = clock.measure { answers.append(program.register("a")) }
        let second = clock.measure { answers.append(program.register("b")) }
        #expect(answers == [true, true])
        #expect(first >= .milliseconds(50) && first < .seconds(5))
        #expect(second < first)
    }

    @Test func `nothing is said where it is to be quiet`() throws {
        let program = Program("/nowhere/socket", ["BGRUN_LOG": "quiet"])
        #expect(program.register("a"))
        #expect(program.code(of: BGAppRefreshTaskRequest(identifier: "a")) == .unavailable)
        #expect(program.said.lines.isEmpty)
    }
}

/// Lets time pass in which nothing is to happen.
private func window(seconds: Double) { Thread.sleep(forTimeInterval: seconds) }
