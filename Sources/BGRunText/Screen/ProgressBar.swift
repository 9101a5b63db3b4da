// How much of its time budget a run has used.
import BGRunCalendar
import BGRunJob

/// A run's share of its budget, as a bar on a terminal and in words in a pipe.
struct ProgressBar {
    let run: JobStatus.Run
    private static let columns: Int64 = 12

    func text(on screen: Screen) -> String {
        let words = "\(percent) %  \(run.used.rounded) of \(run.timeBudget.rounded)"
        guard screen.width != nil else { return words }
        let full = Int(percent * Self.columns / 100)
        let bar =
            String(repeating: "█", count: full) + String(repeating: "░", count: Int(Self.columns) - full)
        return "\(bar) \(words)"
    }

    /// From 0 to 100, also for a run that was let on beyond its budget.
    private var percent: Int64 {
        let budget = run.timeBudget.wholeMicroseconds / 100
        guard budget > 0 else { return 100 }
        return min(max(run.used.wholeMicroseconds / budget, 0), 100)
    }
}
