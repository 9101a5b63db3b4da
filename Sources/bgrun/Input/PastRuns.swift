// A daemon's memory of a job, where there is a daemon.
import BGRunClient
import BGRunJob
import BGRunWire

/// Asks a daemon for what a job's earlier runs took. Whatever goes wrong, nothing is known of them.
enum PastRuns {
    static func of(_ identifier: JobIdentifier, _ daemon: DaemonOptions) -> EarlierRuns? {
        let job = JobSelection(identifier, of: daemon.owner)
        return daemon.glance { connection, deadline in
            let call = HistoryCall(job, limit: EarlierRuns.most)
            guard let past = try? connection.call(call, until: deadline), !past.entries.isEmpty,
                // Of root's and a user's jobs with one name, all are told.
                Set(past.entries.map(\.job)).count == 1
            else { return nil }
            let known = try? connection.call(StatusCall(job), until: deadline)
            return EarlierRuns(past.entries, accepted: known?.jobs.first?.descriptor.timeBudget)
        }
    }
}
