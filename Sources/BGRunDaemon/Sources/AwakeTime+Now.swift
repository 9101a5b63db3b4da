// The clock of sources that rest.
import BGRunCalendar
import BGRunLinux

extension AwakeTime {
    /// Its present reading, for what a source times by itself.
    static var now: AwakeTime { AwakeTime(microseconds: Clock.read(.monotonic)) }
}
