// Programs and directories of an owner's that do not answer: they hold up their own run and nothing else.
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import Glibc
import TestConditions
import Testing

@testable import BGRunLaunch

@Suite struct `A run whose program can't be reached` {
    private func descriptor(
        _ program: JobDescriptor.Program, in directory: String = "/",
        _ environment: [JobDescriptor.Variable] = []
    ) -> JobDescriptor {
        JobDescriptor(
            identifier: Bench.job().identifier, program: program, environment: environment,
            workingDirectory: directory)
    }

    /// Starts it, sees that others start and end meanwhile, gives it up, and gives what is said of it then.
    private func failure(
        of descriptor: JobDescriptor, on bench: Bench, holding: (Int32) throws -> Void = { _ in }
    ) throws -> LaunchFailure? {
        try bench.launcher.launch(RunID(1), of: Bench.job(), as: descriptor)
        try bench.wait { !bench.launcher.accounts.isWaiting(.run(RunID(1))) }
        let process = try #require(bench.launcher.trees[.run(RunID(1))]?.main?.pid)
        try holding(process)
        for number in Int64(2)...4 {
            try bench.launch(number, shell: "echo \(number)")
            #expect(try bench.exit(of: number) == .code(0))
        }
        #expect(!bench.events.contains(.launched(RunID(1), process: process)))
        bench.launcher.kill(RunID(1))
        var failure: LaunchFailure?
        try bench.wait {
            for case .launchFailed(RunID(1), let reason) in bench.events { failure = reason }
            return failure != nil
        }
        #expect(Bench.isOver(process))
        #expect(bench.launcher.trees.isEmpty)
        #expect(try !bench.launcher.keptOutputs().contains(RunID(1)))
        return failure
    }

    // B-1 B-11
    @Test(.muteMount, arguments: Way.all)
    func `since its directory does not answer says so, and holds nobody up`(
        way: Way
    )
        throws
    {
        let bench = try Bench(way)
        let mute = try MuteMount(at: bench.scratch.path("mute"))
        let failure = try failure(of: descriptor(.shell("true"), in: mute.path), on: bench) { _ in
            // On a busy machine others may be begun and over before it comes so far.
            let deadline = Clock.read(.monotonic) + 30_000_000
            let beginning = try #require(bench.launcher.trees[.run(RunID(1))]?.beginning)
            while beginning.giveUp() != .directoryInTime(path: mute.path), Clock.read(.monotonic) < deadline {
                beat()
            }
        }
        #expect(failure == .directoryInTime(path: mute.path))
        #expect(failure?.fault == .passing(reason: failure?.description ?? ""))
    }

    @Test(.muteMount, arguments: Way.all)
    func `since its program does not answer says so, and holds nobody up`(way: Way)
        throws
    {
        let bench = try Bench(way)
        let mute = try MuteMount(at: bench.scratch.path("mute"))
        let program = "\(mute.path)/backup"
        #expect(
            try failure(of: descriptor(.command([program])), on: bench) == .programInTime(name: program))
    }

    /// Its owner may stop it as soon as it has their rights; a long PATH makes the window wide, and on a busy machine
    /// it may pass unused.
    @Test(arguments: Way.all) func `since somebody has stopped it holds nobody up`(way: Way) throws {
        let path = (0..<12_000).map { "/no/\($0)" }.joined(separator: ":")
        let name = "no-such-program"
        var reason: LaunchFailure?
        for _ in 0..<50 where reason != .programInTime(name: name) {
            reason = try failure(
                of: descriptor(.command([name]), [.init(name: "PATH", value: path)]), on: try Bench(way)
            ) { process in
                kill(process, SIGSTOP)
            }
        }
        #expect(reason == .programInTime(name: name))
    }

    @Test(.muteMount)
    func `since it has no answer from its own state directory is started, and holds nobody up`() throws {
        let bench = try Bench(.sessions)
        let job = Bench.job()
        try FileManager.default.createDirectory(
            atPath: bench.scratch.path("state/jobs/\(job.owner)"), withIntermediateDirectories: true)
        let mute = try MuteMount(at: bench.scratch.path("state/jobs/\(job.owner)/\(job.identifier)"))
        try bench.launcher.launch(
            RunID(1), of: job,
            as: JobDescriptor(
                identifier: job.identifier, program: .shell("echo $BGRUN_STATE_DIRECTORY"),
                workingDirectory: "/"))
        #expect(try bench.exit(of: 1) == .code(0))
        withExtendedLifetime(mute) {}
    }
}
