// The clock of what times itself: rests between news, and looks that are due.
import BGRunCalendar
import BGRunLinux

extension AwakeTime {
    /// Its present reading. The scheduler's time is read elsewhere, once for each event.
    package static var now: AwakeTime { AwakeTime(microseconds: Clock.read(.monotonic)) }
}
