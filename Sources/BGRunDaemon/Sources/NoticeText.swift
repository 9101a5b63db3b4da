// What a notice says, to the journal and on a desktop.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunWire

/// A notice in words.
struct NoticeText: Equatable {
    private static let longestLine = 1000

    let notification: DesktopNotification
    /// One line for the journal.
    let line: String

    /// - Parameter zone: Whose clocks the owner reads; nil for UTC.
    init(_ notice: Notice, in zone: Zone?) {
        let date = { (instant: WallTime) in Self.text(of: instant, in: zone) }
        let (summary, since) =
            switch notice.reason {
            case .overdue(let due): ("is overdue", "was due \(date(due))")
            case .notRun(let since): ("has not run for long", "has not run since \(date(since))")
            }
        let blockers = notice.blockers.map { BlockerReport($0).sentence(date: date) }
        let name = notice.job.identifier.text
        notification = DesktopNotification(
            summary: "\(notice.title ?? name) \(summary)",
            body: "\(name) \(since)." + blockers.map { "\n\($0)" }.joined())
        line = PlainText.line(
            "job \(name) of user \(notice.job.owner) \(since) and waits: "
                + (blockers.isEmpty ? "nothing keeps it" : blockers.joined(separator: "; ")),
            limit: Self.longestLine)
    }

    /// To the minute, as people read it: "2026-03-29 03:00".
    private static func text(of instant: WallTime, in zone: Zone?) -> String {
        let seconds = instant.microseconds.quotientAndRemainderFloored(by: 1_000_000).quotient
        let shown = CivilTime(seconds: seconds).advanced(bySeconds: zone?.offset(at: instant).seconds ?? 0)
        return "\(shown.dayText) \(shown.minuteText)" + (zone == nil ? " UTC" : "")
    }
}
