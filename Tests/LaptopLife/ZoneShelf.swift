// The zones of the machine that simulations, read once.
import BGRunCalendar
import Foundation

/// Zones that are at home in both halves of the year, and one that never changes.
struct ZoneShelf {
    static let names = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"]

    private static let all = Result { try names.map { ($0, try read($0)) } }
    private let zones: [String: Zone]

    init() throws { zones = Dictionary(try Self.all.get(), uniquingKeysWith: { first, _ in first }) }

    /// Nil for a zone that is not on this machine.
    subscript(name: String) -> Zone? { zones[name] }

    private static func read(_ name: String) throws -> Zone {
        if name == "UTC" { return .utc }
        let bytes = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)"))
        return try Zone(name: name, tzif: Array(bytes))
    }
}
