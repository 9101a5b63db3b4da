// What somebody is told who waits for the end of a job.
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

extension CallOptions {
    /// Says once, on a terminal, what a job does or waits for.
    func tellWait(for identifier: JobIdentifier) {
        guard Terminal.showsErrors, !output.json else { return }
        let target = Target(identifier: identifier, owner: daemon.owner)
        let job = daemon.glance { connection, deadline in
            (try? connection.call(WhyCall(target), until: deadline))?.job
        }
        guard let job else { return }
        let line = JobText.waiting(job, clock: LocalZone.clock)
        Terminal.writeError("bgrun: \(line); Ctrl-C leaves it alone\n")
    }
}
