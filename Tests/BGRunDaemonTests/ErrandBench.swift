// A launcher for errands, with the real program, and a loop that waits for their ends.
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
    private var ended: Set<ErrandID> = []

    init() throws {
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
        checks = CheckSource(launcher)
    }

    deinit { launcher.endErrands() }

    /// Waits until so many errands have ended, and gives what the source of checks makes of it.
    func events(ofEnds count: Int = 1) throws -> [Event] {
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
                case .errandEnded(let errand, let status): events += checks.ended(errand, status)
                case .errandFailed(let errand, let failure): events += checks.failed(errand, failure)
                case .launched, .launchFailed, .exited, .wroteOutput: break
                }
            }
        }
        return events
    }
}
