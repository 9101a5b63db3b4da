// How much of what runs have written each owner keeps, and what goes where that is too much.
import BGRunJob

extension Store {
    /// Counts what an ended run's output takes; costs a look at all of history the first time.
    func countOutput(of entry: HistoryEntry) throws(SQLiteError) {
        var bytes: OwnerTally
        if let known = outputBytes {
            bytes = known
        } else {
            bytes = try connection.tally(HistoryRows.outputs)
        }
        bytes.add(HistoryRows.stored(entry.usage.outputBytes), of: Int64(entry.job.owner.rawValue))
        outputBytes = bytes
    }

    /// Where an owner's output takes more than their share, the oldest of it goes, but for that of the run which has
    /// just ended; some at a time, so that most runs cost no look.
    ///
    /// - Returns: The runs whose output is to be removed.
    func trimOutput(after entry: HistoryEntry) throws(SQLiteError) -> [RunID] {
        let owner = Int64(entry.job.owner.rawValue)
        guard let bytes = outputBytes?.count(of: owner), bytes > outputPerOwner else { return [] }
        var excess = bytes - (outputPerOwner - outputPerOwner / 16)
        var runs: [Int64] = []
        var oldest = try connection.prepareOnce(HistoryRows.oldestOutputs)
        try oldest.bind(owner)
        try oldest.bind(entry.run.rawValue)
        while excess > 0, try oldest.step() {
            runs.append(oldest.rowNumber())
            let size = Int(clamping: oldest.rowNumber())
            excess -= size
            outputBytes?.remove(size, of: owner)
        }
        oldest.reset()
        var drop = try connection.prepareOnce(HistoryRows.dropOutput)
        for run in runs {
            try drop.run { statement throws(SQLiteError) in try statement.bind(run) }
        }
        return runs.map { RunID($0) }
    }
}
