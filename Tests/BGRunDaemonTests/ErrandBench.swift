// A launcher for errands, with the real program, and a loop that waits for their ends.
import BGRunCalendar
import BGRunJob
import BGRunLaunch
import BGRunLinux
import BGRunScheduler
import BGRunTestSupport
import Foundation
import Glibc

@testable import BGRunDaemon

final class ErrandBench {
    struct TimedOut: Error {}

    /// Whom errands belong to that are to have no rights: the tests' own user where that is not root.
    static let person = UserID(geteuid() == 0 ? 65534 : geteuid())

    let scratch: ScratchDirectory
    let launcher: Launcher
    let checks: CheckSource
    let surveys: SurveySource
    private var ended: Set<ErrandID> = []

    /// - Parameter mounts: The list of mounts; by default one that never changes, as other tests mount things.
    init(mounts: String = "/dev/null") throws {
        scratch = try ScratchDirectory()
        for name in ["state", "runtime", "user"] { chmod(try scratch.directory(name), 0o755) }
        chmod(scratch.path, 0o755)
        // Where every user can execute it, wherever the build directory is. Not copied by ourselves: what one
        // holds open for writing can't be executed, and other tests start programs meanwhile.
        let install = [
            "/usr/bin/install", "--mode=755", Repository.program("bgrund"), scratch.path("bgrund"),
        ]
        guard try Command.run(install).status == 0 else { throw CocoaError(.fileWriteUnknown) }
        var settings = LaunchSettings(
            instance: "test", daemonUser: UserID(geteuid()), stateDirectory: scratch.path("state"),
            runtimeDirectory: scratch.path("runtime"), socket: "unix:/run/bgrun/test")
        settings.userRuntimeRoot = scratch.path("user")
        settings.ownProgram = scratch.path("bgrund")
        launcher = try Launcher(settings, .unusable(reason: "the test says so"))
        for user in [UserID.root, UserID(1), Self.person] {
            guard let account = (try? UserAccount.with(user: user.rawValue)).flatMap(\.self) else { continue }
            launcher.bind(user, to: account.name)
        }
        checks = CheckSource(launcher, daemonUser: .root, onlineCheck: nil)
        surveys = try SurveySource(launcher, mounts: mounts)
    }

    deinit { launcher.endErrands() }

    /// One turn of a loop that has surveys: waits until one of them has something to say, or has its instant.
    ///
    /// - Parameter clock: The instant that it is at least.
    func turn(at clock: AwakeTime = .now) throws -> [Event] {
        if let instant = surveys.attendAt, instant <= clock { return surveys.attend(at: clock) }
        let queue = try EventQueue()
        try queue.add(surveys.descriptor, for: .read, token: 1)
        try queue.add(launcher.rawDescriptor, for: .read, token: 2)
        var ready: [EventQueue.Ready] = []
        try queue.wait(into: &ready, timeout: 30_000)
        if ready.isEmpty { throw TimedOut() }
        var events: [Event] = []
        if ready.contains(where: { $0.token == 1 }) { events += try surveys.news() }
        for event in try launcher.events() {
            switch event {
            case .errandEnded(let errand, _, _): events += surveys.ended(errand)
            case .errandFailed(let errand, let failure):
                events += surveys.ended(errand, because: "\(failure)")
            case .launched, .launchFailed, .mainExited, .exited, .wroteOutput, .said, .ownerFound,
                .hostStarted, .hostFailed, .hostEnded:
                break
            }
        }
        return events
    }

    /// Goes on until no survey is under way, and none is to be begun at once.
    func settle() throws -> [Event] {
        var events: [Event] = []
        while surveys.isBusy { events += try turn() }
        return events
    }

    /// Waits until so many errands have ended, and gives what the source of checks makes of it.
    func events(ofEnds count: Int = 1) throws -> [Event] {
        try events(ofEnds: count, { errand, status, _ in checks.ended(errand, status) }, checks.failed)
    }

    /// Waits until so many errands have ended, and gives what their source makes of it.
    func events(
        ofEnds count: Int = 1, _ ended: (ErrandID, ExitStatus, String?) -> [Event],
        _ failed: (ErrandID, LaunchFailure) -> [Event]
    ) throws -> [Event] {
        let deadline = Clock.read(.monotonic) + 30_000_000
        var events: [Event] = []
        var left = count
        while left > 0 {
            guard try Readiness.wait(for: launcher.rawDescriptor, to: .read, until: deadline) else {
                throw TimedOut()
            }
            for event in try launcher.events() {
                left -= 1
                switch event {
                case .errandEnded(let errand, let status, let line): events += ended(errand, status, line)
                case .errandFailed(let errand, let failure): events += failed(errand, failure)
                case .launched, .launchFailed, .mainExited, .exited, .wroteOutput, .said, .ownerFound,
                    .hostStarted, .hostFailed, .hostEnded:
                    break
                }
            }
        }
        return events
    }
}
