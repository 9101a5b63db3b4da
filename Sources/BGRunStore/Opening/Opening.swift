// What the store found when it was opened.
import BGRunCalendar
import BGRunJob

/// What happened at open, with everything that was recovered.
package struct Opening: Hashable, Sendable {
    /// Where the database came from.
    package enum Database: Hashable, Sendable {
        /// There was none.
        case fresh
        case normal
        /// There was one that can't be used; it is kept under another name and a new one was begun.
        case replaced(Replacement)
    }

    package struct Replacement: Hashable, Sendable {
        package enum Cause: String, CaseIterable, Sendable {
            case corrupt
            /// A later version of bgrun wrote it.
            case tooNew = "too-new"
        }

        package var cause: Cause
        /// In plain words.
        package var reason: String
        /// Where the old database lies now.
        package var path: String
        /// How much of it came over into the new one.
        package var salvaged = Salvaged()
    }

    /// What came over from a database that can't be used.
    package struct Salvaged: Hashable, Sendable {
        package var jobs = 0
        /// Rows of what happened: runs, skips, what was seen, what held jobs back.
        package var history = 0
        /// Jobs that were there and could not be read, by their names.
        package var unreadable: [String] = []
    }

    /// What was accepted once and is not there any more, or may not be.
    package struct Loss: Hashable, Sendable {
        /// When it was found.
        package var found: WallTime
        /// What, and what to do, in plain words.
        package var text: String
    }

    /// A row that did not decode. It was moved to the table `setAside`, so that nothing is lost.
    package struct SetAsideRow: Hashable, Sendable {
        package enum Table: String, CaseIterable, Sendable {
            case jobs, endedJobs, history, skips, conditionHistory, holdHistory, finishedFiles, applications,
                owners,
                pauses,
                meta
        }

        package var table: Table
        /// SQLite's number of the row.
        package var row: Int64
        package var reason: String
    }

    package var database: Database
    package var setAside: [SetAsideRow]
    /// Found now, and at earlier openings; the newest first.
    package var losses: [Loss] = []
    package var recovered: Recovered
}

/// The stored values, as they were when the last transaction ended.
package struct Recovered: Hashable, Sendable {
    /// In the order in which they were accepted first. Boot-clock instants are those of this boot.
    package var jobs: [JobRecord] = []
    /// Those that are over.
    package var ended: [EndedJob] = []
    package var finishedFiles: [FinishedFile] = []
    /// What users have permitted, in the order in which each application was permitted first.
    package var applications: [PermittedApplication] = []
    /// The number the next run gets; no run has had it.
    package var nextRun = RunID(1)
    /// Pauses of all jobs of a scope. Boot-clock instants are those of this boot.
    package var pauses: [PauseScope: Pause] = [:]
    /// Whose the numbers of owners are, as far as that is known.
    package var owners: [UserID: String] = [:]
    /// The last write was made in another boot. False too where no boot is recorded, as in a new database.
    package var isNewBoot = false
    /// When the daemon before wrote last, as far as rows tell; nil where it has said that it leaves.
    package var lastWritten: WallTime?
    package var isPowerSilent = false
}
