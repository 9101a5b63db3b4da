// The hours of the day in which a job may run, as windows on the local clock.

/// Windows such as `22:00-06:00`, by what the clocks of a zone show.
///
/// A window that ends before it begins goes on over midnight. Its end is not part of it.
package struct AllowedHours: Hashable, Sendable {
    /// The most windows that a descriptor may name.
    package static let mostWindows = 24

    /// As they were written.
    package let windows: [String]
    /// The minutes of the day at which it opens or closes, ascending. No two are the same.
    private let changes: [Int64]
    private let isOpenAtMidnight: Bool

    /// Reads 1 to 24 windows; they may overlap.
    package init(windows: [String]) throws(ScheduleFault) {
        guard (1...Self.mostWindows).contains(windows.count) else {
            throw ScheduleFault(
                reason: windows.isEmpty ? "no window is named" : "\(windows.count) windows are named",
                advice: "write 1 to \(Self.mostWindows) windows such as \"22:00-06:00\"")
        }
        var isOpen = Array(repeating: false, count: 1440)
        for window in windows {
            for minutes in try Self.minutes(of: window) {
                for minute in minutes { isOpen[minute] = true }
            }
        }
        self.windows = windows
        isOpenAtMidnight = isOpen[0]
        changes = isOpen.indices.filter { isOpen[$0] != isOpen[($0 + 1439) % 1440] }.map(Int64.init)
    }

    /// Whether the local clock shows a time within a window.
    package func isOpen(at instant: WallTime, in zone: Zone) -> Bool { isOpen(zone.civil(at: instant)) }

    /// The next instant at which ``isOpen(at:in:)`` differs; nil where it never does.
    package func nextChange(after instant: WallTime, in zone: Zone) -> WallTime? {
        guard !changes.isEmpty else { return nil }
        var seconds = instant.wholeSeconds
        let wasOpen = isOpen(zone.civil(at: instant))
        while seconds < Zone.rim {
            let period = zone.period(at: seconds)
            let shown = period.reading(at: seconds)
            // A change of the clocks may open or close it by itself.
            if isOpen(shown) != wasOpen { return later(seconds, than: instant) }
            let change = nextChange(after: shown).seconds - period.offset.seconds
            if change < period.end { return later(change, than: instant) }
            seconds = period.end
        }
        return nil
    }

    /// Nil at the rim of time, where nothing is later: the rim itself is no change, where the change lies beyond it.
    private func later(_ seconds: Int64, than instant: WallTime) -> WallTime? {
        let found = WallTime(wholeSeconds: seconds)
        return found > instant && found.wholeSeconds == seconds ? found : nil
    }

    private func isOpen(_ reading: CivilTime) -> Bool {
        let minute = reading.secondOfDay / 60
        let passed = changes.count { $0 <= minute && $0 > 0 }
        return isOpenAtMidnight != (passed % 2 == 1)
    }

    private func nextChange(after reading: CivilTime) -> CivilTime {
        let minute = reading.secondOfDay / 60
        let midnight = reading.daysSinceEpoch * CivilTime.secondsPerDay
        let next = changes.first { $0 > minute } ?? (changes.first ?? 0) + 1440
        return CivilTime(seconds: midnight + next * 60)
    }
}

extension AllowedHours {
    /// One range, or two for a window that goes on over midnight.
    private static func minutes(of window: String) throws(ScheduleFault) -> [Range<Int>] {
        let bytes = Array(window.utf8)
        guard bytes.count == 11, bytes[5] == UInt8(ascii: "-"),
            let start = minute(bytes[..<5]), let end = minute(bytes[6...])
        else {
            throw ScheduleFault(
                reason: "\(quoted(window[...].utf8)) is no window of the day",
                advice: "write HH:MM-HH:MM, such as \"22:00-06:00\"; 24:00 may be an end")
        }
        guard start < 1440 else {
            throw ScheduleFault(
                reason: "\"\(window)\" begins at 24:00", advice: "begin it at 00:00")
        }
        guard start != end else {
            throw ScheduleFault(
                reason: "\"\(window)\" ends where it begins",
                advice: "write \"00:00-24:00\" for the whole day, or leave the hours out")
        }
        return start < end ? [start..<end] : [start..<1440, 0..<end]
    }

    /// `HH:MM` as minutes of the day, up to 24:00.
    private static func minute(_ text: ArraySlice<UInt8>) -> Int? {
        let digits = text.enumerated().compactMap { index, byte in
            index != 2 && (0x30...0x39).contains(byte) ? Int(byte - 0x30) : nil
        }
        guard digits.count == 4, text[text.startIndex + 2] == UInt8(ascii: ":") else { return nil }
        let (hour, minute) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
        return minute < 60 && hour * 60 + minute <= 1440 ? hour * 60 + minute : nil
    }
}
