// Whether somebody uses the machine, or since when nobody does.
import BGRunCalendar

/// Whether somebody uses the machine.
package enum IdleReading: Hashable, Sendable {
    case active
    case idle(since: AwakeTime)
}
