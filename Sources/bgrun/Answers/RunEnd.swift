// How a run has ended, as a daemon's history has it, for who has asked for something else of it.
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

/// The end of a job's last run.
struct RunEnd {
    let outcome: Outcome
    /// What led to it: `exit 3, attempt 2 of 3`; empty where nothing is known beside.
    let causes: String

    /// Nil where no daemon answers, or another run has been the last.
    init?(of run: RunID, of job: Target, _ daemon: DaemonOptions) {
        let last = daemon.glance { connection, deadline in
            (try? connection.call(HistoryCall(.job(job), limit: 1), until: deadline))?.entries.first
        }
        guard case .run(let entry)? = last, entry.run == run else { return nil }
        outcome = entry.outcome
        causes = HistoryText.causes(of: entry).joined(separator: ", ").visible
    }
}
