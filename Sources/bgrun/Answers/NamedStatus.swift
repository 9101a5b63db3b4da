// A status of all jobs, cut down to those that were named.
import BGRunJob
import BGRunWire

extension StatusCall.Reply {
    /// Only the jobs, there or over, that one of the names means; all where there is no name.
    func only(_ names: [JobName]) -> StatusCall.Reply {
        guard !names.isEmpty else { return self }
        var named = self
        let found = names.map { (jobs: $0.meant(among: jobs, called: \.identifier), name: $0) }
        let meant = Set(found.flatMap(\.jobs).map(\.id))
        named.jobs = jobs.filter { meant.contains($0.id) }
        // One that is over is meant where no other is, or where a pattern means both.
        let past = Set(
            found.filter { $0.jobs.isEmpty || $0.name.isPattern }
                .flatMap { $0.name.meant(among: ended, called: \.job.identifier) }.map(\.job))
        named.ended = ended.filter { past.contains($0.job) }
        return named
    }
}
