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

    /// Starts it, sees that others start and end once it stands still, gives it up, and gives what is said of it then.
    private func failure(
        of descriptor: JobDescriptor, on bench: Bench, stuck: LaunchFailure
    ) throws -> LaunchFailure? {
        try bench.launchStuck(descriptor, at: stuck)
        return try failure(on: bench)
    }

    /// Sees that others start and end while run 1 begins, gives that up, and gives what is said of it then.
    private func failure(on bench: Bench) throws -> LaunchFailure? {
        let process = try #require(bench.launcher.trees[.run(RunID(1))]?.main?.pid)
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
        let stuck = LaunchFailure.directoryInTime(path: mute.path)
        #expect(
            try failure(of: descriptor(.shell("true"), in: mute.path), on: bench, stuck: stuck) == stuck)
        #expect(stuck.fault == .passing(reason: stuck.description))
    }

    @Test(.muteMount, arguments: Way.all)
    func `since its program does not answer says so, and holds nobody up`(way: Way)
        throws
    {
        let bench = try Bench(way)
        let mute = try MuteMount(at: bench.scratch.path("mute"))
        let program = "\(mute.path)/backup"
        let stuck = LaunchFailure.programInTime(name: program)
        #expect(try failure(of: descriptor(.command([program])), on: bench, stuck: stuck) == stuck)
    }

    /// Its owner may stop it as soon as it has their rights; a long PATH makes the window wide, and on a busy machine
    /// it may pass unused.
    @Test(arguments: Way.all) func `since somebody has stopped it holds nobody up`(way: Way) throws {
        let path = (0..<12_000).map { "/no/\($0)" }.joined(separator: ":")
        let name = "no-such-program"
        var reason: LaunchFailure?
        for _ in 0..<50 where reason != .programInTime(name: name) {
            let bench = try Bench(way)
            try bench.launcher.launch(
                RunID(1), of: Bench.job(),
                as: descriptor(.command([name]), [.init(name: "PATH", value: path)]))
            try bench.wait { !bench.launcher.accounts.isWaiting(.run(RunID(1))) }
            kill(try #require(bench.launcher.trees[.run(RunID(1))]?.main?.pid), SIGSTOP)
            reason = try failure(on: bench)
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
