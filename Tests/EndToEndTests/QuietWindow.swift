// Whether a daemon sleeps while there is nothing to do.
import BGRunTestSupport
import Foundation

extension DaemonFixture {
    /// Starts the daemon among mounts of its own from now on: what tests beside it mount has a daemon that follows paths
    /// look at them anew. Only root may.
    func keepMountsApart() {
        if Person.isRoot { starter = ["/usr/bin/unshare", "--mount"] }
    }

    /// How often the daemon woke in the quietest of some windows of ten seconds.
    ///
    /// A machine that changes about it (a route, a link) may wake it; one quiet window proves the rest.
    func leastWakeUps() throws -> Int {
        var least = Int.max
        for _ in 0..<8 where least > 0 {
            let before = try sum(of: "voluntary_ctxt_switches")
            window(seconds: 10)
            least = min(least, try sum(of: "voluntary_ctxt_switches") - before)
        }
        return least
    }

    /// The one thing that is measured here is that nothing happens while time passes.
    private func window(seconds: Double) { Thread.sleep(forTimeInterval: seconds) }
}
