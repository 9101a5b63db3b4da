// What a requirement comes to where its condition is simulated.
import BGRunCalendar
import BGRunJob

extension Requirement {
    /// Whether it holds, as it is or as it is simulated; nil while what it rests on was not observed.
    func judge(
        _ seen: Observations, owner: UserID, simulation: SimulatedConditions?, at now: Now
    ) -> Judgement? {
        guard let value = simulation?.value(of: kind) else { return judge(seen, owner: owner, at: now) }
        if case .not(let opposite) = self { return opposite.judge(simulated: value, at: now).opposite }
        return judge(simulated: value, at: now)
    }

    private func judge(simulated value: SimulatedConditions.Value, at now: Now) -> Judgement {
        if case .verdict(let verdict) = value {
            let judgement = Judgement(verdict, "simulated")
            return kind.row.wantsSimulated(self) ? judgement : judgement.opposite
        }
        var seen = Observations()
        let observation = kind.row.simulated.seen(value, now.awake)
        for subject in subjects(of: .root) { seen.see(observation, of: subject) }
        if case .number(let number) = value {
            // The level of the batteries, which is no observation, but part of a reading.
            seen.power = PowerReading(verdict: .unknown, reason: "simulated", batteryLevel: number)
        }
        var judgement = judge(seen, owner: .root, at: now) ?? .unknown("simulated")
        // What is simulated stands still: it holds for as long as it is simulated.
        judgement.changesAt = nil
        return judgement
    }
}
