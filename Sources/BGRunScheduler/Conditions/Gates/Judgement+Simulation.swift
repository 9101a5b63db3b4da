// What a requirement comes to where its condition is played.
import BGRunCalendar
import BGRunJob

extension Requirement {
    /// Whether it holds, as it is or as it is played; nil while what it rests on was not observed.
    func judge(
        _ seen: Observations, owner: UserID, simulation: SimulatedConditions?, at now: Now
    ) -> Judgement? {
        guard let value = simulation?.value(of: kind) else { return judge(seen, owner: owner, at: now) }
        if case .not(let opposite) = self { return opposite.judge(played: value, at: now).opposite }
        return judge(played: value, at: now)
    }

    private func judge(played value: SimulatedConditions.Value, at now: Now) -> Judgement {
        var seen = Observations()
        switch (self, value) {
        case (.locked(let wanted), .verdict(let verdict)), (.powerSaver(let wanted), .verdict(let verdict)):
            // Of these the state itself is played, whatever is wanted of it.
            let judgement = Judgement(verdict, "simulated")
            return wanted ? judgement : judgement.opposite
        case (_, .lid(let state)): seen.values[.lid] = .lid(state)
        case (_, .verdict(let verdict)): return Judgement(verdict, "simulated")
        case (.batteryLevel, .number(let level)):
            seen.power = PowerReading(verdict: .unknown, reason: "", batteryLevel: level)
        case (.load, .number(let load)): seen.values[.load] = .load(load)
        case (.temperature, .number(let degrees)):
            seen.values[.temperature] = .temperature(TemperatureReading(degrees: degrees, zone: "all"))
        case (.idle, .span(let span)):
            seen.values[.idle] = .idle(.idle(since: now.awake.advanced(by: .zero - span)))
        case (_, .number), (_, .span): return .unknown("simulated with a value that it does not have")
        }
        var judgement = judge(seen, owner: .root, at: now) ?? .unknown("simulated")
        // What is played stands still: it holds for as long as it is played.
        judgement.changesAt = nil
        return judgement
    }
}
