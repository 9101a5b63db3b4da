// From when on a job that waits is called overdue.
import BGRunCalendar

/// From when on a waiting occurrence is overdue.
package enum LatestBegin: Hashable, Sendable {
    /// That long after it became due.
    case after(Duration)
    /// Of a job without a schedule: from that instant on.
    case date(WallTime)
}
