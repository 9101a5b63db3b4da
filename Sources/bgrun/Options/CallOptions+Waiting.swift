// What somebody is told who waits for the end of a job.
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

extension CallOptions {
    /// Says once, on a terminal, what a job does or waits for; and gives how it stands.
    @discardableResult
    func tellWait(for identifier: JobIdentifier) -> JobReport? {
        let job = glance(at: Target(identifier: identifier, owner: daemon.owner))
        if let job, Terminal.showsErrors, !output.json {
            let line = JobText.waiting(job, clock: LocalZone.clock)
            Terminal.writeError("bgrun: \(line); Ctrl-C leaves it alone\n")
        }
        return job
    }

    /// The same of several.
    func tellWait(forJobs count: Int) {
        guard Terminal.showsErrors, !output.json else { return }
        Terminal.writeError(
            "bgrun: waiting for \(count == 1 ? "1 job" : "\(count) jobs") to end; Ctrl-C leaves them alone\n")
    }

    /// The job, where its occurrence goes on after the end of a run: it waits for the next.
    func waitingJob(_ target: Target) -> JobReport? {
        glance(at: target).flatMap { $0.state == .due ? $0 : nil }
    }

    private func glance(at target: Target) -> JobReport? {
        daemon.glance { connection, deadline in
            (try? connection.call(WhyCall(target), until: deadline))?.job
        }
    }
}
