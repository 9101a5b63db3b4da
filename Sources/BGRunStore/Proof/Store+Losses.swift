// What an opening has to tell: what was promised, held against what is there.
import BGRunJob

extension Store {
    /// In plain words, each with what to do.
    static func losses(
        of database: borrowing Database, in directory: borrowing StateDirectory,
        _ replacement: Opening.Replacement?, _ evidence: Evidence
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
        } else if database.isFresh, directory.hasTraces {
            losses.append(
                "There was no database, and jobs have run here before: what it held is not known. "
                    + "Submit missing jobs again.")
        }
        if unreadable > 0 {
            let rows = unreadable == 1 ? "its row is" : "their rows are"
            losses.append(
                "\(counted(unreadable, "job")) could not be read and will not start: \(rows) in the table setAside "
                    + "of the database. Submit \(them(unreadable)) again.")
        }
        let applications = database.setAside.count { $0.table == .applications }
        if applications > 0 {
            let rows = applications == 1 ? "its row is" : "their rows are"
            losses.append(
                "\(counted(applications, "application")) could not be read and may ask for nothing: \(rows) in the "
                    + "table setAside of the database. Permit \(them(applications)) again.")
        }
        return losses
    }

    private static func missing(
        _ claim: Claim, _ evidence: Evidence, _ found: Int, isOther: Bool
    ) -> String? {
        let jobs = counted(claim.jobs, "job")
        return switch evidence.verdict {
        case .gone where claim.jobs == 0: "The database is gone. It held no job. A new database was begun."
        case .gone:
            "The database is gone. It held \(jobs): submit \(again(claim.jobs)). A new database was begun."
        case _ where isOther:
            "The database is not the one that was used last: that one had \(jobs), this one has \(found). "
                + "Submit missing jobs again."
        case .cutOff(let commits), .damaged(let commits):
            "The log of the database is cut off or gone, and with it \(last(commits)): what was submitted, "
                + "cancelled or run then is not known. The database had \(jobs) and has \(found) now. "
                + "Compare the jobs with what you expect."
        case .sound where evidence.isExact && found < claim.jobs:
            missing(claim.jobs - found, of: jobs)
        case .sound: nil
        }
    }

    private static func missing(_ count: Int, of jobs: String) -> String {
        "\(count) of \(jobs) \(count == 1 ? "is" : "are") missing from the database. "
            + "Submit \(again(count))."
    }

    /// What files bring is there again by itself.
    private static func again(_ count: Int) -> String {
        count == 1 ? "it again, unless a file brings it" : "those again that no file brings"
    }

    /// The newest commits, as people are told of them.
    static func last(_ commits: Int) -> String {
        commits == 1 ? "its last change" : "its last \(commits) changes"
    }

    private static func them(_ count: Int) -> String { count == 1 ? "it" : "them" }

    private static func text(of old: Opening.Replacement, _ evidence: Evidence) -> String {
        let came = old.salvaged
        var text =
            "The database could not be used (\(old.reason)). It is kept as \(old.path), and a new one was begun"
        if came.jobs > 0 || came.history > 0 {
            text +=
                " with what could be read: \(counted(came.jobs, "job")), \(counted(came.history, "line")) of history"
        }
        text += ". "
        if !came.unreadable.isEmpty {
            text += "Not readable: \(came.unreadable.prefix(8).joined(separator: ", "))"
            text += came.unreadable.count > 8 ? " and \(came.unreadable.count - 8) more. " : ". "
        }
        guard let claim = evidence.claim else {
            return text + "Submit missing jobs again."
        }
        let jobs = counted(claim.jobs, "job")
        if came.jobs >= claim.jobs { return text + "It had \(jobs): none is missing." }
        return text + "It had \(jobs): submit \(again(claim.jobs))."
    }
}
