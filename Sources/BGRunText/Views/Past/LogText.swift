// What `bgrun logs` prints: lines with when they came, of which run they are and of which stream.
import BGRunCalendar
import BGRunJob

/// The view of lines of output as they come.
package struct LogText {
    /// What is said of whose line it is.
    package enum Label: Sendable {
        case nothing, run, jobAndRun
    }

    private let screen: Screen
    private let label: Label
    private let showsTimes: Bool
    /// The day that was named last.
    private var day: String?

    /// - Parameter screen: On a terminal a day is named once, and long names are cut.
    package init(label: Label = .nothing, showsTimes: Bool, on screen: Screen) {
        self.label = label
        self.showsTimes = showsTimes
        self.screen = screen
    }

    /// One or two: a day that begins has a line of its own. None is broken: whoever copies them gets what was written.
    package mutating func lines(_ line: LogLine, _ clock: LocalClock) -> [Line] {
        var lines: [Line] = []
        var spans: [Span] = []
        if showsTimes {
            if let at = line.at {
                lines = heading(clock.day(at), isToday: clock.day(clock.now) == clock.day(at))
            }
            spans.append(Span(time(line.at, clock) + " ", .dim))
        }
        if let name = name(of: line) { spans.append(Span(name + " ", .active)) }
        // An error stream is not all errors: the mark is enough.
        spans.append(line.stream == .standardError ? Span("! ", .waiting) : Span("  "))
        return lines + [Line(spans + [Span(line.text.visibleLines)])]
    }

    private mutating func heading(_ day: String, isToday: Bool) -> [Line] {
        guard screen.width != nil, self.day ?? "" != day else { return [] }
        defer { self.day = day }
        return self.day == nil && isToday ? [] : [Line("-- \(day) --", .dim)]
    }

    /// On a terminal the time of day; else all of it, for programs.
    private func time(_ instant: WallTime?, _ clock: LocalClock) -> String {
        let isTerminal = screen.width != nil
        guard let instant else {
            return isTerminal ? String(repeating: " ", count: clock.time(clock.now).columns) : "-"
        }
        return isTerminal ? clock.time(instant) : clock.stamp(instant)
    }

    private func name(of line: LogLine) -> String? {
        switch label {
        case .nothing: nil
        case .run: "[\(line.run)]"
        case .jobAndRun: shortened(line.job.identifier.text) + "[\(line.run)]"
        }
    }

    private func shortened(_ name: String) -> String {
        screen.width.map { name.withoutMiddle(toColumns: max(8, min(24, $0 / 4))) } ?? name
    }
}
