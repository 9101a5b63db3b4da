// A launcher with directories of its own, and a loop that waits for what it tells.
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import Glibc
import TestConditions

@testable import BGRunLaunch

/// Both ways of keeping a run together. Where this machine lets us make no cgroup, there is only one.
enum Way: CustomStringConvertible, CaseIterable {
    case cgroups, sessions

    static let all: [Way] = Cgroups.root == nil ? [.sessions] : [.cgroups, .sessions]

    var description: String {
        switch self {
        case .cgroups: "with cgroups"
        case .sessions: "with sessions"
        }
    }
}

/// One daemon's launcher, on a scratch directory.
final class Bench {
    static let isRoot = geteuid() == 0
    /// Whom jobs belong to where a test does not care.
    static let us = UserID(geteuid())
    /// A user that is not root and that every Debian has.
    static let nobody = UserID(65534)

    struct TimedOut: Error, CustomStringConvertible {
        let events: [LaunchEvent]
        var description: String { "nothing came in half a minute; so far: \(events)" }
    }

    let way: Way
    let scratch: ScratchDirectory
    let groupPath: String?
    private(set) var settings: LaunchSettings
    private(set) var launcher: Launcher
    private(set) var events: [LaunchEvent] = []

    init(_ way: Way, _ change: (inout LaunchSettings) -> Void = { _ in }) throws {
        self.way = way
        scratch = try ScratchDirectory()
        chmod(scratch.path, 0o755)
        for name in ["state", "runtime"] {
            try FileManager.default.createDirectory(
                atPath: "\(scratch.path)/\(name)", withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o755])
        }
        let instance = UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
        switch way {
        case .sessions: groupPath = nil
        case .cgroups:
            let path = "\(Cgroups.root ?? "")/bgrun-test-\(instance)"
            guard mkdir(path, 0o755) == 0 else {
                throw SystemError(operation: "mkdir", path: path, errno: errno)
            }
            groupPath = path
        }
        settings = LaunchSettings(
            instance: instance, daemonUser: Bench.us, stateDirectory: "\(scratch.path)/state",
            runtimeDirectory: "\(scratch.path)/runtime", socket: "unix:/run/bgrun/test")
        settings.ownProgram = Repository.program("bgrund")
        settings.userRuntimeRoot = "\(scratch.path)/user"
        change(&settings)
        launcher = try Bench.launcher(settings, groupPath)
        bindAccounts()
    }

    /// As a daemon has it that knows its owners.
    private func bindAccounts() {
        for user in [Bench.us, Bench.nobody] {
            guard let account = (try? UserAccount.with(user: user.rawValue)).flatMap(\.self) else { continue }
            launcher.bind(user, to: account.name)
        }
    }

    deinit {
        // What a failed test left running.
        for run in 1...9 {
            launcher.kill(RunID(Int64(run)))
            launcher.killHost(.started(RunID(Int64(run))))
        }
        launcher.endErrands()
        // Their groups can be taken away once they have ended. What hangs for good is left.
        let deadline = Clock.read(.monotonic) + 2_000_000
        while !launcher.trees.isEmpty,
            (try? Readiness.wait(for: launcher.rawDescriptor, to: .read, until: deadline)) == true
        {
            _ = try? launcher.events()
            // What had just begun was left to go on.
            for case .run(let run) in launcher.trees.keys { launcher.kill(run) }
        }
        if let groupPath {
            for name in Bench.names(in: groupPath) {
                for inner in Bench.names(in: "\(groupPath)/\(name)") {
                    rmdir("\(groupPath)/\(name)/\(inner)")
                }
                rmdir("\(groupPath)/\(name)")
            }
            rmdir(groupPath)
        }
    }

    private static func names(in directory: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    }

    private static func launcher(_ settings: LaunchSettings, _ groupPath: String?) throws -> Launcher {
        guard let groupPath else { return try Launcher(settings, .unusable(reason: "the test says so")) }
        return try Launcher(settings, .usable(CgroupTree(at: groupPath)))
    }

    /// A new launcher on the same directories, as after the daemon's sudden end: the old one's descriptors
    /// are closed and its memory is gone.
    func crash() throws {
        launcher = try Bench.launcher(settings, groupPath)
        bindAccounts()
        events = []
    }

    static func job(_ identifier: String = "org.example.job", of owner: UserID = us) -> JobID {
        guard let identifier = JobIdentifier(identifier) else { preconditionFailure("a valid identifier") }
        return JobID(owner: owner, identifier: identifier)
    }

    /// The directory of a run's cgroup, where it has one.
    func group(of number: Int64 = 1, _ owner: UserID = us) -> String {
        "\(groupPath ?? "")/user-\(owner)/run-\(settings.mark(of: RunID(number)))"
    }

    /// Starts a shell line as run `number` and gives the number of its main process.
    @discardableResult
    func launch(
        _ number: Int64 = 1, shell: String, of owner: UserID = us, in directory: String? = "/",
        _ change: (inout JobDescriptor) -> Void = { _ in }
    ) throws -> Int32 {
        let job = Bench.job(of: owner)
        var descriptor = JobDescriptor(
            identifier: job.identifier, program: .shell(shell), workingDirectory: directory)
        change(&descriptor)
        return try launch(RunID(number), of: job, as: descriptor)
    }

    /// Starts a run and waits until its program runs.
    @discardableResult
    func launch(_ run: RunID, of job: JobID, as descriptor: JobDescriptor) throws -> Int32 {
        try launcher.launch(run, of: job, as: descriptor)
        var begun: Int32?
        try wait {
            for event in events {
                if case .launched(run, let process) = event { begun = process }
                if case .launchFailed(run, let failure) = event { throw failure }
            }
            return begun != nil
        }
        return begun ?? 0
    }

    /// Starts run 1, whose way to its program leads where nothing answers, and waits until it stands there. No event
    /// tells of that, and on a busy machine others are begun and over before it comes so far.
    func launchStuck(_ descriptor: JobDescriptor, at failure: LaunchFailure) throws {
        try launcher.launch(RunID(1), of: Bench.job(), as: descriptor)
        try wait { !launcher.accounts.isWaiting(.run(RunID(1))) }
        let deadline = Clock.read(.monotonic) + 30_000_000
        while launcher.trees[.run(RunID(1))]?.beginning?.giveUp() != failure {
            guard Clock.read(.monotonic) < deadline else { throw TimedOut(events: events) }
            beat()
        }
    }

    func adopt(_ number: Int64 = 1, of owner: UserID = us, endingBy signal: StopSignal = .TERM) throws {
        events += try launcher.adopt(RunID(number), of: Bench.job(of: owner), endingBy: signal)
    }

    func adoptHost(_ number: Int64 = 1) throws {
        events += try launcher.adoptHost(.started(RunID(number)), of: Bench.application())
    }

    /// Takes in events until something holds.
    func wait(until holds: () throws -> Bool) throws {
        let deadline = Clock.read(.monotonic) + 30_000_000
        while try !holds() {
            guard try Readiness.wait(for: launcher.rawDescriptor, to: .read, until: deadline) else {
                throw TimedOut(events: events)
            }
            events += try launcher.events()
        }
    }

    /// Waits for the run's end and gives how it ended.
    ///
    /// - Parameter isPatient: What the main process leaves behind has all the time it takes; else it has none.
    func exit(of number: Int64 = 1, isPatient: Bool = false) throws -> ExitStatus {
        var status: ExitStatus?
        try wait {
            let isLeft = events.contains {
                if case .mainExited(RunID(number), _) = $0 { true } else { false }
            }
            if isLeft, !isPatient { launcher.kill(RunID(number)) }
            for case .exited(RunID(number), let exit, _) in events { status = exit }
            return status != nil
        }
        return status ?? .lost
    }

    /// Waits until the run's output is as wanted.
    func wait(forOutput wanted: String, of number: Int64 = 1) throws {
        try wait { try output(of: number).contains(wanted) }
    }

    /// All that is kept of the run's output, as text.
    func output(of number: Int64 = 1) throws -> String {
        var bytes: [UInt8] = []
        var position: Int64 = 0
        while let chunk = try launcher.output(of: RunID(number), from: position, limit: 1 << 20),
            chunk.next != position
        {
            bytes += chunk.text
            position = chunk.next
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Runs a shell line to its end and gives what it wrote.
    func run(
        _ shell: String, of owner: UserID = us, in directory: String? = "/",
        _ change: (inout JobDescriptor) -> Void = { _ in }
    ) throws -> String {
        try launch(shell: shell, of: owner, in: directory, change)
        _ = try exit()
        return try output()
    }

    /// Whether a process has ended, reaped or not.
    static func isOver(_ pid: Int32) -> Bool {
        guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else {
            return true
        }
        return text[(text.lastIndex(of: ")") ?? text.startIndex)...].hasPrefix(") Z")
    }
}
