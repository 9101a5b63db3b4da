// Zones for tests: the system's own, and files written here byte by byte.
import BGRunCalendar
import BGRunTestSupport
import Foundation
import Testing

enum SystemZones {
    static func bytes(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)")))
    }

    static func zone(_ name: String) throws -> Zone { try Zone(name: name, tzif: bytes(name)) }
}

/// Writes TZif files, right ones and wrong ones.
struct ZoneWriter {
    var version: UInt8 = UInt8(ascii: "2")
    var transitions: [(seconds: Int64, kind: UInt8)] = []
    /// The index is of the abbreviation's first byte in `characters`.
    var kinds: [(seconds: Int32, isDaylightSaving: UInt8, index: UInt8)] = [(0, 0, 0)]
    var characters = "UTC\0"
    var leaps: Int64 = 0
    var footer: String? = "\n\n"

    var bytes: [UInt8] {
        guard version > 0 else { return header(isEmpty: false) + block(timeBytes: 4) }
        return header(isEmpty: true) + header(isEmpty: false) + block(timeBytes: 8)
            + Array((footer ?? "").utf8)
    }

    private func header(isEmpty: Bool) -> [UInt8] {
        let counts: [Int64] =
            isEmpty
            ? [0, 0, 0, 0, 0, 0]
            : [0, 0, leaps, Int64(transitions.count), Int64(kinds.count), Int64(characters.utf8.count)]
        return Array("TZif".utf8) + [version] + Array(repeating: 0, count: 15)
            + counts.flatMap { Self.bigEndian($0, 4) }
    }

    private func block(timeBytes: Int) -> [UInt8] {
        var bytes = transitions.flatMap { Self.bigEndian($0.seconds, timeBytes) } + transitions.map(\.kind)
        for kind in kinds {
            bytes += Self.bigEndian(Int64(kind.seconds), 4) + [kind.isDaylightSaving, kind.index]
        }
        return bytes + Array(characters.utf8) + Array(repeating: 0, count: Int(leaps) * (timeBytes + 4))
    }

    private static func bigEndian(_ number: Int64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * Int64($0))) }
    }

    /// A zone that has a rule and nothing else.
    static func zone(rule: String) throws -> Zone {
        try Zone(name: rule, tzif: ZoneWriter(footer: "\n\(rule)\n").bytes)
    }
}

extension WallTime {
    init(seconds: Int64) { self.init(microseconds: seconds * 1_000_000) }

    /// An instant that a test names; the beginning of 1970 where its text is wrong.
    init(_ text: String) {
        self = WallTime(rfc3339: text) ?? WallTime(microseconds: 0)
        #expect(WallTime(rfc3339: text) != nil, "\(text)")
    }
}

extension CivilTime {
    /// `2026-03-29T02:30:00`.
    init(_ text: String) { self.init(seconds: WallTime(text + "Z").microseconds / 1_000_000) }
}
