// The forms of the Swift 6 target at work: handlers on actors and queues, as their authors wrote them.
import Foundation
import SurfaceMainActor
import SurfaceSwift6
import Testing

@testable import BackgroundTasks

@Suite struct `A program in Swift 6 mode` {
    @MainActor @Test func `has its handlers entered where they belong`() async throws {
        let daemon = try FakeDaemon(permitting: ["com.example.*"])
        let program = Program(daemon)
        let (model, synchronizer) = (Model(), Synchronizer())
        model.start(with: program.scheduler)
        synchronizer.start(with: program.scheduler)
        registerOnQueue(DispatchQueue(label: "of the program"), with: program.scheduler)
        let names = ["async", "main", "queue", "refresh", "sync"].map { "com.example.\($0)" }
        await offMain {
            #expect(daemon.heard.has("serve \(names.joined(separator: ","))"))
            for (run, name) in zip(1..., names) { daemon.launch(Int64(run), name) }
            for run in 1...names.count { #expect(daemon.heard.has("ended \(run) true")) }
        }
        #expect(model.runs == 2)
    }
}

@Suite struct `A program on the main actor by default` {
    /// Lets others have the main actor until it is so; what is looked at afterwards fails where it never is.
    @MainActor private func becomes(_ isSo: () -> Bool) async {
        let end = ContinuousClock.now + .seconds(60)
        while !isSo(), .now < end { await Task.yield() }
    }

    @MainActor @Test func `has its handlers and their expiration called there`() async throws {
        let daemon = try FakeDaemon(permitting: ["com.example.*"])
        let program = Program(daemon)
        let exporter = Exporter()
        exporter.start(with: program.scheduler)
        await offMain {
            #expect(daemon.heard.has("serve com.example.clean,com.example.export.*,com.example.refresh"))
            daemon.launch(1, "com.example.clean")
            #expect(daemon.heard.has("ended 1 true"))
            daemon.launch(2, "com.example.refresh")
            #expect(daemon.heard.has("began 2"))
        }
        // A task that is told to end before its handler was entered has nobody to tell.
        await becomes { exporter.steps.contains("refresh") }
        await offMain {
            daemon.expire(2, .timeBudget)
            #expect(daemon.heard.has("ended 2 false"))
        }
        await becomes { exporter.steps.contains("expired") }
        #expect(exporter.steps.filter { !$0.hasSuffix("pending") } == ["clean", "refresh", "expired"])
    }
}
