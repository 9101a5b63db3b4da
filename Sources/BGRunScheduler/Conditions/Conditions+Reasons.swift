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
        let lacking = formula.gates.filter { !gates[$0].gate.isOpen || isBeingLookedAt($0) }
        let reasons = lacking.map { place in
            let reason = markedReason(of: place, at: now)
            guard case .settling = gates[place].gate.state else { return reason }
            return "\(reason), which does not count yet"
        }
        return .anyOf(
            formula.alternatives.map { $0.map { gates[$0].key.requirement } },
            reason: reasons.joined(separator: "; "),
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
    func reason(of place: GateTable.Place, at now: Now) -> String {
        let entry = gates[place]
        switch entry.gate.state {
        case .settling, .unread: return entry.gate.reason
        case .open, .lost: break
        }
        return entry.key.requirement.judge(
            gates.seen, owner: entry.key.owner ?? .root, simulation: simulated(place), at: now)?.reason
            ?? entry.gate.reason
    }

    // MARK: - What nobody knows

    /// What nobody knows for so long, nobody is going to know: a plug, a path or a host that tells nothing for a moment is
    /// none of the machine's lacks.
    static let longUnknown = Duration.seconds(3600)

    /// What of a need nobody knows here, where it can't hold without.
    func impediments(of need: Need, at now: Now) -> [Impediment] {
        guard need != .none else { return [] }
        let found = needs[need].gates.compactMap { place in
            impediment(at: place, now: now).map { (place, $0) }
        }
        if found.isEmpty { return [] }
        let lacks = Dictionary(uniqueKeysWithValues: found)
        var told: Set<String> = []
        // Of alternatives one that can be known is enough.
        return needs[need].terms.filter { !$0.holds { lacks[$0] == nil } }.flatMap(\.gates)
            .compactMap { lacks[$0] }.filter { told.insert($0.reason).inserted }
    }

    /// From when on nobody will have known for so long what a need rests on that it can't hold, if all stays as it is.
    func impededFrom(_ need: Need, at now: Now) -> WallTime? {
        guard need != .none else { return nil }
        let ends = needs[need].gates.compactMap { place in
            gates[place].gate.verdict == .unknown
                ? gates[place].gate.since?.advanced(by: Self.longUnknown) : nil
        }
        return ends.filter { now.wall < $0 }.sorted().first { end in
            !impediments(of: need, at: Now(wall: end, boot: now.boot, awake: now.awake)).isEmpty
        }
    }

    /// Whether nobody knows of a gate, or will have known for long: who waits for it is looked at anew as that comes about.
    func isImpeding(_ place: GateTable.Place, at now: Now) -> Bool {
        let later = Now(wall: now.wall.advanced(by: Self.longUnknown), boot: now.boot, awake: now.awake)
        return impediment(at: place, now: later) != nil
    }

    /// Why nobody knows here whether an owner's requirement holds; nil where somebody does, or it was not read yet.
    func impediment(_ requirement: Requirement, for owner: UserID, at now: Now) -> Impediment? {
        gates.place(of: GateKey(requirement, owner: owner)).flatMap { impediment(at: $0, now: now) }
    }

    private func impediment(at place: GateTable.Place, now: Now) -> Impediment? {
        let entry = gates[place]
        let requirement = entry.key.requirement
        let witness = requirement.kind.row.witness
        if witness == .networkManager, entry.key.simulation == nil {
            // Without any network it does not hold; with one, nobody could tell.
            if let reason = gates.seen.values[.connection]?.whyUnknown {
                return Impediment(requirement, reason: reason, isAbsent: true)
            }
        }
        if requirement == .not(.externalPower), entry.key.simulation == nil,
            let reason = gates.seen.power?.whyLasting
        {
            return Impediment(requirement, reason: reason, isAbsent: true)
        }
        guard entry.gate.state != .unread, entry.gate.verdict == .unknown, let since = entry.gate.since else {
            return nil
        }
        let isAbsent = witness != .networkManager && witness?.isFinal ?? false
        guard isAbsent || since.advanced(by: Self.longUnknown) <= now.wall else { return nil }
        return Impediment(requirement, reason: reason(of: place, at: now), isAbsent: isAbsent)
    }

    /// Why the gain of a requirement is not to come now, for whoever waits for it: it holds already, or nobody can know.
    func absence(ofGainOf requirement: Requirement, for owner: UserID, at now: Now) -> String? {
        guard let place = gates.place(of: GateKey(requirement, owner: owner)) else { return nil }
        switch gates[place].gate.state {
        case .open: return "\(reason(of: place, at: now)) already; the next time counts"
        case .lost where gates[place].gate.verdict == .unknown: return reason(of: place, at: now)
        case .unread, .settling, .lost: return nil
        }
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
}
