// The local time zone, by the C library's rules (TZ, /etc/localtime).
import BGRunCalendar
import BGRunLinux
import BGRunText
import Glibc

enum LocalZone {
    /// The present, in local time.
    static var clock: LocalClock {
        clock(at: WallTime(microseconds: Clock.read(.realtime)))
    }

    /// The same where another instant is the present.
    static func clock(at now: WallTime) -> LocalClock {
        LocalClock(now: now, hasTwelveHours: hasTwelveHours, offset: offset)
    }

    /// The present, by the clock of a zone.
    static func clock(of zone: Zone) -> LocalClock {
        LocalClock(now: .present, hasTwelveHours: hasTwelveHours) { zone.offset(at: $0).seconds }
    }

    /// The zone whose clock that is, as far as it has a name: that of TZ, else the machine's own.
    static var zone: Zone {
        let name = Machine.environment("TZ").flatMap { $0.isEmpty ? nil : $0.drop { $0 == ":" } }
        let named = name.flatMap { try? MachineZones.zone(named: String($0)) }
        return named ?? (try? MachineZones.zone(named: nil)) ?? .utc
    }

    /// Whether the reader's locale (LC_TIME) writes `2:30 PM`.
    private static let hasTwelveHours: Bool = {
        let name = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap(Machine.environment).first { !$0.isEmpty }
        // To ask costs some files, and most of these have nothing to say.
        guard let name, !["C", "POSIX", "C.UTF-8", "C.utf8"].contains(name) else { return false }
        guard unsafe setlocale(LC_TIME, "") != nil, let format = unsafe nl_langinfo(nl_item(T_FMT)) else {
            return false
        }
        let text = unsafe String(cString: format)
        return ["%r", "%p", "%I", "%l"].contains { text.contains($0) }
    }()

    private static func offset(at instant: WallTime) -> Int64 {
        var seconds = time_t(instant.microseconds / 1_000_000)
        var parts = unsafe tm()
        guard unsafe localtime_r(&seconds, &parts) != nil else { return 0 }
        return unsafe Int64(parts.tm_gmtoff)
    }
}
