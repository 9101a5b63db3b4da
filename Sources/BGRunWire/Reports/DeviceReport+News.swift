// Whether a device looks other than before, to whoever follows it.
import BGRunCalendar
import BGRunJob

extension DeviceReport {
    /// Whether more has changed than the instants, which are computed anew each time and differ by a breath.
    package func isNews(after before: DeviceReport) -> Bool {
        guard externalPower == before.externalPower, network == before.network,
            batteryLevel == before.batteryLevel, isPowerSilent == before.isPowerSilent,
            conditions.count == before.conditions.count, simulations.count == before.simulations.count
        else { return true }
        return !zip(conditions, before.conditions).allSatisfy { $0.isLike($1) }
            || !zip(simulations, before.simulations).allSatisfy { $0.isLike($1) }
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
