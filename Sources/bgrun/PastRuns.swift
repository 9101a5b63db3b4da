// A daemon's memory of a job, where there is a daemon.
import BGRunClient
import BGRunJob
import BGRunWire

/// Asks a daemon for what a job's earlier runs took. Whatever goes wrong, nothing is known of them.
enum PastRuns {
    /// Somebody waits for an answer about a file, not for the daemon.
    private static let patience: Duration = .seconds(2)

    static func of(_ identifier: JobIdentifier, _ daemon: DaemonOptions) -> EarlierRuns? {
        guard let path = try? daemon.path(),
            var connection = try? Connection(to: path, within: patience)
        else { return nil }
        let deadline = Connection.deadline(in: patience)
        let job = JobSelection(identifier, of: daemon.owner)
        guard let past = try? connection.call(HistoryCall(job, limit: EarlierRuns.most), until: deadline),
            !past.entries.isEmpty,
            // Of root's and a user's jobs with one name, all are told.
            Set(past.entries.map(\.job)).count == 1
        else { return nil }
        let known = try? connection.call(StatusCall(job), until: deadline)
        return EarlierRuns(past.entries, accepted: known?.jobs.first?.descriptor.timeBudget)
    }
}
