// What the jobs directories bring, as they were last read.
import BGRunJob

/// The files of the jobs directories.
struct Files {
    /// The jobs they bring, or would bring; nil before the first reading, when nothing may start yet.
    private(set) var jobs: Set<JobID>?
    private(set) var unreadable: [UnreadableFile] = []
    /// Those of them that would close a circle, and what the jobs of the others come after.
    private(set) var circular: [JobFile] = []
    private(set) var after: [JobID: [JobIdentifier]] = [:]
    /// The last content of each file that has had its run.
    private var finished: [JobID: UInt64] = [:]

    var isRead: Bool { jobs != nil }

    /// Whether a file brings the job. Before the first reading each may be there.
    func mayBring(_ job: JobID) -> Bool { jobs?.contains(job) ?? true }

    /// The file that would bring the job if it could be read.
    func unreadable(bringing job: JobID) -> UnreadableFile? { unreadable.first { $0.job == job } }

    /// Each once, however many jobs it would bring.
    ///
    /// - Parameter name: Only those that would bring a job of this name.
    func broken(bringing name: JobIdentifier?) -> [BrokenFile] {
        var files: [BrokenFile] = []
        for file in unreadable where name == nil || file.job?.identifier == name {
            if files.last != file.file { files.append(file.file) }
        }
        return files
    }

    /// - Parameter unreadable: Beside those that would close a circle.
    mutating func read(_ jobs: Set<JobID>, _ round: FileRound, unreadable: [UnreadableFile]) {
        self.jobs = jobs
        note(round, unreadable: unreadable)
    }

    /// Those that would have closed a circle were held against the others once more.
    mutating func reread(_ round: FileRound) {
        let names = Set(circular.map(\.job))
        note(round, unreadable: unreadable.filter { $0.job.map { !names.contains($0) } ?? true })
    }

    private mutating func note(_ round: FileRound, unreadable: [UnreadableFile]) {
        (circular, after) = (round.circular, round.after)
        self.unreadable = (unreadable + round.broken).sorted {
            ($0.file.path, $0.file.reason) < ($1.file.path, $1.file.reason)
        }
    }

    // MARK: - Finished files

    func fingerprint(ofFinished job: JobID) -> UInt64? { finished[job] }

    mutating func finish(_ job: JobID, fingerprint: UInt64) { finished[job] = fingerprint }

    mutating func forgetFinished(_ job: JobID) { finished[job] = nil }

    /// Finished files that are gone, in a fixed order.
    var gone: [JobID] { finished.keys.filter { !mayBring($0) }.sorted() }
}
