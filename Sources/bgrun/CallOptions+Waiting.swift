// What somebody is told who waits for the end of a job.
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

extension CallOptions {
    /// Somebody looks at a silent terminal meanwhile; the answer itself waits for nothing but the job.
    private static let patience: Duration = .seconds(2)

    /// Says once, on a terminal, what a job does or waits for. Whatever goes wrong, nothing is said.
    func tellWait(for identifier: JobIdentifier) {
        guard Terminal.showsErrors, !output.json, let path = try? daemon.path(),
            var connection = try? Connection(to: path, within: Self.patience)
        else { return }
        let target = Target(identifier: identifier, owner: daemon.owner)
        let deadline = Connection.deadline(in: Self.patience)
        guard let job = (try? connection.call(WhyCall(target), until: deadline))?.job else { return }
        let line = JobText.waiting(job, clock: LocalZone.clock)
        Terminal.writeError("bgrun: \(line); Ctrl-C leaves it alone\n")
    }
}
