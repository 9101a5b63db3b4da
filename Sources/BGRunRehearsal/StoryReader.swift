// Reads a story that somebody has written, in the notation of the decision log.
import BGRunCalendar
import BGRunJSON
import BGRunJob

/// Why a text is no story.
package struct StoryFault: Error, Hashable, Sendable {
    /// Counts from 1.
    package let line: Int
    package let reason: String
    package let advice: String
}

/// Reads lines such as `09:00 > power no`, `< terminate requirementLost:externalPower` and `? org.example.backup externalPower`.
package struct StoryReader {
    /// More than anybody writes by hand, in bytes.
    package static let mostBytes = 1 << 20
    /// Each is looked for in all that comes before the next line of time.
    private static let mostExpectations = 1000

    private let zone: Zone
    private let cast: StoryCast
    /// Nil before the first line that says when.
    private var now: WallTime?
    private var begin: WallTime?
    private var moments: [Story.Moment] = []
    private var expectations = 0

    /// - Parameters:
    ///   - zone: Whose clock shows the times of day.
    ///   - cast: Those that are played.
    package init(zone: Zone, _ cast: StoryCast) {
        self.zone = zone
        self.cast = cast
    }

    package mutating func story(_ text: String) throws(StoryFault) -> Story {
        // In Swift a line end of DOS is one character.
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .enumerated()
        {
            try take(line.trimmed, number: index + 1)
        }
        guard let begin, let now else {
            throw StoryFault(
                line: 1, reason: "nothing happens in it", advice: "write a line such as \"09:00 > unplugged\""
            )
        }
        // What is to follow the last line has an hour for it.
        let isOpen = !(moments.last?.expectations.isEmpty ?? true)
        return Story(from: begin, to: isOpen ? now.advanced(by: .seconds(3600)) : now, moments)
    }

    private mutating func take(_ line: Substring, number: Int) throws(StoryFault) {
        guard let first = line.first, first != "#" else { return }
        if first == "<" || first == "?" { return try expect(line, number: number) }
        let at = try instant(of: line, number: number)
        var rest = at.rest.trimmed
        if rest.first == ">" { rest = rest.dropFirst().trimmed }
        let begin = self.begin ?? at.instant
        guard at.instant >= now ?? begin else {
            throw StoryFault(
                line: number, reason: "it lies before the line above it",
                advice: "write the lines in the order of time")
        }
        (self.begin, now) = (begin, at.instant)
        let happening: Story.Happening?
        do throws(StoryWords.Fault) {
            happening = try StoryWords(rest, cast).happening()
        } catch {
            throw StoryFault(line: number, reason: error.reason, advice: error.advice)
        }
        moments.append(Story.Moment(at.instant, happening, text: String(rest)))
    }

    private mutating func expect(_ line: Substring, number: Int) throws(StoryFault) {
        guard !moments.isEmpty else {
            throw StoryFault(
                line: number, reason: "there is no line of time above it",
                advice: "write it below the line that it follows from")
        }
        expectations += 1
        guard expectations <= Self.mostExpectations else {
            throw StoryFault(
                line: number,
                reason: "there are more than \(Self.mostExpectations) lines of what is to follow",
                advice: "write several stories")
        }
        var words = line.dropFirst().split(whereSeparator: \.isWhitespace).map(String.init)
        guard !words.isEmpty else {
            throw StoryFault(
                line: number, reason: "it says nothing that is to follow",
                advice: "write \"< launch\", or ? with a job and what holds it back")
        }
        let what: Expectation.What
        if line.first == "?" {
            let job = try job(words.removeFirst(), number: number)
            guard !words.isEmpty else {
                throw StoryFault(
                    line: number, reason: "it does not say what holds the job back",
                    advice: "write the names of its blockers, or nothing")
            }
            what = .blockers(of: job, words == ["nothing"] ? [] : words)
        } else {
            let isNot = words.first == "not"
            if isNot { words.removeFirst() }
            guard let verb = words.first, Expectation.verbs.contains(verb) else {
                let verb = words.first ?? ""
                throw StoryFault(
                    line: number, reason: "\(QuotedText(verb)) is nothing that follows",
                    advice: NearestSpelling.of(verb, among: Expectation.verbs).map {
                        "did you mean \"\($0)\"?"
                    }
                        ?? "write one of \(Expectation.verbs.joined(separator: ", "))")
            }
            // A slip in a job's name would hide behind "not" as well.
            for word in words.dropFirst()
            where word.isNameOfJob && cast.application(String(word.prefix { $0 != "@" })) == nil {
                _ = try job(word, number: number)
            }
            what = isNot ? .noEffect(words) : .effect(words)
        }
        moments[moments.count - 1].expectations.append(
            Expectation(what: what, line: number, text: String(line)))
    }

    /// A job by its name, behind which its owner may stand, as in a log.
    private func job(_ word: String, number: Int) throws(StoryFault) -> JobIdentifier {
        if let job = cast.job(word) ?? cast.job(String(word.prefix { $0 != "@" })) { return job }
        throw StoryFault(
            line: number, reason: "\(QuotedText(word)) is no job of this rehearsal",
            advice: "write one of \(cast.names)")
    }

    // MARK: - Times

    private static let weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
    /// A Monday.
    private static let firstDay = CivilTime(CivilDate(year: 2024, month: 1, day: 1))

    private func instant(of line: Substring, number: Int) throws(StoryFault) -> (
        instant: WallTime, rest: Substring
    ) {
        let fault = StoryFault(
            line: number, reason: "it does not begin with a time",
            advice:
                "write one such as \"09:00\", \"mon 09:00\", \"+30m\" or \"2026-11-20T10:00:00Z\", or begin it with #, < or ?"
        )
        let word = line.prefix { !$0.isWhitespace && $0 != ">" }
        var rest = line.dropFirst(word.count)
        if let instant = WallTime(rfc3339: word) {
            // The other clocks of a log.
            while true {
                let next = rest.trimmed.prefix { !$0.isWhitespace && $0 != ">" }
                guard next.hasPrefix("boot=") || next.hasPrefix("awake=") else { return (instant, rest) }
                rest = rest.trimmed.dropFirst(next.count)
            }
        }
        if word.first == "+", let span = Duration(text: word.dropFirst()), span >= .zero {
            return ((now ?? zone.instant(of: Self.firstDay)).advanced(by: span), rest)
        }
        var weekday: Int64?
        var time = word
        if let index = Self.weekdays.firstIndex(of: word.lowercased()) {
            weekday = Int64(index)
            time = rest.trimmed.prefix { !$0.isWhitespace && $0 != ">" }
            rest = rest.trimmed.dropFirst(time.count)
        }
        guard let second = Self.secondOfDay(time), let instant = next(second, weekday) else { throw fault }
        return (instant, rest)
    }

    /// The next time of day from the line above on, of that day of the week; nil where time ends before.
    private func next(_ second: Int64, _ weekday: Int64?) -> WallTime? {
        let shown = now.map { zone.civil(at: $0) } ?? Self.firstDay
        for day in shown.daysSinceEpoch..<(shown.daysSinceEpoch + 9) {
            let reading = CivilTime(seconds: day * CivilTime.secondsPerDay + second)
            if let weekday, reading.weekday != weekday { continue }
            let instant = zone.instant(of: reading)
            if instant >= now ?? instant { return instant }
        }
        return nil
    }

    /// `9:00`, `09:00` or `09:00:30`.
    private static func secondOfDay(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts.allSatisfy({ (1...2).contains($0.utf8.count) }),
            parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } })
        else { return nil }
        let numbers = parts.compactMap { Int64($0) }
        guard numbers.count == parts.count, numbers[0] < 24, numbers[1] < 60,
            numbers.count < 3 || numbers[2] < 60
        else { return nil }
        return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    }
}

extension Substring {
    var trimmed: Substring {
        var text = self
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}

extension String {
    /// Whether it can be nothing else in a line of the log: `org.example.backup@1000`.
    fileprivate var isNameOfJob: Bool {
        let name = prefix { $0 != "@" }
        return (name.contains(".") || name.count < count) && !contains { "=:()\"".contains($0) }
    }
}
