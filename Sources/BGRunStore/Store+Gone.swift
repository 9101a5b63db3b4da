// Jobs of which nothing is kept any more: neither they nor a run of theirs.
import BGRunJob

extension Store {
    /// The jobs that have gone entirely since this was asked last: what lies in their directories can go too.
    package func takeGoneJobs() -> [JobID] {
        defer { goneJobs = [] }
        return goneJobs
    }

    /// Whether neither the job nor a run of it is kept.
    package func isGone(_ job: JobID) throws(StoreFailure) -> Bool {
        do {
            return try !isKept(job)
        } catch {
            throw StoreFailure("read", databasePath, error)
        }
    }

    /// Whose jobs of a name history has runs of, sorted; the first of very many.
    package func pastOwners(of identifier: JobIdentifier) throws(StoreFailure) -> [UserID] {
        do {
            var owners: [UserID] = []
            var select = try connection.prepareOnce(
                "SELECT DISTINCT owner FROM history WHERE +identifier = ? AND typeof(owner) = 'integer' ORDER BY owner LIMIT 16"
            )
            try select.bind(identifier.text)
            while try select.step() {
                if let owner = UInt32(exactly: select.rowNumber()) { owners.append(UserID(owner)) }
            }
            return owners
        } catch {
            throw StoreFailure("read", databasePath, error)
        }
    }

    /// Of the jobs that were forgotten, or of which runs fell out of history, those that are gone now, sorted.
    func gone(among jobs: Set<JobID>) throws(SQLiteError) -> [JobID] {
        var gone: [JobID] = []
        for job in jobs.sorted() where try !isKept(job) { gone.append(job) }
        return gone
    }

    /// The runs of a job that history has.
    func runs(of job: JobID) throws(SQLiteError) -> [RunID] {
        var runs: [RunID] = []
        var select = try connection.prepareOnce("SELECT run FROM history WHERE owner = ? AND identifier = ?")
        try select.bind(job)
        while try select.step() { runs.append(RunID(select.rowNumber())) }
        return runs
    }

    private func isKept(_ job: JobID) throws(SQLiteError) -> Bool {
        defer { statements.isKept.reset() }
        try statements.isKept.bind(job)
        return try statements.isKept.step()
    }
}
