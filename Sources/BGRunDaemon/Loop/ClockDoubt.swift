// A wall clock that can't be right at the start: the time that is counted in its place until it is set.
import BGRunCalendar
import BGRunLinux
import BGRunScheduler

/// Doubt about the wall clock. A machine without a battery for it starts in another year, by which every job that has run in this one
/// would be due again.
struct ClockDoubt: Equatable {
    /// The date of this version: a clock that is right says no less.
    static let earliest = WallTime(wholeSeconds: 1_793_491_200)  // 2026-11-01
    /// Later stored times are taken for corruption.
    static let latest = WallTime(wholeSeconds: 7_258_118_400)  // 2200-01-01
    /// A clock that is set back by less is believed (B-12).
    static let tolerance: Duration = .seconds(86_400)
    /// The longest doubt, in time awake.
    static let patience: Duration = .seconds(3600)
    /// A difference to the boot clock by which the wall clock was set, and not slewed.
    static let step: Duration = .seconds(60)

    let ends: AwakeTime
    /// The start of the count.
    let begun: BootTime
    /// The clock at the start, and the last time that was stored before.
    let said: WallTime
    let known: WallTime
    /// The difference between the counted time and the clock.
    var lead: Duration { said.duration(to: known) }

    /// Nil where the clock is believed.
    ///
    /// - Parameters:
    ///   - now: The machine's clocks.
    ///   - lastWritten: The time of the last write, by the clock of that moment; nil where there was none.
    ///   - isSynchronized: Whether a time server has set the kernel's clock.
    init?(_ now: Now, lastWritten: WallTime?, isSynchronized: Bool) {
        let stored = lastWritten.flatMap { $0 < Self.latest ? $0 : nil } ?? Self.earliest
        let known = max(stored, Self.earliest)
        let isBehind = now.wall < known.advanced(by: .zero - Self.tolerance)
        guard now.wall < Self.earliest || isBehind && !isSynchronized else { return nil }
        self.init(
            ends: now.awake.advanced(by: Self.patience), begun: now.boot,
            said: now.wall, known: known)
    }

    private init(ends: AwakeTime, begun: BootTime, said: WallTime, known: WallTime) {
        self.ends = ends
        self.begun = begun
        self.said = said
        self.known = known
    }

    var sentence: String {
        func minute(_ time: WallTime) -> String {
            WallTime(wholeSeconds: time.wholeSeconds / 60 * 60).rfc3339
        }
        return """
            The clock can't be right: at the start it said \(minute(said)), and what is stored is from \
            \(minute(known)). Time is counted from there until the clock is set (timedatectl set-time), or for an hour.
            """
    }

    /// Whether the doubt still holds: the clock was not set since, and there is time left. A sleep of the machine sets no clock, though
    /// the kernel tells of it in the same way.
    ///
    /// - Parameters:
    ///   - now: The counted time.
    ///   - isSynchronized: Whether a time server has set the kernel's clock.
    func stands(at now: Now, isSynchronized: Bool) -> Bool {
        if isSynchronized, Self.earliest <= now.wall.advanced(by: .zero - lead) { return false }
        let difference = known.advanced(by: begun.duration(to: now.boot)).duration(to: now.wall)
        return now.awake < ends && difference < Self.step && .zero - Self.step < difference
    }

    // MARK: - In this boot

    private static let file = "clock"

    /// The doubt of an earlier daemon of this boot, where it still holds.
    ///
    /// - Parameter now: The machine's clocks.
    init?(in runtimeDirectory: String, boot: String, at now: Now, isSynchronized: Bool) {
        guard let bytes = try? File.contents(of: "\(runtimeDirectory)/\(Self.file)", limit: 256) else {
            return nil
        }
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
        let numbers = words.dropFirst().compactMap { Int64($0) }
        guard words.first == boot, numbers.count == 4 else { return nil }
        self.init(
            ends: AwakeTime(microseconds: numbers[0]), begun: BootTime(microseconds: numbers[1]),
            said: WallTime(microseconds: numbers[2]), known: WallTime(microseconds: numbers[3]))
        let counted = Now(wall: now.wall.advanced(by: lead), boot: now.boot, awake: now.awake)
        guard stands(at: counted, isSynchronized: isSynchronized) else { return nil }
    }

    /// Counts time from here on, and leaves the doubt to the next daemon of this boot. Without the file, that one believes the clock.
    func take(in runtimeDirectory: String, boot: String) {
        Clock.lead = lead.wholeMicroseconds
        keep(in: runtimeDirectory, boot: boot)
    }

    func keep(in runtimeDirectory: String, boot: String) {
        guard let directory = try? Directory(path: runtimeDirectory) else { return }
        try? directory.removeIfPresent(Self.file)
        let numbers = [ends.microseconds, begun.microseconds, said.microseconds, known.microseconds]
        let text = ([boot] + numbers.map(String.init)).joined(separator: " ")
        let file = try? directory.create(Self.file, mode: 0o600)
        _ = try? file?.write(Array(text.utf8)[...])
    }

    /// Ends the count: the clock is believed.
    static func forget(in runtimeDirectory: String) {
        Clock.lead = 0
        guard let directory = try? Directory(path: runtimeDirectory) else { return }
        try? directory.removeIfPresent(file)
    }
}

extension Wakeup {
    /// The same by the machine's own clock, for a timer of the kernel's.
    func byMachine(_ doubt: ClockDoubt?) -> Wakeup {
        guard let doubt, case .wall(let instant) = moment else { return self }
        return Wakeup(.wall(instant.advanced(by: .zero - doubt.lead)), reason)
    }
}
