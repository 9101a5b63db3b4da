// The cells of a day, or of the last hours, on the reader's clock.
import BGRunCalendar
import BGRunJob

/// The instants at which the cells of one row begin and end: whole half-hours or hours of the reader's clock. What begins on a
/// border belongs to the cell behind it, and what ends there to the one before.
struct TimelineDay {
    /// One more than there are cells.
    let borders: [WallTime]
    let cellsAnHour: Int

    var cells: Int { borders.count - 1 }
    /// Of each cell.
    var ends: [WallTime] { Array(borders.dropFirst()) }
    var from: WallTime { borders.first ?? WallTime(microseconds: 0) }
    var to: WallTime { borders.last ?? WallTime(microseconds: 0) }

    /// A day by the local clock. An hour that it leaves out takes no time, one that it has twice takes double.
    ///
    /// - Parameter day: Days since 1970-01-01.
    init(_ day: Int64, _ clock: LocalClock, cellsAnHour: Int) {
        self.cellsAnHour = cellsAnHour
        var latest = WallTime(microseconds: .min)
        borders = (0...24 * cellsAnHour).map { cell in
            let second = Int64(cell * 3600 / cellsAnHour)
            let seconds = day.multipliedSaturating(by: 86_400).addingSaturating(second)
            latest = max(latest, clock.instant(of: CivilTime(seconds: seconds)))
            return latest
        }
    }

    /// The last 24 hours, up to the end of the cell that is under way.
    init(lastBefore now: WallTime, _ clock: LocalClock, cellsAnHour: Int) {
        self.cellsAnHour = cellsAnHour
        let length = Int64(3600 / cellsAnHour)
        // What has passed of the second is none of the border's: each call would draw other cells.
        let second = WallTime(wholeSeconds: now.wholeSeconds)
        let end = second.advanced(by: .seconds(length - clock.local(now).secondOfDay % length))
        let count = 24 * cellsAnHour
        borders = (0...count).map { end.advanced(by: .seconds(Int64($0 - count) * length)) }
    }

    /// The hours above the cells, as many as there is room for.
    func axis(_ clock: LocalClock) -> String {
        let every: Int64 = cellsAnHour > 1 ? 3 : 6
        var text = ""
        for border in borders.dropLast() {
            let shown = clock.local(border)
            guard shown.minute < 60 / Int64(cellsAnHour), shown.hour % every == 0 else { continue }
            let place = borders.firstIndex(of: border) ?? 0
            guard place >= text.count, place + 2 <= cells else { continue }
            text += String(repeating: " ", count: place - text.count) + String(shown.minuteText.prefix(2))
        }
        return text + String(repeating: " ", count: max(0, cells - text.count))
    }
}

/// The cells of a job, or of a condition of the machine, within a day.
struct TimelineRow {
    let cells: [TimelineCell]

    /// What a job went through. The end of a run that did not succeed shows before all else, then runs, then waits.
    init(_ job: JobTimeline, _ day: TimelineDay) {
        var cells = Self.most(of: day, to: job.to, job.conditions, waits: false)
        for (index, cell) in Self.most(of: day, to: job.to, job.waits, waits: true).enumerated()
        where cell != .nothing {
            cells[index] = cell
        }
        var spans = job.runs.map { ($0.started, $0.ended, $0.outcome) }
        if let active = job.activeRun { spans.append((active.started, job.to, .succeeded)) }
        for (started, ended, _) in spans {
            for index in day.indices(from: started, to: Self.end(started, ended)) { cells[index] = .running }
        }
        for (started, ended, outcome) in spans where outcome != .succeeded {
            let end = Self.end(started, ended)
            for index in day.indices(from: end.advanced(by: .microseconds(-1)), to: end) {
                cells[index] = .ended(failed: outcome == .failed || outcome == .couldNotLaunch)
            }
        }
        self.cells = cells
    }

    /// However short it was, a run took some time.
    private static func end(_ started: WallTime, _ ended: WallTime) -> WallTime {
        max(ended, started.advanced(by: .microseconds(1)))
    }

    init(_ lane: MachineTimeline.Lane, of machine: MachineTimeline, _ day: TimelineDay) {
        let name = lane.text.prefix { $0 != " " }
        let stretches = lane.stretches.map { stretch in
            let lack = JobTimeline.Lack(
                name: String(name), words: lane.words, isUnknown: stretch.verdict == .unknown)
            let absence = machine.gaps.first { $0.from <= stretch.from && stretch.from < $0.to }?.absence
            return JobTimeline.Stretch(
                from: stretch.from, to: stretch.to,
                absence: stretch.verdict == nil ? absence ?? .unknown : nil,
                lacks: stretch.verdict == .no || stretch.verdict == .unknown ? [lack] : [])
        }
        cells = Self.most(of: day, to: machine.to, stretches, waits: false)
    }

    /// What took most of each cell.
    private static func most(
        of day: TimelineDay, to end: WallTime, _ stretches: [JobTimeline.Stretch], waits: Bool
    ) -> [TimelineCell] {
        var cells = [TimelineCell](repeating: .nothing, count: day.cells)
        var first = 0
        for index in cells.indices {
            let (from, to) = (day.borders[index], min(day.borders[index + 1], end))
            guard from < to else { continue }
            while first < stretches.count, stretches[first].to <= from { first += 1 }
            var spans: [TimelineCell: Duration] = [:]
            var (best, next): (TimelineCell, Int) = (.nothing, first)
            while next < stretches.count, stretches[next].from < to {
                let stretch = stretches[next]
                let cell = TimelineCell(stretch, waits: waits)
                // Whatever is known says more than how long nothing was.
                if cell == .absent(.unknown), best != .nothing {
                    next += 1
                    continue
                }
                if best == .absent(.unknown) { best = .nothing }
                spans[cell, default: .zero] += max(stretch.from, from).duration(to: min(stretch.to, to))
                if spans[cell] ?? .zero > spans[best] ?? .zero || best == .nothing { best = cell }
                next += 1
            }
            cells[index] = best
        }
        return cells
    }
}

extension TimelineDay {
    /// The cells that a time touches.
    fileprivate func indices(from: WallTime, to: WallTime) -> [Int] {
        guard from < self.to, self.from < to else { return [] }
        return (0..<cells).filter { borders[$0] < to && from < borders[$0 + 1] }
    }
}

extension TimelineCell {
    fileprivate init(_ stretch: JobTimeline.Stretch, waits: Bool) {
        if let absence = stretch.absence {
            self = .absent(absence)
        } else if let lack = stretch.lacks.first {
            self = .lacking(lack, waits: waits)
        } else {
            self = waits ? .held : .allThere
        }
    }
}
