// What `bgrun timeline` prints: a row a day, and what each half-hour was like.
import BGRunCalendar
import BGRunJob

/// The view of the past as rows of cells.
package struct TimelineText {
    /// Where fewer columns are, a cell is an hour.
    private static let columnsForHalfHours = 76
    private static let nameColumns = 20
    /// As `Mon 23 Nov`.
    private static let dayColumns = 10

    private let machine: MachineTimeline
    private let clock: LocalClock
    private let glyphs: Alphabet
    private let screen: Screen
    private var letters = LackLetters()
    /// What the rows are drawn with, for the legend.
    private var used: Set<Character> = []

    package init(_ machine: MachineTimeline, clock: LocalClock, glyphs: Alphabet, on screen: Screen) {
        self.machine = machine
        self.clock = clock
        self.glyphs = glyphs
        self.screen = screen
    }

    // MARK: One job

    /// A row for each day.
    package mutating func days(of job: JobTimeline) -> [Line] {
        learn(job)
        let name = job.title.map { "\($0.visible) (\(job.job.identifier))" } ?? job.job.identifier.text
        var lines = [Line(name, .bold)]
        let days = days.map { TimelineDay($0, clock, cellsAnHour: cellsAnHour) }
        if let first = days.first {
            lines.append(
                Line(
                    String(repeating: " ", count: Self.dayColumns + 1) + first.axis(clock).trimmedAtEnd, .dim)
            )
        }
        for day in days {
            let shown = clock.local(day.from)
            lines.append(
                line(
                    Span(shown.shortDay), in: Self.dayColumns, TimelineRow(job, day),
                    endingAt: day.ends,
                    TimelineNote(job, from: day.from, to: day.to, clock: clock)))
        }
        return lines + legend
    }

    /// The local days of the window, the oldest first.
    private var days: [Int64] {
        let first = clock.local(machine.from).daysSinceEpoch
        let last = clock.local(machine.to).daysSinceEpoch
        return first <= last ? Array(first...last) : []
    }

    // MARK: All jobs

    /// The machine's rows and one for each job: of the last 24 hours, or day by day.
    package mutating func overview(_ jobs: [JobTimeline], isOneDay: Bool) -> [Line] {
        guard !jobs.isEmpty else {
            return [
                Line(
                    "no jobs, and none has run since \(clock.date(machine.from)); bgrun submit brings one",
                    .dim)
            ]
        }
        for job in jobs { learn(job) }
        for lane in machine.lanes { learn(lane) }
        let days =
            isOneDay
            ? [TimelineDay(lastBefore: machine.to, clock, cellsAnHour: cellsAnHour)]
            : self.days.map { TimelineDay($0, clock, cellsAnHour: cellsAnHour) }
        var lines: [Line] = []
        for day in days {
            let shown = clock.local(day.from)
            let title = isOneDay ? "the last 24 hours" : shown.shortDay
            let name = title.padded(to: Self.nameColumns)
            lines.append(Line([Span(name, .bold), Span(" " + day.axis(clock).trimmedAtEnd, .dim)]))
            for lane in machine.lanes {
                lines.append(
                    line(
                        Span(shortened(lane.words.withoutArticle), .dim), in: Self.nameColumns,
                        TimelineRow(lane, of: machine, day), endingAt: day.ends, nil))
            }
            for job in jobs {
                let name = job.title?.visible ?? job.job.identifier.text
                let note = TimelineNote(job, from: day.from, to: day.to, clock: clock)
                // There is no room beside the cells, and what went well shows in them.
                let isTold = screen.width == nil || note.style != .plain
                lines.append(
                    line(
                        Span(shortened(name)), in: Self.nameColumns, TimelineRow(job, day),
                        endingAt: day.ends,
                        isTold ? note : nil))
            }
            if !isOneDay { lines.append(Line()) }
        }
        return lines + legend
    }

    private func shortened(_ name: String) -> String {
        name.visible.withoutMiddle(toColumns: Self.nameColumns)
    }

    // MARK: Rows

    private var cellsAnHour: Int { screen.width.map { $0 < Self.columnsForHalfHours } ?? false ? 1 : 2 }

    private mutating func line(
        _ name: Span, in columns: Int, _ row: TimelineRow, endingAt ends: [WallTime], _ note: TimelineNote?
    ) -> Line {
        var spans = [name, Span(String(repeating: " ", count: max(0, columns - name.text.columns) + 1))]
        for (cell, end) in zip(row.cells, ends) {
            // Before the record begins nothing is told but runs, which history has.
            let isTold = end > machine.begin || cell.isOfRun
            let span = (isTold ? cell : .nothing).span(letters, glyphs)
            used.formUnion(span.text)
            if let last = spans.indices.last, last > 1, spans[last].style == span.style {
                spans[last].text += span.text
            } else {
                spans.append(span)
            }
        }
        let cells = Line(spans).trimmedAtEnd
        guard let note, !note.text.isEmpty else { return cells }
        // A row of two columns: where there is no room beside the cells, the note stands below them.
        let shape = TableShape(
            columns: ["", ""], natural: [columns + 1 + row.cells.count, note.text.columns],
            wanted: TableShape.narrowest)
        return Line(row: TableRow(cells: [cells.spans, [Span(note.text, note.style)]], shape: shape))
    }

    private mutating func learn(_ job: JobTimeline) {
        for stretch in job.waits + job.conditions {
            for lack in stretch.lacks.prefix(1) { letters.add(lack) }
        }
    }

    private mutating func learn(_ lane: MachineTimeline.Lane) {
        guard lane.stretches.contains(where: { $0.verdict == .no || $0.verdict == .unknown }) else { return }
        letters.add(
            JobTimeline.Lack(name: String(lane.text.prefix { $0 != " " }), words: lane.words))
    }

    // MARK: Legend

    /// Of all signs those that are there.
    private var legend: [Line] {
        let signs: [(TimelineCell, String)] = [
            (.running, "running"), (.ended(failed: true), "failed"), (.ended(failed: false), "ended early"),
            (.allThere, "all there"), (.held, "due, held by something else"), (.absent(.asleep), "asleep"),
            (.absent(.stopped), "off, or bgrund stopped"), (.absent(.unknown), "not known"),
        ]
        var parts = signs.map { ($0.span(letters, glyphs).text, $1) }.filter { used.isSuperset(of: $0.0) }
        let isMissing = letters.all.filter {
            used.contains($0.letter) || used.isSuperset(of: $0.letter.lowercased())
        }
        parts += isMissing.map { (String($0.letter), $0.words) }
        var lines = [Line()] + Self.flowed(parts.map { "\($0) \($1)" }, to: screen.width ?? 80)
        if !isMissing.isEmpty {
            lines.append(
                Line("A capital letter: the job was due and waited. A small one: it was not due.", .dim))
        }
        if machine.begin > machine.from {
            lines.append(Line("The record begins \(clock.date(machine.begin)).", .dim))
        }
        return lines
    }
}

