// How far a run is: by its own word, else how much of its time budget it has used.
import BGRunCalendar
import BGRunJob

/// How far a run is, as a bar on a terminal and in words in a pipe.
struct ProgressBar {
    let run: JobStatus.Run
    /// What the run is called until it says something else.
    var title: String?
    private static let columns: Int64 = 12

    func text(on screen: Screen) -> String {
        if let progress = run.progress { return text(of: progress, on: screen) }
        // A service has no budget to be used up.
        if run.timeBudget >= Duration.longestText { return "for \(run.used.rounded)" }
        return withBar(percent, "\(percent) %  \(run.used.rounded) of \(run.timeBudget.rounded)", on: screen)
    }

    /// `███░░░░░░░░░ 31 %  Export: 31 of 100 photos`, or where nobody knows how much there is `Export: 31 photos`.
    private func text(of progress: TaskProgress, on screen: Screen) -> String {
        let titles = [progress.title ?? title, progress.subtitle].compactMap { $0?.visible }
        let words = titles.filter { !$0.isEmpty }.joined(separator: ": ")
        guard let percent = progress.percent else { return words.isEmpty ? "at work" : words }
        return withBar(percent, "\(percent) %" + (words.isEmpty ? "" : "  \(words)"), on: screen)
    }

    private func withBar(_ percent: Int64, _ words: String, on screen: Screen) -> String {
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
