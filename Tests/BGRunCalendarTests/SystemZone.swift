// The zones of this machine, which the other implementations read as well.
import BGRunCalendar
import Foundation

extension Zone {
    /// The zones that schedules are tried in: both hemispheres, half hours, a skipped day, a summer time below zero.
    static let tried = [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Pacific/Apia",
        "Asia/Kathmandu", "UTC",
    ]

    /// From the package tzdata.
    static func ofSystem(_ name: String) throws -> Zone {
        try Zone(name: name, tzif: [UInt8](Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)"))))
    }
}
