// Requirements as people see them: what is not met and why, and where each of them stands.
import BGRunCalendar
import BGRunJob

extension Conditions {
    /// The requirements that a need lacks.
    func unmet(_ need: Need, at now: Now) -> [Blocker] {
        needs[need].terms.compactMap { blocker(for: $0, at: now) }
    }

    /// What is preferred beside them, and lacks.
    func missed(_ need: Need, at now: Now) -> [Blocker] {
        needs[need].preferred.compactMap { blocker(for: $0, at: now) }
    }

    private func blocker(for formula: Formula, at now: Now) -> Blocker? {
        if formula.holds({ gates[$0].gate.isOpen && !isBeingLookedAt($0) }) { return nil }
        if case .gate(let place) = formula {
            let entry = gates[place]
            if entry.gate.isOpen {
                return .unmet(entry.key.requirement, reason: Self.looking, since: nil)
            }
            let blocker = entry.gate.blocker(for: entry.key.requirement, at: now)
            guard case .unmet(let requirement, _, let since)? = blocker else { return blocker }
            return .unmet(requirement, reason: markedReason(of: place, at: now), since: since)
        }
        let places = formula.gates
        let reasons = places.map { place in
            let reason = markedReason(of: place, at: now)
            guard case .settling = gates[place].gate.state else { return reason }
            return "\(reason), which does not count yet"
        }
        return .anyOf(
            places.map { gates[$0].key.requirement }, reason: reasons.joined(separator: "; "),
            until: opening(of: formula).map { now.wall(at: $0) })
    }

    /// When it counts because what settles has settled, if nothing else changes.
    private func opening(of formula: Formula) -> AwakeTime? {
        let settling = { (place: GateTable.Place) -> AwakeTime? in
            if case .settling(let until) = gates[place].gate.state { until } else { nil }
        }
        return formula.gates.compactMap(settling).sorted().first { instant in
            formula.holds { place in
                gates[place].gate.isOpen || settling(place).map { $0 <= instant } ?? false
            }
        }
    }

    private static let looking = "it is being looked at whether it still holds"

    private func markedReason(of place: GateTable.Place, at now: Now) -> String {
        let reason = reason(of: place, at: now)
        let isPlain = gates[place].key.simulation == nil || reason == "simulated"
        return isPlain ? reason : "\(reason) (simulated)"
    }

    /// What was seen last, with the progress that time has made since.
    private func reason(of place: GateTable.Place, at now: Now) -> String {
        let entry = gates[place]
        switch entry.gate.state {
        case .settling, .unread: return entry.gate.reason
        case .open, .lost: break
        }
        return entry.key.requirement.judge(
            gates.seen, owner: entry.key.owner ?? .root, simulation: simulated(place), at: now)?.reason
            ?? entry.gate.reason
    }

    // MARK: - Each of them

    /// Where each requirement of a need stands, in the order of its descriptor.
    func requirements(of need: Need, at now: Now) -> [RequirementStatus] {
        needs[need].terms.flatMap { statuses(of: $0, at: now) }
    }

    /// Where each of what is preferred beside them stands.
    func preferences(of need: Need, at now: Now) -> [RequirementStatus] {
        needs[need].preferred.flatMap { statuses(of: $0, at: now) }.map {
            var status = $0
            status.isPreferred = true
            return status
        }
    }

    private func statuses(
        of formula: Formula, alternative: String? = nil, at now: Now
    ) -> [RequirementStatus] {
        switch formula {
        case .gate(let place): return [status(of: place, alternative, at: now)]
        case .all(let parts):
            return parts.flatMap { statuses(of: $0, alternative: alternative, at: now) }
        case .any(let parts):
            let prefix = alternative.map { "\($0)." } ?? "anyOf "
            return parts.enumerated().flatMap { place, part in
                statuses(of: part, alternative: "\(prefix)\(place + 1)", at: now)
            }
        }
    }

    private func status(
        of place: GateTable.Place, _ alternative: String?, at now: Now
    ) -> RequirementStatus {
        let entry = gates[place]
        var status = RequirementStatus(
            requirement: entry.key.requirement, state: .lacking, reason: reason(of: place, at: now),
            since: entry.gate.since, until: entry.changesAt.map { now.wall(at: $0) },
            alternative: alternative, isSimulated: entry.key.simulation != nil)
        switch entry.gate.state {
        case .open: status.state = .holds
        case .settling(let until):
            status.state = .settling
            status.until = now.wall(at: until)
        case .unread: status.state = .unknown
        case .lost: status.state = entry.gate.verdict == .unknown ? .unknown : .lacking
        }
        return status
    }

    // MARK: - The device

    /// What is observed, to those with these needs, or all of it for nil: opposites as what they are the opposite of,
    /// each once.
    func shown(to needs: Set<Need>?, at now: Now) -> [DeviceStatus.Condition] {
        var seen = Set<GateKey>()
        return places(shownTo: needs).compactMap { place -> DeviceStatus.Condition? in
            let entry = gates[place]
            let key = entry.key
            guard key.simulation == nil else { return nil }
            let requirement = key.requirement.condition
            let verdict =
                requirement == key.requirement ? entry.gate.verdict : entry.gate.verdict.opposite
            let shown = GateKey(requirement, owner: key.owner ?? .root)
            guard seen.insert(shown).inserted, shown == key || gates.place(of: shown) == nil else {
                return nil
            }
            var settlesAt: WallTime?
            if case .settling(let until) = entry.gate.state { settlesAt = now.wall(at: until) }
            return DeviceStatus.Condition(
                requirement: requirement, owner: key.owner, verdict: verdict,
                reason: reason(of: place, at: now), since: entry.gate.since, settlesAt: settlesAt)
        }
    }

    /// In a fixed order; what others ask for is not even looked through.
    private func places(shownTo needs: Set<Need>?) -> [GateTable.Place] {
        needs.map { gates(of: $0).sorted() } ?? gates.all.map(\.place)
    }

    /// The gates of these needs, and those that are always there. What others ask for names their places, their devices
    /// and their networks.
    private func gates(of needs: Set<Need>) -> Set<GateTable.Place> {
        var shown: Set = [GateTable.externalPower, GateTable.network]
        for need in needs where need != .none {
            for gate in self.needs[need].gates {
                shown.insert(gate)
                gates.place(of: GateKey(real: gates[gate].key)).map { _ = shown.insert($0) }
            }
        }
        return shown
    }

    /// What nobody can know, with how many jobs wait for it; to those with these needs, or all of it for nil.
    func unknown(to needs: Set<Need>?, at now: Now) -> [(requirement: Requirement, reason: String, jobs: Int)]
    {
        return places(shownTo: needs).compactMap { place in
            let entry = gates[place]
            guard entry.key.simulation == nil, entry.users > 0, entry.gate.verdict == .unknown,
                entry.gate.state != .unread
            else { return nil }
            return (entry.key.requirement, reason(of: place, at: now), waiting(for: entry))
        }
    }
}
