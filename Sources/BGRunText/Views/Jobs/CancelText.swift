// What `bgrun cancel` prints: what is gone, and what comes all the same.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// The answer to who has cancelled a job.
package struct CancelText {
    private let before: JobReport?
    private let after: JobReport?
    private let asker: UserID
    private let clock: LocalClock

    /// - Parameters:
    ///   - before: How the job stood; nil where it was over.
    ///   - after: How it stands now; nil where it is gone.
    ///   - asker: Who cancels it. Only its owner can have it back.
    package init(before: JobReport?, after: JobReport?, by asker: UserID, clock: LocalClock) {
        (self.before, self.after, self.asker, self.clock) = (before, after, asker, clock)
    }

    /// `org.a.x: its run of Sun 02:00 is cancelled; next Mon 02:00; /etc/bgrun/jobs.d/org.a.x.json keeps the job: remove that file to be
    /// rid of it`.
    package func sentence(_ job: JobIdentifier) -> String {
        guard let before else { return "\(job) was over and was taken off the list" }
        guard let after else {
            if let run = before.run { return "\(job) was cancelled, and run \(run.run) was ended" }
            let canComeBack =
                before.owner == asker && before.file == nil
                && before.descriptor.program.applicationTask == nil
            return "\(job) was cancelled" + (canComeBack ? "; bgrun run \(job) submits it again" : "")
        }
        var parts = [gone(before)]
        if after.run == nil, let due = after.due, after.occurrence != before.occurrence {
            parts.append("next \(clock.date(due))")
        }
        if let file = after.file {
            parts.append("\(file.visible) keeps the job: remove that file to be rid of it")
        }
        return "\(job): \(parts.joined(separator: "; "))"
    }

    private func gone(_ before: JobReport) -> String {
        if let run = before.run { return "run \(run.run) was told to end, and is not repeated" }
        return "its run\(before.due.map { " of \(clock.date($0))" } ?? "") is cancelled"
    }

    /// Why a job of a file is not cancelled before it is due.
    package static func refusal(_ job: JobIdentifier, file: String, due: WallTime?, clock: LocalClock)
        -> Complaint
    {
        Complaint(
            "\(job) comes from \(file.visible) and \(due.map { "is not due before \(clock.date($0))" } ?? "is not due"), so there is nothing to cancel",
            advice: "remove that file to be rid of the job, or bgrun disable \(job)"
                + (due == nil ? "" : "; bgrun cancel --next \(job) lets its next run go"))
    }
}
