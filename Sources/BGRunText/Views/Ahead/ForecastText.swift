// What `bgrun forecast` prints: when jobs are likely to start, and how sure that is.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// The view of forecasts.
package struct ForecastText {
    private let forecasts: [Forecast]
    private let clock: LocalClock
    private let owners: OwnerNames

    package init(_ forecasts: [Forecast], clock: LocalClock, owners: OwnerNames) {
        self.forecasts = forecasts
        self.clock = clock
        self.owners = owners
    }

    /// One row for each job.
    package var rows: [Line] {
        guard !forecasts.isEmpty else { return [AgendaText.noJobs] }
        let showsOwners = owners.areShown(forecasts.map(\.job.owner))
        var table = Table(
            heading: ["JOB"] + (showsOwners ? ["OWNER"] : []) + ["LIKELY START", "HOW SURE", "BECAUSE"])
        for forecast in forecasts {
            var row = [Span(forecast.job.identifier.text, .bold)]
            if showsOwners { row.append(Span(owners.name(forecast.job.owner).visible)) }
            table.add(row + [start(of: forecast), sureness(of: forecast), Span(forecast.note.visible)])
        }
        return table.lines
    }

    /// Each job in full, with what its requirements usually do.
    package var details: [Line] {
        Array(forecasts.map(details).joined(separator: [Line()]))
    }

    private func details(_ forecast: Forecast) -> [Line] {
        var lines = [
            Line([
                Span(forecast.job.identifier.text, .bold), Span("  likely start: "), start(of: forecast),
                Span(", how sure: "), sureness(of: forecast),
            ]),
            Line("  \(forecast.note.visible)"),
        ]
        var table = Table(heading: ["  REQUIREMENT", "DAYS", "USUALLY HOLDS", "DAYS SEEN"])
        for habit in forecast.habits {
            let windows = habit.windows.map(\.text).joined(separator: ", ")
            table.add([
                Span("  \(habit.words.visible)", .bold), Span(habit.days.words),
                windows.isEmpty ? Span("at no usual time", .dim) : Span(windows), Span("\(habit.daysSeen)"),
            ])
        }
        if !forecast.habits.isEmpty { lines += table.lines }
        return lines + forecast.unforeseeable.map { Line("  not in the guess: \($0.visible)", .dim) }
    }

    private func start(of forecast: Forecast) -> Span {
        if forecast.isNow { return Span("now", .good) }
        return forecast.likely.map { Span("\(clock.date($0)) (\(clock.distance($0)))") } ?? Span("–", .dim)
    }

    private func sureness(of forecast: Forecast) -> Span {
        let days = forecast.daysSeen > 0 ? ", \(forecast.daysHeld) of \(forecast.daysSeen) days" : ""
        switch forecast.confidence {
        case .none: return Span("no guess", .dim)
        case .low: return Span("low\(days)", .waiting)
        case .fair: return Span("fair\(days)")
        case .good: return Span("good\(days)", .good)
        }
    }
}

extension Forecast.Habit.Days {
    fileprivate var words: String {
        switch self {
        case .all: "all days"
        case .workingDays: "Monday to Friday"
        case .weekend: "weekend"
        }
    }
}
