// The local time zone, by the C library's rules (TZ, /etc/localtime).
import BGRunCalendar
import BGRunLinux
import BGRunText
import Glibc

enum LocalZone {
    /// The present, in local time.
    static var clock: LocalClock {
        LocalClock(now: WallTime(microseconds: Clock.read(.realtime)), offset: offset)
    }

    private static func offset(at instant: WallTime) -> Int64 {
        var seconds = time_t(instant.microseconds / 1_000_000)
        var parts = unsafe tm()
        guard unsafe localtime_r(&seconds, &parts) != nil else { return 0 }
        return unsafe Int64(parts.tm_gmtoff)
    }
}
