// What `bgrun conditions` prints.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// The view of the device.
package struct ConditionsText {
    private let device: DeviceStatus
    private let clock: LocalClock

    package init(_ device: DeviceStatus, clock: LocalClock) {
        self.device = device
        self.clock = clock
    }

    package var lines: [Line] {
        var table = Table(heading: ["CONDITION", "HOLDS", "SINCE", "WHY"])
        for requirement in Requirement.allCases {
            let condition = device.condition(requirement)
            let settling = condition.settlesAt.map { "; counts from \(clock.time($0))" } ?? ""
            table.add([
                Span(requirement.rawValue, .bold), Span(condition.verdict.rawValue, condition.verdict.style),
                Span(condition.since.map(clock.date) ?? "–"), Span(condition.reason.visible + settling),
            ])
        }
        var lines = table.lines
        if let level = device.batteryLevel { lines.append(Line("battery  \(level) %")) }
        if device.isPowerSilent {
            lines.append(
                Line("the power supplies of this machine change without telling; they are read again", .dim))
        }
        return lines
    }
}
