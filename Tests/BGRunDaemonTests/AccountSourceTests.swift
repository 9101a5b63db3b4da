// Owners are asked for at the daemon's start, those of whom nothing is known yet too.
import BGRunJob
import BGRunLaunch
import BGRunLinux
import BGRunTestSupport
import Glibc
import TestConditions
import Testing

@testable import BGRunDaemon

// B-45
@Suite struct `The owners of what is kept` {
    @Test(.root) func `are asked for at a start, also where it was not stored whose their number is`() throws
    {
        // A user's own daemon has its own user.
        let bench = try ErrandBench()
        let source = AccountSource(
            bench.launcher, at: Post(queue: try EventQueue(), token: 1), journal: Journal())
        source.begin(with: [UserID(2)])
        var events: [LaunchEvent] = []
        let end = Clock.read(.monotonic) + 30_000_000
        while events.isEmpty, try Readiness.wait(for: bench.launcher.rawDescriptor, to: .read, until: end) {
            events += try bench.launcher.events()
        }
        #expect(events == [.ownerFound(UserID(2), name: "bin")])
    }
}
