// The claim of an open database, kept in step with its commits.
import BGRunJob
import BGRunLinux

/// What is claimed of the database, and the file that says so: written anew after each commit.
struct ClaimBook: ~Copyable {
    /// Rows of the table of jobs. They are counted within a transaction; the claim has those of the last commit.
    var jobs: Int
    private var claim: Claim
    private let file: FileDescriptor?
    /// How many of the connection's commits are claimed. A transaction that changes nothing makes none.
    private var claimedCommits: Int

    /// Claims what a database has that was just opened.
    ///
    /// - Parameter evidence: Of its log; nil where it was made anew.
    init(
        of database: borrowing Database, in directory: borrowing StateDirectory, _ evidence: Evidence?
    ) {
        let claim = Claim(of: database, in: directory, evidence)
        let commits = database.connection.log.commits
        // Of local values alone: where `||` captures our own, Swift 6.3.1 destroys a `file` that is not there yet, which
        // closes a stranger's descriptor.
        let isNews = commits > 0 || claim.isFolded && claim != directory.claim()
        (self.claim, jobs, claimedCommits) = (claim, claim.jobs, commits)
        file = directory.claimFile()
        // What a killed daemon has left in the log may not be on disk before the next commit.
        if isNews { write() }
    }

    /// Brings the log into the database at so many pages, 1 MiB, within the commit that reaches it: nothing is left to do
    /// while idle.
    private static let longestLog = 256

    /// Claims what was just committed, which is on disk.
    mutating func commit(
        nextRun: RunID, on connection: borrowing DatabaseConnection, in directory: borrowing StateDirectory
    ) {
        let log = connection.log
        guard log.commits != claimedCommits else { return }
        claimedCommits = log.commits
        (claim.jobs, claim.nextRun) = (jobs, nextRun.rawValue)
        if claim.isFolded || log.frames <= claim.frames {
            guard let number = directory.logNumber() else { return }
            if number != claim.log { (claim.log, claim.commits) = (number, 0) }
        }
        claim.frames = log.frames
        claim.commits += 1
        claim.isFolded = log.frames >= Self.longestLog && connection.foldLog()
        write()
    }

    /// Counts from the last commit on again.
    mutating func rollBack() { jobs = claim.jobs }

    /// Brings all of the log into the database, before closing removes it.
    mutating func fold(on connection: borrowing DatabaseConnection) {
        guard connection.log.commits > 0 || !claim.isFolded else { return }
        claim.isFolded = connection.foldLog()
        write()
    }

    /// What fails here loses nothing but the proof. The next commit after a folded log writes over it, so that it is folded
    /// has to be on disk first.
    private func write() {
        do throws(SystemError) {
            try file?.write(all: claim.bytes, at: 0)
            if claim.isFolded { try file?.synchronize() }
        } catch {
            return
        }
    }
}

extension Claim {
    fileprivate init(
        of database: borrowing Database, in directory: borrowing StateDirectory, _ evidence: Evidence?
    ) {
        self.init(instance: database.instanceNumber)
        jobs = database.jobRows
        nextRun = database.meta.nextRun.rawValue
        let written = database.connection.log
        if written.commits > 0, let number = directory.logNumber() {
            (log, isFolded) = (number, false)
            (frames, commits) = (written.frames, written.commits)
            if evidence?.log?.number == number { commits += evidence?.log?.validCommits ?? 0 }
        } else if written.commits == 0, let found = evidence?.log, found.validFrames > 0 {
            (log, isFolded) = (found.number, false)
            (frames, commits) = (found.validFrames, found.validCommits)
        }
    }
}

extension Database {
    /// Its own number, as a claim has it.
    var instanceNumber: UInt64 { UInt64(meta.instance, radix: 16) ?? 0 }

    /// How many rows the table of jobs has now, those included that could not be set aside.
    fileprivate var jobRows: Int {
        guard setAside.contains(where: { $0.table == .jobs }) else { return recovered.jobs.count }
        return (try? connection.integer(JobRows.count)).map { Int(clamping: $0) } ?? recovered.jobs.count
    }
}
