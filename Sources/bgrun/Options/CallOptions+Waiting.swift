// What somebody is told who waits for the end of a job.
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

extension CallOptions {
    /// Says once, on a terminal, what a job does or waits for; and gives how it stands.
    @discardableResult
    func tellWait(for identifier: JobIdentifier) -> JobReport? {
        let target = Target(identifier: identifier, owner: daemon.owner)
        let job = daemon.glance { connection, deadline in
            (try? connection.call(WhyCall(target), until: deadline))?.job
        }
        if let job, Terminal.showsErrors, !output.json {
            let line = JobText.waiting(job, clock: LocalZone.clock)
            Terminal.writeError("bgrun: \(line); Ctrl-C leaves it alone\n")
        }
        return job
    }
}
