// Continued tasks of the library, beside a real daemon.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

@testable import BackgroundTasks

/// A daemon that knows the application org.photos, which exports, and prints what is there never.
private struct Machine {
    let daemon: DaemonFixture
    let program: Program
    let seen = Journal()

    init() throws {
        daemon = try DaemonFixture()
        try daemon.scratch.file(
            "applications/org.photos.json",
            #"""
            {"application": "org.photos", "command": ["/usr/bin/photos"],
             "tasks": {"org.photos.export.*": {}, "org.photos.print": {"requires": {"pathExists": "/nonexistent"}}}}
            """#)
        try daemon.start()
        var patience = Settings.Patience.brief
        patience.sample = .milliseconds(20)
        // What is asked for counts before launch is over.
        patience.launch = .seconds(3600)
        program = Program(daemon.socket, ["BGRUN_APPLICATION": "org.photos"], patience: patience)
    }

    func request(_ task: String, _ strategy: BGContinuedProcessingTaskRequest.SubmissionStrategy = .fail)
        -> BGContinuedProcessingTaskRequest
    {
        let request = BGContinuedProcessingTaskRequest(
            identifier: "org.photos.\(task)", title: "Export", subtitle: "begun")
        request.strategy = strategy
        return request
    }

    func jobs() throws -> [JobReport] { try program.host.call(StatusCall()).jobs }

    /// Asks until the run of the one job is as it should be.
    func run(becomes isRight: (JobStatus.Run?) -> Bool) throws -> Bool {
        let deadline = Date(timeIntervalSinceNow: 60)
        while !isRight(try jobs().first?.run) {
            if Date() > deadline { return false }
        }
        return true
    }
}

@Suite struct `A continued task beside a real daemon` {
    @Test
    func
        `begins as it is asked for, is seen to make progress, and has its progress cancelled by who stops it`()
        throws
    {
        let machine = try Machine()
        let seen = machine.seen
        machine.program.register("org.photos.export.*") { task in
            guard let task = task as? BGContinuedProcessingTask else { return }
            task.progress.totalUnitCount = 10
            task.progress.cancellationHandler = { seen.note("cancelled") }
            task.expirationHandler = {
                seen.note(
                    "told to end, \(task.progress.isCancelled), \(task.expirationReason?.rawValue ?? "")")
                task.setTaskCompleted(success: false)
            }
            task.progress.completedUnitCount = 3
            task.updateTitle("Upload", subtitle: "3 of 10\n\u{1b}[31m")
            seen.note("begun \(task.title) \(task.identifier)")
        }
        try machine.program.scheduler.submit(machine.request("export.1"))
        #expect(seen.has("begun Upload org.photos.export.1"))
        #expect(
            try machine.run {
                $0?.progress
                    == TaskProgress(
                        completedUnits: 3, totalUnits: 10, title: "Upload",
                        subtitle: "3 of 10\u{FFFD}\u{FFFD}[31m")
            })
        let task = try #require(JobIdentifier("org.photos.export.1"))
        _ = try machine.program.host.call(StopCall(Target(identifier: task)))
        #expect(seen.has("told to end, true, userRequest"))
        #expect(seen.has("cancelled"))
        #expect(try machine.run { $0 == nil })
    }

    @Test func `is refused with Apple's codes`() throws {
        let machine = try Machine()
        // Nobody has registered anything: it would be for no process.
        #expect(machine.program.code(of: machine.request("export.1")) == .unavailable)
        machine.program.register("org.photos.export.*")
        machine.program.register("org.photos.print")
        #expect(machine.program.code(of: machine.request("print")) == .immediateRunIneligible)
        #expect(try machine.jobs().isEmpty)
        #expect(machine.program.code(of: machine.request("print", .queue)) == nil)
        #expect(machine.program.code(of: machine.request("else")) == .notPermitted)
        let wide = machine.request("export.1")
        wide.requiredResources = .gpu
        #expect(machine.program.code(of: wide) == .notPermitted)
        #expect(try machine.jobs().map(\.identifier.text) == ["org.photos.print"])
    }
}
