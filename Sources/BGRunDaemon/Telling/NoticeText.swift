// What a notice says, to the journal and on a desktop.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunWire

/// A notice in words.
struct NoticeText: Equatable {
    private static let longestLine = 1000

    let notification: DesktopNotification
    /// One line for the journal; nil where that has one about the run.
    let line: String?
    let actions: [NoticeAction]

    /// - Parameter zone: Whose clocks the owner reads; nil for UTC.
    init(_ notice: Notice, in zone: Zone?) {
        let date = { (instant: WallTime) in Self.text(of: instant, in: zone) }
        let name = notice.job.identifier.text
        let words = Words(notice.reason, notice.job.identifier, date)
        let blockers = notice.blockers.map { BlockerReport($0).sentence(date: date) }
        notification = DesktopNotification(
            summary: "\(notice.title ?? name) \(words.summary)",
            body: "\(name) \(words.what)." + (words.more + blockers).map { "\n\($0)" }.joined())
        actions = NoticeAction.all(for: notice)
        let waits = "and waits: " + (blockers.isEmpty ? "nothing keeps it" : blockers.joined(separator: "; "))
        line =
            switch notice.reason {
            case .overdue, .notRun: Self.line(notice.job, "\(words.what) \(waits)")
            case .failed(_, isDisabled: true): Self.line(notice.job, "\(words.what) and is disabled")
            case .overruns, .cannotStart: Self.line(notice.job, words.what)
            case .failed, .recovered, .succeeded: nil
            }
    }

    private static func line(_ job: JobID, _ words: String) -> String {
        PlainText.line("job \(job.identifier) of user \(job.owner) \(words)", limit: longestLine)
    }

    /// What is said of a job, behind its name.
    private struct Words {
        let summary: String
        let what: String
        /// What to do.
        var more: [String] = []

        init(_ reason: Notice.Reason, _ name: JobIdentifier, _ date: (WallTime) -> String) {
            switch reason {
            case .overdue(let due): (summary, what) = ("is overdue", "was due \(date(due))")
            case .cannotStart(let impediment):
                (summary, what) = ("can't start here", "can't start on this machine: \(impediment.reason)")
                more = ["To mend it, \(Impediment.remedy(impediment.remedy, for: name))."]
            case .notRun(let since):
                (summary, what) = ("has not run for long", "has not run since \(date(since))")
            case .failed(let failing, let isDisabled):
                (summary, what) = (isDisabled ? "is given up" : "failed", failing.words(date: date))
                more = ["bgrun logs \(name) shows what it has written."]
                if isDisabled { more.append("It is run no more; bgrun enable \(name) ends that.") }
            case .recovered(let failing):
                let count = failing.count == 1 ? "a failure" : "\(failing.count) failures in a row"
                (summary, what) = ("works again", "succeeded after \(count)")
            case .succeeded: (summary, what) = ("is done", "succeeded")
            case .overruns(let overrun):
                (summary, what) = ("takes very long", overrun.words)
                more = ["bgrun logs \(name) shows what it has written."]
            }
        }
    }

    /// To the minute, as people read it: "2026-03-29 03:00".
    static func text(of instant: WallTime, in zone: Zone?) -> String {
        let seconds = instant.microseconds.quotientAndRemainderFloored(by: 1_000_000).quotient
        let shown = CivilTime(seconds: seconds).advanced(bySeconds: zone?.offset(at: instant).seconds ?? 0)
        return "\(shown.dayText) \(shown.minuteText)" + (zone == nil ? " UTC" : "")
    }
}
