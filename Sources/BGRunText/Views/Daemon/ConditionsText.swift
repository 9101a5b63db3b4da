// What `bgrun conditions` prints.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// The view of the device.
package struct ConditionsText {
    private let device: DeviceReport
    private let clock: LocalClock
    private let ownerName: (UserID) -> String

    package init(_ device: DeviceReport, clock: LocalClock, ownerName: @escaping (UserID) -> String) {
        self.device = device
        self.clock = clock
        self.ownerName = ownerName
    }

    package var lines: [Line] {
        var table = Table(heading: ["CONDITION", "HOLDS", "SINCE", "WHY"])
        for condition in device.conditions {
            table.add([
                Span(condition.title(ownerName), .bold), condition.holds,
                Span(condition.since.map(clock.date) ?? "–"), Span(why(condition)),
            ])
        }
        var lines = device.simulations.map(simulation) + table.lines
        if let level = device.batteryLevel { lines.append(Line("battery  \(level) %")) }
        if device.isPowerSilent {
            lines.append(
                Line("the power supplies of this machine change without telling; they are read again", .dim))
        }
        return lines
    }

    /// One line for everything that is not as it was before; everything where there was nothing before.
    package func changes(since before: DeviceReport?) -> [Line] {
        let now = Span(clock.time(clock.now), .dim)
        var lines: [Line] = []
        for simulated in before?.simulations ?? []
        where !device.simulations.contains(where: { $0.isLike(simulated) }) {
            lines.append(Line([now, Span("  no longer simulated: \(simulated.conditions.text)")]))
        }
        for simulated in device.simulations
        where before?.simulations.contains(where: { $0.isLike(simulated) }) != true {
            lines.append(Line([now, Span("  ")] + simulation(simulated).spans))
        }
        if device.batteryLevel != before?.batteryLevel {
            lines.append(Line([now, Span("  battery  \(device.batteryLevel.map { "\($0) %" } ?? "none")")]))
        }
        for condition in device.conditions
        where before?.conditions.contains(where: { $0.isLike(condition) }) != true {
            lines.append(
                Line([
                    now, Span("  "), Span(condition.title(ownerName), .bold), Span("  "), condition.holds,
                    Span("  \(why(condition))"),
                ]))
        }
        let gone = (before?.conditions ?? []).filter { old in
            !device.conditions.contains { $0.text == old.text && $0.owner == old.owner }
        }
        return lines
            + gone.map {
                Line([now, Span("  "), Span($0.title(ownerName), .bold), Span("  no longer observed")])
            }
    }

    private func why(_ condition: ConditionReport) -> String {
        clock.words(condition.reason, "counts from", condition.settlesAt)
    }

    private func simulation(_ simulated: ConditionSimulation) -> Line {
        SimulationText(simulated, clock: clock, ownerName: ownerName).line
    }
}

extension ConditionReport {
    /// `batteryLevel 60`, and whose it is where each user has their own answer: `locked true (anna)`.
    func title(_ ownerName: (UserID) -> String) -> String {
        text.visible + (owner.map { " (\(ownerName($0).visible))" } ?? "")
    }

    var holds: Span { Span(verdict.rawValue, verdict.style) }
}
