// The table of jobs: one row each, the descriptor as its canonical text and everything else as columns.

enum JobRows {
    /// In the order in which they are bound and decoded. `boot` says which boot the row's boot-clock instants
    /// (`…End`) belong to. The seals are of what was requested, and of where that stands; NULL in rows of before.
    static let columns = [
        "owner", "identifier", "boot", "descriptor", "origin", "accepted", "anchor",
        "occurrence", "dueAt", "dueGrid", "dueSet", "dueSpan", "dueEnd",
        "calledSet", "calledSpan", "calledEnd", "dueSince",
        "restSet", "restSpan", "restEnd", "unfinishedRuns", "failedAttempts", "isTriggeredAgain", "isWarned",
        "isByHand",
        "concluded", "concludedAhead", "runs", "pathsSeen", "lastStart", "lastSkipDue", "lastSkipped",
        "lastSkipReason", "recent", "successes", "enabled", "pauseSince", "pauseSet", "pauseSpan", "pauseEnd",
        "pausedBy", "pauseNote", "activeRun", "activeStarted", "activeIsSimulated", "activeStopReason",
        "activeMainExit",
        "activeHost", "lastRun", "lastOutcome", "lastStopReason", "lastEnded",
        "lastSuccess", "failures", "failuresGivenUp", "failingSince", "failureExit", "failureReason",
        "hookFault",
        "generation",
        "nextDescriptor", "nextOrigin", "nextAccepted", "nextDueAt", "nextDueGrid", "nextDueSet",
        "nextDueSpan", "nextDueEnd", "requestSeal", "standingSeal",
    ]
    /// What each later version has brought. A row of an earlier one has NULL in all of them.
    private static let additions: [(version: Int64, columns: [String])] = [
        (
            2,
            [
                "dueGrid", "isTriggeredAgain", "concluded", "runs", "pathsSeen", "lastSkipDue", "lastSkipped",
                "lastSkipReason", "enabled", "pauseSince", "pauseSet", "pauseSpan", "pauseEnd", "nextDueGrid",
            ]
        ),
        (3, ["isWarned"]),
        (6, ["isByHand", "concludedAhead", "activeMainExit"]),
        (7, ["calledSet", "calledSpan", "calledEnd", "lastStart", "requestSeal", "standingSeal"]),
        (8, ["activeHost"]),
        (9, ["failedAttempts", "failures", "failingSince", "failureExit", "failureReason", "successes"]),
        (10, ["pausedBy", "pauseNote"]),
        (11, ["hookFault", "generation"]),
        (12, ["recent"]),
        (13, ["failuresGivenUp"]),
        (14, ["lastSuccess"]),
    ]

    /// What was added after a version, in the order in which it was.
    static func added(after version: Int64) -> [String] {
        additions.filter { $0.version > version }.flatMap(\.columns)
    }

    /// The columns in the order in which they lie in the file: what was added stands last.
    static func stored(version: Int64) -> [String] {
        let later = added(after: version)
        let all = added(after: 1)
        return columns.filter { !all.contains($0) } + all.filter { !later.contains($0) }
    }

    private static let list = columns.joined(separator: ", ")
    /// What changes while a request is carried out: all but what the request itself has brought. All instants of the
    /// boot clock are among it.
    private static let progress =
        ["boot"] + columns.drop { $0 != "anchor" }.prefix { $0 != "nextDescriptor" } + ["standingSeal"]

    /// By row number: in the order in which the jobs were accepted first.
    static let select = "SELECT rowid, \(list) FROM jobs ORDER BY rowid"
    static let upsert = """
        INSERT INTO jobs (\(list)) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
        ON CONFLICT (owner, identifier) DO UPDATE SET
        \(columns.dropFirst(2).map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
        """

    /// Where a job stands, for a row that has its descriptor already: printing that again would take longer than
    /// all the rest, and every start of a run waits for its row. The instant of acceptance names the request; the
    /// scheduler never gives two requests for a job the same one.
    static let updateProgress = """
        UPDATE jobs SET \(progress.map { "\($0) = ?" }.joined(separator: ", "))
        WHERE owner = ? AND identifier = ? AND accepted = ? AND nextDescriptor IS NULL
        """
    static let count = "SELECT count(*) FROM jobs"
    static let delete = "DELETE FROM jobs WHERE owner = ? AND identifier = ?"
}
