// A wall clock that can't be right at the start: what is taken in its place until it is set.
import BGRunCalendar
import BGRunLinux
import BGRunScheduler

/// That the wall clock is not believed: a machine without a battery for its clock begins in another year, and every job that has run
/// in this one would be due again.
struct ClockDoubt: Equatable {
    /// No clock that is right says less: this program was not written then.
    static let earliest = WallTime(wholeSeconds: 1_793_491_200)  // 2026-11-01
    /// A clock that is set back by less is believed (B-12).
    static let tolerance: Duration = .seconds(86_400)
    /// Awake for so long without being set, it is as right as it gets.
    static let patience: Duration = .seconds(3600)

    /// What is added to the clock.
    let lead: Duration
    let ends: AwakeTime
    /// What the clock said, and the last that was known of the time.
    let said: WallTime
    let known: WallTime

    /// Nil where the clock is believed.
    ///
    /// - Parameters:
    ///   - now: As the machine's clocks say.
    ///   - lastWritten: When something was written last, by the clock as it was then; nil where nothing was.
    ///   - isSynchronized: Whether the kernel says that a time server, or who sets the clock in its place, has been heard.
    init?(_ now: Now, lastWritten: WallTime?, isSynchronized: Bool) {
        let known = max(lastWritten ?? Self.earliest, Self.earliest)
        let isBehind = now.wall < known.advanced(by: .zero - Self.tolerance)
        guard now.wall < Self.earliest || isBehind && !isSynchronized else { return nil }
        self.init(
            lead: now.wall.duration(to: known), ends: now.awake.advanced(by: Self.patience), said: now.wall,
            known: known)
    }

    private init(lead: Duration, ends: AwakeTime, said: WallTime, known: WallTime) {
        self.lead = lead
        self.ends = ends
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

    // MARK: - In this boot

    private static let file = "clock"

    /// What a daemon of this boot has left: it goes on.
    init?(in runtimeDirectory: String) {
        guard let bytes = try? File.contents(of: "\(runtimeDirectory)/\(Self.file)", limit: 256) else {
            return nil
        }
        let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap { Int64($0) }
        guard numbers.count == 4 else { return nil }
        self.init(
            lead: .microseconds(numbers[0]), ends: AwakeTime(microseconds: numbers[1]),
            said: WallTime(microseconds: numbers[2]), known: WallTime(microseconds: numbers[3]))
    }

    /// Counts time so from here on, and leaves it to the next daemon of this boot. Where that can't be, that one believes the clock.
    func take(in runtimeDirectory: String) {
        Clock.lead = lead.wholeMicroseconds
        keep(in: runtimeDirectory)
    }

    func keep(in runtimeDirectory: String) {
        guard let directory = try? Directory(path: runtimeDirectory) else { return }
        try? directory.removeIfPresent(Self.file)
        let text = [lead.wholeMicroseconds, ends.microseconds, said.microseconds, known.microseconds]
            .map(String.init).joined(separator: " ")
        let file = try? directory.create(Self.file, mode: 0o600)
        _ = try? file?.write(Array(text.utf8)[...])
    }

    /// The clock was set, or is as right as it gets.
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
