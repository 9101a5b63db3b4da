// What an opening has to tell: what was promised, held against what is there.
import BGRunJob

extension Store {
    /// In plain words, each with what to do.
    static func losses(
        of database: borrowing Database, _ replacement: Opening.Replacement?, _ evidence: Evidence
    ) -> [String] {
        let jobs = database.recovered.jobs.count
        let unreadable = database.setAside.count { $0.table == .jobs }
        var losses: [String] = []
        if let replacement {
            losses.append(text(of: replacement, evidence))
        } else if let claim = evidence.claim {
            let found = jobs + unreadable
            if let text = missing(claim, evidence, found, isOther: claim.instance != database.instanceNumber)
            {
                losses.append(text)
            }
        }
        if unreadable > 0 {
            losses.append(
                "\(counted(unreadable, "job")) could not be read and will not start: the rows are in the table "
                    + "setAside of the database. Submit them again.")
        }
        return losses
    }

    private static func missing(
        _ claim: Claim, _ evidence: Evidence, _ found: Int, isOther: Bool
    ) -> String? {
        let jobs = counted(claim.jobs, "job")
        return switch evidence.verdict {
        case .gone:
            "The database is gone. It had \(jobs), which have to be submitted again; a new one was begun."
        case _ where isOther:
            "The database is not the one that was used last: that had \(jobs), this one has \(found)."
        case .cutOff(let commits), .damaged(let commits):
            "The log of the database is cut off or gone, and with it \(last(commits)): what was submitted, "
                + "cancelled or run then is not known. There were \(jobs), \(found) are there. Compare them "
                + "with what you expect."
        case .sound where evidence.isExact && found < claim.jobs:
            "Of \(jobs) in the database \(claim.jobs - found) are missing. Submit them again."
        case .sound: nil
        }
    }

    /// The newest commits, as people are told of them.
    static func last(_ commits: Int) -> String {
        commits == 1 ? "its last save" : "its last \(commits) saves"
    }

    private static func text(of old: Opening.Replacement, _ evidence: Evidence) -> String {
        let came = old.salvaged
        var text =
            "The database could not be used (\(old.reason)). It is kept as \(old.path), and a new one was begun"
        if came.jobs > 0 || came.history > 0 {
            text += " with what could be read: \(counted(came.jobs, "job")), \(came.history) lines of history"
        }
        text += ". "
        if !came.unreadable.isEmpty {
            text += "Not readable: \(came.unreadable.prefix(8).joined(separator: ", "))"
            text += came.unreadable.count > 8 ? " and \(came.unreadable.count - 8) more. " : ". "
        }
        guard let claim = evidence.claim else {
            return text + "Jobs that are missing have to be submitted again."
        }
        let jobs = counted(claim.jobs, "job")
        return text
            + (came.jobs < claim.jobs
                ? "It had \(jobs): those that are missing have to be submitted again."
                : "It had \(jobs), so none is missing.")
    }

    /// What can be claimed of a database that was just opened.
    ///
    /// - Parameter evidence: Of its log; nil where it was made anew.
    static func claim(
        of database: borrowing Database, in directory: borrowing StateDirectory, _ evidence: Evidence?
    ) -> Claim {
        var claim = Claim(instance: database.instanceNumber)
        claim.jobs = database.jobRows
        claim.nextRun = database.meta.nextRun.rawValue
        let log = database.connection.log
        if log.commits > 0, let number = directory.logNumber() {
            (claim.log, claim.isFolded) = (number, false)
            (claim.frames, claim.commits) = (log.frames, log.commits)
            if evidence?.log?.number == number { claim.commits += evidence?.log?.validCommits ?? 0 }
        } else if log.commits == 0, let found = evidence?.log, found.validFrames > 0 {
            (claim.log, claim.isFolded) = (found.number, false)
            (claim.frames, claim.commits) = (found.validFrames, found.validCommits)
        }
        return claim
    }
}

extension Database {
    var instanceNumber: UInt64 { UInt64(meta.instance, radix: 16) ?? 0 }

    /// How many rows the table of jobs has now, those included that could not be set aside.
    var jobRows: Int {
        guard setAside.contains(where: { $0.table == .jobs }) else { return recovered.jobs.count }
        return (try? connection.integer(JobRows.count)).map { Int(clamping: $0) } ?? recovered.jobs.count
    }
}
