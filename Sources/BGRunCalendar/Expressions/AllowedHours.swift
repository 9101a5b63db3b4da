// The hours in which a job may run, as windows on the local clock.

/// Windows such as `22:00-06:00`, `Mon-Fri 22:00-06:00` or `Sat,Sun`, by what the clocks of a zone show.
///
/// A window that ends before it begins goes on over midnight, on weekdays into the day after the one it names. Its end is not part
/// of it.
package struct AllowedHours: Hashable, Sendable {
    /// The most windows that a descriptor may name.
    package static let mostWindows = 24

    /// As they were written.
    package let windows: [String]
    /// After so many minutes it is all the same: a day, or where weekdays are named a week from Sunday on.
    private let round: Int64
    /// The minutes of the round at which it opens or closes, ascending. No two are the same.
    private let changes: [Int64]
    private let isOpenAtFirst: Bool

    /// Reads 1 to 24 windows; they may overlap.
    package init(windows: [String]) throws(ScheduleFault) {
        guard (1...Self.mostWindows).contains(windows.count) else {
            throw ScheduleFault(
                reason: windows.isEmpty ? "no window is named" : "\(windows.count) windows are named",
                advice: "write 1 to \(Self.mostWindows) windows such as \"22:00-06:00\"")
        }
        let read = try windows.map(Window.init)
        let round = read.allSatisfy { $0.weekdays == nil } ? Self.day : 7 * Self.day
        var isOpen = Array(repeating: false, count: round)
        for window in read {
            for start in stride(from: 0, to: round, by: Self.day) where window.begins(on: start / Self.day) {
                for minute in window.minutes { isOpen[(start + minute) % round] = true }
            }
        }
        self.windows = windows
        self.round = Int64(round)
        isOpenAtFirst = isOpen[0]
        changes = isOpen.indices.filter { isOpen[$0] != isOpen[($0 + round - 1) % round] }.map(Int64.init)
    }

    /// In minutes.
    private static let day = 1440

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
        let minute = minute(of: reading)
        let passed = changes.count { $0 <= minute && $0 > 0 }
        return isOpenAtFirst != (passed % 2 == 1)
    }

    private func nextChange(after reading: CivilTime) -> CivilTime {
        let minute = minute(of: reading)
        let next = changes.first { $0 > minute } ?? (changes.first ?? 0) + round
        return reading.advanced(bySeconds: (next - minute) * 60 - reading.second)
    }

    /// Of the round.
    private func minute(of reading: CivilTime) -> Int64 {
        (reading.weekday * CivilTime.secondsPerDay + reading.secondOfDay) / 60 % round
    }
}

/// One window as it is written.
private struct Window {
    /// A bit for each, from Sunday on; nil for all.
    var weekdays: UInt8?
    /// From the midnight before it begins.
    var minutes: Range<Int>

    init(_ text: String) throws(ScheduleFault) {
        var rest = text[...].utf8
        if WeekdayName(at: rest) != nil {
            do throws(WeekdaySet.Fault) {
                weekdays = try WeekdaySet(&rest).bits
            } catch {
                if case .backwards(let range) = error { throw .backwards(range, in: text[...].utf8) }
                throw Self.fault(text)
            }
            rest = rest.drop { $0 == UInt8(ascii: " ") }
            if rest.isEmpty {
                minutes = 0..<1440
                return
            }
        }
        let bytes = Array(rest)
        guard bytes.count == 11, bytes[5] == UInt8(ascii: "-"),
            let start = Self.minute(bytes[..<5]), let end = Self.minute(bytes[6...])
        else { throw Self.fault(text) }
        guard start < 1440 else {
            throw ScheduleFault(
                reason: "\"\(text)\" begins at 24:00", advice: "begin it at 00:00")
        }
        guard start != end else {
            throw ScheduleFault(
                reason: "\"\(text)\" ends where it begins",
                advice: "write \"00:00-24:00\" for the whole day, or leave the hours out")
        }
        minutes = start..<(start < end ? end : end + 1440)
    }

    private static func fault(_ text: String) -> ScheduleFault {
        ScheduleFault(
            reason: "\(quoted(text[...].utf8)) is no window of the day",
            advice:
                "write HH:MM-HH:MM, such as \"22:00-06:00\" or \"Mon-Fri 22:00-06:00\"; 24:00 may be an end")
    }

    /// - Parameter day: From 0, a Sunday.
    func begins(on day: Int) -> Bool { weekdays.map { $0 >> UInt8(day) & 1 == 1 } ?? true }

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
