// For tests that want a program to run, and not only to be about to.
import BGRunLinux

extension Spawn {
    /// Starts a program and waits until it runs.
    package static func begin(_ request: SpawnRequest, by method: Method = .best) throws -> ProcessDescriptor
    {
        let child = try start(request, by: method)
        let report = child.report
        let deadline = Clock.read(.monotonic) + 30_000_000
        var progress = report.read()
        while case .under = progress {
            guard try Readiness.wait(for: report.rawValue, to: .read, until: deadline) else {
                throw DaemonFixture.Fault(description: "a program has not begun in half a minute")
            }
            progress = report.read()
        }
        let process = child.takeProcess()
        if case .failed(let failure) = progress {
            let status = try process.waitForExit().status
            guard status == .exited(127) else {
                throw DaemonFixture.Fault(description: "what could not begin has left with \(status)")
            }
            throw failure
        }
        return process
    }
}