extension CivilTime {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// `Mon 23 Nov`; the year is this one or the last.
    fileprivate var shortDay: String {
        let date = date
        let month = Self.months[Int(date.month - 1) % Self.months.count]
        return "\(weekdayText) \(date.day < 10 ? " " : "")\(date.day) \(month)"
    }
}

extension TimelineText {
    /// Each part whole, as many on a line as there is room for.
    static func flowed(_ parts: [String], to width: Int) -> [Line] {
        var rows: [String] = []
        for part in parts {
            if let last = rows.last, last.columns + 3 + part.columns <= width {
                rows[rows.count - 1] += "   " + part
            } else {
                rows.append(part)
            }
        }
        return rows.map { Line($0, .dim) }
    }
}

extension Line {
    /// Without spaces behind its end.
    fileprivate var trimmedAtEnd: Line {
        var line = self
        while let last = line.spans.last {
            line.spans[line.spans.count - 1].text = last.text.trimmedAtEnd
            guard line.spans.last?.text.isEmpty ?? false else { break }
            line.spans.removeLast()
        }
        return line
    }
}

extension String {
    var trimmedAtEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }

    func padded(to columns: Int) -> String {
        self + String(repeating: " ", count: max(0, columns - self.columns))
    }

    /// `a network` as the name of a row: `network`.
    package var withoutArticle: String {
        for article in ["a ", "an ", "the "] where hasPrefix(article) {
            return String(dropFirst(article.count))
        }
        return self
    }
}
