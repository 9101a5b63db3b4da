// How far a run is: by its own word, else by how long its job usually takes. How much time it has says nothing of that.
import BGRunCalendar
import BGRunJob

/// How far a run is, as a bar on a terminal and in words in a pipe.
struct ProgressBar {
    let run: JobStatus.Run
    /// What the run is called until it says something else.
    var title: String?
    private static let columns: Int64 = 12

    func text(on screen: Screen) -> String {
        // A service has no budget to be used up.
        if run.progress == nil, run.timeBudget >= Duration.longestText { return "for \(run.used.rounded)" }
        let words = words + (run.sign == .stopping ? ", about to end" : "")
        guard let percent = share else { return words }
        return withBar(percent, "\(percent) %" + (words.isEmpty ? "" : "  \(words)"), on: screen)
    }

    /// The same in fewer words, the most first.
    func briefs(on screen: Screen) -> [String] {
        // What it says of itself says more than a bar.
        guard run.progress == nil else { return [text(on: .pipe)] }
        guard let percent = share else { return [text(on: .pipe), "for \(run.used.rounded)"] }
        let used = "\(percent) %  \(run.used.rounded)"
        let whole = run.usual.map { " of about \($0.rounded)" } ?? ""
        return [
            withBar(percent, used + whole, on: screen), text(on: .pipe), withBar(percent, used, on: screen),
            used + whole,
            used, "\(percent) %",
        ]
    }

    /// `Export: 31 photos`, `31 min of about 40 min (usual)`, `for 31 min, may take 3 h`. What it does stands before how long it takes.
    private var words: String {
        guard let progress = run.progress else { return span }
        let titles = [progress.title ?? title, progress.subtitle].compactMap { $0?.visible }
        let words = titles.filter { !$0.isEmpty }.joined(separator: ": ")
        if run.host != nil { return words.isEmpty && progress.percent == nil ? "at work" : words }
        let doing = progress.subtitle?.visible ?? ""
        if progress.percent == nil { return doing.isEmpty ? span : "\(doing), \(span)" }
        return doing.isEmpty ? run.used.rounded : "\(doing), \(run.used.rounded)"
    }

    private var span: String {
        guard let usual = run.usual else {
            return "for \(run.used.rounded), may take \(run.timeBudget.rounded)"
        }
        return run.used > usual
            ? "\(run.used.rounded), usually about \(usual.rounded)"
            : "\(run.used.rounded) of about \(usual.rounded) (usual)"
    }

    /// By its own word; else by what is usual, which says nothing any more once that is over. Nil where nobody knows.
    private var share: Int64? {
        if let progress = run.progress, progress.percent != nil || run.host != nil { return progress.percent }
        guard let usual = run.usual, run.used <= usual else { return nil }
        return percent(of: usual)
    }

    private func withBar(_ percent: Int64, _ words: String, on screen: Screen) -> String {
        guard screen.width != nil else { return words }
        let full = Int(percent * Self.columns / 100)
        let bar =
            String(repeating: "█", count: full) + String(repeating: "░", count: Int(Self.columns) - full)
        return "\(bar) \(words)"
    }

    /// From 0 to 100, also for a run that was let on beyond it.
    private func percent(of whole: Duration) -> Int64 {
        let part = whole.wholeMicroseconds / 100
        guard part > 0 else { return 100 }
        return min(max(run.used.wholeMicroseconds / part, 0), 100)
    }
}
