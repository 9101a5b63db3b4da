// How a run has ended, as a daemon's history has it, for who has asked for something else of it.
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

/// The end of one of a job's last runs.
struct RunEnd {
    let entry: HistoryEntry
    var outcome: Outcome { entry.outcome }
    /// What led to it: `exit 3, attempt 2 of 3`; empty where nothing is known beside.
    var causes: String { HistoryText.causes(of: entry).joined(separator: ", ") }

    /// So many lines of history are looked at: another run may have ended since, or an occurrence been skipped.
    private static let lines = 5

    /// Nil where no daemon answers, or others have been the last.
    init?(of run: RunID, of job: Target, _ daemon: DaemonOptions) {
        let lines = daemon.glance { connection, deadline in
            (try? connection.call(HistoryCall(.job(job), limit: Self.lines), until: deadline))?.entries
        }
        let entries = (lines ?? []).compactMap { line in
            if case .run(let entry) = line { entry } else { nil }
        }
        guard let entry = entries.first(where: { $0.run == run }) else { return nil }
        self.entry = entry
    }
}
