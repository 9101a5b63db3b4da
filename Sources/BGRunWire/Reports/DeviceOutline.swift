// Whether a device looks other than before, to whoever follows it.
import BGRunCalendar
import BGRunJob

/// What there is to see of a device, drawn together condition by condition, as there may be tens of thousands.
///
/// Instants that are computed anew each time differ by a breath; they count to the second. So that one who follows is rarely
/// told what they know, and never misses anything.
package struct DeviceOutline: Sendable {
    private var hasher = Hasher()

    package init(of device: DeviceReport) {
        hasher.combine(device.externalPower)
        hasher.combine(device.network)
        hasher.combine(device.batteryLevel)
        hasher.combine(device.isPowerSilent)
        for simulation in device.simulations {
            hasher.combine(simulation.conditions)
            hasher.combine(simulation.owner)
            hasher.combine(simulation.job)
            hasher.combine(simulation.until.second)
        }
        for condition in device.conditions { add(condition) }
    }

    package mutating func add(_ condition: ConditionReport) {
        hasher.combine(condition.text)
        hasher.combine(condition.owner)
        hasher.combine(condition.verdict)
        hasher.combine(condition.since)
        hasher.combine(condition.reason)
        hasher.combine(condition.settlesAt?.second)
    }

    /// The same for devices that look the same.
    package var digest: Int { hasher.finalize() }
}

extension WallTime {
    /// The nearest whole one.
    fileprivate var second: Int64 {
        let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return rest >= 500_000 ? seconds + 1 : seconds
    }
}

extension ConditionReport {
    /// Whether both tell the same.
    package func isLike(_ other: ConditionReport) -> Bool {
        text == other.text && owner == other.owner && verdict == other.verdict && since == other.since
            && reason == other.reason && WallTime.isAbout(settlesAt, other.settlesAt)
    }
}

extension ConditionSimulation {
    /// Whether both are the same simulation.
    package func isLike(_ other: ConditionSimulation) -> Bool {
        conditions == other.conditions && owner == other.owner && job == other.job
            && WallTime.isAbout(until, other.until)
    }
}

extension WallTime {
    fileprivate static func isAbout(_ one: WallTime?, _ other: WallTime?) -> Bool {
        switch (one, other) {
        case (nil, nil): return true
        case (let one?, let other?):
            let distance = one.duration(to: other)
            return distance > .seconds(-1) && distance < .seconds(1)
        case (nil, _?), (_?, nil): return false
        }
    }
}
