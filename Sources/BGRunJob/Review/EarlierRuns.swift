// What the runs that have ended say of a time budget.
import BGRunCalendar

/// The newest runs of a job, as history has them.
///
/// History does not tell under which budget a run was. So a run is believed only where the job's budget is no shorter than
/// the one that is judged; of the same one, only where it has ended the run: what else is longer was given more time.
package struct EarlierRuns {
    /// More of them would tell of a job as it was.
    package static let most = 20

    private let entries: [HistoryEntry]
    private let accepted: Duration?

    /// - Parameter accepted: The budget that the job has now; nil for a job that is not there any more.
    package init(_ lines: [HistoryLine], accepted: Duration?) {
        entries = lines.compactMap { line in
            guard case .run(let entry) = line, !entry.isSimulated else { return nil }
            switch entry.outcome {
            case .succeeded, .failed, .expired: return entry
            case .interrupted, .deferred, .cancelled, .couldNotLaunch: return nil
            }
        }.prefix(Self.most).map(\.self)
        self.accepted = accepted
    }

    /// What they say of the budget of a descriptor.
    package func warnings(of review: DescriptorReview) -> [DescriptorWarning] {
        let budget = review.descriptor.timeBudget
        let short = entries.filter { isBelieved($0, beside: budget) }.compactMap(\.duration).filter {
            $0 > budget
        }
        if let longest = short.max() {
            return [
                review.warning(
                    "timeBudget",
                    .budgetTooShort(budget, long: short.count, of: entries.count, longest: longest))
            ]
        }
        // One that was chosen and is longer is doubted without them.
        guard !review.isBudgetChosen, let interval = review.shortestInterval else { return [] }
        let long = entries.compactMap(\.duration).filter { $0 > interval }
        // One may be long by chance; that most are is none.
        guard let longest = long.max(), long.count * 2 > entries.count else { return [] }
        return [
            review.warning(
                "timeBudget",
                .runsTooLong(interval: interval, long: long.count, of: entries.count, longest: longest))
        ]
    }

    private func isBelieved(_ entry: HistoryEntry, beside budget: Duration) -> Bool {
        guard let accepted else { return true }
        return entry.outcome == .expired ? accepted >= budget : accepted > budget
    }
}
