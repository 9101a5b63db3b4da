// What one event led to.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

/// An event, when it was taken, and what the scheduler asked for.
struct Decision {
    let now: Now
    let event: Event
    let effects: Effects
}
