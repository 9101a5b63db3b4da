// For tests that want a program to run, and not only to be about to.
import BGRunLinux
import Testing

extension Spawn {
    /// Starts a program and waits until it runs.
    package static func begin(_ request: SpawnRequest, by method: Method = .best) throws -> ProcessDescriptor
    {
        let child = try start(request, by: method)
        let report = child.report
        let deadline = Clock.read(.monotonic) + 30_000_000
        var progress = report.read()
        while case .under = progress {
            try #require(try Readiness.wait(for: report.rawValue, to: .read, until: deadline))
            progress = report.read()
        }
        let process = child.takeProcess()
        if case .failed(let failure) = progress {
            #expect(try process.waitForExit().status == .exited(127))
            throw failure
        }
        return process
    }
}
